"""Runs of `judge run` that were recorded: every event, with the second at which it came.

Time that others had the core was left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from judge.model import Entry, Event, Finished, Limits, Prepared, Preparing, Problem, Ran, Readied, Run, Verdict
from tests import make

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
    name, words = written["problem"], [f"{at}:{group}" for at, (group, _) in enumerate(written["cases"])]
    groups = {group: Problem.Group() for group, _ in written["cases"]}
    of = make.problem(" ".join(words), name=name, groups=groups, limits=Limits(time_limit=written["limit"]))
    cases = [make.replace(case, board=make.board(n)) for case, (_, n) in zip(of.cases, written["cases"], strict=True)]
    entered = []
    for who, contract, size, expected in written["submissions"]:
        facts = {"problem": name, "contract": contract, "expected": tuple(map(Verdict, expected))}
        entered.append(make.submission(b"x" * size, who, sha256=who, **facts))
    return Entry(make.replace(of, cases=tuple(cases)), tuple(entered))


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
