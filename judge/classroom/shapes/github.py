"""GitHub Classroom's repositories, cloned: `hw1-username/`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.classroom.files.file import File
from judge.classroom.shapes.pile import Pile, Sorted, Told, cuts, top
from judge.model.classroom import Student

_USER = re.compile(r"(?=[^/]*[A-Za-z])[A-Za-z0-9][A-Za-z0-9-]{0,38}")
_LEAST = 3  # repositories: of two, what they have in common may be anything
_NO_ASSIGNMENT = {"group", "team", "student", "user", "submission"}  # group-a, group-b: each is the name


def prefixes_of(files: Sequence[File]) -> list[str]:
    """Return what may stand before the user's name in every folder; nothing where it is no such class."""
    tops = list({top(file.path) for file in files if "/" in file.path})
    if len(tops) < _LEAST or any("/" not in file.path for file in files):
        return []
    shared = [one for one in cuts(tops, "-") if one != "-"]
    users = (name.removeprefix(shared[-1]) for name in tops) if shared else ()
    return shared if shared and shared[-1][:-1] not in _NO_ASSIGNMENT and all(map(_USER.fullmatch, users)) else []


def sort(files: Sequence[File]) -> Sorted:
    """Sort the files by repository. A user's name may begin behind any dash that all have in common."""
    prefixes, found = prefixes_of(files), dict[str, Pile]()
    for file in files:
        name, _, inside = file.path.partition("/")
        users = [name.removeprefix(one) for one in prefixes]
        told = Told(Student(users[-1], login=users[-1]), words=(name, *users))
        found.setdefault(name, Pile(name, [told])).add(inside, file, name)
    return Sorted("GitHub Classroom", list(found.values()), [])
