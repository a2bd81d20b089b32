"""Google Classroom's folder in Drive: `Jane Doe - hw1.py`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.classroom.files.file import File
from judge.classroom.shapes.pile import Pile, Sorted, Told
from judge.model.classroom import Student

GOOGLE = re.compile(r"(?P<name>[^/]+?) - (?P<rest>[^/]+)")


def sort(files: Sequence[File]) -> Sorted:
    """Sort the files by name."""
    found: dict[str, Pile] = {}
    strays = []
    for file in files:
        match = None if "/" in file.path else GOOGLE.fullmatch(file.path)
        if not match:
            strays.append(file)
            continue
        name = match["name"]
        if name not in found:
            found[name] = Pile(file.path, [Told(Student(name, name), name)], flat=True)
        found[name].add(match["rest"], file, file.path)
    return Sorted("Google Classroom", list(found.values()), strays)
