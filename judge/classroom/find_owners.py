"""Whose judgements a word of a regrade's command is about."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Sequence

from judge.classroom.names import owner_of, squeezed
from judge.classroom.roster import Roster
from judge.errors import JudgeError
from judge.model import Problem
from judge.model.record import latest
from judge.store import Store

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
