"""A regrade that waits for a decision: what it would change, and how it is published or dropped."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Sequence

import msgspec

from judge.classroom.gradebook import read_gradebook, with_new_bonuses
from judge.classroom.names import owner_of, squeezed
from judge.classroom.roster import Roster
from judge.classroom.web_class import web_class
from judge.errors import JudgeError
from judge.model import Problem
from judge.model.record import Batch, Change, Decision, Record, failed, latest, package_digest, under_limits
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


# --- whose judgements a word of a regrade's command is about ----------------------------------------------------------
NEAR = 5  # names that are offered for one that is unknown


def find_owners(store: Store, problem: Problem, words: Sequence[str], roster: Roster | None = None) -> tuple[str, ...]:
    """Return whose judgements on the problem these words are about, as `find_owner` does; where nothing was judged,
    the words as they are."""
    owners = sorted({record.owner for record in latest(store.records(problem))}) if words else []
    return tuple(find_owner(word, owners, roster) for word in words) if owners else tuple(words)


def find_owner(word: str, owners: Collection[str], roster: Roster | None = None) -> str:
    """Return whose judgements this id or name is about: an owner's id, or what the roster knows them by. JudgeError
    E456 where it names nobody who was judged, or several."""
    if word in owners:
        return word
    listed = roster.find(dict.fromkeys(("id", "email", "login", "name"), word))[1] if roster else ()
    ids = dict.fromkeys(map(owner_of, listed))
    found = list(ids) or [owner for owner in owners if squeezed(owner) == squeezed(word)]
    if len(found) > 1:
        message = f"several students are called {word!r}"
        raise JudgeError("E456", message, note=f"they are {', '.join(found)}", help="name one of them by this id")
    if found and found[0] in owners:
        return found[0]
    if found:
        raise JudgeError("E456", f"nothing of {word} was judged", help="judge grade FOLDER  judges it")
    raise _unknown(word, owners, roster)


def _unknown(word: str, owners: Collection[str], roster: Roster | None) -> JudgeError:
    names = {owner: owner for owner in owners}
    if roster:
        names |= {name: student.id for student in roster.students for name in (student.id, student.name) if name}
    near = _near(word, list(names))
    repair = "name a student by the id in the gradebook"
    return JudgeError(
        "E456",
        f"no student {word!r} was judged",
        note=f"close to it: {near}"
        if near
        else f"{len(owners)} student{'s were' if len(owners) != 1 else ' was'} judged",
        help=repair if roster else f"{repair}, or add --roster FILE to use names",
    )


def _near(word: str, names: Sequence[str]) -> str:
    """Return the names that look most like it, whatever their case."""
    by_shape: dict[str, str] = {}
    for name in names:
        by_shape.setdefault(squeezed(name), name)
    shapes = difflib.get_close_matches(squeezed(word), list(by_shape), NEAR)
    return ", ".join(by_shape[shape] for shape in shapes)
