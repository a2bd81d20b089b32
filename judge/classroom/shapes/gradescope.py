"""Gradescope's exports, whose `submission_metadata.yml` names the submitters of each `submission_1234567/`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from judge.classroom.files.file import File
from judge.classroom.shapes.metadata import METADATA, METADATA_LIMIT, submitters, times_of, whole_folders
from judge.classroom.shapes.pile import Pile, Sorted, Told
from judge.model.classroom import Student


def sort(files: Sequence[File]) -> Sorted:
    listed: Mapping[str, list[Student]] = {}
    times: Mapping[str, datetime | None] = {}
    found: dict[str, Pile] = {}
    strays: list[File] = []
    for file in files:
        if file.path == METADATA and not file.fault:
            data = whole_folders(file.read(METADATA_LIMIT))
            listed, times = submitters(data), times_of(data)
            del data  # it may be long
    for folder, students in listed.items():
        told = [Told(one, one.name, email=one.email, sid=_own_id(one)) for one in students]
        found[folder] = Pile(folder, told, handed_in=times.get(folder))
    for file in files:
        folder, slash, inside = file.path.partition("/")
        if re.fullmatch(r"submission_\d+", folder) and slash:
            # Not in the list: there is a submission all the same, of somebody who must be found out.
            pile = found.setdefault(folder, Pile(folder, []))
            pile.add(inside, file, folder)
        elif file.path != METADATA:
            strays.append(file)
    return Sorted("Gradescope", list(found.values()), strays)


def _own_id(student: Student) -> str:
    """Return the institution's id; nothing where an address or a name stands in its place."""
    return "" if student.id in (student.email, student.name) else student.id
