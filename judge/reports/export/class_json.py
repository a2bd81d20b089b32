"""A class as JSON: who is who in it (judge.roll/1), and what is alike in what was handed in (judge.similar/1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from judge.model.classroom import Member, Roll
from judge.model.similarity import Pair, Similarities, Span, Work

ROLL, SIMILAR = "judge.roll/1", "judge.similar/1"


def roll_json(roll: Roll) -> dict[str, Any]:
    """Return a class as one object of the schema `judge.roll/1`: each field of a Roll, with texts as they are. Of files
    there are the names, and of twins the ids."""
    fields = {name: _plain(getattr(roll, name)) for name in roll.__struct_fields__}
    twins = [[member.student.id for member in group] for group in roll.twins]
    return {"schema": ROLL, **fields, "twins": twins}


def _plain(value: Any) -> Any:
    """Return a value of the model as JSON has it."""
    if isinstance(value, Member):
        held = {**msgspec.structs.asdict(value), "files": [path for path, _ in value.files]}
        return {name: _plain(one) for name, one in held.items()}
    if isinstance(value, msgspec.Struct):
        return {name: _plain(one) for name, one in msgspec.structs.asdict(value).items()}
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value


def similar_json(found: Similarities) -> dict[str, Any]:
    """Return the circles with their pairs; lines count from 1. The sources themselves are not in it."""
    return {
        "schema": SIMILAR,
        "class": found.title,
        "compared": found.compared,
        "past": found.past,
        "median": found.median,
        "groups": [
            {
                "members": [_work(found.works[number]) for number in circle.works],
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
        "share": pair.share,
        "limit": pair.limit,
        "parts": [
            {"left": _lines(left, part.left), "right": _lines(right, part.right), "tokens": part.tokens}
            for part in parts
        ],
    }


def _work(work: Work) -> dict[str, Any]:
    return {"name": work.name, "students": work.students, "past": work.past, "files": [path for path, _ in work.files]}


def _lines(work: Work, span: Span) -> dict[str, Any]:
    path, text = work.files[span.file]
    first, last = (text.count("\n", 0, at) + 1 for at in (span.start, span.end))
    return {"file": path, "first": first, "last": last}
