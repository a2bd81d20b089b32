"""The options --last-failed and -x of `judge run`: what is run again, and when to stop."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import cast

import msgspec

from judge.errors import JudgeError
from judge.model import Entry, Event, Judgement, Ran, Readied
from judge.problems import path_of
from judge.reports import plain_console, write_json
from judge.store import FAILED, Failed, failed_after, failed_as_json, failed_here, read_failed
from judge.submissions import Choice, entries


def until(events: Iterator[Event], over: Callable[[Event], bool]) -> Iterator[Event]:
    """Yield the events of a contest up to the first at which it is over; end what runs beside it then."""
    with contextlib.closing(cast("Generator[Event]", events)) as left:
        for event in left:
            yield event
            if over(event):
                return


def is_failed(event: Event) -> bool:
    """Say whether a case has failed, or a submission that can't be run."""
    if isinstance(event, Ran):
        return event.submission.fails_with(event.run.verdict)
    return isinstance(event, Readied) and event.submission.fails_with(event.prepared.verdict)


def chosen_entries(choice: Choice, *, last_failed: bool) -> list[Entry]:
    """Return who competes on what; with `last_failed` what failed last, and where nothing did, everything that was
    named: none where no submission was."""
    if not last_failed:
        return entries(choice)
    failed = read_failed()
    chosen = entries(choice) if choice.submissions else _remembered(failed, choice)
    left = (_only_failed(entry, failed) for entry in chosen)
    if failing := [one for one in left if one.submissions and one.problem.cases]:
        return failing
    plain_console().print("nothing failed last time" + (": all cases are run" if choice.submissions else ""))
    return chosen if choice.submissions else []


def _remembered(failed: Failed, choice: Choice) -> list[Entry]:
    """Return all that failed last, or of the chosen problems alone, where it is still there."""
    wanted = {Path(word).resolve().name for word in choice.problems}
    paths: dict[Path, list[Path]] = {}
    for (folder, path), cases in failed.items():
        there = cases and Path(path).exists() and Path(folder, "problem.toml").is_file()
        if there and (not wanted or Path(folder).name in wanted):
            paths.setdefault(Path(folder), []).append(Path(path))
    return [
        entry
        for folder, found in paths.items()
        for entry in entries(msgspec.structs.replace(choice, submissions=tuple(found), problems=(str(folder),)))
    ]


def _only_failed(entry: Entry, failed: Failed) -> Entry:
    """Return the submissions that failed, on the cases on which any of them did."""
    problem, folder = entry.problem, failed_here(Path(entry.problem.path))
    missed = {one: failed.get((folder, failed_here(one.path)), ()) for one in entry.submissions}
    names = {name for cases in missed.values() for name in cases}
    cases = tuple(case for case in problem.cases if path_of(case) in names)
    submissions = tuple(one for one in entry.submissions if missed[one])
    return Entry(msgspec.structs.replace(problem, cases=cases), submissions)


def remember(judgements: Sequence[Judgement]) -> None:
    """Keep which cases failed, for the next --last-failed; nothing where there is no place for it."""
    before = read_failed()
    after = failed_after(before, judgements)
    if any(after.values()) or before:
        with contextlib.suppress(JudgeError, OSError):
            FAILED.parent.mkdir(exist_ok=True)
            write_json(FAILED, failed_as_json(after))
