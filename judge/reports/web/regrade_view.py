"""A regrade as instructors see it: how far it is, and what it would change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from judge.model import Verdict
from judge.model.job import Job, Place, RegradeWish
from judge.model.judgement import disturbance
from judge.model.record import Batch, Change, Decision, movers
from judge.reports.regrade_words import Mover, lost_words, mover, title, total_words, verdicts_of, waiting_words
from judge.reports.units import moment
from judge.text import counted


class Progress(msgspec.Struct, frozen=True):
    """How far a regrade is that is not over: `done` of `due` submissions; both are 0 before it is begun."""

    state: str
    done: int = 0
    due: int = 0


class Moved(msgspec.Struct, frozen=True):
    """Who gains or loses points, with their id; `counts` says whether the submission counts in the gradebook."""

    id: str
    words: Mover
    counts: bool


class Outcome(msgspec.Struct, frozen=True):
    """What a pending regrade would change. `counts` has a row for each old verdict, a cell for each of the new ones."""

    batch: int
    title: str
    lost: str
    waiting: str
    disturbed: str
    news: tuple[Verdict, ...]
    counts: tuple[tuple[Verdict, tuple[int, ...]], ...]
    movers: tuple[Moved, ...]
    total: str


class Former(msgspec.Struct, frozen=True):
    """A regrade that is over, or was never begun: when it was wished, by whom, why, and what came of it."""

    at: str
    author: str
    reason: str
    words: str


def progress(job: Job, place: Place, done: int, due: int) -> Progress:
    """Return how far the job of a regrade is."""
    if job.state != "waiting":
        return Progress("It is at work.", done, due)
    if not place.judges:
        return Progress("It waits: no judge is at work. judge serve starts them.", done, due)
    ahead = f", behind {counted(place.ahead, 'other job')}" if place.ahead else ""
    return Progress(f"It waits in the queue{ahead}. Submissions go before it.", done, due)


def outcome(batch: Batch, changes: Sequence[Change], counts: Callable[[Change], bool]) -> Outcome:
    """Return the words and figures of a pending regrade."""
    news, rows = verdicts_of(changes)
    lost = disturbance(change.new.judgement for change in changes if change.new)
    return Outcome(
        batch=batch.id,
        title=title(batch),
        lost=lost_words(changes),
        waiting=waiting_words(changes),
        disturbed=str(lost),
        news=news,
        counts=tuple(rows),
        movers=tuple(Moved(change.old.owner, mover(change), counts(change)) for change in movers(changes)),
        total=total_words(changes),
    )


def former(jobs: Sequence[Job], decisions: Mapping[int, Decision]) -> list[Former]:
    """Return the regrades of which nothing more comes, in this order. `decisions` are by the ids of batches."""
    return [_former(job, decisions) for job in jobs if job.over and (job.words or job.batch in decisions)]


def _former(job: Job, decisions: Mapping[int, Decision]) -> Former:
    wish = job.wish or RegradeWish("")
    part = [*wish.students, *wish.cases, *(["disturbed runs"] if wish.disturbed else [])]
    reason = "; ".join(filter(None, (wish.reason, ", ".join(part))))
    words = job.words or (decisions[job.batch] if job.batch else "")
    return Former(moment(job.at_s), job.author, reason, words)
