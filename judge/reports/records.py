"""Leaderboards of what was submitted, as the record of a run: for pages that everybody may read."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from judge.errors import JudgeError
from judge.model import Host, RunRecord, Standing
from judge.reports.reader import cut
from judge.reports.views.leaderboard import problem_of

if TYPE_CHECKING:
    from judge.scoring import Leaderboard

_NOTHING = RunRecord.Measuring()


def published_run(
    boards: Sequence[Leaderboard], measuring: RunRecord.Measuring = _NOTHING, made_s: float | None = None
) -> RunRecord:
    """Return leaderboards as a run, each with the names and numbers that it shows.

    Nothing else of a submission is in it: no path, no source, no word of its own. Of a case that is not shown whole
    there is neither the board nor an answer. JudgeError E465 where two of them rank by different clocks.
    """
    filled = [board for board in boards if board.rows]
    grounds = [board.ground for board in filled]
    if len({ground.clock for ground in grounds}) > 1:
        message = "some of these leaderboards rank by CPU time, others by wall time"
        raise JudgeError("E465", message, help="name one problem:  judge board NAME --html DIR")
    made_s = time.time() if made_s is None else made_s
    standings = tuple(tuple(_row(row, board) for row in board.rows) for board in filled)
    clock = grounds[0].clock if grounds else "cpu"
    return RunRecord(standings, _host(grounds), clock, measuring, made_s=made_s)


def _host(grounds: Sequence[Leaderboard.Ground]) -> Host:
    """Return what is known of the hosts together."""
    classes = dict.fromkeys(ground.host_class for ground in grounds if ground.host_class)
    sandbox = "" if all(ground.boxed for ground in grounds) else "plain"
    clock = "cgroup" if all(ground.clock == "cpu" for ground in grounds) else "process"
    machine = Host.Machine("; ".join(classes)) if classes else None
    return Host(sandbox, (), (), clock, system="", python="", numba="", cores=0, machine=machine)


def _row(row: Leaderboard.Row, board: Leaderboard) -> Standing:
    judgement = row.standing.judgement
    named = msgspec.structs.replace(judgement, submission=msgspec.structs.replace(judgement.submission, name=row.shown))
    shown = cut(named, "public")
    problem = problem_of(msgspec.structs.replace(board, problem=shown.problem))  # of its algorithm the cases alone
    shown = msgspec.structs.replace(shown, problem=problem)
    return msgspec.structs.replace(row.standing, judgement=shown)
