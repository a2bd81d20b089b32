"""The exit status of a package's own submissions."""

from __future__ import annotations

import pytest

from judge.judging import ElsewhereRuns, status_of
from judge.model import Verdict
from tests.judging.make import problem_of
from tests.make import AC, TLE, WA, judgement, replace, submission
from tests.pretended import Pretended

SOLVE = "def solve(algorithm, n, lizards, grid):\n    return None\n"


@pytest.mark.parametrize(
    ("runs", "status"),
    [
        ([("AC", "AC"), ("WA E106", "AC")], 0),
        ([("AC", "WA E106"), ("WA E106", "AC")], 1),
        ([("AC", "AC"), ("AC", "AC")], 1),
        ([("AC", "JE E301"), ("AC", "AC")], 2),
        ([("AC", "JE E301"), ("JE E302", "AC")], 3),
    ],
)
def test_the_hardest_fault_decides(runs: list[tuple[str, str]], status: int) -> None:
    """Of one that is to be accepted, and one that is to be wrong."""
    rows = zip(runs, (AC, WA), strict=True)
    judged = (replace(judgement(2, each), submission=submission(expected=(verdict,))) for each, verdict in rows)
    assert status_of(judged) == status


# --- What other judges will say of a case ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("code", "time_s", "there"),
    [
        ("", 1.0, {AC}),
        ("", 12.0, {AC, TLE}),  # another machine may be a bit faster
        ("", 16.0, {TLE}),
        ("E106", 1.0, {WA}),
        ("E201", 9.0, {TLE}),
    ],
)
def test_a_case(pretended: Pretended, code: str, time_s: float, there: set[Verdict]) -> None:
    one = submission(name="mine.c", contract="program", expected=(AC,))
    runs = ElsewhereRuns(problem_of(1), [one], 10.0)
    pretended.ends = lambda *_: code
    pretended.cpu_s = lambda *_: time_s
    for contest in runs.contests(pretended.hands):
        list(contest.events())
    [found] = runs.expected()
    assert (set(found.expected), runs.limit_s) == (there, 10.0)


@pytest.mark.parametrize(("startup_s", "there"), [(0.5, {AC}), (6.5, {AC, TLE}), (16.0, {TLE})])
def test_a_function_is_also_given_the_time_in_which_its_program_starts(
    pretended: Pretended, startup_s: float, there: set[Verdict]
) -> None:
    one = submission(SOLVE, expected=(AC,))
    runs = ElsewhereRuns(problem_of(1), [one], 10.0)
    pretended.cpu_s = lambda *_: 1.0 if len(contests) > 1 else startup_s
    contests = []
    for contest in runs.contests(pretended.hands):
        contests.append(contest)
        list(contest.events())
    assert [made.submission.contract for each in contests for made in each.judgements()] == ["program", "function"]
    assert set(runs.expected()[0].expected) == there
