"""What `judge similar` found, as one object."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.model.similarity import Pair, Similarities, Span, Work

SCHEMA = "judge.similar/1"


def similar_json(found: Similarities) -> dict[str, Any]:
    """Return the circles with their pairs; lines count from 1. The sources themselves are not in it."""
    return {
        "schema": SCHEMA,
        "class": found.title,
        "compared": found.compared,
        "past": found.past,
        "median": found.median,
        "groups": [
            {
                "members": [_work(found.works[number]) for number in circle.works],
                "pairs": [_pair(found.works, pair, circle.shown) for pair in circle.pairs],
            }
            for circle in found.circles
        ],
        "left_out": [{"who": who, "why": why} for who, why in found.left_out],
    }


def _pair(works: Sequence[Work], pair: Pair, shown: Sequence[Pair]) -> dict[str, Any]:
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
