"""A regrade that waits for a decision: what it would change, and how it is published or dropped."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from judge.classroom.gradebook import read_gradebook
from judge.classroom.grades import with_new_bonuses
from judge.classroom.names import owner_of
from judge.classroom.web_class import web_class
from judge.errors import JudgeError
from judge.model import Problem
from judge.model.record import Batch, Change, Decision, Record, failed, package_digest, under_limits
from judge.store import Store
from judge.text import listed


class Pending(msgspec.Struct, frozen=True, eq=False):
    """What a regrade makes of each record, with the bonuses; `others` were not judged again."""

    batch: Batch
    changes: list[Change]
    others: Sequence[Record]

    @property
    def failed(self) -> list[str]:
        """Return the owners on whose submissions the judge itself failed."""
        return failed(self.changes)


def read_pending(store: Store, batch: Batch) -> Pending:
    """Return what a regrade would change."""
    others = store.regrades.others(batch) if batch.part else ()
    classes = [*store.regrades.classes(batch.problem), *_on_the_web(store, batch.problem)]
    return Pending(batch, with_new_bonuses(store.regrades.changes(batch), classes, others), others)


def to_decide(store: Store, problem: Problem, decision: Decision) -> Batch:
    """Return the regrade that is to be decided. JudgeError E453 where there is none, E455 where it is to be published,
    and the package is not the one that it was judged on."""
    batch = store.regrades.pending(problem)
    if batch is None:
        message = f"there is nothing to regrade: no regrade of {problem.name} is pending"
        raise JudgeError("E453", message, help=f"begin one:  judge regrade --problem {problem.name} --reason TEXT")
    if decision == "applied" and not is_as_judged(batch, problem):
        message = f"the cases or limits of {problem.name} have changed since this regrade was judged"
        raise JudgeError("E455", message, help="judge regrade --cancel  it, and begin another")
    return batch


def is_as_judged(batch: Batch, problem: Problem) -> bool:
    """Say whether the package is the one that the regrade was judged on."""
    return batch.conditions.package == package_digest(problem) and under_limits(batch.conditions, problem.limits)


def decide(store: Store, batch: Batch, decision: Decision, lost: Sequence[str]) -> None:
    """Publish or drop it. JudgeError E483 where it is to be published, and the judge failed on the `lost` in it."""
    if decision == "applied" and lost:
        who = listed(lost)
        problem = batch.problem.path or batch.problem.name
        raise JudgeError(
            "E483",
            f"the regrade is not published: the judge itself failed on {len(lost)} of its submissions",
            note=f"these are {who}",
            help=f"judge regrade --problem {problem}  judges them again; --allow-judge-errors  publishes all others",
        )
    store.regrades.decide(batch, decision)


def _on_the_web(store: Store, problem: Problem) -> list[dict[str, str]]:
    """Return the class that handed in on the web, where a bonus is given in it: of each owner the SHA-256 of what
    counts."""
    jobs = store.queue.handed_in(problem.name) if problem.scheme.bonus else []
    if not jobs:
        return []
    found = web_class(store, problem, jobs)
    rows = read_gradebook(store, found.roll, found.problem).rows
    return [{owner_of(row.student): row.sha256 for row in rows if row.sha256}]
