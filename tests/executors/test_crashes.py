"""A crash counts only without kept kernels: what is run once more, how often, and what is said of it."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from judge.errors import JudgeError
from judge.executors import Ready
from judge.model import Verdict
from judge.sandbox import Facts, Sandbox
from tests.boxed import ARRANGED, array, problem_of
from tests.conftest import MakeSubmission, there
from tests.executors.made_up import IMPORTED, READY, Boxes, function_of
from tests.executors.make import FUNCTION, LIMITS, PROGRAMS, Asked, ready_of, tried
from tests.make import replace

PROBLEM = problem_of(limits=replace(LIMITS, time_limit=10.0, processes=32))
MINE = function_of("from numba import njit\ndef solve(algorithm, n, lizards, grid):\n    return grid\n")
RIGHT = Facts(status=0, frame=array(there(ARRANGED.board)))
ONCE = ["prepare", "kept", "fresh", "fresh"]  # the first crashes, and the kept kernels are not used again


def kind(job: Any) -> str:
    """What a box was started for."""
    return "prepare" if job.prepare else "look" if job.boundscheck else ("kept", "fresh")[job.fresh]


def run(sandbox: Sandbox, ready: Ready, case: str = "six") -> Asked:
    return tried(sandbox, ready, PROBLEM, replace(PROBLEM.cases[0], name=case))


def codes(attempt: Asked) -> list[str]:
    return [notice.code for notice in attempt.outcome.notices]


class Crashing:
    """A submission that dies by this signal in boxes that are made up and started for these, and else ends so."""

    def __init__(self, *at: str, name: str = "SIGSEGV", otherwise: Facts = RIGHT, in_load: bool = False) -> None:
        dies = Facts(status=-signal.Signals[name])
        self._at, self._lives, self._dies = at, [IMPORTED, READY, otherwise], [IMPORTED, *[READY] * (not in_load), dies]
        self.boxes = Boxes()
        self.boxes.script = self._says
        self.ready = ready_of(self.boxes.sandbox, MINE, PROBLEM)

    def _says(self, job: Any) -> Sequence[Facts]:
        return self._dies if kind(job) in self._at else self._lives

    @property
    def kinds(self) -> list[str]:
        return [*map(kind, self.boxes.jobs)]

    def run(self, case: str = "six") -> Asked:
        return run(self.boxes.sandbox, self.ready, case)


EVER = ("kept", "fresh", "look")


# --- with kept kernels alone -----------------------------------------------------------------------------------------
def is_right_without_them(sandbox: Sandbox, ready: Ready, name: str) -> None:
    first, second = run(sandbox, ready, "a"), run(sandbox, ready, "b")
    assert (first.finding, codes(first)) == (None, ["W127"])
    assert name in first.outcome.notices[0].message
    assert (second.finding, codes(second)) == (None, []), "the kept ones are not used again"


@pytest.mark.parametrize("in_load", [False, True])
@pytest.mark.parametrize("name", ["SIGSEGV", "SIGBUS", "SIGABRT", "SIGILL"])
def test_a_crash_with_kept_kernels_is_looked_at_without_them(name: str, in_load: bool) -> None:
    mine = Crashing("kept", name=name, in_load=in_load)
    is_right_without_them(mine.boxes.sandbox, mine.ready, name)
    assert mine.kinds == ONCE
    other = ready_of(mine.boxes.sandbox, MINE, PROBLEM)
    assert codes(run(mine.boxes.sandbox, other)) == ["W127"], "another worker has not seen it"


def test_who_crashes_without_kept_kernels_too_is_not_run_once_more() -> None:
    mine = Crashing("kept")
    assert mine.run("a").finding is None
    mine.boxes.script = Crashing(*EVER).boxes.script
    assert (mine.run("b").code, mine.kinds) == ("E206", ["prepare", "kept", "fresh", "fresh", "look"])


def test_the_second_run_counts_whatever_its_end_is_but_a_crash() -> None:
    mine = Crashing("kept", otherwise=Facts(status=0, frame=array(there(ARRANGED.board) * 0 + 1)))
    assert [mine.run(case).wrong.verdict for case in "ab"] == [Verdict.WA] * 2
    assert mine.kinds == ONCE


# --- and without them ------------------------------------------------------------------------------------------------
def test_a_crash_that_comes_again_counts_and_is_looked_at_a_few_times() -> None:
    mine = Crashing(*EVER)
    runs = [mine.run(case) for case in "abcdef"]
    assert {(one.wrong.verdict, one.code) for one in runs} == {(Verdict.RTE, "E206")}
    assert mine.kinds == ["prepare", *["kept", "fresh", "look"] * 3, *["kept"] * 3], "its kernels are trusted still"
    assert (mine.run("a").code, mine.kinds[-1]) == ("E206", "kept"), "nobody looks at a case twice"


def test_an_end_that_is_no_crash_is_not_looked_at() -> None:
    for name in ("SIGKILL", "SIGTERM"):
        mine = Crashing(*EVER, name=name)
        assert (mine.run().code, mine.kinds) == ("E206", ["prepare", "kept"])


def test_a_crash_of_the_submissions_own_is_named(sandbox: Sandbox, submission: MakeSubmission, jobs: list[Any]) -> None:
    finding = run(sandbox, ready_of(sandbox, submission(PROGRAMS["outside"]), PROBLEM)).wrong
    assert (finding.verdict, finding.code) == (Verdict.RTE, "E228")
    assert "column + (grid[5, 4] << 40)" in there(finding.excerpt).text
    assert "by SIG" in finding.note
    assert [*map(kind, jobs)] == ["prepare", "kept", "fresh", "look"]


# --- the look --------------------------------------------------------------------------------------------------------
def look(sandbox: Sandbox, ready: Ready, case: str = "six") -> str:
    note: str = FUNCTION.why_wrong(sandbox, ready, PROBLEM, replace(PROBLEM.cases[0], name=case))
    return note


def test_a_wrong_answer_is_told_of_an_index() -> None:
    mine = Crashing()
    found = Facts(frame=b"XIndexError 2 0 1 0 0 0 0\nIndexError: index is out of bounds")
    mine.boxes.script = [IMPORTED, READY, found]
    note = look(mine.boxes.sandbox, mine.ready)
    assert "that an index is out of bounds in a kernel (E228)" in note
    assert note.endswith("mine.py:2:1:  def solve(algorithm, n, lizards, grid):")
    assert look(mine.boxes.sandbox, mine.ready) == note
    assert mine.kinds == ["prepare", "look"]


def test_few_looks_are_taken_and_none_where_there_is_no_kernel() -> None:
    mine = Crashing()
    assert [look(mine.boxes.sandbox, mine.ready, case) for case in "aabcd"] == [""] * 5
    assert mine.kinds == ["prepare", "look", "look", "look"]
    assert [bounds.cpu_s for bounds in mine.boxes.bounds] == [10.0] * 3, "its author waits for it"
    bare = ready_of(mine.boxes.sandbox, function_of("def solve(*_): pass"), PROBLEM)
    assert (look(mine.boxes.sandbox, bare), mine.kinds[4:]) == ("", ["prepare"])


@pytest.mark.parametrize("time_limit", [0.3, 2.0, 60.0])
def test_a_look_ends_by_its_own_bound(time_limit: float) -> None:
    """The kernel's own bound on a process comes behind it."""
    mine, limits = Crashing(*EVER), replace(PROBLEM.limits, time_limit=time_limit)
    mine.ready = replace(mine.ready, limits=limits)
    assert (mine.run().code, mine.kinds[-1]) == ("E206", "look")
    load, *_, window = mine.boxes.bounds
    assert load.cpu_s + window.cpu_s <= Sandbox.rlimits(limits)["RLIMIT_CPU"]
    assert window.cpu_s > limits.compilation_time + limits.time_limit


def test_a_look_ends_however_much_is_said_in_it() -> None:
    mine = Crashing(*EVER)
    mine.ready = replace(mine.ready, limits=replace(PROBLEM.limits, compilation_time=0.5))
    loud = [Facts(frame=b"k" + bytes(8))] * 99
    mine.boxes.script = lambda job: loud if job.boundscheck else mine._says(job)
    mine.boxes.meter = SimpleNamespace(cpu_s=map((0.1).__mul__, count()).__next__)
    assert (mine.run().code, mine.kinds[-1]) == ("E206", "look")


@pytest.mark.parametrize(("raised", "code"), PROGRAMS["looks"])
def test_what_a_look_may_find(raised: str, code: str) -> None:
    def says(job: Any) -> Sequence[Facts]:
        if job.boundscheck and not raised:
            raise JudgeError("E303", "the box broke")
        return [IMPORTED, READY, Facts(frame=b"X" + raised.encode())] if job.boundscheck else mine._says(job)

    mine = Crashing(*EVER)
    mine.boxes.script = says
    assert (mine.run().code, mine.kinds[-1]) == (code, "look")
