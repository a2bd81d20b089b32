"""Leaderboards of what was submitted as a run, for pages that everybody may read."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import UNSET

from judge.errors import JudgeError
from judge.model import (
    Finding,
    Host,
    Judgement,
    Machine,
    Measuring,
    Prepared,
    Problem,
    Run,
    RunRecord,
    Standing,
    Verdict,
)
from judge.model.classroom import shown_whole
from judge.reports.views.leaderboard import problem_of
from judge.reports.visible import as_published, title_of, veiled
from judge.scoring.leaderboard import Ground, Leaderboard, Row

_NOTHING = Measuring()


def published(boards: Sequence[Leaderboard], measuring: Measuring = _NOTHING, made_s: float | None = None) -> RunRecord:
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


def _host(grounds: Sequence[Ground]) -> Host:
    """Return what is known of the hosts together."""
    classes = dict.fromkeys(ground.host_class for ground in grounds if ground.host_class)
    return Host(
        sandbox="" if all(ground.boxed for ground in grounds) else "plain",
        enforced=(),
        missing=(),
        clock="cgroup" if all(ground.clock == "cpu" for ground in grounds) else "process",
        system="",
        python="",
        numba="",
        cores=0,
        machine=Machine("; ".join(classes)) if classes else None,
    )


def _row(row: Row, board: Leaderboard) -> Standing:
    return msgspec.structs.replace(row.standing, judgement=_judgement(row.standing.judgement, row.shown, board))


def _judgement(judgement: Judgement, name: str, board: Leaderboard) -> Judgement:
    former = judgement.submission
    submission = msgspec.structs.replace(
        former, name=name, path=Path(name), source=b"", sha256="", words="", files=(), fault=None
    )
    return msgspec.structs.replace(
        judgement,
        submission=submission,
        problem=_problem(judgement.problem, board),
        prepare=_prepared(judgement.prepare),
        runs=tuple(_result(judgement.problem, run) for run in judgement.runs),
    )


def _problem(problem: Problem, board: Leaderboard) -> Problem:
    """Return a problem without what is not shown; on a board of one algorithm, with its cases alone."""
    shown = msgspec.structs.replace(as_published(problem), path=problem.name, validator=None)
    return problem_of(msgspec.structs.replace(board, problem=shown))


def _prepared(prepare: Prepared) -> Prepared:
    """Return how it was prepared, without the words of a compiler: they quote the source."""
    if prepare.finding is None:
        return msgspec.structs.replace(prepare, message="")
    finding = _bare(prepare.finding.code, prepare.verdict)
    return msgspec.structs.replace(prepare, message=finding.message, finding=finding)


def _result(problem: Problem, run: Run) -> Run:
    """Return a result for everybody: of a case that is shown whole also the answer, and the pieces in conflict."""
    run = msgspec.structs.replace(run, found_by=UNSET, if_refuted=UNSET, notices=())
    if not shown_whole(problem, run.group):
        return veiled(run)
    if run.finding is None:
        return msgspec.structs.replace(run, message=title_of(run.code) if run.code else "")
    finding = _bare(run.code, run.verdict)
    if run.verdict is Verdict.WA and run.cells:  # then the sentence is about cells, and has no word of the submission
        finding = msgspec.structs.replace(finding, message=run.message, cells=run.cells)
    return msgspec.structs.replace(run, message=finding.message, finding=finding)


def _bare(code: str, verdict: Verdict) -> Finding:
    return Finding(code, title_of(code), verdict=verdict)
