"""The nouns of a contest: what it tells while it runs, where a judgement stands then, and the record of all of it."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec

from judge.model.distribution import version_of
from judge.model.host import Host
from judge.model.judgement import Judgement, Prepared, Run
from judge.model.problem import Problem
from judge.model.submission import Entry, Submission


class Preparing(msgspec.Struct, frozen=True):
    """Event: a submission's prepare phase begins."""

    submission: Submission


class Readied(msgspec.Struct, frozen=True):
    """Event: a submission's prepare phase is over."""

    submission: Submission
    prepared: Prepared


class Ran(msgspec.Struct, frozen=True):
    """Event: one attempt at one case is over; `done` of `total` are."""

    submission: Submission
    run: Run
    done: int
    total: int


class Finished(msgspec.Struct, frozen=True):
    """Event: all that was to be measured of a problem is over, so that its leaderboard can be made."""

    entry: Entry


Event = Preparing | Readied | Ran | Finished


class Standing(msgspec.Struct, frozen=True):
    """One row of a leaderboard. Ties share a rank; PAR-2 counts a missed case as twice the limit of its
    language, in CPU seconds.

    Whom the judge failed on has no rank, and NaN for the sum and the ratio. `tied` says that it can't be told apart
    from the row above or below; `ratio_within` is None for the best row, and where the noise was not measured.
    """

    class Interval(msgspec.Struct, frozen=True):
        """A ratio of times with what it may be as well; 1.0 is equal."""

        low: float
        value: float
        high: float

    rank: int | None
    judgement: Judgement
    solved: int
    par2_s: float
    ratio: float  # PAR-2 over the best one's
    slowest_case: str
    slowest_s: float
    tied: bool = False
    ratio_within: Interval | None = None
    score: float | None = None  # the sum of the scores, of a problem that asks for the best; else None


class RunRecord(msgspec.Struct, frozen=True, eq=False):
    """A run that is over, or was stopped: the leaderboard of each problem, best row first, and what measured it.

    `made_s` is when it ended, in seconds since 1970, UTC; None where that was not written down. `judge` is the judge's
    version. With `ranked` False an earlier version ran images of the cases too, and
    nobody has a rank.
    """

    class Settling(msgspec.Struct, frozen=True):
        """How far the rows of one problem are told apart after so many rounds. The last one is what came out.

        `left` names the neighbours, above and below, that are neither told apart nor equal. Of `times` that were
        measured `disturbed` were disturbed by others, and are dropped from the comparison unless they are most;
        `missed` were not right, and are dropped.
        """

        problem: str
        budget_s: float
        rounds: int = 0
        wall_s: float = 0.0
        left: tuple[tuple[str, str], ...] = ()
        times: int = 0
        disturbed: int = 0
        missed: int = 0

    class Measuring(msgspec.Struct, frozen=True):
        """What is known of a contest's times as a whole: the relative standard error of one, if it was measured, what
        came of rounds, problem by problem, and the seed of the sequence of hidden cases, "" for that of the package."""

        noise: float | None = None
        rounds: tuple[RunRecord.Settling, ...] = ()
        seed: str = ""

    boards: tuple[tuple[Standing, ...], ...]
    host: Host
    clock: Host.Clock = "cpu"
    measuring: Measuring = Measuring()
    complete: bool = True
    ranked: bool = True
    made_s: float | None = None
    judge: str = ""

    @classmethod
    def of(
        cls,
        boards: Sequence[Sequence[Standing]],
        host: Host,
        measuring: RunRecord.Measuring | None = None,
        *,
        complete: bool = True,
    ) -> RunRecord:
        """Return the record of these leaderboards, made now by this judge."""
        rows = tuple(map(tuple, boards))
        known = measuring or cls.Measuring()
        return cls(rows, host, host.ranks_by, known, complete, made_s=time.time(), judge=version_of())

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """Return what was judged, in the order of the leaderboards."""
        return tuple(row.judgement for board in self.boards for row in board)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return the problem of each leaderboard."""
        return tuple(board[0].judgement.problem for board in self.boards if board)
