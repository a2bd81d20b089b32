"""Runs small submissions as an attempt does, each in a fork of this process: what they answer, and what is compiled
after the case is there."""

from __future__ import annotations

import os
import pickle
import sys
import tomllib
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple, TypeVar

import numpy as np

from judge.sandbox.inside import attempt as inside
from judge.sandbox.inside import content, desk, kernels, numba_hooks

ValueT = TypeVar("ValueT")
Case = Sequence[Any]
Write = Callable[[str], Path]
HEAD = "import math, random, time\nimport numpy as np\nimport numba\nfrom numba import njit\n"
SOURCES: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())


class Run(NamedTuple):
    """What came of one process: what `solve` returned or raised, compilations while it ran, the notes of the load, and
    the kernels that were compiled in it."""

    outcome: str
    compiled: int = 0
    notes: tuple[tuple[str, str, str], ...] = ()
    in_load: int = 0


class Numbered(kernels.Kernels):
    """Gives kernels their numbers, notes what was compiled, and keeps and loads nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.ended: list[Any] = []
        numba_hooks.install(self, first_id=1 << 30)

    def after_import(self, _: CodeType) -> None:
        """Do nothing."""

    def note_end(self, event: dict[str, Any]) -> None:
        super().note_end(event)
        self.ended.append(event)


class EndedError(Exception):
    """A fork has ended before it was done; its text says how."""


def set_up() -> None:
    """Do what a zygote does before it forks."""
    if not desk._kernels:
        desk.set_up()


def board(n: int) -> Case:
    """The arguments of `solve` for an empty board."""
    return "ANY", n, n, np.zeros((n, n), np.int8)


BOARD = board(8)


def prepare(file: Path, kept: Path) -> Run:
    """Record what is compiled for a small board."""

    def record() -> Run:
        with kept.open("wb", buffering=0) as out:
            recording = kernels.Recording(out)
            run = answered(inside._import(str(file), recording), board(4))
            recording.after_call()
        return run

    return _ran(record)


def attempt(file: Path, kept: Path) -> Run:
    """Load what was recorded, then call `solve` once."""

    def serve() -> Run:
        notes: list[tuple[str, str, str]] = []
        count = Count()
        np.random.seed()
        solve = inside._import(str(file), kernels.Loading(str(kept), lambda *note: notes.append(note)))
        desk.rehearse(np.zeros((1, 1), np.int8))
        in_load = count.compiled
        run = answered(solve, BOARD, count)
        return run._replace(notes=tuple(notes), in_load=in_load, compiled=run.compiled - in_load)

    return _ran(serve)


def contents(path: Path, sources: Sequence[str]) -> list[tuple[str, str]]:
    """The digest of `kernel` in each of these files, or why there is none. All have one path, which is a part of it."""

    def work() -> list[tuple[str, str]]:
        known, before = Numbered(), {**os.environ}
        return [content_of(source, known, before) for source in sources]

    def content_of(source: str, known: Numbered, before: dict[str, str]) -> tuple[str, str]:
        os.environ.clear()
        os.environ.update(before)
        path.write_text(source)
        inside._import(str(path), known)  # type: ignore[arg-type]
        numba_hooks.read_environment()
        kernel = sys.modules[path.stem].kernel
        found, place = content.content_of(kernel), known.place(kernel)
        assert place
        return known.digest([found], place), found.why

    return called(work)


def called(work: Callable[[], ValueT]) -> ValueT:
    """What this returns in a fork, where it may change numba; what it raises there fails the test."""
    heard, told = os.pipe()
    if not (pid := os.fork()):
        os.close(heard)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        try:
            found: tuple[bool, Any] = True, work()
        except BaseException:
            found = False, traceback.format_exc()
        with os.fdopen(told, "wb") as pipe:
            pipe.write(pickle.dumps(found))
        os._exit(0)
    os.close(told)
    with os.fdopen(heard, "rb") as pipe:
        data = pipe.read()
    _, status = os.waitpid(pid, 0)
    if not data:
        raise EndedError(f"ended {os.waitstatus_to_exitcode(status)}")
    done, value = pickle.loads(data)
    assert done, value
    returned: ValueT = value
    return returned


class Count:
    """Counts what numba compiles."""

    def __init__(self) -> None:
        self.compiled = 0
        numba_hooks.listen(self._compile, lambda _: None)

    def _compile(self, _: Any) -> None:
        self.compiled += 1


def answered(solve: Callable[..., Any], case: Case, count: Count | None = None) -> Run:
    """What it answers on a case, and how often numba compiles in all of this process."""
    count = count or Count()
    try:
        found = solve(*case)
        said = f"{found.dtype} {found.tolist()}" if isinstance(found, np.ndarray) else repr(found)
    except Exception as error:
        said = f"{type(error).__name__}: {str(error)[:200]}"
    return Run(said, count.compiled)


def _ran(work: Callable[[], Run]) -> Run:
    def guarded() -> tuple[Any, ...]:
        try:
            return tuple(work())
        except Exception as error:
            return (f"import: {type(error).__name__}: {str(error)[:200]}",)

    numba_hooks.missing_hooks()  # what it finds out by a trial is remembered, and no compilation of a fork
    try:
        return Run(*called(guarded))
    except EndedError as ended:
        return Run(str(ended))
