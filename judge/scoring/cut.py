"""Where the places of a bonus end: who holds one, and whom more rounds may tell from the last of them. Pure.

Among those who pass every case, the fastest have a place. Who can't be told apart from the last place has it too. The
times of a class were not taken side by side, so they count from the round on in which they were.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from judge.model import Clock, Judgement, Verdict
from judge.model.record import run_as
from judge.scoring import statistics
from judge.scoring.claims import Claims, Entrant
from judge.scoring.ranking import bytes_of, times_of

_Case = tuple[str, str]  # group and name


class Cut:
    """The perfect judgements of a class on the cases of one algorithm, and its first `places`. Rounds from `since` on
    were taken side by side."""

    def __init__(
        self, perfect: Sequence[Judgement], cases: Collection[_Case], places: int, clock: Clock, since: int = 1
    ) -> None:
        self._cases = cases
        timed = sorted((_entrant(one, cases, clock) for one in perfect), key=lambda row: row[0].time_s)
        self._rows = [judgement for _, judgement in timed]
        self._times = [times_of(one, cases, clock, since) for one in self._rows]
        self._entrants = [entrant for entrant, _ in timed]
        self._claims = Claims(self._entrants, self._times.__getitem__)
        self._last = min(places, len(timed)) - 1

    def holders(self) -> list[Judgement]:
        """Return who has a place, the fastest first."""
        tied = len(list(self._tied()))
        return self._rows[: self._last + 1 + tied]

    def unsettled(self) -> list[tuple[Judgement, Judgement]]:
        """Return the last place with each who may be told from it by more rounds."""
        if self._last < 0:
            return []
        last = self._rows[self._last]
        return [(last, self._rows[at]) for at in self._tied() if not self._is_settled(at)]

    def measured(self, row: Judgement) -> bool:
        """Say whether its times were taken side by side with those of others."""
        return bool(self._times[self._rows.index(row)])

    def _tied(self) -> Iterator[int]:
        """Yield the rows below the last place, down to the first that is told apart from it."""
        for at in range(self._last + 1, len(self._rows)):
            if not self._is_copy(at) and self._claims.slower(self._last, at):
                return
            yield at

    def _is_settled(self, at: int) -> bool:
        if self._is_copy(at):
            return True
        interval = self._claims.compared(self._last, at)
        return interval is not None and statistics.settled(
            interval, self._entrants[self._last].time_s, len(self._cases)
        )

    def _is_copy(self, at: int) -> bool:
        return bool(self._entrants[at].bytes) and self._entrants[at].bytes == self._entrants[self._last].bytes


def _entrant(row: Judgement, cases: Collection[_Case], clock: Clock) -> tuple[Entrant, Judgement]:
    solved = [run for run in row.runs if run.verdict is Verdict.AC and (run.group, run.case) in cases]
    time_s = sum(run.cpu_s if clock == "cpu" else run.wall_s for run in solved)
    submission = row.submission
    return Entrant(len(solved), time_s, bytes_of(submission.sha256, run_as(submission))), row
