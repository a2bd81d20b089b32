"""Whose a submission is: what an export tells of it, held against the roster. Nothing is guessed.

A number is believed only where the name agrees: Moodle numbers groups as it numbers participants, and the numbers of a
worksheet are those of its own assignment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from judge.classroom.people.names import agree, exact, squeezed
from judge.classroom.people.people import Roster
from judge.model.classroom import Shape, Student

_STRANGER = "give the student's row in the match file (--match), or add the student to the roster"
_SETTLE = "say whose it is in the match file (--match)"
_BLIND = re.compile(r"(?P<word>\D+)(?P<id>\d{1,18})")


class Found(msgspec.Struct, frozen=True):
    """Whose a submission is: one student, the members of a group, or nobody, and then why that is not clear."""

    students: tuple[Student, ...] = ()
    how: str = ""  # what says so: "id", "email", "login", "name", "group"
    doubt: str = ""
    help: str = ""
    nearest: tuple[Student, ...] = ()


class Identity:
    """Finds students by what a class's export tells. `told` is that, of every submission: in a Moodle class in which no
    number agrees with a name, the roster's numbers are another assignment's."""

    def __init__(self, roster: Roster, shape: Shape, told: Sequence[Mapping[str, str]]) -> None:
        self.roster, self.shape = roster, shape
        self.blind = shape == "Moodle" and _all_blind(told)
        fields = {(field, word) for words in told for field, word in words.items() if word and field != "name"}
        self.used = {field for field, word in fields if roster.by(field, word)}  # by which the roster knows somebody
        self.same_numbers = shape != "Moodle" or any(self._numbered(words) for words in told)

    def find(self, words: Mapping[str, str]) -> Found:
        """Return whose a submission is of which the export tells these fields of a Student."""
        told: dict[str, list[str]] = {}
        for field, word in words.items():
            if exact(word):
                told.setdefault(word, []).append(field)
        name = self._name(words)
        person, group = self._person(told, name), self._group(words)
        if group.students and person.students and (len(told) == 1 or self.blind):
            return Found(doubt=f"{words['name']} is a student and a group", help=_SETTLE, nearest=person.students)
        if person.students or not (group.students or group.doubt):
            return person
        return group

    def _name(self, words: Mapping[str, str]) -> str:
        """Return the name that is told; none where a blind export makes one of the number."""
        return "" if self.blind else words.get("name", "")

    def _numbered(self, words: Mapping[str, str]) -> bool:
        """Say whether the roster has a row with the number and the name of a submission."""
        rows, name = self.roster.by("lms_id", words.get("lms_id", "")), self._name(words)
        return any(agree(name, row.name) if name and row.name else not name for row in rows)

    def _person(self, told: Mapping[str, Sequence[str]], name: str) -> Found:
        strong = {word: fields for word, fields in told.items() if fields != ["name"]}
        hits = {word: rows for word, fields in strong.items() if (rows := self._rows(fields, word))}
        if not hits:
            return self._by_name(told, name)
        (word, rows), *others = hits.items()
        for other, more in others:
            both = [row for row in rows if row in more]
            if not both:
                return self._differ(f"{word} is {_listed(rows)}, and {other} is {_listed(more)}", [*rows, *more])
            rows = both
        how = self._how(told[word], word)
        if len(rows) > 1:
            return self._shared(how, word, rows)
        why = "" if others or name in ("", word) else self._apart(rows[0], word, how, name)
        return self._differ(why, [rows[0], *self._named(name)]) if why else Found((rows[0],), how)

    def _apart(self, row: Student, word: str, how: str, name: str) -> str:
        """Return how the name that is told contradicts a row that was found by something else."""
        named = self._named(name)
        if row in named or (row.name and agree(name, row.name)) or not (named or how == "id"):
            return ""
        if not (row.name or named) and (self.shape not in ("Moodle", "Canvas") or row.lms_id == word):
            return "" if self.shape != "Moodle" else f"the roster has no name for {word}, and the export says {name}"
        return f"the export says {word} for {name}, the roster has it for {row.name or 'somebody without a name'}"

    def _rows(self, fields: Sequence[str], word: str) -> list[Student]:
        """Return which students a word names in any of these fields. A number may stand in the roster's own ids as
        well."""
        if "lms_id" in fields and not self.same_numbers:
            return []
        found = self.roster.by_any(fields, word)
        if "lms_id" in fields and not found:
            found = self.roster.by_any(("id",), word)
        return list({row.id: row for rows in found.values() for row in rows}.values())

    def _how(self, fields: Sequence[str], word: str) -> str:
        found = next(iter(self.roster.by_any(fields, word)), "id")
        return "id" if found == "lms_id" else found

    def _named(self, name: str) -> tuple[Student, ...]:
        found = self.roster.by("name", name)
        if self.shape == "Canvas":
            return found or self.roster.by_glued(name)
        if self.shape == "Moodle" and not found:  # the group stands before it
            ends = (
                self.roster.by("name", name.split("-", count)[-1]) for count in range(1, min(name.count("-"), 8) + 1)
            )
            return next(filter(None, ends), ())
        return found

    def _by_name(self, told: Mapping[str, Sequence[str]], name: str) -> Found:
        rows = self._named(name) if name else ()
        if len(rows) > 1:
            return self._shared("name", name, rows)
        who = " or ".join(told)
        if not rows:
            doubt = f"the roster has no row for {who}" if told else "the export does not say whose it is"
            return Found(doubt=doubt, help=_STRANGER)
        other = self._contradicted(told, rows[0])
        return (
            self._differ(f"the export says {other[0]} for {name}, the roster {other[1]}", rows)
            if other
            else Found(rows, "name")
        )

    def _contradicted(self, told: Mapping[str, Sequence[str]], row: Student) -> tuple[str, str] | None:
        """Return what an export says of somebody, and the roster of a student of the same name: another number, login
        or address. It counts where others of the class are known by it."""
        known = self.used if self.same_numbers else self.used - {"lms_id"}
        said = ((word, getattr(row, field)) for word, fields in told.items() for field in known.intersection(fields))
        return next(((word, has) for word, has in said if has and squeezed(has) != squeezed(word)), None)

    def _group(self, words: Mapping[str, str]) -> Found:
        """Return the members of the group that a submission is called after. Canvas's number is that of a member."""
        name = words.get("name") or words.get("login", "")
        rows = self.roster.of_group(name) if name else ()
        if self.shape != "Canvas":
            return Found(rows, "group") if rows else Found()
        rows = rows or (self.roster.of_glued_group(name) if name else ())
        number = words.get("lms_id", "")
        if rows and number not in {word for row in rows for word in (row.lms_id, row.id)}:
            return self._differ(f"the export says {number} for the group {name}, which is none of its members", rows)
        return Found(rows, "group") if rows else Found()

    def _shared(self, how: str, word: str, rows: Sequence[Student]) -> Found:
        ids = ", ".join(row.id for row in rows)
        return Found(doubt=f"{len(rows)} students share the {how} {word}: {ids}", help=_SETTLE, nearest=tuple(rows))

    def _differ(self, doubt: str, rows: Iterable[Student]) -> Found:
        nearest = {row.id: row for row in rows}
        return Found(doubt=doubt, help=_SETTLE, nearest=tuple(nearest.values()))


def _all_blind(told: Sequence[Mapping[str, str]]) -> bool:
    """Say whether every name is made of the number, after one word: `Participant 17`."""
    matches = [_BLIND.fullmatch(words.get("name", "")[:100]) for words in told]
    words_before = {match["word"] for match in matches if match}
    same = (
        match is not None and match["id"] == words.get("lms_id") for match, words in zip(matches, told, strict=True)
    )
    return len(words_before) == 1 and all(same)


def _listed(rows: Sequence[Student]) -> str:
    return " or ".join(f"{row.name} ({row.id})" if row.name else row.id for row in rows[:3])
