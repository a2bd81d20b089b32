"""A sitting: tickets of the store through the sandboxes. Every run is on disk before the next begins, every submission
is finished soon after its last case, and of those with the same bytes one is run for all.

Submissions sit in tables: the cases of a table are run in turn, so that a slow minute hits all at it alike, and what a
killed judge has to make ready again is no more than one table. Several judges at one store share the tables out: what
another one has claimed is left to it, and taken over should it end before its time.

Each submission is fenced: what the judge itself does wrong on one is that one's JE, kept with its traceback, and all
others are judged as ever. Only a store that fails ends a sitting.

Nobody is spared the larger cases after time-outs, as `judge run` does: a case that was not run is a point that might
have been earned.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from judge import scoring
from judge.fence import fault_of
from judge.ledger import Batch, Ticket, faults, run_as
from judge.model import Entry, Finding, Judgement, Ran, Readied, Submission
from judge.runner.contest import Contest
from judge.runner.sandbox import Sandbox
from judge.source import read_again
from judge.store import Store

TABLE = 16
WAIT_S = 0.2  # until the next look at what other judges are at
_Alike = Sequence[Ticket]  # of the same bytes, run in the same way; the one that has run most of its cases first


class Judged(msgspec.Struct, frozen=True):
    """Event: a ticket is finished and in the store; `done` of `total` tickets are."""

    ticket: Ticket
    judgement: Judgement
    done: int
    total: int


class Waits(msgspec.Struct, frozen=True):
    """Event: all that is left are these tickets, which other judges are at. Told again when they have become fewer."""

    tickets: int


class Sitting:
    """What is left of a batch: `total` runs for the `tickets` that are not done. Consume `events()`."""

    def __init__(self, store: Store, batch: Batch, tickets: Iterable[Ticket]) -> None:
        self._store, self._batch, self._problem = store, batch, batch.problem
        self._alike = _alike(_read_again(ticket) for ticket in tickets if not ticket.done)
        self._finished = 0
        self._ran = 0
        self._begun_s = time.time()
        self.tickets = sum(map(len, self._alike))
        self.total = sum(map(self._missing, self._alike))

    def events(self, sandboxes: Sequence[Sandbox]) -> Iterator[Readied | Ran | Judged | Waits]:
        """Run everything. Whoever stops consuming loses the run in flight at most."""
        left: Sequence[_Alike] = self._alike
        told = 0
        while left:
            table, left = self._claimed(left)
            try:
                yield from self._table(sandboxes, table)
            finally:
                for group in table:
                    self._store.claims.give_back(_claim(group))
            if left and not table:
                if told != len(left):
                    told = len(left)
                    yield Waits(sum(map(len, left)))
                time.sleep(WAIT_S)

    def _claimed(self, left: Sequence[_Alike]) -> tuple[list[_Alike], list[_Alike]]:
        """A table of those that no other judge is at, and the rest."""
        table: list[_Alike] = []
        rest: list[_Alike] = []
        for group in left:
            mine = len(table) < TABLE and self._store.claims.take(_claim(group))
            (table if mine else rest).append(group)
        return table, rest

    def _table(self, sandboxes: Sequence[Sandbox], table: Sequence[_Alike]) -> Iterator[Readied | Ran | Judged]:
        due: dict[Submission, _Alike] = {}
        for group in table:
            try:
                made = next(filter(None, map(self._made_elsewhere, group)), None)
                taken = sorted(map(self._store.taken_up, group), key=lambda ticket: -len(ticket.runs))
            except Exception as error:
                made, taken = self._unjudged(group, fault_of(error)), list(group)
            if made:
                self._ran += self._missing(group)
                yield from self._finish(group, made)
            else:
                self._ran += self._missing(group) - self._missing(taken)
                due[taken[0].submission] = taken
        if due:
            yield from self._run(sandboxes, due)

    def _run(self, sandboxes: Sequence[Sandbox], due: dict[Submission, _Alike]) -> Iterator[Readied | Ran | Judged]:
        entry = Entry(self._problem, tuple(due))
        contest = Contest(sandboxes, [entry], self._batch.repeat, hopeless=True)
        faults: dict[Submission, Finding] = {}  # of what could not be taken up or written down
        for submission, group in due.items():
            try:
                contest.resume(entry, submission, group[0].runs)
            except Exception as error:
                faults[submission] = fault_of(error)
        for event in contest.events():
            if isinstance(event, Ran):
                try:
                    self._store.record_run(due[event.submission][0], event.run)
                except Exception as error:
                    faults[event.submission] = fault_of(error)
                self._ran += 1
                yield msgspec.structs.replace(event, done=self._ran, total=self.total)
            else:
                yield event
        for judgement in contest.judgements():
            if not judgement.runs:  # it never got ready, so its cases are over
                self._ran += len(self._problem.cases) * self._batch.repeat
            group, fault = due[judgement.submission], faults.get(judgement.submission)
            yield from self._finish(group, self._unjudged(group, fault) if fault else judgement)

    def _unjudged(self, group: _Alike, fault: Finding) -> Judgement:
        return scoring.unjudged(group[0].submission, self._problem, fault)

    def _made_elsewhere(self, ticket: Ticket) -> Judgement | None:
        """What another judge has made of it meanwhile; not what it had failed on before this one began."""
        record = self._store.record(ticket.id, self._problem)
        if record and (not faults(record.judgement) or record.judged_s >= self._begun_s):
            return record.judgement
        return None

    def _finish(self, group: _Alike, model: Judgement) -> Iterator[Judged]:
        for ticket in group:
            try:
                made = self._kept(ticket, model)
            except Exception as error:
                made = self._unjudged([ticket], fault_of(error))
                self._store.finish(ticket, made)
            self._finished += 1
            yield Judged(ticket, made, self._finished, self.tickets)

    def _kept(self, ticket: Ticket, model: Judgement) -> Judgement:
        made = scoring.judgement(ticket.submission, self._problem, model.prepare, model.runs)
        if not self._made_elsewhere(ticket):
            self._store.finish(ticket, made)
        return made

    def _missing(self, group: _Alike) -> int:
        """How many runs the first of them lacks."""
        repeat, held = self._batch.repeat, Counter((run.group, run.case) for run in group[0].runs)
        return sum(max(0, repeat - held[case.group, case.name]) for case in self._problem.cases)


def enter_all(store: Store, batch: Batch, papers: Iterable[tuple[str, Submission]]) -> list[Ticket]:
    """A ticket for each owner's submission, done where the same bytes were judged under the same conditions."""
    return [_entered(store, batch, submission, owner) for owner, submission in papers]


def _entered(store: Store, batch: Batch, submission: Submission, owner: str) -> Ticket:
    """Where the judge fails on what it knows of a submission, it is judged anew."""
    try:
        return store.enter(batch, submission, owner)
    except Exception as error:
        doubtful = msgspec.structs.replace(submission, fault=fault_of(error))
        return store.enter(msgspec.structs.replace(batch, again=True), doubtful, owner)


def _alike(tickets: Iterable[Ticket]) -> list[_Alike]:
    found: dict[tuple[str, str], list[Ticket]] = {}
    for ticket in tickets:
        found.setdefault((ticket.submission.sha256, run_as(ticket.submission)), []).append(ticket)
    return [sorted(group, key=lambda ticket: -len(ticket.runs)) for group in found.values()]


def _read_again(ticket: Ticket) -> Ticket:
    """A regrade takes a submission as it was read when it was handed in, and the judge may have failed at that."""
    return msgspec.structs.replace(ticket, submission=read_again(ticket.submission))


def _claim(group: _Alike) -> int:
    """By which every judge knows the group: its lowest ticket."""
    return min(ticket.id for ticket in group)
