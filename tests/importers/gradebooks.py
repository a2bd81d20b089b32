"""Blackboard, Brightspace, and Gradescope's autograder harness, as far as they take a file of grades, by their manuals.
It imports nothing of the judge."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any, NamedTuple


class Blackboard:
    """A Grade Center with one column, and points by username."""

    def __init__(self, users: list[str], title: str = "Homework 1", column: int = 118854, points: float = 100) -> None:
        self.users, self.column = users, column
        self.header = f"{title} [Total Pts: {points:g} Score] |{column}"
        self.points: dict[str, float] = {}
        self.created: list[str] = []

    def take(self, data: bytes) -> None:
        """Upload a file, with the delimiter found by itself."""
        text = data.decode("utf-16") if data[:2] in (b"\xff\xfe", b"\xfe\xff") else data.decode()
        delimiter = "\t" if "\t" in text.splitlines()[0] else ","
        head, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        user = head.index("Username")
        for place, header in enumerate(head):
            match = re.search(r"\|(\d+)$", header)
            if match and int(match[1]) == self.column:
                known = [row for row in rows if row[user] in self.users]
                self.points |= {row[user]: float(row[place]) for row in known}
            elif header not in ("Username", "Last Name", "First Name", "Student ID"):
                self.created.append(header)


class Brightspace:
    """A grade book with one numeric item; users by (OrgDefinedId, Username)."""

    def __init__(self, users: list[tuple[str, str]], item: str = "Homework 1", points: float = 100) -> None:
        self.users, self.item, self.most = users, item, points
        self.points: dict[tuple[str, str], float] = {}
        self.unknown: list[str] = []

    def take(self, text: str) -> None:
        """Import a CSV file. ValueError where a line does not end as it must."""
        head, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
        if head[-1] != "End-of-Line Indicator" or any(row[-1] != "#" for row in rows):
            raise ValueError("no End-of-Line Indicator")
        keys = [name for name in head if name in ("OrgDefinedId", "Username")]
        if not keys or head[0] not in keys or f"{self.item} Points Grade" not in head:
            raise ValueError("not the columns of Brightspace")
        place = head.index(f"{self.item} Points Grade")
        for row in rows:
            said = {name: row[head.index(name)].removeprefix("#") for name in keys}
            found = [user for user in self.users if _is(user, said)]
            if len(found) == 1:
                self.points[found[0]] = min(float(row[place]), self.most)
            else:
                self.unknown.append(row[0])


def _is(user: tuple[str, str], said: dict[str, str]) -> bool:
    """Say whether every id that a row tells is the user's, and it tells one."""
    pairs = zip(("OrgDefinedId", "Username"), user, strict=True)
    told = [(said[name], own) for name, own in pairs if said.get(name)]
    return bool(told) and all(name == own for name, own in told)


# --- Gradescope's results.json ----------------------------------------------------------------------------------------
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
    """What a submission gets at Gradescope; no score where it calls the instructor."""

    score: float | None
    tests: int
    leaderboard: dict[str, float | str]


def take_results(data: bytes) -> Result:
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
