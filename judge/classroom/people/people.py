"""Who is in a class, and in which group: found by what an export tells of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from judge.classroom.people.names import Near, exact, glued, glued_forms, in_a_path, squeezed
from judge.model.classroom import Student

_FORMS = exact, squeezed, in_a_path  # of a word: as it was typed, and then as tools change it
_FIELDS = ("lms_id", "id", "email", "login", "name")
_Index = dict[str, list[Student]]


class Roster:
    """Who is in the class. A word is looked up as it was typed first, then as tools change it."""

    def __init__(
        self, students: Iterable[Student], mains: Mapping[str, str] | None = None, remarks: tuple[str, ...] = ()
    ) -> None:
        self.students, self.remarks = tuple(students), remarks
        self.mains = mains or {}  # by id: which file is run, where the instructor has said so
        self.near = Near(self.students)
        self._by = {field: _levels(self.students, field) for field in _FIELDS}
        self._glued: _Index = {}
        self._groups: tuple[_Index, ...] = ({}, {}, {})
        for student in self.students:
            for form in glued_forms(student.name):
                self._glued.setdefault(form, []).append(student)
            for name in group_names(student.group):
                _add(self._groups, name, student)

    def find(self, words: Mapping[str, str]) -> tuple[str, tuple[Student, ...]]:
        """Return what was looked up, and who it is: nobody, one, or several who share the name. `words` holds fields of
        a Student in the order in which they are believed; one that names nobody gives way to the next."""
        for how, word in words.items():
            if found := self.by(how, word):
                return how.replace("lms_id", "id"), found
        return "", ()

    def by(self, field: str, word: str) -> tuple[Student, ...]:
        """Return the students of whom a field is this word: exactly so, or else but for what tools change in it."""
        return _looked_up(self._by[field], word)

    def by_any(self, fields: Iterable[str], word: str) -> dict[str, tuple[Student, ...]]:
        """Return the students of whom any of these fields is this word, by field: where one is exactly so, no other."""
        for level, form in enumerate(_FORMS):
            found = {field: tuple(rows) for field in fields if (rows := self._by[field][level].get(form(word)))}
            if found:
                return found
        return {}

    def by_glued(self, word: str) -> tuple[Student, ...]:
        """Return the students whose names have these letters, as Canvas writes them."""
        return tuple(self._glued.get(glued(word), ()))

    def has_name(self, name: str) -> bool:
        """Say whether somebody or a group is called so."""
        fields = ("name", "id", "login")
        return bool(self.by_any(fields, name) or self.by_glued(name) or self.of_group(name))

    def of_group(self, name: str) -> tuple[Student, ...]:
        """Return the members of the group of this name."""
        return tuple({student.id: student for student in _looked_up(self._groups, name)}.values())

    def of_glued_group(self, name: str) -> tuple[Student, ...]:
        """Return the members of the only group whose name has these letters, as Canvas writes it."""
        named: dict[str, list[Student]] = {}
        for student in self.students:
            for group in group_names(student.group):
                if glued(name) in glued_forms(group):
                    named.setdefault(group, []).append(student)
        return tuple(next(iter(named.values()))) if len(named) == 1 else ()


def group_names(text: str) -> list[str]:
    """Return the groups that a cell names: Moodle writes several with commas between them."""
    parts = [part.strip() for part in text.split(",")]
    return [name for name in dict.fromkeys([text.strip(), *parts]) if name]


def _levels(students: Iterable[Student], field: str) -> tuple[_Index, ...]:
    levels: tuple[_Index, ...] = ({}, {}, {})
    for student in students:
        _add(levels if field == "name" else levels[:2], getattr(student, field), student)
    return levels


def _add(levels: tuple[_Index, ...], word: str, student: Student) -> None:
    for level, form in zip(levels, _FORMS, strict=False):
        if key := form(word):
            level.setdefault(key, []).append(student)


def _looked_up(levels: tuple[_Index, ...], word: str) -> tuple[Student, ...]:
    for level, form in zip(levels, _FORMS, strict=True):
        if found := level.get(form(word)):
            return tuple(found)
    return ()
