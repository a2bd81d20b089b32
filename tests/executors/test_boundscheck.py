"""When a case is run once more to find an index, how often and for how long. Real looks are in test_crashes."""

from __future__ import annotations

import signal
from typing import Any

import msgspec
import pytest

from judge.executors import boundscheck
from judge.executors.boundscheck import Looks, why_crashed, why_wrong
from judge.executors.request import QUICK_S, Request
from judge.model import Excerpt, Finding, Limits, Verdict
from judge.sandbox import Facts, Sandbox
from judge.sandbox.protocol import Home, Job
from judge.submissions import Source

SANDBOX: Any = None
NUMBAS, OTHER = Source(b"from numba import njit\n", "mine.py"), Source(b"import ctypes\n", "mine.py")
FOUND = Finding("E228", "an index is out of bounds in a kernel", verdict=Verdict.RTE)
PLACED = FOUND.at(Excerpt("mine.py", 3, "    cells[9] = 1", 5, 13))
CRASHED = Facts(status=-signal.SIGSEGV)


def again(case: str = "six") -> Request:
    return Request(Home("", "", "", ""), Limits(), Job(False), case, b"", b"")


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """What was run once more; each run finds an index."""
    asked: list[Request] = []

    def look(_: object, request: Request, __: object) -> Finding:
        asked.append(request)
        return PLACED

    monkeypatch.setattr(boundscheck, "_look", look)
    return asked


def test_a_case_is_looked_into_once_and_a_submission_a_few_times(looked: list[Request]) -> None:
    looks = Looks()
    assert why_wrong(SANDBOX, again(), OTHER, looks) == "", "no kernel, no fault of one"
    for status in (None, 0, 1, -signal.SIGKILL, -signal.SIGTERM):
        assert why_crashed(SANDBOX, again(), Facts(status=status), NUMBAS, looks) is None, "no crash"
    note = why_wrong(SANDBOX, again("a"), NUMBAS, looks)
    assert "that an index is out of bounds in a kernel (E228)" in note
    assert note.splitlines()[-1] == "  mine.py:3:5:  cells[9] = 1"
    for case in ("a", "b", "c", "d", "a"):
        found = why_crashed(SANDBOX, again(case), CRASHED, NUMBAS, looks)
        assert (found is None) == (case == "d")
    assert why_wrong(SANDBOX, again("e"), NUMBAS, looks) == ""
    assert [one.case for one in looked] == ["a", "b", "c"]
    assert why_crashed(SANDBOX, again("d"), CRASHED, NUMBAS, Looks()) is not None, "another submission's are its own"


def test_a_wrong_answer_is_not_looked_into_for_long(looked: list[Request]) -> None:
    why_wrong(SANDBOX, again(), NUMBAS, Looks())
    why_crashed(SANDBOX, again(), CRASHED, NUMBAS, Looks())
    quick, whole = ([one.cpu_s for one in again.fresh(checked=True).bounds()] for again in looked)
    assert quick == [QUICK_S] * 2
    assert whole[1] > again().limits.compilation_time > quick[1]


@pytest.mark.parametrize("time_limit", [0.3, 2.0, 60.0])
def test_a_look_ends_by_its_own_bound(time_limit: float) -> None:
    """The kernel's own bound on a process comes behind it."""
    limits = Limits(time_limit=time_limit)
    look = msgspec.structs.replace(again().fresh(checked=True), limits=limits)
    assert sum(bounds.cpu_s for bounds in look.bounds()) <= Sandbox.rlimits(limits)["RLIMIT_CPU"]
