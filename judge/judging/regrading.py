"""A regrade of a problem, from its beginning or from where it stopped: what is judged again, and who is measured."""

from __future__ import annotations

from collections.abc import Iterator

from judge.judging.selection import Selection, find_cases
from judge.judging.session import GradingSession
from judge.model import Host, Problem
from judge.model.host import NOWHERE
from judge.model.job import RegradeWish
from judge.model.record import Batch, Ticket, conditions, latest
from judge.store import Store


class Regrading:
    """What somebody wishes to be judged again; its students are owners. JudgeError E433 where a case is unknown."""

    def __init__(self, store: Store, problem: Problem, wish: RegradeWish, repeat: int = 1) -> None:
        self._store, self._problem, self._repeat = store, problem, repeat
        self._selection = Selection(wish.disturbed, wish.students, find_cases(wish.cases, problem))
        self._reason = wish.reason

    @property
    def part(self) -> str:
        """Return which part of what counts is judged again, in the words of the command; "" for all of it."""
        return self._selection.words

    def finds_any(self) -> bool:
        """Say whether there is anything of this part, or nothing at all was judged, which `begin` reports.

        JudgeError E457 when something that was judged under other conditions would have to be taken over.
        """
        under = conditions(self._problem, NOWHERE, self._repeat)
        records = latest(self._store.records(self._problem))
        return not records or any(self._selection.kept(record, under) is not None for record in records)

    def begin(self, host: Host) -> Batch:
        """Return the regrade, or the one that is pending if its conditions and its part are the same. JudgeError E451
        when another is pending, E453 when there is nothing to regrade, E457 as above."""
        under = conditions(self._problem, host, self._repeat)
        reason = self._reason or self.part
        batch = Batch("regrade", self._problem, host, under, label=self.part, reason=reason, repeat=self._repeat)
        return self._store.regrades.begin(batch, lambda record: self._selection.kept(record, under))

    def session(self, batch: Batch) -> GradingSession:
        """Return what is left of it."""
        return GradingSession(self._store, batch, self._store.regrades.tickets(batch))

    def races(self, batch: Batch) -> Iterator[list[Ticket]]:
        """Yield of each class those among whom a bonus is raced for; of a part nothing is run but what was asked
        for."""
        if batch.part or batch.problem.scheme.bonus is None:
            return
        tickets = self._store.regrades.tickets(batch)
        for members in self._store.regrades.classes(batch.problem):
            yield [ticket for ticket in tickets if members.get(ticket.owner) == ticket.submission.sha256]
