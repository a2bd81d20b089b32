"""The scoreboard of a contest as JSON: `judge board --contest FILE --json FILE`, schema judge.contest/1."""

from __future__ import annotations

from typing import Any

from judge.model.schedule import Schedule
from judge.reports.export.event_feed import reltime, stamp
from judge.scoring.standings import Cell, Row, Scoreboard

SCHEMA = "judge.contest/1"


def contest_json(board: Scoreboard) -> dict[str, Any]:
    """Return what the scoreboard shows, as one object; what is hidden is not in it."""
    schedule, now_ms = board.schedule, board.as_of.now_ms
    return {
        "schema": SCHEMA,
        "contest": _contest(board),
        "time": stamp(schedule, now_ms),
        "contest_time": reltime(now_ms - schedule.start_ms),
        "phase": board.phase,
        "jury": board.as_of.jury,
        "rows": [_row(schedule, row) for row in board.rows],
        "waiting": board.waiting,
        "unknown": [{"owner": name, "submissions": count} for name, count in board.unknown.items()],
        "outdated": [{"problem": name, "verdicts": count} for name, count in board.outdated.items()],
    }


def _contest(board: Scoreboard) -> dict[str, Any]:
    schedule = board.schedule
    freeze, tasks = schedule.freeze_ms, schedule.tasks if board.tells_problems else ()
    return {
        "id": schedule.id,
        "name": schedule.name,
        "start": stamp(schedule, schedule.start_ms),
        "end": stamp(schedule, schedule.end_ms),
        "freeze": None if freeze is None else stamp(schedule, freeze),
        "scoring": schedule.scoring,
        "penalty": schedule.penalty,
        "problems": [
            {"label": task.label, "problem": task.problem, "title": task.title, "points": task.most} for task in tasks
        ],
    }


def _row(schedule: Schedule, row: Row) -> dict[str, Any]:
    team = row.team
    return {
        "rank": row.rank,
        "team": {"id": team.id, "name": team.name, "affiliation": team.affiliation, "groups": team.groups},
        "solved": row.solved,
        "penalty": row.penalty,
        "points": row.points,
        "last": row.last,
        "cells": [_cell(task.label, cell) for task, cell in zip(schedule.tasks, row.cells, strict=True)],
    }


def _cell(label: str, cell: Cell) -> dict[str, Any]:
    names = ("solved", "tries", "pending", "points", "minute", "first")
    return {"label": label, **{name: getattr(cell, name) for name in names}}
