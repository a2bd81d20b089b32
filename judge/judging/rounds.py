"""Rounds of measuring, after the first pass: they go on until the order of a board is settled, or a budget ends.

Theory of operation. `unsettled` says which neighbours of a board can't be told apart yet. Those that hang together are
a field: A with B, B with C. A field is run on one case as A B C C B A, by one worker and so on one core, each attempt
in a fresh box. That makes two rounds: what was measured in one round was measured side by side, and pairs; and a
machine that gets slower or faster meanwhile does the same to both ends. After two rounds everybody looks again.

The sum of the cases decides, so the budget goes where that is uncertain: to cases that are a large part of it, and that
were not run often yet. Their number of runs goes by the part over the square root of what a run costs (J. Neyman, On
the two different aspects of the representative method, 1934: the allocation that makes the error of a sum least).

What is run here counts for its time alone. A case that was right stays right, however often it is run.

The times of a class come from chunks, and from other days: they were not taken side by side. So those for whom they
decide about a bonus are run against each other in such rounds, until it is known who can be told apart from its last
place. Every run is in the store before the next begins, and in the end a further outcome of each judgement holds them
all. So a second grading finds the cut as the first one left it, and measures only who was not measured yet.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from judge.judging.attempts import Task
from judge.judging.contest import Contest
from judge.judging.crew import Hands
from judge.judging.work import Work
from judge.model import (
    Algorithm,
    Batch,
    Case,
    Clock,
    Entry,
    Event,
    Judgement,
    Ran,
    Record,
    Run,
    Settling,
    Submission,
    Ticket,
    Verdict,
)
from judge.scoring import ASKED, contenders, counting, judgement_of, times_of
from judge.store import Store

BOX_S = 0.06  # what an attempt costs beside its own time
ENOUGH = 0.5  # of the largest need: cases below it wait for a later round
_Case = tuple[str, str]  # group and name
Tell = Callable[[Settling], object]
Unsettled = Callable[[Sequence[Judgement]], Sequence[tuple[Judgement, Judgement]]]


class Rounds:
    """Measures more of a contest, `budget_s` of time on the wall at most; each problem has its share of what is left.
    No case is spared before it has `least` times of rounds from 1 on. After every look `tell` is told how far it is.
    The numbers of rounds begin at `first`, or above all that there are: from ASKED on, as each look has to be paid
    for."""

    def __init__(
        self, budget_s: float, unsettled: Unsettled, least: int = 0, tell: Tell = lambda _: None, first: int = ASKED
    ) -> None:
        self._left_s, self._unsettled, self._least, self._tell = budget_s, unsettled, least, tell
        self._first = first
        self._pairs: Sequence[tuple[Judgement, Judgement]] = ()
        self.settled: list[Settling] = []  # of each problem, the last one

    def events(self, contest: Contest, entry: Entry, problems: int = 1) -> Iterator[Ran]:
        """Measure until the order is settled or the share of the budget has ended; this is the first of so many
        problems that are left."""
        begun_s, budget_s = time.monotonic(), self._left_s / problems
        until_s = begun_s + budget_s
        now = self._look(contest, entry, Settling(entry.problem.name, budget_s))
        self.settled.append(now)
        try:
            while now.left and time.monotonic() < until_s and (works := list(self._works(contest, entry, until_s))):
                for event in contest.more(entry, works):
                    now = _counted(now, event)
                    yield event
                now = msgspec.structs.replace(now, rounds=now.rounds + 2, wall_s=time.monotonic() - begun_s)
                self.settled[-1] = now = self._look(contest, entry, now)
                self._tell(now)
        finally:
            self._left_s -= time.monotonic() - begun_s
            self.settled[-1] = msgspec.structs.replace(now, wall_s=time.monotonic() - begun_s)

    def _look(self, contest: Contest, entry: Entry, now: Settling) -> Settling:
        self._pairs = self._unsettled(contest.judged(entry))
        names = tuple((above.submission.name, below.submission.name) for above, below in self._pairs)
        return msgspec.structs.replace(now, left=names)

    def _works(self, contest: Contest, entry: Entry, until_s: float) -> Iterator[Work]:
        """Yield the work of the next two rounds."""
        judged = {contest.first(entry, one.submission): one for one in contest.judged(entry)}
        samples = (sample for row in judged.values() for run in row.runs for sample in run.samples)
        first = max(self._first, 1 + max((sample.round for sample in samples), default=0))
        for field in _fields(contest, entry, self._pairs):
            rows = {one: {run.place: run for run in judged[one].runs} for one in field}
            for case in _needed(entry.problem.cases, list(rows.values()), self._least):
                right = [one for one in field if _right([rows[one]], case)]
                there = [Task(entry.problem, one, case, first) for one in right]
                back = [Task(entry.problem, one, case, first + 1) for one in reversed(right)]
                yield Work((*there, *back), (first, case.group, case.name), until_s=until_s)


def _counted(now: Settling, event: Ran) -> Settling:
    missed = event.run.verdict is not Verdict.AC
    return msgspec.structs.replace(
        now,
        times=now.times + 1,
        missed=now.missed + missed,
        disturbed=now.disturbed + (event.run.disturbed and not missed),
    )


def _fields(contest: Contest, entry: Entry, pairs: Sequence[tuple[Judgement, Judgement]]) -> list[list[Submission]]:
    """Return the submissions that are run together, those of each field in the order of the board."""
    fields: list[list[Submission]] = []
    for pair in pairs:
        both = [contest.first(entry, one.submission) for one in pair]
        if not fields or not set(both) & set(fields[-1]):
            fields.append([])
        fields[-1] += [one for one in both if one not in fields[-1]]
    return fields


def _needed(cases: Sequence[Case], rows: Sequence[dict[_Case, Run]], least: int) -> list[Case]:
    """Return the cases that are most needed next, the one with the greatest need first; those that have not `least`
    times yet before all others."""
    right = {case: _right(rows, case) for case in cases}
    total_s = sum(run.cpu_s for runs in right.values() for run in runs) or 1.0
    often = {case: min((len(counting(run, "cpu", 0)) for run in runs), default=0) for case, runs in right.items()}
    again = {case: min((len(counting(run, "cpu", 1)) for run in runs), default=0) for case, runs in right.items()}
    needs: dict[Case, float] = {}
    for case, runs in right.items():
        if len(runs) > 1:
            part, cost_s = sum(run.cpu_s for run in runs) / total_s, statistics.fmean(run.cpu_s for run in runs) + BOX_S
            needs[case] = part / max(1, often[case]) / math.sqrt(cost_s)
    most = max(needs.values(), default=0.0)
    rare = {case for case in needs if again[case] < least}
    chosen = rare or {case for case in needs if needs[case] >= ENOUGH * most}
    return sorted(chosen, key=lambda case: -needs[case])


def _right(rows: Sequence[dict[_Case, Run]], case: Case) -> list[Run]:
    found = (row.get(case.place) for row in rows)
    return [run for run in found if run is not None and run.verdict is Verdict.AC]


# --- of a bonus -------------------------------------------------------------------------------------------------------
LEAST = 1  # rounds in which each case is run
_Pairs = Sequence[tuple[Judgement, Judgement]]


class BonusRounds:
    """The rounds of a class that is graded. `budget_s` is for all bonuses together; with `more` those are measured on
    whom an earlier budget has ended. Consume `events()`, then read `settled`."""

    def __init__(self, store: Store, batch: Batch, tickets: Sequence[Ticket], budget_s: float, *, more: bool) -> None:
        self._store, self._batch, self._problem = store, batch, batch.problem
        self._tickets = {ticket.id: ticket for ticket in tickets}
        self._left_s, self._more = budget_s, more
        self.settled: list[Settling] = []

    def events(self, hands: Hands) -> Iterator[Event]:
        """Measure one bonus after the other. Whoever stops consuming loses the run in flight at most."""
        bonus = self._problem.scheme.bonus
        algorithms = (bonus.algorithms or self._problem.algorithms) if bonus else ()
        for left, algorithm in zip(range(len(algorithms), 0, -1), algorithms, strict=True):
            budget_s = self._left_s / left
            race = _Race(self._store, self._batch, self._tickets, algorithm)
            pairs = race.contenders()
            if not pairs:
                continue
            due = pairs if self._more else [pair for pair in pairs if not all(map(race.is_measured, pair))]
            if due:
                yield from race.events(hands, due, budget_s)
            names = tuple((above.submission.name, below.submission.name) for above, below in race.contenders())
            self.settled.append(msgspec.structs.replace(race.now(budget_s), left=names))
            self._left_s = max(0.0, self._left_s - self.settled[-1].wall_s)


class _Race:
    """A bonus on the cases of one algorithm."""

    def __init__(self, store: Store, batch: Batch, tickets: Mapping[int, Ticket], algorithm: Algorithm) -> None:
        self._store, self._batch, self._algorithm, self._tickets = store, batch, algorithm, tickets
        bonus = batch.problem.scheme.bonus
        assert bonus is not None, "only a bonus is raced for"
        bonus = msgspec.structs.replace(bonus, algorithms=(algorithm,))
        self._whole = msgspec.structs.replace(
            batch.problem, scheme=msgspec.structs.replace(batch.problem.scheme, bonus=bonus)
        )
        self._records = [found for one in tickets if (found := store.record(one, batch.problem))]
        self._clock: Clock = Record.clock_among(self._records)
        self._rounds: Rounds | None = None

    def contenders(self, measured: Sequence[Judgement] = ()) -> _Pairs:
        """Return who holds the last place, and who may not. What was measured counts in place of what is recorded."""
        anew = {one.submission: one for one in measured}
        rows = [self._row(record, anew.get(self._ticket(record).submission)) for record in self._records]
        return contenders(rows, self._clock, students=[record.owner for record in self._records])

    def is_measured(self, row: Judgement) -> bool:
        """Say whether its times were taken side by side with those of others."""
        return bool(times_of(row, {case.place for case in self._cases()}, self._clock, since=1))

    def now(self, budget_s: float) -> Settling:
        """Return what came of its rounds, under the name of the bonus."""
        name = f"bonus for {self._algorithm}"
        if self._rounds and self._rounds.settled:
            return msgspec.structs.replace(self._rounds.settled[-1], problem=name)
        return Settling(name, budget_s)

    def events(self, hands: Hands, pairs: _Pairs, budget_s: float) -> Iterator[Event]:
        """Measure those of these pairs, and all with their bytes, unless another judge is at one of them."""
        near = {_bytes(one.submission) for pair in pairs for one in pair}
        chosen = [record for record in self._records if _bytes(record.judgement.submission) in near]
        claimed = [record.id for record in chosen if self._store.claims.take(record.id)]
        try:
            if len(claimed) == len(chosen):
                yield from self._measured(hands, chosen, budget_s)
        finally:
            for ticket in claimed:
                self._store.claims.give_back(ticket)

    def _measured(self, hands: Hands, chosen: Sequence[Record], budget_s: float) -> Iterator[Event]:
        problem = msgspec.structs.replace(self._batch.problem, cases=tuple(self._cases()))
        tickets = {self._ticket(record).submission: record for record in chosen}
        entry = Entry(problem, tuple(tickets))
        contest = Contest(hands, [entry], self._batch.repeat, hopeless=True)
        contest.exchanges = False
        for submission, record in tickets.items():
            contest.resume(entry, submission, self._known(record))

        def unsettled(rows: Sequence[Judgement]) -> _Pairs:
            there = {row.submission for row in rows if row.prepare.verdict is Verdict.AC}
            return [pair for pair in self.contenders(rows) if all(one.submission in there for one in pair)]

        # Rounds of two days must not have one number: they would pair.
        self._rounds = Rounds(budget_s, unsettled, LEAST, first=int(time.time()))
        for event in contest.events(self._rounds):
            if isinstance(event, Ran) and event.run.verdict is Verdict.AC:
                self._store.record_run(self._tickets[tickets[event.submission].id], event.run)
            yield event
        self._finish(contest.judged(entry), tickets)

    def _finish(self, made: Sequence[Judgement], tickets: Mapping[Submission, Record]) -> None:
        """Write down a further outcome of each judgement of which more was measured."""
        for judgement in made:
            record = tickets[judgement.submission]
            row = self._row(record, judgement)
            if row.runs != record.judgement.runs and judgement.prepare.verdict is Verdict.AC:
                ticket = self._tickets[record.id]
                self._store.finish(
                    ticket, judgement_of(ticket.submission, self._batch.problem, record.judgement.prepare, row.runs)
                )
        self._records = [found for one in self._tickets if (found := self._store.record(one, self._batch.problem))]

    def _row(self, record: Record, measured: Judgement | None) -> Judgement:
        """Return the judgement of a record for this race, with what was measured of it."""
        anew = {run.place: run for run in measured.runs} if measured else {}
        runs = tuple(anew.get(run.place, run) for run in record.judgement.runs)
        submission = self._ticket(record).submission
        return msgspec.structs.replace(record.judgement, problem=self._whole, runs=runs, submission=submission)

    def _known(self, record: Record) -> list[Run]:
        """Return what was run of it: what its outcome holds, and what is recorded since, by a judge that was
        stopped."""
        found = [one for run in record.judgement.runs for one in run.attempts()]
        held = {(one.place, one.samples) for one in found}
        rows = self._store.taken_up(self._ticket(record)).runs
        later = [one for one in rows if one.samples and one.samples[0].round and (one.place, one.samples) not in held]
        return [*found, *later]

    def _ticket(self, record: Record) -> Ticket:
        return self._tickets[record.id]

    def _cases(self) -> list[Case]:
        """Return the cases that decide about this bonus."""
        groups = self._whole.groups
        return [
            case
            for case in self._whole.cases
            if case.board.algorithm == self._algorithm and groups[case.group].points > 0
        ]


def _bytes(submission: Submission) -> tuple[str, str]:
    return submission.sha256, submission.run_as
