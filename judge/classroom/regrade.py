"""A regrade that waits for a decision: what it would change, and how it is published or dropped."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from judge.classroom.from_site import web_class
from judge.classroom.gradebook import Gradebook
from judge.classroom.names import near_note, squeezed
from judge.classroom.roster import Roster
from judge.errors import JudgeError
from judge.model import Batch, Problem, Record
from judge.scoring import awards
from judge.store import Store
from judge.text import counted, listed


class Pending(msgspec.Struct, frozen=True, eq=False):
    """What a regrade makes of each record, with the bonuses; `others` were not judged again: they are no part of
    it, or came after it had begun."""

    batch: Batch
    changes: list[Record.Change]
    others: Sequence[Record]

    @classmethod
    def to_decide(cls, store: Store, problem: Problem, decision: Batch.Decision) -> Pending:
        """Return the regrade that is to be decided. JudgeError E453 where there is none, E455 where it is to be
        published, and the package is not the one that it was judged on."""
        batch = store.regrades.pending(problem)
        if batch is None:
            message = f"there is nothing to regrade: no regrade of {problem.name} is pending"
            begin = f"judge regrade --problem {problem.name} --reason TEXT"
            raise JudgeError("E453", message, help=("begin one", begin))
        if decision == "applied" and not batch.is_of(problem):
            message = f"the cases or limits of {problem.name} have changed since this regrade was judged"
            raise JudgeError("E455", message, help=("cancel it, and begin another", "judge regrade --cancel"))
        return cls.read(store, batch)

    @classmethod
    def read(cls, store: Store, batch: Batch) -> Pending:
        """Return what a regrade would change."""
        others = store.regrades.others(batch) if batch.part or batch.problem.scheme.bonus else ()
        classes = [*store.regrades.classes(batch.problem)]
        if batch.problem.scheme.bonus and store.queue.handed_in(batch.problem.name):
            problem, roll = web_class(store, batch.problem)
            rows = Gradebook.read(store, roll, problem).rows
            classes.append({row.student.owner: row.sha256 for row in rows if row.sha256})
        return cls(batch, with_new_bonuses(store.regrades.changes(batch), classes, others), others)

    @property
    def failed(self) -> list[str]:
        """Return the owners on whose submissions the judge itself failed."""
        return [change.old.owner for change in self.changes if change.failed]

    def decide(self, store: Store, decision: Batch.Decision, *, allow_judge_errors: bool = False) -> None:
        """Publish or drop it. JudgeError E483 where it is to be published, and the judge failed on somebody in it."""
        if decision == "applied" and self.failed and not allow_judge_errors:
            package, lost = self.batch.problem.path or self.batch.problem.name, self.failed
            message = f"the regrade is not published: the judge itself failed on {len(lost)} of its submissions"
            again = f"judge regrade --problem {package}  judges them again"
            repair = "judge these again, or publish all others", f"{again}; --allow-judge-errors  publishes all others"
            raise JudgeError("E483", message, note=f"these are {listed(lost)}", help=repair)
        store.regrades.decide(self.batch, decision)


def with_new_bonuses(
    changes: Sequence[Record.Change], classes: Iterable[Mapping[str, str]], others: Sequence[Record] = ()
) -> list[Record.Change]:
    """Return the changes of a regrade with the bonuses of every class: of each owner the SHA-256 of what was handed in.

    `others` were not judged again; who of them gains or loses a bonus by it is a change as well.
    """
    found = [*changes, *(Record.Change(record, record) for record in others)]
    for members in classes:
        rows = [
            row
            for row, change in enumerate(found)
            if members.get(change.old.owner) == change.old.judgement.submission.sha256
        ]
        old, new = ([getattr(found[row], when) for row in rows] for when in ("old", "then"))
        for row, before, after in zip(rows, _bonuses_among(old), _bonuses_among(new), strict=True):
            found[row] = msgspec.structs.replace(found[row], old_bonus=before, new_bonus=after)
    return [*found[: len(changes)], *(one for one in found[len(changes) :] if one.old_bonus != one.new_bonus)]


def _bonuses_among(records: Sequence[Record]) -> list[float]:
    """Return the bonus of each. A case that none of them has run was not there when they were judged."""
    ran = {run.place for record in records for run in record.judgement.runs}
    judgements = []
    for record in records:
        problem = record.judgement.problem
        cases = tuple(case for case in problem.cases if case.place in ran)
        judgements.append(
            msgspec.structs.replace(record.judgement, problem=msgspec.structs.replace(problem, cases=cases))
        )
    given = awards(judgements, Record.clock_among(records))
    return [sum(award.points for award in given if at in award.winners) for at in range(len(records))]


# --- whose judgements a word of a regrade's command is about ----------------------------------------------------------
def find_owners(store: Store, problem: Problem, words: Sequence[str], roster: Roster | None = None) -> tuple[str, ...]:
    """Return whose judgements on the problem these words are about, as `find_owner` does; where nothing was judged,
    the words as they are."""
    owners = sorted({record.owner for record in Record.latest(store.records(problem))}) if words else []
    return tuple(find_owner(word, owners, roster) for word in words) if owners else tuple(words)


def find_owner(word: str, owners: Collection[str], roster: Roster | None = None) -> str:
    """Return whose judgements this id or name is about: an owner's id, or what the roster knows them by. JudgeError
    E456 where it names nobody who was judged, or several."""
    if word in owners:
        return word
    ids = dict.fromkeys(one.owner for one in (roster.find(word) if roster else ()))
    found = list(ids) or [owner for owner in owners if squeezed(owner) == squeezed(word)]
    if len(found) > 1:
        message = f"several students are called {word!r}"
        raise JudgeError("E456", message, note=f"they are {', '.join(found)}", help="name one of them by this id")
    if found and found[0] in owners:
        return found[0]
    if found:
        later = "leave this one out until something is judged", "judge grade FOLDER  judges it"
        raise JudgeError("E456", f"nothing of {word} was judged", help=later)
    students = roster.students if roster else ()
    names = [*owners, *(name for one in students for name in (one.id, one.name) if name)]
    note = near_note(word, names, f"{counted(len(owners), 'student')} {'was' if len(owners) == 1 else 'were'} judged")
    repair = "name a student by the id in the gradebook" + ("" if roster else ", or add --roster FILE to use names")
    raise JudgeError("E456", f"no student {word!r} was judged", note=note, help=repair)
