"""A grading session, which can be resumed: tickets of the store through the sandboxes. Every attempt is on disk before
the next begins, every submission is finished soon after its last case, and of those with the same bytes one is run for
all.

Submissions are run in chunks: the cases of a chunk are run in turn, so that a slow minute hits all in it alike, and
what a killed judge has to prepare again is no more than one chunk. Several judges at one store share the chunks: what
another one has claimed is left to it, and taken over should it end before its time.

Each submission is fenced: what the judge itself does wrong on one is that one's JE, kept with its traceback, and all
others are judged as ever. Only a store that fails ends a session.

The seed of the sequence of hidden cases is in the store before the first run: who goes on with a chunk goes on with its
sequence.

What the work of others may have cost a verdict is run again at the end, when the machine is quieter, `ROUNDS` times at
most; of several runs of a case one without a doubt counts, else the one that lost the least. All of them are in the
store, so that which one counts follows from there, wherever the judge was stopped. What is starved even then stays a
judge error, and waits.

Nobody is spared the larger cases after time-outs, as `judge run` does: a case that was not run is a point that might
have been earned.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence

import msgspec

from judge.executors import calmer_runs
from judge.judging.contest import Contest, merged
from judge.judging.crew import Hands, Workers, workers_of
from judge.model import (
    Batch,
    Entry,
    Finding,
    Finished,
    Judgement,
    Prepared,
    Preparing,
    Ran,
    Readied,
    Run,
    Submission,
    Verdict,
    fault_of,
)
from judge.scoring import judgement_of
from judge.store import Store
from judge.submissions import read_again

CHUNK = 16
ROUNDS = 2  # in which what is in doubt is run again
WAIT_S = 0.2  # until the next look at what other judges are at
_Alike = Sequence[Batch.Ticket]  # of the same bytes, run in the same way; the one that has run most of its cases first


class GradingSession:
    """What is left of a batch: `total` runs for the `tickets` that are not done, and those in doubt once more. Consume
    `events()`."""

    class Judged(msgspec.Struct, frozen=True):
        """Event: a ticket is finished and in the store; `done` of `total` tickets are."""

        ticket: Batch.Ticket
        judgement: Judgement
        done: int
        total: int

    class Waits(msgspec.Struct, frozen=True):
        """Event: all that is left are these tickets, which other judges are at. Told again when they are fewer."""

        tickets: int

    class Again(msgspec.Struct, frozen=True):
        """Event: now `runs` are run again that others may have cost their verdicts, of so many tickets."""

        runs: int
        tickets: int

    def __init__(self, store: Store, batch: Batch, tickets: Iterable[Batch.Ticket]) -> None:
        self._store, self._batch, self._problem = store, batch, batch.problem
        # the judge may have failed to read it: a regrade takes a submission as it was when it was handed in
        every = [
            msgspec.structs.replace(one, submission=read_again(one.submission, self._problem.programs))
            for one in tickets
        ]
        self._every = _alike(every)
        self._alike = _alike(ticket for ticket in every if not ticket.done)
        self._finished = 0
        self._ran = 0
        self._begun = store.newest()
        self._most = CHUNK  # submissions in a chunk
        self.tickets = sum(map(len, self._alike))
        self.total = sum(map(self._missing, self._alike))

    def events(self, hands: Hands) -> Iterator[_Told]:
        """Run everything. Whoever stops consuming loses what is in flight, and what ended beside it."""
        workers = workers_of(hands)
        self._most = max(CHUNK, 4 * workers.size)
        yield from self._shared(self._alike, lambda chunk: self._chunk(workers, chunk))
        for _ in range(0 if self._batch.part else ROUNDS):  # of a part nothing is run but what was asked for
            yield from self._round(workers)

    def _shared(self, groups: Sequence[_Alike], work: Callable[[Sequence[_Alike]], Iterator[_Told]]) -> Iterator[_Told]:
        """Do this work on the groups, chunk by chunk, those last that another judge is at."""
        left = groups
        told = 0
        while left:
            chunk, left = self._claimed(left)
            try:
                yield from work(chunk)
            finally:
                for group in chunk:
                    self._store.claims.give_back(_claim(group))
            if left and not chunk:
                if told != len(left):
                    told = len(left)
                    yield GradingSession.Waits(sum(map(len, left)))
                time.sleep(WAIT_S)

    def _claimed(self, left: Sequence[_Alike]) -> tuple[list[_Alike], list[_Alike]]:
        """Return a chunk of those that no other judge is at, and the rest."""
        chunk: list[_Alike] = []
        rest: list[_Alike] = []
        for group in left:
            mine = len(chunk) < self._most and self._store.claims.take(_claim(group))
            (chunk if mine else rest).append(group)
        return chunk, rest

    def _chunk(self, workers: Workers, chunk: Sequence[_Alike]) -> Iterator[_Told]:
        due: dict[Submission, _Alike] = {}
        for group in chunk:
            try:
                made = next(filter(None, map(self._made_elsewhere, group)), None)
                taken = sorted(map(self._store.taken_up, group), key=lambda ticket: -len(ticket.runs))
            except Exception as error:
                made, taken = self._unjudged(group[0].submission, fault_of(error)), list(group)
            if made:
                self._ran += self._missing(group)
                yield from self._finish(group, made)
            else:
                self._ran += self._missing(group) - self._missing(taken)
                due[taken[0].submission] = taken
        for judgement in (yield from self._run(workers, due)):
            yield from self._finish(due[judgement.submission], judgement)

    def _run(self, workers: Workers, due: dict[Submission, _Alike]) -> Generator[_Told, None, list[Judgement]]:
        """Run what the first of each group lacks."""
        if not due:
            return []
        entry, repeat = Entry(self._problem, tuple(due)), self._batch.repeat
        contest = Contest(workers, [entry], repeat, hopeless=not self._batch.spared)
        contest.exchanges = False
        contest.seed = self._seed(contest.seed, [group[0] for group in due.values()])
        contest.apart = workers.far
        faults: dict[Submission, Finding] = {}  # of what could not be taken up or written down
        for submission, group in due.items():
            try:
                contest.resume(entry, submission, best_runs(group[0].runs, repeat))
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
            elif not isinstance(event, Finished):  # of a chunk
                yield event
        made = contest.judgements()
        for judgement in made:
            if not judgement.runs:  # it never got ready, so its cases are over
                self._ran += len(self._problem.cases) * repeat
        fates = ((judgement, faults.get(judgement.submission)) for judgement in made)
        return [self._unjudged(one.submission, fault) if fault else one for one, fault in fates]

    def _seed(self, new: str, tickets: Sequence[Batch.Ticket]) -> str:
        """Return the seed that one of the tickets was begun with, else the new one, and write it down for all of
        them."""
        held = [self._store.seed(ticket.id) for ticket in tickets]
        seed = next(filter(None, held), new)
        for ticket, known in zip(tickets, held, strict=True):
            if known != seed:
                self._store.record_seed(ticket, seed)
        return seed

    def _unjudged(self, submission: Submission, fault: Finding) -> Judgement:
        return judgement_of(submission, self._problem, Prepared.failed(fault))

    # --- once more ---------------------------------------------------------------------------------------------------
    def _round(self, workers: Workers) -> Iterator[_Told]:
        found = [(group, ticket) for group in self._every if (ticket := self._fenced(group))]
        if not found:
            return
        begun = self._store.newest()
        runs, tickets = sum(self._missing([ticket]) for _, ticket in found), sum(len(group) for group, _ in found)
        self._ran, self._finished = self.total, self.tickets  # another judge may have done some of it
        self.total, self.tickets = self.total + runs, self.tickets + tickets
        if runs:
            yield GradingSession.Again(runs, tickets)
        yield from self._shared([group for group, _ in found], lambda chunk: self._again(workers, chunk, begun))

    def _in_doubt(self, group: _Alike) -> Batch.Ticket | None:
        """Return the ticket whose runs are written down, with those that stay as they are. None where nothing is in
        doubt, or has been run often enough, as has what was known from another class."""
        record = self._store.record(group[0].id, self._problem)
        if record is None or not record.judgement.in_doubt:
            return None
        ticket, repeat = max(map(self._store.taken_up, group), key=lambda one: len(one.runs)), self._batch.repeat
        if not ticket.runs and not record.judgement.faults:
            return None
        tries, most = Counter(run.place for run in ticket.runs), repeat * (1 + ROUNDS)
        stay = [run for run in best_runs(ticket.runs, repeat) if not run.in_doubt or tries[run.place] >= most]
        again = msgspec.structs.replace(ticket, runs=tuple(stay))
        # A judge that was killed may have run it, and not have said so.
        before, after = record.judgement, self._surest(ticket.runs, record.judgement)
        better = [run.samples for run in before.runs] != [run.samples for run in after.runs]
        return again if better or self._missing([again]) else None

    def _fenced(self, group: _Alike) -> Batch.Ticket | None:
        """Look for doubt. Where the judge itself fails to, what it has stays as it is."""
        try:
            return self._in_doubt(group)
        except Exception as error:
            fault_of(error)
            return None

    def _again(self, workers: Workers, chunk: Sequence[_Alike], begun: int) -> Iterator[_Told]:
        """Run once more what is in doubt, unless another judge has done so since the outcome of the number `begun`."""
        due: dict[Submission, _Alike] = {}
        for group in chunk:
            record, ticket = self._store.record(group[0].id, self._problem), self._fenced(group)
            if ticket and record and record.outcome <= begun:
                due[ticket.submission] = [ticket, *(one for one in group if one.id != ticket.id)]
        for judgement in (yield from self._run(workers, due)):
            group = due[judgement.submission]
            try:
                made = self._surest(self._store.taken_up(group[0]).runs, judgement)
            except Exception as error:
                made = self._unjudged(judgement.submission, fault_of(error))
            yield from self._finish(group, made, anew=True)

    def _surest(self, rows: Sequence[Run], made: Judgement) -> Judgement:
        """Return the judgement with the best of all that was ever run for it, in place of what is in doubt or
        failed."""
        counted = best_runs(rows, self._batch.repeat)
        runs = []
        for run in made.runs:
            counting = [one for one in counted if one.place == run.place]
            whole = (run.in_doubt or run.verdict is Verdict.JE) and len(counting) == self._batch.repeat
            runs.append(merged(counting) if whole else run)
        return msgspec.structs.replace(made, runs=tuple(runs))

    # --- in the end --------------------------------------------------------------------------------------------------
    def _made_elsewhere(self, ticket: Batch.Ticket) -> Judgement | None:
        """Return what another judge has made of it meanwhile; not what it had failed on before this one began."""
        record = self._store.record(ticket.id, self._problem)
        if record and (not record.judgement.faults or record.outcome > self._begun):
            return record.judgement
        return None

    def _finish(self, group: _Alike, model: Judgement, *, anew: bool = False) -> Iterator[GradingSession.Judged]:
        """Write down for all of the group what one of them came to; with `anew` also where there is an outcome."""
        for ticket in group:
            try:
                made = self._kept(ticket, model, anew)
            except Exception as error:
                made = self._unjudged(ticket.submission, fault_of(error))
                self._store.finish(ticket, made)
            self._finished += 1
            yield GradingSession.Judged(ticket, made, self._finished, self.tickets)

    def _kept(self, ticket: Batch.Ticket, model: Judgement, anew: bool) -> Judgement:
        own = model.of_same_bytes(ticket.submission)
        made = judgement_of(own.submission, self._problem, own.prepare, own.runs)
        if anew or not self._made_elsewhere(ticket):
            self._store.finish(ticket, made)
        return made

    def _missing(self, group: _Alike) -> int:
        """Return how many runs the first of them lacks."""
        repeat, held = self._batch.repeat, Counter(run.place for run in group[0].runs)
        return sum(max(0, repeat - held[case.place]) for case in self._problem.cases)


_Told = Preparing | Readied | Ran | GradingSession.Judged | GradingSession.Waits | GradingSession.Again


def _alike(tickets: Iterable[Batch.Ticket]) -> list[_Alike]:
    found: dict[tuple[str, str], list[Batch.Ticket]] = {}
    for ticket in tickets:
        found.setdefault((ticket.submission.sha256, ticket.submission.run_as), []).append(ticket)
    return [sorted(group, key=lambda ticket: -len(ticket.runs)) for group in found.values()]


def _claim(group: _Alike) -> int:
    """Return by what every judge knows the group: its lowest ticket."""
    return min(ticket.id for ticket in group)


def best_runs(runs: Sequence[Run], repeat: int) -> tuple[Run, ...]:
    """Return of the attempts at each case the `repeat` that count, in the order in which they were run. One in doubt
    gives way to a later one that is less so; those that are sure stay, so that nobody has a second chance."""
    counting: dict[tuple[str, str], list[int]] = defaultdict(list)
    for at, run in enumerate(runs):
        held = counting[run.place]
        if len(held) == repeat:
            doubtful = max(held, key=lambda one: (runs[one].doubt_s, one))
            if not runs[doubtful].in_doubt or calmer_runs([runs[doubtful]], [run])[0] is not run:
                continue
            held.remove(doubtful)
        held.append(at)
    chosen = {at for held in counting.values() for at in held}
    return tuple(run for at, run in enumerate(runs) if at in chosen)


def enter_all(store: Store, batch: Batch, submissions: Iterable[tuple[str, Submission]]) -> list[Batch.Ticket]:
    """Return a ticket for each owner's submission, done where the same bytes were judged under the same conditions."""
    return [entered(store, batch, submission, owner) for owner, submission in submissions]


def entered(
    store: Store, batch: Batch, submission: Submission, owner: str, handed_s: float | None = None
) -> Batch.Ticket:
    """Enter one submission; where the judge fails on what it knows of it, it is judged anew."""
    try:
        return store.enter(batch, submission, owner, handed_s)
    except Exception as error:
        doubtful = msgspec.structs.replace(submission, fault=fault_of(error))
        return store.enter(msgspec.structs.replace(batch, again=True), doubtful, owner, handed_s)
