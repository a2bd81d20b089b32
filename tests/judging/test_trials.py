"""The exit status of a package's own submissions."""

from __future__ import annotations

import pytest

from judge.judging import ElsewhereRuns, status_of
from tests.judging.make import problem_of, rows_of
from tests.make import AC, WA, judgement, replace, submission
from tests.pretended import Pretended

ROWS = rows_of("by_hand.toml")
SOLVE = "def solve(algorithm, n, lizards, grid):\n    return None\n"


@pytest.mark.parametrize(("runs", "status"), ROWS["faults"])
def test_the_hardest_fault_decides(runs: list[list[str]], status: int) -> None:
    """Of one that is to be accepted, and one that is to be wrong."""
    rows = zip(runs, (AC, WA), strict=True)
    judged = (replace(judgement(2, each), submission=submission(expected=(verdict,))) for each, verdict in rows)
    assert status_of(judged) == status


# --- What other judges will say of a case ----------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "code", "times_s", "there"), ROWS["elsewhere"])
def test_cases_elsewhere(pretended: Pretended, name: str, code: str, times_s: list[float], there: list[str]) -> None:
    contracts = ["program", "function"][: len(times_s)]
    one = submission(SOLVE, name, contract=contracts[-1], expected=(AC,))
    runs, ran = ElsewhereRuns(problem_of(1), [one], 10.0), list[str]()
    pretended.ends, pretended.cpu_s = lambda *_: code, lambda *_: times_s[len(ran)]
    for contest in runs.contests(pretended.hands):
        list(contest.events())
        ran += [made.submission.contract for made in contest.judgements()]
    [found] = runs.expected()
    assert (sorted(found.expected), runs.limit_s, ran) == (there, 10.0, contracts)
