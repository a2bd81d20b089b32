"""The race for a bonus: those for whom times decide about it are run against each other.

The times of a class come from chunks, and from other days: they were not taken side by side. So those for whom they
decide about a bonus are run against each other in rounds, until it is known who can be told apart from its last place.
Every run is in the store before the next begins, and in the end a further outcome of each judgement holds them all. So
a second grading finds the cut as the first one left it, and measures only who was not measured yet.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from judge.judging.contest import Contest
from judge.judging.crew import Hands
from judge.judging.rounds import Rounds
from judge.model import (
    Batch,
    Case,
    Conditions,
    Entry,
    Event,
    Host,
    Instance,
    Judgement,
    Ran,
    Record,
    Run,
    RunRecord,
    Submission,
    Verdict,
)
from judge.scoring import contenders, judgement_of, times_of
from judge.store import Store

LEAST = 1  # rounds in which each case is run
_Pairs = Sequence[tuple[Judgement, Judgement]]


class BonusRounds:
    """The rounds of a class that is graded. `budget_s` is for all bonuses together; with `more` those are measured on
    whom an earlier budget has ended. Consume `events()`, then read `settled`."""

    def __init__(
        self, store: Store, batch: Batch, tickets: Sequence[Batch.Ticket], budget_s: float, *, more: bool
    ) -> None:
        self._store, self._batch, self._problem = store, batch, batch.problem
        self._tickets = {ticket.id: ticket for ticket in tickets}
        self._left_s, self._more = budget_s, more
        self.settled: list[RunRecord.Settling] = []

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

    def __init__(
        self, store: Store, batch: Batch, tickets: Mapping[int, Batch.Ticket], algorithm: Instance.Algorithm
    ) -> None:
        self._store, self._batch, self._algorithm, self._tickets = store, batch, algorithm, tickets
        bonus = batch.problem.scheme.bonus
        assert bonus is not None, "only a bonus is raced for"
        bonus = msgspec.structs.replace(bonus, algorithms=(algorithm,))
        self._whole = msgspec.structs.replace(
            batch.problem, scheme=msgspec.structs.replace(batch.problem.scheme, bonus=bonus)
        )
        self._records = [found for one in tickets if (found := store.record(one, batch.problem))]
        self._clock: Host.Clock = Record.clock_among(self._records)
        self._rounds: Rounds | None = None

    def contenders(self, measured: Sequence[Judgement] = ()) -> _Pairs:
        """Return who holds the last place, and who may not. What was measured counts in place of what is recorded."""
        anew = {one.submission: one for one in measured}
        rows = [self._row(record, anew.get(self._ticket(record).submission)) for record in self._records]
        return contenders(rows, self._clock, students=[record.owner for record in self._records])

    def is_measured(self, row: Judgement) -> bool:
        """Say whether its times were taken side by side with those of others."""
        return bool(times_of(row, {case.place for case in self._cases()}, self._clock, since=1))

    def now(self, budget_s: float) -> RunRecord.Settling:
        """Return what came of its rounds, under the name of the bonus."""
        name = f"bonus for {self._algorithm}"
        if self._rounds and self._rounds.settled:
            return msgspec.structs.replace(self._rounds.settled[-1], problem=name)
        return RunRecord.Settling(name, budget_s)

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

        # Rounds of two races must not have one number: they would pair.
        first = Conditions.ASKED_ROUND + secrets.randbits(50)
        self._rounds = Rounds(budget_s, unsettled, LEAST, first=first)
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

    def _ticket(self, record: Record) -> Batch.Ticket:
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
