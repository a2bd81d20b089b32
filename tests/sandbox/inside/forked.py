"""Runs small submissions as an attempt does, each in a fork of this process: what they answer, and what is compiled
after the case is there."""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from judge.sandbox.inside import kernels, numba_hooks, warm

MODULE = "submission"


class Run(NamedTuple):
    """What came of one process: what `solve` returned or raised, compilations and full collections while it ran, the
    notes of the load, and the kernels that were compiled in it."""

    outcome: str
    compiled: int = 0
    collected: int = 0
    notes: tuple[tuple[str, str, str], ...] = ()
    in_load: int = 0


def set_up() -> None:
    """Do what a zygote does before it forks."""
    if not warm._kernels:
        warm.load_numba()
        warm.set_up()


def bare(file: Path, n: int = 8) -> Run:
    """Import the file, and call `solve` once, without a judge."""
    return _forked(lambda: _answer(_import(file, None), n))


def prepare(file: Path, kept: Path, sizes: tuple[int, ...] = (4,)) -> Run:
    """Record what is compiled for small boards."""

    def record() -> Run:
        with kept.open("wb", buffering=0) as out:
            recording = kernels.Recording(out)
            solve = _import(file, recording)
            for size in sizes:
                run = _answer(solve, size)
                recording.after_call()
        return run

    return _forked(record)


def attempt(file: Path, kept: Path, n: int = 8, *, fresh: bool = False) -> Run:
    """Load what was recorded, then call `solve` once."""

    def serve() -> Run:
        notes: list[tuple[str, str, str]] = []
        count = _Count()
        loading = kernels.Loading(str(kept), lambda *note: notes.append(note), fresh=fresh)
        solve = _import(file, loading)
        warm.rehearse(np.zeros((1, 1), np.int8))
        in_load = count.compiled
        run = _answer(solve, n, count)
        return run._replace(notes=tuple(notes), in_load=in_load, compiled=run.compiled - in_load)

    return _forked(serve)


class _Count:
    def __init__(self) -> None:
        self.compiled = self.collected = 0
        numba_hooks.listen(self._compile, lambda _: None)
        gc.callbacks.append(self._collect)

    def _compile(self, _: Any) -> None:
        self.compiled += 1

    def _collect(self, phase: str, facts: dict[str, int]) -> None:
        self.collected += phase == "start" and facts["generation"] == 2


def _import(file: Path, known: kernels.Recording | kernels.Loading | None) -> Callable[..., Any]:
    np.random.seed()
    module = types.ModuleType(MODULE)
    module.__file__ = str(file)
    sys.modules[MODULE] = module
    code = compile(file.read_bytes(), str(file), "exec", dont_inherit=True)
    exec(code, module.__dict__)
    if known is not None:
        known.after_import(code)
    solve: Callable[..., Any] = module.solve
    return solve


def _answer(solve: Callable[..., Any], n: int, count: _Count | None = None) -> Run:
    count = count or _Count()
    try:
        found = solve("ANY", n, n, np.zeros((n, n), np.int8))
        said = f"{found.dtype} {found.tolist()}" if isinstance(found, np.ndarray) else repr(found)
    except Exception as error:
        said = f"{type(error).__name__}: {str(error)[:200]}"
    return Run(said, count.compiled, count.collected)


def _forked(work: Callable[[], Run]) -> Run:
    heard, told = os.pipe()
    if not (pid := os.fork()):
        with contextlib.suppress(BaseException):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            try:
                run = work()
            except BaseException as error:
                run = Run(f"import: {type(error).__name__}: {str(error)[:200]}")
            with os.fdopen(told, "wb") as pipe:
                pipe.write(pickle.dumps(tuple(run)))
        os._exit(0)
    os.close(told)
    with os.fdopen(heard, "rb") as pipe:
        data = pipe.read()
    _, status = os.waitpid(pid, 0)
    return Run(*pickle.loads(data)) if data else Run(f"ended {os.waitstatus_to_exitcode(status)}")
