"""Which rows of a leaderboard can be told apart: a rank between two rows is a claim, and here it is made or not. Pure.

A row is held against the row above it. It is claimed to be slower where the interval of their ratio excludes 1 and goes
beyond 1 %; else it shares the rank. So the first and the last of a long tie may well differ: what is not claimed is
that a line between any two neighbours of it can be drawn. Rows of the same bytes, run in the same way, are one and the
same: no line is drawn between them, and what was measured among them shares their rank. Nor is one drawn between rows
that are level, with the same sum: only their names say which is above. Others are held against all of them, but for
their own copies.

Where times were not taken side by side, or once only and with an unknown noise, the sums alone speak, and only a gap
beyond UNMEASURED is a claim. The lower row's sum then leaves out the cases on which every run was disturbed: such a
time tells nobody apart. So it is where two of equal worth missed unlike numbers of cases: then PAR-2 speaks, which
counts what a miss costs for certain.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Sequence
from heapq import nsmallest

import msgspec

from judge.model import Conditions, Standing
from judge.scoring import statistics
from judge.scoring.statistics import LONE_SPREAD, RESOLUTION_S, Times
from judge.scoring.times import IN_ROUND, Timing

UNMEASURED = LONE_SPREAD  # also where times were not taken side by side
MOST_LEVEL = 8  # of rows that are level: each pair costs a comparison
SURE = 1.5  # one repetition settles a ratio beyond this; below it one hiccup may have made it


class Entrant(msgspec.Struct, frozen=True):
    """What ranks a row: cases solved, or the sum of their scores, then PAR-2. `time_s` is what the solved ones took.
    Two with the same `bytes` are run in the same way; "" is like no other."""

    solved: int
    time_s: float
    bytes: str
    score: float | None = None  # where the problem has scores
    missed_s: float = 0.0  # what PAR-2 counts for the others

    @property
    def worth(self) -> float:
        """Return what ranks before the time."""
        return self.solved if self.score is None else self.score

    @property
    def par2_s(self) -> float:
        """Return the seconds that rank those of equal worth."""
        return self.time_s + self.missed_s

    @property
    def key(self) -> tuple[float, float]:
        """Return what every board is sorted by, the least first."""
        return -self.worth, self.par2_s


class Claims:
    """What can be said of these rows, given best first. `timing` returns that of a row, with the times that were taken
    side by side with the others', `noise` is the relative standard error of one time; without it, that of the times
    themselves. Only so many rows are `ranked` in the end."""

    def __init__(
        self,
        rows: Sequence[Entrant],
        timing: Callable[[int], Timing] = lambda _: Timing(),
        noise: float | None = None,
        ranked: int | None = None,
    ) -> None:
        self.rows, self._noise = rows, noise
        self._of = functools.cache(timing)
        alike = sum(one.worth == other.worth for one, other in itertools.pairwise(rows))
        self._comparisons = alike if ranked is None else min(alike, ranked - 1)
        self._copies = _between_copies(rows)
        self._level: dict[tuple[float, float], list[int]] = {}
        for at, row in enumerate(rows):
            self._level.setdefault(row.key, []).append(at)
        self._few = functools.cache(self._chosen)
        self._known: dict[tuple[int, int], Standing.Interval | None] = {}

    def ranks(self) -> list[int]:
        """Return the rank of each row: its place, or the rank of the row above."""
        given: list[int] = []
        for at in range(len(self.rows)):
            given.append(at + 1 if at == 0 or self.breaks(at - 1) else given[-1])
        return given

    def breaks(self, at: int) -> bool:
        """Say whether the row below row `at` is told apart from it, and so has a rank of its own."""
        return at not in self._copies and self.apart(at, at + 1)

    def apart(self, above: int, below: int) -> bool:
        """Say whether `below` is certainly worse than `above`, and so is each that is level with either."""
        apart = self.rows[above].key != self.rows[below].key
        return apart and all(itertools.starmap(self.slower, self._level_with(above, below)))

    def slower(self, above: int, below: int) -> bool:
        """Say whether `below` is certainly worse than `above`: it is worth less, or took longer."""
        first, second = self.rows[above], self.rows[below]
        if first.worth != second.worth:
            return first.worth > second.worth
        if self._are_copies(above, below):
            return False
        if interval := self.compared(above, below):
            return statistics.state(interval) == "slower"
        unlike = first.solved != second.solved
        sums = (first.par2_s, second.par2_s) if unlike else (first.time_s, second.time_s)
        least_s = sums[1] - self._of(below).unsure_s
        return least_s > sums[0] * (1 + UNMEASURED) + RESOLUTION_S * max(first.solved, second.solved)

    def compared(self, above: int, below: int) -> Standing.Interval | None:
        """Return the ratio of their times, `below` to `above`; None where nobody knows how sure it is."""
        pair = above, below
        if pair not in self._known:
            first, second = self._of(above).times, self._of(below).times
            confidence = statistics.confidence(self._comparisons, _looks(first, second))
            noise = statistics.pooled(first, second) if self._noise is None else (self._noise,)
            self._known[pair] = statistics.compared(first, second, confidence, *noise)
        return self._known[pair]

    def unsettled(self) -> list[int]:
        """Return each row that more rounds may tell apart from the one below it, or find to be equal; or those that are
        level with them."""
        below = (at for at in range(len(self.rows) - 1) if at not in self._copies)
        return [at for at in below if not all(itertools.starmap(self.settled, self._level_with(at, at + 1)))]

    def settled(self, above: int, below: int) -> bool:
        """Say whether more rounds of these two could change nothing."""
        rows = self.rows[above], self.rows[below]
        first, second = self._of(above).times, self._of(below).times
        if not rows[0].worth == rows[1].worth > 0 or rows[0].solved != rows[1].solved:
            return True
        if not first or not second:  # not taken side by side yet
            return self.slower(above, below)
        if first.keys() != second.keys():
            return True
        if _rounds(first, second) < 2:
            return self.slower(above, below) and rows[1].time_s > SURE * rows[0].time_s
        interval = self.compared(above, below)
        return interval is None or statistics.settled(interval, min(one.time_s for one in rows), len(first))

    def _level_with(self, above: int, below: int) -> Iterable[tuple[int, int]]:
        """Return the pairs of which one is level with `above` and one with `below`, but for copies of each other; these
        two alone where they are level, or where their worth tells."""
        rows = self.rows[above], self.rows[below]
        if rows[0].worth != rows[1].worth or rows[0].key == rows[1].key:
            return [(above, below)]
        first, second = (self._few(row.key) for row in rows)
        pairs = itertools.product(first, second)
        found = [pair for pair in pairs if pair == (above, below) or not self._are_copies(*pair)]
        return found or [(above, below)]

    def _chosen(self, key: tuple[float, float]) -> list[int]:
        """Return the rows of a key that are compared with others. Of many a few are enough, which their times
        choose."""
        level = self._level[key]
        return level if len(level) <= MOST_LEVEL else nsmallest(MOST_LEVEL, level, key=self._taken)

    def _are_copies(self, above: int, below: int) -> bool:
        return self.rows[above].bytes == self.rows[below].bytes != ""

    def _taken(self, at: int) -> list[tuple[tuple[str, str], list[tuple[int, float]]]]:
        """Return the times of a row as what can be sorted; none are read of a row that solved nothing."""
        if not self.rows[at].solved:
            return []
        return sorted((case, sorted(times.items())) for case, times in self._of(at).times.items())


def _rounds(first: Times, second: Times, since: int = 0) -> int:
    """Return in how many rounds from `since` on both were measured."""
    common = (first[case].keys() & second[case].keys() for case in first if case in second)
    return max((sum(key >= since * IN_ROUND for key in keys) for keys in common), default=0)


def _looks(first: Times, second: Times) -> int:
    """Return how often somebody has looked at them: once, and again after each two rounds that a look had asked for."""
    return 1 + (_rounds(first, second, Conditions.ASKED_ROUND) + 1) // 2


def _between_copies(rows: Sequence[Entrant]) -> set[int]:
    """Return the rows below which there is a copy of theirs, or of one above them."""
    last: dict[tuple[str, float], int] = {}
    found: set[int] = set()
    for at, row in enumerate(rows):
        if row.bytes:
            found.update(range(last.get((row.bytes, row.worth), at), at))
            last[row.bytes, row.worth] = at
    return found
