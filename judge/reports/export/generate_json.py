"""`judge generate --json`: what was made, as one object of the schema `judge.generate/1`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from judge.model.difficulty import Aims, Hardness
from judge.model.made import Made

SCHEMA = "judge.generate/1"


def generate_json(
    package: str, made: Sequence[Made], rows: Sequence[Hardness] = (), aims: Aims | None = None
) -> dict[str, Any]:
    """Return each case with its state, and how hard it was, if that was measured; times are seconds, unrounded. What
    is not decided, or was not asked, is null."""
    efforts = {row.case: msgspec.to_builtins(row.efforts) for row in rows}
    return {
        "schema": SCHEMA,
        "package": package,
        "cases": [_case(one) | {"efforts": efforts.get(one.case)} for one in made],
        "aims": msgspec.to_builtins(aims),
    }


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
