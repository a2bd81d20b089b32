"""How hard cases are for the solutions at hand."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

import msgspec

from judge.model.verdict import Verdict


class Effort(msgspec.Struct, frozen=True):
    """What one solution needed for one case."""

    submission: str
    verdict: Verdict
    cpu_s: float

    def counted_s(self, limit_s: float) -> float:
        """Return the CPU; who did not solve the case counts with twice the limit, as on a leaderboard. A FAIL that
        nobody can judge yet counts as it was measured."""
        return self.cpu_s if self.verdict in (Verdict.AC, Verdict.JE) else 2 * limit_s


class Hardness(msgspec.Struct, frozen=True):
    """One case with what each solution needed for it, in the order of the solutions."""

    case: str
    n: int
    trees: int
    pieces: int  # 0: as many as possible are asked for
    efforts: tuple[Effort, ...]
    columns: int = 0  # as many as rows, in most puzzles

    def total_s(self, limit_s: float) -> float:
        return sum(effort.counted_s(limit_s) for effort in self.efforts)


class Aim(msgspec.Struct, frozen=True):
    """How hard boards of one density are with so many pieces above the maximum: each solution's median."""

    density: float
    above: int
    boards: int
    medians_s: tuple[float, ...]  # one a solution; twice the limit where most boards were not solved


class Aims(msgspec.Struct, frozen=True):
    """The boards of one size, from few trees to many and around the maximum, and what is to be known of them."""

    n: int
    limit_s: float
    submissions: tuple[str, ...]
    rows: tuple[Aim, ...]
    undecided: int = 0  # boards whose maximum nobody knows

    @property
    def best(self) -> Aim | None:
        """Return the hardest that a solution solves in time; None where no board is."""
        solved = [row for row in self.rows if min(row.medians_s) < self.limit_s]
        return max(solved, key=lambda row: (sum(row.medians_s), row.density), default=None)


def median_s(efforts: Sequence[Effort], limit_s: float) -> float:
    """Return the median of what one solution needed for some boards."""
    return statistics.median(effort.counted_s(limit_s) for effort in efforts)
