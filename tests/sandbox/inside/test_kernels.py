"""Kernels that are kept: nothing of a submission runs before its case, and what is not kept is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from judge.sandbox.inside import kernels
from tests.sandbox.inside import forked
from tests.sandbox.inside.forked import HEAD, SOURCES, Run
from tests.sandbox.test_kernels_file import CHANGES, Change, damaged

pytestmark = pytest.mark.usefixtures("forks")


# --- loads ------------------------------------------------------------------------------------------------------------
CALLED = {"kept", "differs", "late", "unkept", "eager", "recursive", "inner", "plain", "solve"}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of kernels of a submission, which lies beside it."""
    return tmp_path_factory.mktemp("recorded") / "kept"


@pytest.fixture(scope="module")
def recorded(forks: None, kept: Path) -> Run:
    kept.with_name("mine.py").write_text(HEAD + SOURCES["traps"])
    return forked.prepare(kept.with_name("mine.py"), kept)


@pytest.fixture(scope="module")
def loaded(recorded: Run, kept: Path) -> Run:
    return forked.attempt(kept.with_name("mine.py"), kept)


def test_a_load_calls_no_function_of_the_file(recorded: Run, loaded: Run) -> None:
    assert (recorded.before, loaded.before) == ("", "")
    assert all(set(one.printed.split()) >= CALLED for one in (recorded, loaded))


@pytest.mark.slow
def test_nor_does_one_that_compiles_all_anew(recorded: Run, kept: Path) -> None:
    fresh = forked.attempt(kept.with_name("mine.py"), kept, fresh=True)
    assert set(fresh.before.split()) <= {"Pair.__iter__"}  # by numba, as it compiles
    assert set(fresh.printed.split()) >= CALLED


def test_a_kernel_that_is_not_kept_is_told_with_what_it_reads(loaded: Run) -> None:
    told = {(kind, kernel.rpartition(".")[2], what.partition(",")[0]) for kind, kernel, what in loaded.notes}
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
    assert loaded.compiled == len(late)
    assert loaded.outcome.endswith(", 3]"), "a recursion, by a literal first, is loaded and linked"


# --- their file -------------------------------------------------------------------------------------------------------
@given(CHANGES)
@settings(max_examples=100, deadline=None)
def test_what_is_read_of_a_file_was_written(recorded: Run, kept: Path, made: list[Change]) -> None:
    def read(data: bytes) -> list[tuple[bytes, bytes]]:
        path = kept.with_name("read")
        path.write_bytes(data)
        return list(kernels.frames(str(path)))

    data = kept.read_bytes()
    written = read(data)
    assert len(written) >= 3
    assert all(record in written for record in read(damaged(data, made)))
