"""GitHub Classroom's repositories, cloned: `hw1-username/`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from judge.classroom.exports.pile import Pile, Sorted, any_of, top
from judge.classroom.files.file import File
from judge.model.classroom import Student

_USER = re.compile(r"(?=[^/]*[A-Za-z])[A-Za-z0-9][A-Za-z0-9-]{0,38}")
_LEAST = 3  # repositories: of two, what they have in common may be anything
_NO_ASSIGNMENT = {"group", "team", "student", "user", "submission"}  # group-a, group-b: each is the name


def prefix_of(files: Sequence[File]) -> str:
    """Return what stands before the user's name in every folder; empty where it is no such class."""
    tops = {top(file.path) for file in files if "/" in file.path}
    if len(tops) < _LEAST or any("/" not in file.path for file in files):
        return ""
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(min(tops), max(tops), strict=False))
    shared, dash, _ = "".join(letter for letter, _ in alike).rpartition("-")
    users = (name.removeprefix(shared + dash) for name in tops)
    return shared + dash if shared and shared not in _NO_ASSIGNMENT and all(map(_USER.fullmatch, users)) else ""


def sort(files: Sequence[File]) -> Sorted:
    """Sort the files by repository."""
    prefix, found = prefix_of(files), dict[str, Pile]()
    for file in files:
        name, _, inside = file.path.partition("/")
        user = name.removeprefix(prefix)
        pile = found.setdefault(name, Pile(name, [Student(user, login=user)], [any_of(user)]))
        pile.add(inside, file, name)
    return Sorted("GitHub Classroom", list(found.values()), [])
