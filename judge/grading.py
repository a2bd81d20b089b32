"""A sitting: tickets of the store through the sandboxes. Every run is on disk before the next begins, every submission
is finished soon after its last case, and of those with the same bytes one is run for all.

Submissions sit in tables: the cases of a table are run in turn, so that a slow minute hits all at it alike, and what a
killed judge has to make ready again is no more than one table.

Nobody is spared the larger cases after time-outs, as `judge run` does: a case that was not run is a point that might
have been earned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from judge import scoring
from judge.ledger import Batch, Ticket
from judge.model import Clock, Entry, Judgement, Problem, Ran, Readied, Submission
from judge.runner.contest import Contest
from judge.runner.meter import meter_maker
from judge.runner.sandbox import Sandbox
from judge.store import Store

TABLE = 16


class Judged(msgspec.Struct, frozen=True):
    """Event: a ticket is finished and in the store; `done` of `total` tickets are."""

    ticket: Ticket
    judgement: Judgement
    done: int
    total: int


class Sitting:
    """What is left of a batch: `total` runs for the `tickets` that are not done. Consume `events()`."""

    def __init__(self, store: Store, batch: Batch, tickets: Iterable[Ticket]) -> None:
        self._store, self._problem = store, batch.problem
        self._alike = _alike(ticket for ticket in tickets if not ticket.done)
        self._left = sum(map(len, self._alike))
        self._finished = 0
        self._ran = 0
        self.tickets = self._left
        self.total = sum(_missing(group[0], self._problem) for group in self._alike)

    def events(self, sandboxes: Sequence[Sandbox]) -> Iterator[Readied | Ran | Judged]:
        """Run everything. Whoever stops consuming loses the run in flight at most."""
        for start in range(0, len(self._alike), TABLE):
            yield from self._table(sandboxes, self._alike[start : start + TABLE])

    def _table(
        self, sandboxes: Sequence[Sandbox], alike: Sequence[Sequence[Ticket]]
    ) -> Iterator[Readied | Ran | Judged]:
        by_submission = {group[0].submission: group for group in alike}
        entry = Entry(self._problem, tuple(by_submission))
        contest = Contest(sandboxes, [entry], hopeless=True)
        for submission, group in by_submission.items():
            contest.resume(entry, submission, group[0].runs)
        for event in contest.events():
            if isinstance(event, Ran):
                self._store.record_run(by_submission[event.submission][0], event.run)
                self._ran += 1
                yield msgspec.structs.replace(event, done=self._ran, total=self.total)
            else:
                yield event
        for judgement in contest.judgements():
            if not judgement.runs:  # it never got ready, so its cases are over
                self._ran += len(self._problem.cases)
            for ticket in by_submission[judgement.submission]:
                yield self._finish(ticket, judgement)

    def _finish(self, ticket: Ticket, model: Judgement) -> Judged:
        made = scoring.judgement(ticket.submission, self._problem, model.prepare, model.runs)
        self._store.finish(ticket, made)
        self._finished += 1
        return Judged(ticket, made, self._finished, self._left)


def enter_all(store: Store, batch: Batch, papers: Iterable[tuple[str, Submission]]) -> list[Ticket]:
    """A ticket for each owner's submission, done where the same bytes were judged under the same conditions."""
    return [store.enter(batch, submission, owner) for owner, submission in papers]


def clock_here() -> Clock:
    """What ranks on this host, found out without opening a sandbox."""
    return "cpu" if meter_maker()[1] else "wall"


def _alike(tickets: Iterable[Ticket]) -> list[list[Ticket]]:
    """Tickets of the same bytes, run in the same way; the one that has run most of its cases comes first."""
    found: dict[tuple[str, str], list[Ticket]] = {}
    for ticket in tickets:
        path = ticket.submission.path
        kind = path.name if path.suffix == ".java" else path.suffix  # Java knows a class by the name of its file
        found.setdefault((ticket.submission.sha256, kind), []).append(ticket)
    return [sorted(group, key=lambda ticket: -len(ticket.runs)) for group in found.values()]


def _missing(ticket: Ticket, problem: Problem) -> int:
    held = {(run.group, run.case) for run in ticket.runs}
    return sum((case.group, case.name) not in held for case in problem.cases)
