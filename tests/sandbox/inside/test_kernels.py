"""Kernels that are kept: nothing of a submission runs before its case, and what is not kept is told."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType
from typing import NamedTuple

import pytest
from hypothesis import given, settings

from judge.sandbox.inside import attempt, kernels, numba_hooks
from tests.sandbox.inside import forked
from tests.sandbox.inside.forked import HEAD, SOURCES
from tests.sandbox.test_kernels_file import CHANGES, Change, damaged

pytestmark = pytest.mark.usefixtures("forks")


# --- loads ------------------------------------------------------------------------------------------------------------
CALLED = {"kept", "differs", "late", "unkept", "eager", "recursive", "inner", "plain", "solve"}
Tell = Callable[[str, str, str], None]
Know = Callable[[Tell], kernels.Recording | kernels.Loading]


class Said(NamedTuple):
    """What a file prints between its import and the call of `solve`, and in all from there on; and what came of it."""

    before: str
    everything: str
    run: forked.Run


def said(path: Path, know: Know, board: forked.Case = forked.BOARD) -> Said:
    log = path.with_name("log")

    def text() -> str:
        sys.stdout.flush()
        ctypes.CDLL(None).fflush(None)
        return log.read_text()

    class Known:
        def __init__(self, tell: Tell) -> None:
            self.known = know(tell)
            self.before_import = self.known.before_import

        def after_import(self, code: CodeType) -> None:
            text()
            os.ftruncate(1, 0)
            self.known.after_import(code)

    def work() -> tuple[str, str, forked.Run]:
        os.dup2(os.open(log, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND), 1)
        sys.stdout = os.fdopen(1, "w")
        notes: list[tuple[str, str, str]] = []
        count, known = forked.Count(), Known(lambda *note: notes.append(note))
        solve = attempt._import(str(path), known)  # type: ignore[arg-type]
        before, in_load = text(), count.compiled
        run = forked.answered(solve, board, count)
        if isinstance(known.known, kernels.Recording):
            known.known.after_call()
        return before, text(), run._replace(in_load=in_load, compiled=run.compiled - in_load, notes=tuple(notes))

    numba_hooks.missing_hooks()  # what it finds out by a trial is remembered
    return Said(*forked.called(work))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of kernels of a submission, which lies beside it."""
    return tmp_path_factory.mktemp("recorded") / "kept"


@pytest.fixture(scope="module")
def recorded(forks: None, kept: Path) -> Said:
    kept.with_name("mine.py").write_text(HEAD + SOURCES["traps"])
    with kept.open("wb", buffering=0) as file:
        return said(kept.with_name("mine.py"), lambda _: kernels.Recording(file), forked.board(4))


@pytest.fixture(scope="module")
def loaded(recorded: Said, kept: Path) -> Said:
    return said(kept.with_name("mine.py"), lambda tell: kernels.Loading(str(kept), tell))


def test_a_load_calls_no_function_of_the_file(recorded: Said, loaded: Said) -> None:
    assert (recorded.before, loaded.before) == ("", "")
    assert all(set(one.everything.split()) >= CALLED for one in (recorded, loaded))


@pytest.mark.slow
def test_nor_does_one_that_compiles_all_anew(recorded: Said, kept: Path) -> None:
    fresh = said(kept.with_name("mine.py"), lambda tell: kernels.Loading(str(kept), tell, fresh=True))
    assert set(fresh.before.split()) <= {"Pair.__iter__"}  # by numba, as it compiles
    assert set(fresh.everything.split()) >= CALLED


def test_a_kernel_that_is_not_kept_is_told_with_what_it_reads(loaded: Said) -> None:
    run = loaded.run
    told = {(kind, kernel.rpartition(".")[2], what.partition(",")[0]) for kind, kernel, what in run.notes}
    assert told >= {
        ("late", "inner", "step"),
        ("late", "of_caller", "N"),
        ("late", "late", "N"),
        ("late", "of_table", "CHANGED"),
        ("differs", "differs", "NOW"),
        ("unkept", "of_live", "LIVE"),
        ("unkept", "unkept", "Python objects"),
        ("unkept", "ufunc", "a ufunc"),
        ("unkept", "add", "an object of a jitclass"),
    }
    assert not {"kept", "eager", "recursive", "of_literal"} & {kernel for _, kernel, _ in told}
    late = [kernel for kind, kernel, _ in told if kind == "late"]
    assert run.compiled == len(late)
    assert run.outcome.endswith(", 3]"), "a recursion, by a literal first, is loaded and linked"


# --- their file -------------------------------------------------------------------------------------------------------
@given(CHANGES)
@settings(max_examples=100, deadline=None)
def test_what_is_read_of_a_file_was_written(recorded: Said, kept: Path, made: list[Change]) -> None:
    def read(data: bytes) -> list[tuple[bytes, bytes]]:
        path = kept.with_name("read")
        path.write_bytes(data)
        return list(kernels._frames(str(path)))

    data = kept.read_bytes()
    written = read(data)
    assert len(written) >= 3
    assert all(record in written for record in read(damaged(data, made)))
