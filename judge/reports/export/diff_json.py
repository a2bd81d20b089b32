"""`judge diff --json`: the comparison as one object of the schema `judge.diff/1`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from judge.model import Clock, Interval, Judgement
from judge.scoring.difference import CaseDifference, Difference, regressed

SCHEMA = "judge.diff/1"


def diff_json(found: Sequence[Difference], clock: Clock, fail_above: float) -> dict[str, Any]:
    """Return all pairs; ratios are those of `after` to `before`, unrounded."""
    return {
        "schema": SCHEMA,
        "clock": clock,
        "fail_above": fail_above,
        "pairs": [_pair(one, fail_above) for one in found],
    }


def _pair(found: Difference, fail_above: float) -> dict[str, Any]:
    return {
        "problem": found.before.problem.name,
        "before": _side(found.before),
        "after": _side(found.after),
        "regressed": regressed(found, fail_above),
        "ratio": _ratio(found.whole),
        "gone": list(found.gone),
        "new": list(found.new),
        "cases": [_case(case) for case in found.cases],
    }


def _side(judgement: Judgement) -> dict[str, Any]:
    submission = judgement.submission
    return {"name": submission.name, "sha256": submission.sha256, "verdict": judgement.verdict}


def _case(case: CaseDifference) -> dict[str, Any]:
    changes = ("worse", "better", "slower", "faster")
    return {
        **{name: getattr(case, name) for name in ("group", "case", "before", "after", "before_s", "after_s")},
        "change": next((name for name in changes if getattr(case, name)), ""),
        "ratio": _ratio(case.ratio),
    }


def _ratio(ratio: Interval | None) -> dict[str, float] | None:
    return msgspec.structs.asdict(ratio) if ratio else None
