"""Kernels that are kept: nothing of a submission runs before its case, and what is not kept is told."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType

import pytest
from hypothesis import given, settings

from judge.sandbox.inside import attempt, kernels
from tests.sandbox.inside import forked
from tests.sandbox.inside.forked import HEAD, SOURCES, Write
from tests.sandbox.test_kernels_file import CHANGES, Change, damaged

pytestmark = pytest.mark.usefixtures("forks")


# --- loads ------------------------------------------------------------------------------------------------------------
CALLED = {"kept", "differs", "late", "unkept", "eager", "recursive", "inner", "plain", "solve"}


def printed(path: Path, know: Callable[[], kernels.Recording | kernels.Loading]) -> tuple[str, str]:
    """What a file prints between its import and the call of `solve`, and in all from there on."""
    log = path.with_name("log")

    def text() -> str:
        sys.stdout.flush()
        ctypes.CDLL(None).fflush(None)
        return log.read_text()

    class Known:
        def __init__(self) -> None:
            self.known = know()
            self.before_import = self.known.before_import

        def after_import(self, code: CodeType) -> None:
            text()
            os.ftruncate(1, 0)
            self.known.after_import(code)

    def work() -> tuple[str, str]:
        os.dup2(os.open(log, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND), 1)
        sys.stdout = os.fdopen(1, "w")
        solve = attempt._import(str(path), Known())  # type: ignore[arg-type]
        before = text()
        solve(*forked.BOARD)
        return before, text()

    return forked.called(work)


def test_a_load_calls_no_function_of_the_file(write: Write, tmp_path: Path) -> None:
    path, kept = write(SOURCES["traps"]), tmp_path / "kept"
    with kept.open("wb", buffering=0) as file:
        recorded = printed(path, lambda: kernels.Recording(file))
    loaded = printed(path, lambda: kernels.Loading(str(kept), lambda *_: None))
    fresh = printed(path, lambda: kernels.Loading(str(kept), lambda *_: None, fresh=True))
    assert (recorded[0], loaded[0]) == ("", "")
    assert set(fresh[0].split()) <= {"Pair.__iter__"}  # by numba, as it compiles
    assert all(set(everything.split()) >= CALLED for _, everything in (recorded, loaded, fresh))


# --- notes ------------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def recorded(forks: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of kernels of a submission, which lies beside it."""
    path = tmp_path_factory.mktemp("recorded") / "mine.py"
    path.write_text(HEAD + SOURCES["notes"])
    forked.prepare(path, path.with_name("kept"))
    return path.with_name("kept")


def test_a_kernel_that_is_not_kept_is_told_with_what_it_reads(recorded: Path) -> None:
    run = forked.attempt(recorded.with_name("mine.py"), recorded)
    told = {(kind, kernel.rpartition(".")[2], what.partition(",")[0]) for kind, kernel, what in run.notes}
    assert told == {
        ("late", "inner", "step"),
        ("late", "of_caller", "N"),
        ("late", "of_global", "N"),
        ("late", "of_table", "TABLE"),
        ("differs", "of_clock", "NOW"),
        ("unkept", "of_live", "LIVE"),
        ("unkept", "of_python", "Python objects"),
    }
    late = [kernel for kind, kernel, _ in told if kind == "late"]
    others = [kernel for kind, kernel, _ in told if kind != "late"]
    assert (run.in_load, run.compiled) == (len(others) + 1, len(late))  # and the block of of_python
    assert run.outcome.endswith(", 3]"), "a recursion, by a literal first, is loaded and linked"


# --- their file -------------------------------------------------------------------------------------------------------
@given(CHANGES)
@settings(max_examples=100, deadline=None)
def test_what_is_read_of_a_file_was_written(recorded: Path, made: list[Change]) -> None:
    def read(data: bytes) -> list[tuple[bytes, bytes]]:
        path = recorded.with_name("read")
        path.write_bytes(data)
        return list(kernels._frames(str(path)))

    data = recorded.read_bytes()
    written = read(data)
    assert len(written) >= 3
    assert all(record in written for record in read(damaged(data, made)))
