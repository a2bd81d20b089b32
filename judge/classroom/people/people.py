"""Who is in a class, and in which group: found by the id, the address, the user name or the name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from judge.classroom.people.names import Near, exact, orders, squeezed
from judge.model.classroom import Student

_FIELDS = ("id", "email", "login")
_Index = dict[str, list[Student]]


class Roster:
    """Who is in the class. An id, an address or a user name is looked up as it was typed first; a name never is."""

    def __init__(
        self, students: Iterable[Student], mains: Mapping[str, str] | None = None, remarks: tuple[str, ...] = ()
    ) -> None:
        self.students, self.remarks = tuple(students), remarks
        self.mains = mains or {}  # by id: which file is run, where the instructor has said so
        self.near = Near(self.students)
        self._typed: dict[str, _Index] = {field: {} for field in _FIELDS}
        self._squeezed: dict[str, _Index] = {field: {} for field in (*_FIELDS, "name")}
        for student in self.students:
            for field in _FIELDS:
                _add(self._typed[field], {exact(getattr(student, field))}, student)
                _add(self._squeezed[field], {squeezed(getattr(student, field))}, student)
            _add(self._squeezed["name"], orders(student.name), student)

    def find(self, words: Mapping[str, str]) -> tuple[str, tuple[Student, ...]]:
        """Return what was looked up, and who it is: nobody, one, or several who share the name. `words` holds fields of
        a Student in the order in which they are believed; one that names nobody gives way to the next."""
        return next(((how, found) for how, word in words.items() if (found := self.by(how, word))), ("", ()))

    def by(self, field: str, word: str) -> tuple[Student, ...]:
        """Return the students of whom a field is this word."""
        if field == "name":
            return _each(one for form in orders(word) for one in self._squeezed["name"].get(form, ()))
        return self.by_any((field,), word)[1]

    def by_any(self, fields: Iterable[str], word: str) -> tuple[str, tuple[Student, ...]]:
        """Return the students of whom any of these fields is this word, and the first such field."""
        for index, key in ((self._typed, exact(word)), (self._squeezed, squeezed(word))):
            found = {field: rows for field in fields if (rows := index[field].get(key))}
            if found:
                return next(iter(found)), _each(one for rows in found.values() for one in rows)
        return "", ()


def group_names(text: str) -> list[str]:
    """Return the groups that a cell names: Moodle writes several with commas between them."""
    parts = [part.strip() for part in text.split(",")]
    return [name for name in dict.fromkeys([text.strip(), *parts]) if name]


def _add(index: _Index, keys: Iterable[str], student: Student) -> None:
    for key in keys:
        if key:
            index.setdefault(key, []).append(student)


def _each(rows: Iterable[Student]) -> tuple[Student, ...]:
    return tuple({row.id: row for row in rows}.values())
