"""A class as JSON: who is who in it (judge.roll/1), its gradebook (judge.gradebook/1), what a regrade changes
(judge.regrade/1), and what is alike in what was handed in (judge.similar/1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from judge.model import (
    Batch,
    Change,
    Disturbance,
    Graded,
    Member,
    Pair,
    Problem,
    Record,
    Roll,
    Settling,
    Similarities,
    Span,
    Work,
)
from judge.reports.export.atomic import fields
from judge.reports.export.gradebook import judge_errors_first, solved_of
from judge.reports.scheme import scheme_words


def roll_json(roll: Roll) -> dict[str, Any]:
    """Return a class as one object of the schema `judge.roll/1`: each field of a Roll, with texts as they are. Of files
    there are the names, and of twins the ids."""
    twins = [[member.student.id for member in group] for group in roll.twins]
    return {"schema": "judge.roll/1", **{name: _plain(one) for name, one in asdict(roll).items()}, "twins": twins}


def _plain(value: Any) -> Any:
    """Return a value of the model as JSON has it."""
    if isinstance(value, Struct):
        held = asdict(value) | ({"files": [path for path, _ in value.files]} if isinstance(value, Member) else {})
        return {name: _plain(one) for name, one in held.items()}
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value


def gradebook_json(rows: Sequence[Graded], problem: Problem) -> dict[str, Any]:
    """Return the gradebook as one object of the schema `judge.gradebook/1`, texts as they are; judge errors first.
    `points` is null where nothing is graded."""
    return {
        "schema": "judge.gradebook/1",
        "problem": problem.name,
        "scheme": scheme_words(problem),
        "students": [
            {
                **{name: one for name, one in asdict(row.student).items() if name not in ("lms", "export_id")},
                **fields(row, "folder verdict points max_points late"),
                "solved": solved_of(row),
                "cases": len(problem.cases),
                "sha256": row.sha256,
                "identical_to": row.twins,
                **fields(row, "note disturbance lateness"),
            }
            for row in judge_errors_first(rows)
        ],
    }


def regrade_json(
    batch: Batch, changes: Sequence[Change], state: str, settled: Sequence[Settling] = ()
) -> dict[str, Any]:
    """Return the regrade as one object; verdict and points are None where it has not been judged; the
    bonus is what comes on top of the points, and `settled` what came of measuring who is near one."""
    return {
        "schema": "judge.regrade/1",
        "problem": batch.problem.name,
        **fields(batch, "reason part"),
        "disturbance": Disturbance.of(change.new.judgement for change in changes if change.new),
        "state": state,
        "rounds": settled,
        "changes": [
            {
                "owner": change.old.owner,
                "sha256": change.old.judgement.submission.sha256,
                "old": _result(change.old, change.old_bonus),
                "new": change.new and _result(change.new, change.new_bonus),
                "gain": change.gain,
            }
            for change in changes
        ],
    }


def _result(record: Record, bonus: float) -> dict[str, Any]:
    return {**fields(record.judgement, "verdict points"), "bonus": bonus}


def similar_json(found: Similarities) -> dict[str, Any]:
    """Return the circles with their pairs; lines count from 1. The sources themselves are not in it."""
    return {
        "schema": "judge.similar/1",
        "class": found.title,
        **fields(found, "compared past median"),
        "groups": [
            {
                "members": [
                    {**fields(one, "name students past"), "files": [path for path, _ in one.files]}
                    for one in (found.works[number] for number in circle.works)
                ],
                "pairs": [_pair_of(found.works, pair, circle.shown) for pair in circle.pairs],
            }
            for circle in found.circles
        ],
        "left_out": [{"who": who, "why": why} for who, why in found.left_out],
    }


def _pair_of(works: Sequence[Work], pair: Pair, shown: Sequence[Pair]) -> dict[str, Any]:
    left, right = works[pair.left], works[pair.right]
    parts = next((one.parts for one in shown if (one.left, one.right) == (pair.left, pair.right)), ())
    return {
        "left": left.name,
        "right": right.name,
        **fields(pair, "share limit"),
        "parts": [
            {"left": _lines(left, part.left), "right": _lines(right, part.right), "tokens": part.tokens}
            for part in parts
        ],
    }


def _lines(work: Work, span: Span) -> dict[str, Any]:
    path, text = work.files[span.file]
    first, last = (text.count("\n", 0, at) + 1 for at in (span.start, span.end))
    return {"file": path, "first": first, "last": last}
