"""Leaderboards, scoreboards and comparisons as JSON: judge.board/1, judge.contest/1 and judge.diff/1."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import asdict

from judge.model import Clock, Disturbance, Judgement, Measuring
from judge.reports.export.atomic import fields
from judge.reports.export.event_feed import reltime, stamp
from judge.reports.export.run_json import rank_of
from judge.scoring import CaseDifference, Difference, Leaderboard, RankedRow, Scoreboard

_UNMEASURED = Measuring()


# --- judge board ------------------------------------------------------------------------------------------------------
def boards_json(
    boards: Sequence[Leaderboard], freeze: datetime | None = None, measuring: Measuring = _UNMEASURED
) -> dict[str, Any]:
    """Return all leaderboards as one object; `frozen_at` is ISO 8601 with its zone."""
    return {
        "schema": "judge.board/1",
        "frozen_at": freeze and freeze.isoformat(),
        "rounds": measuring.rounds,
        "boards": [_board(board) for board in boards],
    }


def _board(board: Leaderboard) -> dict[str, Any]:
    """Return one leaderboard: PAR-2 in seconds by the clock that is named, unrounded."""
    return {
        "problem": board.problem.name,
        "algorithm": board.algorithm,
        **fields(board.ground, "clock boxed host_class"),
        "rows": [_row(row) for row in board.rows],
        **fields(board, "stale apart elsewhere faulty hosts"),
        "disturbance": Disturbance.of(row.standing.judgement for row in board.rows),
    }


def _row(row: RankedRow) -> dict[str, Any]:
    standing, made = row.standing, row.standing.judgement
    return {
        **asdict(rank_of(standing)),
        "name": row.shown,
        "own": row.own,
        "verdict": made.verdict,
        **fields(standing, "solved score"),
        "par2_s": None if standing.rank is None else standing.par2_s,
        "points": made.points,
    }


# --- judge board --contest FILE ---------------------------------------------------------------------------------------
def contest_json(board: Scoreboard) -> dict[str, Any]:
    """Return what the scoreboard shows, as one object; what is hidden is not in it."""
    schedule, now_ms = board.schedule, board.as_of.now_ms
    freeze, tasks = schedule.freeze_ms, schedule.tasks if board.tells_problems else ()
    return {
        "schema": "judge.contest/1",
        "contest": {
            **fields(schedule, "id name"),
            "start": stamp(schedule, schedule.start_ms),
            "end": stamp(schedule, schedule.end_ms),
            "freeze": None if freeze is None else stamp(schedule, freeze),
            **fields(schedule, "scoring penalty"),
            "problems": [{**fields(task, "label problem title"), "points": task.most} for task in tasks],
        },
        "time": stamp(schedule, now_ms),
        "contest_time": reltime(now_ms - schedule.start_ms),
        "phase": board.phase,
        "jury": board.as_of.jury,
        "rows": [
            {
                "rank": row.rank,
                "team": fields(row.team, "id name affiliation groups"),
                **fields(row, "solved penalty points last"),
                "cells": [
                    {"label": task.label, **fields(cell, "solved tries pending points minute first")}
                    for task, cell in zip(schedule.tasks, row.cells, strict=True)
                ],
            }
            for row in board.rows
        ],
        "waiting": board.waiting,
        "unknown": [{"owner": name, "submissions": count} for name, count in board.unknown.items()],
        "outdated": [{"problem": name, "verdicts": count} for name, count in board.outdated.items()],
    }


# --- judge diff -------------------------------------------------------------------------------------------------------
def diff_json(found: Sequence[Difference], clock: Clock, fail_above: float) -> dict[str, Any]:
    """Return all pairs; ratios are those of `after` to `before`, unrounded."""
    pairs = [
        {
            "problem": one.before.problem.name,
            "before": _side(one.before),
            "after": _side(one.after),
            "regressed": one.regressed(fail_above),
            "ratio": one.whole,
            **fields(one, "gone new"),
            "cases": list(map(_case, one.cases)),
        }
        for one in found
    ]
    return {"schema": "judge.diff/1", "clock": clock, "fail_above": fail_above, "pairs": pairs}


def _side(judgement: Judgement) -> dict[str, Any]:
    return {**fields(judgement.submission, "name sha256"), "verdict": judgement.verdict}


def _case(case: CaseDifference) -> dict[str, Any]:
    change = next((name for name in ("worse", "better", "slower", "faster") if getattr(case, name)), "")
    return {**fields(case, "group case before after before_s after_s"), "change": change, "ratio": case.ratio}
