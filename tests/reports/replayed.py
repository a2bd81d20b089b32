"""Runs of `judge run` that were recorded: every event, with the second at which it came.

`python -m tests.reports.replayed FILE WORD...` runs `judge run WORD...` and records it. Time that others had
the core is left out, so that a run can be recorded on a machine that has other work.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from judge.model import (
    Case,
    Entry,
    Event,
    Finished,
    Group,
    Instance,
    Limits,
    Measurement,
    Prepared,
    Preparing,
    Problem,
    Ran,
    Readied,
    Run,
    Submission,
    Verdict,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

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
    problem = Problem(name, name, "lizards", ("ANY",), False, limits, dict.fromkeys(groups, Group()), cases)
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
            samples = () if wall_s is None else (Measurement(verdict, wall_s, wall_s, 1),)
            run = Run("", group, "ANY", verdict, samples=samples, wall_s=wall_s or 0.0)
            yield at_s, Ran(who[problem, name], run, done, total)


def _row(event: Event) -> list[Any]:
    if isinstance(event, Finished):
        return ["finished", event.entry.problem.name]
    problem, name = event.submission.problem, event.submission.name
    if isinstance(event, Preparing):
        return ["preparing", problem, name]
    if isinstance(event, Readied):
        return ["readied", problem, name, str(event.prepared.verdict)]
    wall_s = round(sum(one.wall_s - one.lost_s for one in event.run.samples), 4) if event.run.samples else None
    return ["ran", problem, name, event.run.group, str(event.run.verdict), wall_s, event.done]


def main(path: Path, words: Sequence[str]) -> None:
    from judge.cli.main import main as judge
    from judge.reports.terminal import progress
    from judge.sandbox.box import Box

    measure, lost_s = Box._measure, 0.0

    def measured(box: Box, *words: Any) -> Any:
        nonlocal lost_s
        end, facts = measure(box, *words)
        lost_s += facts.lost_s
        return end, facts

    Box._measure = measured  # type: ignore[assignment, method-assign]
    rows: list[list[Any]] = []
    head: dict[str, Any] = {}

    class Live(progress.Live):
        def __init__(self, console: Console, total: int, entries: Sequence[Entry] = (), **words: Any) -> None:
            super().__init__(console, total, entries, **words)
            head.update(total=total, entries=[_written(entry) for entry in entries])
            self.at_s = time.monotonic()

        def event(self, event: Event) -> None:
            rows.append([round(time.monotonic() - self.at_s - lost_s, 3), *_row(event)])
            super().event(event)

    progress.Live = Live  # type: ignore[misc]
    sys.argv = ["judge", "run", *words]
    try:
        judge()
    finally:
        lines = ",\n".join(json.dumps(row) for row in rows)
        path.write_text(f'{json.dumps(head)[:-1]}, "events": [\n{lines}\n]}}\n', encoding="utf-8")


def _written(entry: Entry) -> dict[str, Any]:
    problem = entry.problem
    return {
        "problem": problem.name,
        "limit": problem.limits.time_limit,
        "cases": [[case.group, case.board.n] for case in problem.cases],
        "submissions": [
            [one.name, one.contract, len(one.source), list(map(str, one.expected))] for one in entry.submissions
        ],
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
