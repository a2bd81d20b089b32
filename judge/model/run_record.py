"""The record of a whole run: every report of a contest is made of this one noun."""

from __future__ import annotations

import msgspec

from judge.model.host import Clock, Host
from judge.model.judgement import Judgement, Standing
from judge.model.problem import Problem
from judge.model.settling import Measuring


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
