"""Runs small submissions as an attempt does, each in a fork of this process: what they answer, and what is compiled
after the case is there."""

from __future__ import annotations

import ctypes
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
from judge.sandbox.inside.loading import Loading
from judge.sandbox.inside.recording import Recording

ValueT = TypeVar("ValueT")
Case = Sequence[Any]
Write = Callable[[str], Path]
Tell = Callable[[str, str, str], None]
HEAD = "import math, random, time\nimport numpy as np\nimport numba\nfrom numba import njit\n"
SOURCES: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())


class Run(NamedTuple):
    """What came of one process: what `solve` returned or raised, compilations while it ran, the notes of the load, and
    the kernels that were compiled in it; what was printed between its import and the call, and in all from there on."""

    outcome: str
    compiled: int = 0
    notes: tuple[tuple[str, str, str], ...] = ()
    in_load: int = 0
    before: str = ""
    printed: str = ""


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


def prepare(file: Path, kept: Path) -> Run:
    """Record what is compiled for a small board."""
    with kept.open("wb", buffering=0) as out:
        return _ran(file, lambda _: Recording(out), board(4))


def attempt(file: Path, kept: Path, *, fresh: bool = False) -> Run:
    """Load what was recorded, or compile it anew, then call `solve` once."""
    return _ran(file, lambda tell: Loading(str(kept), tell, fresh=fresh), board(8))


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


class _Known:
    """Has what a file printed while it was imported thrown away, before anything is loaded."""

    def __init__(self, known: Recording | Loading) -> None:
        self.known, self.compiled = known, 0
        self.before_import = known.before_import
        numba_hooks.listen(self._compile, lambda _: None)

    def _compile(self, _: Any) -> None:
        self.compiled += 1

    def after_import(self, code: CodeType) -> None:
        _flush()
        os.ftruncate(1, 0)
        self.known.after_import(code)


def _flush() -> None:
    sys.stdout.flush()
    ctypes.CDLL(None).fflush(None)


def _answer(solve: Callable[..., Any], case: Case) -> str:
    try:
        found = solve(*case)
        return f"{found.dtype} {found.tolist()}" if isinstance(found, np.ndarray) else repr(found)
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:200]}"


def _ran(file: Path, know: Callable[[Tell], Recording | Loading], case: Case) -> Run:
    log = file.with_name("log")

    def work() -> tuple[Any, ...]:
        os.dup2(os.open(log, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND), 1)
        sys.stdout = os.fdopen(1, "w")
        notes: list[tuple[str, str, str]] = []
        np.random.seed()
        known = _Known(know(lambda *note: notes.append(note)))
        try:
            solve = inside._import(str(file), known)  # type: ignore[arg-type]
        except Exception as error:
            return (f"import: {type(error).__name__}: {str(error)[:200]}",)
        if isinstance(known.known, Loading):
            desk.rehearse(np.zeros((1, 1), np.int8))
        _flush()
        before, in_load = log.read_text(), known.compiled
        outcome = _answer(solve, case)
        if isinstance(known.known, Recording):
            known.known.after_call()
        _flush()
        return outcome, known.compiled - in_load, tuple(notes), in_load, before, log.read_text()

    numba_hooks.missing_hooks()  # what it finds out by a trial is remembered, and no compilation of a fork
    try:
        return Run(*called(work))
    except EndedError as ended:
        return Run(str(ended))
