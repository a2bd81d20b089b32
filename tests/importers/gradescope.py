"""Gradescope's autograder harness, as far as it reads a results.json, by its documentation. It imports nothing of the
judge."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

_VISIBILITIES = {"hidden", "after_due_date", "after_published", "visible"}
_FIELDS = {
    "score", "execution_time", "output", "output_format", "test_output_format", "test_name_format", "visibility",
    "stdout_visibility", "extra_data", "tests", "leaderboard",
}  # fmt: skip
_TEST = {
    "score", "max_score", "status", "name", "name_format", "number", "output", "output_format", "tags", "visibility",
    "extra_data",
}  # fmt: skip


class Result(NamedTuple):
    """What a submission gets; no score where Gradescope calls the instructor."""

    score: float | None
    tests: int
    leaderboard: dict[str, float | str]


def take(data: bytes) -> Result:
    """Read the results of one submission. ValueError where the harness would refuse them."""
    found = json.loads(data)
    if not set(found) <= _FIELDS or found.get("visibility", "visible") not in _VISIBILITIES:
        raise ValueError("unknown fields")
    tests = found.get("tests", [])
    for test in tests:
        _check(test)
    scored = [test["score"] for test in tests if "score" in test]
    score = found.get("score", sum(scored) if scored else None)
    board = {row["name"]: row["value"] for row in found.get("leaderboard", [])}
    return Result(None if score is None else float(score), len(tests), board)


def _check(test: dict[str, Any]) -> None:
    if not set(test) <= _TEST or test.get("visibility", "visible") not in _VISIBILITIES:
        raise ValueError("unknown fields of a test")
    if test.get("status", "passed") not in ("passed", "failed"):
        raise ValueError("a status is passed or failed")
    if "score" in test and not 0 <= test["score"] <= test["max_score"]:
        raise ValueError("a score beyond its maximum")
