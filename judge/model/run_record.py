"""The record of a whole run, of which every report of a contest is made, and how far measuring more has settled it."""

from __future__ import annotations

import msgspec

from judge.model.host import Clock, Host
from judge.model.judgement import Judgement, Standing
from judge.model.problem import Problem


class Settling(msgspec.Struct, frozen=True):
    """How far the rows of one problem are told apart after so many rounds. The last one is what came out.

    `left` names the neighbours, above and below, that are neither told apart nor equal. Of `times` that were measured
    `disturbed` were disturbed by others, and are dropped from the comparison unless they are most; `missed` were not
    right, and are dropped.
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
    """What is known of a contest's times as a whole: the relative standard error of one, if it was measured, what came
    of rounds, problem by problem, and the seed of the sequence of hidden cases, "" for that of the package."""

    noise: float | None = None
    rounds: tuple[Settling, ...] = ()
    seed: str = ""


class RunRecord(msgspec.Struct, frozen=True, eq=False):
    """A run that is over, or was stopped: the leaderboard of each problem, best row first, and what measured it.

    `made_s` is when it ended, in seconds since 1970, UTC; None where that was not written down. `judge` is the judge's
    version. With `ranked` False an earlier version ran images of the cases too, and
    nobody has a rank.
    """

    boards: tuple[tuple[Standing, ...], ...]
    host: Host
    clock: Clock = "cpu"
    measuring: Measuring = Measuring()
    complete: bool = True
    ranked: bool = True
    made_s: float | None = None
    judge: str = ""

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """Return what was judged, in the order of the leaderboards."""
        return tuple(row.judgement for board in self.boards for row in board)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return the problem of each leaderboard."""
        return tuple(board[0].judgement.problem for board in self.boards if board)
