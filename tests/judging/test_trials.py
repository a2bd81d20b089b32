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
    ("name", "code", "times_s", "there"),
    [
        ("mine.c", "", [1.0], {AC}),
        ("mine.c", "", [12.0], {AC, TLE}),  # another machine may be a bit faster
        ("mine.c", "", [16.0], {TLE}),
        ("mine.c", "E106", [1.0], {WA}),
        ("mine.c", "E201", [9.0], {TLE}),
        ("mine.py", "", [0.5, 1.0], {AC}),  # a function is also given the time in which its program starts
        ("mine.py", "", [6.5, 1.0], {AC, TLE}),
        ("mine.py", "", [16.0, 1.0], {TLE}),
    ],
)
def test_cases_elsewhere(pretended: Pretended, name: str, code: str, times_s: list[float], there: set[Verdict]) -> None:
    contracts = ["program", "function"][: len(times_s)]
    one = submission(SOLVE, name, contract=contracts[-1], expected=(AC,))
    runs, ran = ElsewhereRuns(problem_of(1), [one], 10.0), list[str]()
    pretended.ends, pretended.cpu_s = lambda *_: code, lambda *_: times_s[len(ran)]
    for contest in runs.contests(pretended.hands):
        list(contest.events())
        ran += [made.submission.contract for made in contest.judgements()]
    [found] = runs.expected()
    assert (set(found.expected), runs.limit_s, ran) == (there, 10.0, contracts)
