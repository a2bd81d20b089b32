"""A submission while it is judged: where it is, and a letter for each case as it comes. Pure."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from judge.errors import verdicts
from judge.model import Job, Problem, Run, Verdict
from judge.text import span

_NOBODY = "No judge is at work just now. It stays in the queue; nothing is lost."
_AGAIN = "The judge itself has failed on it, which costs you nothing. It is tried again."
# What the judge says of itself may name a file of the host, or a case: staff read it on the page of the queue.
_FAILED = "The judge itself has failed on it. It is no fault of yours, and costs you nothing; your staff see it."


class Phase(msgspec.Struct, frozen=True):
    """How far a submission is, in a few words, and a sentence about it."""

    words: str
    more: str = ""


class Letter(msgspec.Struct, frozen=True):
    """A case: its verdict, None as long as it was not run. `said` is for who does not see the mark."""

    said: str
    verdict: Verdict | None = None
    not_run: bool = False


class GroupLetters(msgspec.Struct, frozen=True):
    """The letters of a group of cases."""

    name: str
    letters: tuple[Letter, ...]

    @property
    def ran(self) -> int:
        """Count the cases that were run."""
        return sum(one.verdict is not None for one in self.letters)


def phase_of(job: Job, place: Job.Place) -> Phase:
    """Return how far a job is. `place` counts as long as it waits."""
    match job.state:
        case "waiting":
            again = _AGAIN if job.tries else ""
            words = f"Waiting: {place.ahead} ahead of it" if place.ahead else "Waiting: it is next"
            return Phase(words, " ".join(filter(None, (again, _wait(place)))))
        case "preparing":
            return Phase("Compiling", "It is read and compiled; its time does not run yet.")
        case "running":
            return Phase("Running")
        case "replaced":
            return Phase("Replaced", "You have handed in another one before this was judged. That one has its place.")
    return Phase("Not judged", _FAILED) if job.words else Phase("Judged")


def letters_of(problem: Problem, attempts: Iterable[Run]) -> tuple[GroupLetters, ...]:
    """Return every case of the problem, with what the last attempt at it came to."""
    last = {one.place: one for one in attempts}
    found = []
    for name in problem.groups:
        cases = [case.name for case in problem.cases if case.group == name]
        if cases:
            found.append(GroupLetters(name, tuple(_letter(case, last.get((name, case))) for case in cases)))
    return tuple(found)


def _letter(case: str, attempt: Run | None) -> Letter:
    if attempt is None:
        return Letter(f"{case}: waits")
    title = "not run" if attempt.not_run else verdicts()[attempt.verdict].title
    return Letter(f"{case}: {title}", attempt.verdict, attempt.not_run)


def _wait(place: Job.Place) -> str:
    if not place.judges:
        return _NOBODY
    if place.wait_s is None:
        return "Nobody knows yet how long that takes: nothing of the kind was judged before."
    return f"It begins in about {span(max(1, round(place.wait_s)))}." if place.ahead else ""
