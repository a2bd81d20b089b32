"""`judge generate --json`: what was made, as one object of the schema `judge.generate/1`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.model.package import Made

SCHEMA = "judge.generate/1"


def generate_json(package: str, made: Sequence[Made]) -> dict[str, Any]:
    """Return each case with its state. What is not decided, or was not asked, is null."""
    return {"schema": SCHEMA, "package": package, "cases": [_case(one) for one in made]}


def _case(made: Made) -> dict[str, Any]:
    return {
        "case": made.case,
        "state": made.state,
        "n": made.n or None,
        "columns": made.columns or None,
        "trees": made.trees if made.n else None,
        "pieces": made.pieces or None,
        "most": made.most or None,
        "most_proven": made.most_proven,
        "note": made.note,
    }
