"""How hard a case is, in one number, and which boards to aim at."""

from __future__ import annotations

from judge.model import Verdict
from judge.model.difficulty import Aim, Aims, Effort, Hardness, median_s

AC, TLE, JE = Verdict.AC, Verdict.TLE, Verdict.JE


def test_who_does_not_solve_a_case_counts_with_twice_the_limit() -> None:
    assert [Effort("a", verdict, 0.5).counted_s(5.0) for verdict in (AC, TLE, JE)] == [0.5, 10.0, 0.5]
    case = Hardness("secret/a", 4, 2, 4, (Effort("a", AC, 0.25), Effort("b", TLE, 5.0)))
    assert case.total_s(5.0) == 10.25
    assert median_s([Effort("a", AC, 0.5), Effort("a", AC, 0.1), Effort("a", TLE, 1.0)], 1.0) == 0.5


def test_the_best_aim_is_the_hardest_that_somebody_solves() -> None:
    rows = (
        Aim(0.1, -1, 3, (0.1, 0.2)),
        Aim(0.1, 0, 3, (0.3, 2.0)),
        Aim(0.2, 0, 3, (0.4, 0.4)),
        Aim(0.2, 1, 3, (2.0, 2.0)),
    )
    assert Aims(8, 1.0, ("a", "b"), rows).best is rows[1]
    assert Aims(8, 1.0, ("a", "b"), rows[3:]).best is None
    assert Aims(8, 1.0, ("a", "b"), ()).best is None
