"""When a case is run once more to find an index, and when not. The run itself is in tests/students."""

from __future__ import annotations

import signal
from typing import Any

import pytest

from judge.executors import boundscheck
from judge.executors.boundscheck import LOOKS, Looks, why_crashed, why_wrong
from judge.executors.request import QUICK_S, Request
from judge.model import Excerpt, Finding, Limits, Verdict
from judge.sandbox.request import Facts, Home, Job
from judge.submissions.source import Source

SANDBOX: Any = None
NUMBAS = Source(b"from numba import njit\n", "mine.py")
FOUND = Finding("E228", "an index is out of bounds in a kernel", where="mine.py:3", verdict=Verdict.RTE)
PLACED = FOUND.at(Excerpt("mine.py", 3, "    cells[9] = 1", 5, 13))


def again(case: str = "six") -> Request:
    return Request(Home("", "", "", ""), Limits(), Job(False), case, b"", b"")


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The cases that were run once more; each finds an index."""
    cases: list[str] = []

    def look(sandbox: object, again: Request, source: Source) -> Finding:
        cases.append(again.case)
        return FOUND

    monkeypatch.setattr(boundscheck, "_look", look)
    return cases


@pytest.mark.parametrize("name", ["SIGSEGV", "SIGABRT", "SIGBUS"])
def test_a_crash_is_looked_into(looked: list[str], name: str) -> None:
    facts = Facts(status=-signal.Signals[name])
    finding = why_crashed(SANDBOX, again(), facts, NUMBAS, Looks())
    assert finding is not None
    assert (finding.code, finding.where) == ("E228", "mine.py:3")
    assert finding.note == f"the process ended by {name}; this is from a second run, with NUMBA_BOUNDSCHECK=1"
    assert looked == ["six"]


@pytest.mark.parametrize("status", [None, 0, 1, -signal.SIGKILL, -signal.SIGTERM])
def test_another_end_is_not(looked: list[str], status: int | None) -> None:
    assert why_crashed(SANDBOX, again(), Facts(status=status), NUMBAS, Looks()) is None
    assert looked == []


def test_without_numba_a_wrong_answer_is_no_kernels_fault(looked: list[str]) -> None:
    assert why_wrong(SANDBOX, again(), Source(b"import ctypes\n", "mine.py"), Looks()) == ""
    assert looked == []


def test_a_case_is_looked_into_once_and_a_submission_a_few_times(looked: list[str]) -> None:
    looks, facts = Looks(), Facts(status=-signal.SIGSEGV)
    for case in ("a", "a", "b", "c", "d", "e", "a"):
        found = why_crashed(SANDBOX, again(case), facts, NUMBAS, looks)
        assert (found is None) == (case in "de")
    assert looked == ["a", "b", "c"]
    assert len(looked) == LOOKS
    assert why_crashed(SANDBOX, again("d"), facts, NUMBAS, Looks()) is not None, "another submission's are its own"


def test_a_wrong_answer_is_looked_into_as_well(looked: list[str]) -> None:
    looks = Looks()
    note = why_wrong(SANDBOX, again(), NUMBAS, looks)
    assert "a second run, with NUMBA_BOUNDSCHECK=1, found that an index is out of bounds in a kernel (E228)" in note
    assert note.splitlines()[-1] == "  mine.py:3:", "of a line that can't be shown the place alone"
    assert why_wrong(SANDBOX, again(), NUMBAS, looks) == note
    assert why_wrong(SANDBOX, again(), Source(b"import ctypes\n", "mine.py"), Looks()) == ""
    assert looked == ["six"]


def test_crashes_and_wrong_answers_share_the_looks(looked: list[str]) -> None:
    looks, facts = Looks(), Facts(status=-signal.SIGSEGV)
    for case in ("a", "b", "c"):
        assert why_crashed(SANDBOX, again(case), facts, NUMBAS, looks) is not None
    assert why_wrong(SANDBOX, again("d"), NUMBAS, looks) == ""
    assert looked == ["a", "b", "c"]


def test_a_wrong_answer_is_not_looked_into_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Request] = []
    monkeypatch.setattr(boundscheck, "_look", lambda _, again, __: looked.append(again))
    why_wrong(SANDBOX, again(), NUMBAS, Looks())
    why_crashed(SANDBOX, again(), Facts(status=-signal.SIGSEGV), NUMBAS, Looks())
    quick, whole = ([one.cpu_s for one in again.fresh(checked=True).bounds()] for again in looked)
    assert quick == [QUICK_S] * 2
    assert whole[1] > again().limits.compilation_time > quick[1]


@pytest.mark.parametrize("found", [None, PLACED], ids=["nothing", "a line"])
def test_a_note_is_written_where_something_is_found(monkeypatch: pytest.MonkeyPatch, found: Finding | None) -> None:
    monkeypatch.setattr(boundscheck, "_look", lambda *_: found)
    note = why_wrong(SANDBOX, again(), NUMBAS, Looks())
    assert note.splitlines()[1:] == (["  mine.py:3:5:  cells[9] = 1"] if found else [])
