"""A regrade of a problem, from its beginning or from where it stopped: which runs are judged again, who is measured.

    judge regrade --problem quiz --disturbed --student ada --case secret/four

Every word narrows the choice. What was not chosen is taken over as it was measured, so it must have been measured on
the same limits, and on the same cases unless `--case` says which of them have changed.
"""

from __future__ import annotations

import functools
import shlex
from collections.abc import Collection, Iterator

import msgspec

from judge.errors import JudgeError
from judge.judging.session import GradingSession
from judge.model import Batch, Conditions, Host, Job, Problem, Record, Run, Verdict
from judge.problems import chosen_cases
from judge.store import Store

_Case = tuple[str, str]  # group and name


class Selection(msgspec.Struct, frozen=True):
    """The runs that were disturbed, starved or met another judge error; those of these owners; those on these cases.
    Empty words mean all."""

    disturbed: bool = False
    owners: tuple[str, ...] = ()
    cases: tuple[_Case, ...] = ()

    @property
    def words(self) -> str:
        """Return the words as on a command line; the same for the same choice, "" for all."""
        words = ["--disturbed"] * self.disturbed
        words += [word for owner in sorted(set(self.owners)) for word in ("--student", owner)]
        words += [word for case in sorted(set(self.cases)) for word in ("--case", "/".join(case))]
        return shlex.join(words)

    def kept(self, record: Record, under: Conditions, changed: Collection[_Case] = ()) -> tuple[Run, ...] | None:
        """Return the attempts that are taken over when the rest is judged `under` these conditions; None where nothing
        of the record is chosen. A judge error is never taken over. Cases that are known to have changed since are
        `changed`.

        JudgeError E457 when something that was judged under other conditions would have to be.
        """
        made = record.judgement
        cases = {case.place for case in made.problem.cases}
        runs = {run.place: run for run in made.runs if run.place in cases}
        chosen = {case for case in cases if self._wants(record, runs.get(case), case)}
        if not chosen:
            return None
        rest = [run for case, run in runs.items() if case not in chosen and run.verdict is not Verdict.JE]
        if rest:
            self._check(record, under, changed=not self.cases or any(run.place in changed for run in rest))
        return tuple(one for run in rest for one in run.attempts())

    def _wants(self, record: Record, run: Run | None, case: _Case) -> bool:
        if (self.owners and record.owner not in self.owners) or (self.cases and case not in self.cases):
            return False
        if not self.disturbed:
            return True
        if run is None:
            return record.judgement.prepare.verdict is Verdict.JE
        return run.disturbed or run.verdict is Verdict.JE

    @staticmethod
    def _check(record: Record, under: Conditions, *, changed: bool) -> None:
        now, then = under, record.conditions
        other = ["limits or --repeat"] * (now.limits != then.limits)
        other += ["cases or rules"] * (now.package != then.package and changed)
        if other:
            raise JudgeError(
                "E457",
                f"a part of {record.owner}'s submission can't be judged again by itself",
                note=f"the rest was judged with other {' and other '.join(other)}",
                help="give the same --repeat, name each changed case with --case, or regrade all of it",
            )


class Regrading:
    """What somebody wishes to be judged again; its students are owners. JudgeError E433 where a case is unknown."""

    def __init__(self, store: Store, problem: Problem, wish: Job.Wish, repeat: int = 1) -> None:
        self._store, self._problem, self._repeat = store, problem, repeat
        named = chosen_cases(problem, (), wish.cases, every=True) if wish.cases else ()
        self._selection = Selection(wish.disturbed, wish.students, tuple(case.place for case in named))
        self._reason = wish.reason
        self._changed_since = functools.cache(self._compare)

    @property
    def part(self) -> str:
        """Return which part of what counts is judged again, in the words of the command; "" for all of it."""
        return self._selection.words

    def finds_any(self) -> bool:
        """Say whether there is anything of this part, or nothing at all was judged, which `begin` reports.

        JudgeError E457 when something that was judged under other conditions would have to be taken over.
        """
        under = Conditions.of(self._problem, repeat=self._repeat)
        records = Record.latest(self._store.records(self._problem))
        return not records or any(self._kept(record, under) is not None for record in records)

    def begin(self, host: Host) -> Batch:
        """Return the regrade, or the one that is pending if its conditions and its part are the same. JudgeError E451
        when another is pending, E453 when there is nothing to regrade, E457 as above."""
        under = Conditions.of(self._problem, host, self._repeat)
        reason = self._reason or self.part
        batch = Batch("regrade", self._problem, host, under, label=self.part, reason=reason, repeat=self._repeat)
        return self._store.regrades.begin(batch, lambda record: self._kept(record, under))

    def _kept(self, record: Record, under: Conditions) -> tuple[Run, ...] | None:
        return self._selection.kept(record, under, self._changed_since(record.conditions.package))

    def _compare(self, package: str) -> set[_Case]:
        """Return the cases that are others than in this package, of which the digest is given, or are under other
        rules; none where the store does not keep it."""
        then = self._store.packages.problem(package) if package != self._problem.digest else None
        if then is None:
            return set()
        before = _alone(then)
        return {place for place, digest in _alone(self._problem).items() if before.get(place) != digest}

    def session(self, batch: Batch) -> GradingSession:
        """Return what is left of it."""
        return GradingSession(self._store, batch, self._store.regrades.tickets(batch))

    def races(self, batch: Batch) -> Iterator[list[Batch.Ticket]]:
        """Yield of each class those among whom a bonus is raced for; of a part nothing is run but what was asked
        for."""
        if batch.part or batch.problem.scheme.bonus is None:
            return
        tickets = self._store.regrades.tickets(batch)
        for members in self._store.regrades.classes(batch.problem):
            yield [ticket for ticket in tickets if members.get(ticket.owner) == ticket.submission.sha256]


def _alone(problem: Problem) -> dict[_Case, str]:
    """Return what decides the verdict of each case, whatever the package is called."""
    return {one.place: msgspec.structs.replace(problem, name="", cases=(one,)).digest for one in problem.cases}
