"""Autolab's names: `jdoe@x.edu_2_hw1.py`, with the number of the attempt."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.classroom.files.file import File
from judge.classroom.shapes.pile import Pile, Sorted, Told, top
from judge.model.classroom import Student

AUTOLAB = re.compile(r"(?P<email>[^/@]+@[^/@_]+)_(?P<version>\d{1,9})_(?P<rest>[^/]+)")


def sort(files: Sequence[File]) -> Sorted:
    """Make a pile of each attempt."""
    found: dict[tuple[str, int], Pile] = {}
    strays = []
    for file in files:
        name, _, inside = file.path.partition("/")
        match = AUTOLAB.fullmatch(name)
        if not match:
            strays.append(file)
            continue
        email, version = match["email"], int(match["version"])
        if (email, version) not in found:
            told = [Told(Student(email, email=email), email=email)]
            found[email, version] = Pile(name, told, flat=not inside, user=email, version=version)
        found[email, version].add(inside or match["rest"], file, top(file.path))
    return Sorted("Autolab", list(found.values()), strays)
