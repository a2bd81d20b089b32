"""Runs of `judge run` that were recorded: every event, with the second at which it came.

Time that others had the core was left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast

from judge.model import (
    Case,
    Entry,
    Event,
    Finished,
    Instance,
    Limits,
    Prepared,
    Preparing,
    Problem,
    Ran,
    Readied,
    Run,
    Submission,
    Verdict,
)

FOLDER = Path(__file__).parent / "recorded"


class Recorded(NamedTuple):
    """The entries of a run, the number of its attempts, and its events with their times."""

    entries: list[Entry]
    total: int
    events: list[tuple[float, Event]]


def recorded(path: Path) -> Recorded:
    """Return a run that was recorded."""
    written = json.loads(path.read_text(encoding="utf-8"))
    entries = [_entry(one) for one in written["entries"]]
    return Recorded(entries, written["total"], list(_events(written["events"], entries, written["total"])))


def _entry(written: dict[str, Any]) -> Entry:
    name, groups = written["problem"], [group for group, _ in written["cases"]]
    cases = tuple(
        Case(f"{at}", group, Instance("ANY", n, n, cast("Any", None))) for at, (group, n) in enumerate(written["cases"])
    )
    limits = Limits(time_limit=written["limit"])
    problem = Problem(name, name, "lizards", ("ANY",), False, limits, dict.fromkeys(groups, Problem.Group()), cases)
    return Entry(problem, tuple(_submission(name, *row) for row in written["submissions"]))


def _submission(problem: str, name: str, contract: Any, size: int, expected: list[str]) -> Submission:
    verdicts = tuple(map(Verdict, expected))
    return Submission(name, problem, contract, Path(name), b"x" * size, name, verdicts)


def _events(rows: list[list[Any]], entries: list[Entry], total: int) -> Iterator[tuple[float, Event]]:
    who = {(entry.problem.name, one.name): one for entry in entries for one in entry.submissions}
    for at_s, kind, problem, *rest in rows:
        if kind == "finished":
            yield at_s, Finished(next(entry for entry in entries if entry.problem.name == problem))
        elif kind == "preparing":
            yield at_s, Preparing(who[problem, rest[0]])
        elif kind == "readied":
            yield at_s, Readied(who[problem, rest[0]], Prepared(Verdict(rest[1])))
        else:
            name, group, word, wall_s, done = rest
            verdict = Verdict(word)
            samples = () if wall_s is None else (Run.Measurement(verdict, wall_s, wall_s, 1),)
            run = Run("", group, "ANY", verdict, samples=samples, wall_s=wall_s or 0.0)
            yield at_s, Ran(who[problem, name], run, done, total)
