"""Which student is in which group: a CSV with a column group, and one that names the student. JudgeError E474 where it
can't be read."""

from __future__ import annotations

from pathlib import Path

import msgspec

from judge.classroom.people import csv_file
from judge.classroom.people.names import squeezed
from judge.classroom.people.roster import Roster, cell_of, columns_named, read_roster, student_of

KIND = csv_file.Kind(
    "E474", "a list of groups", "write the columns group,id or group,email, with a row for each student"
)


def read_groups(path: Path, roster: Roster | None) -> Roster:
    """Return the roster with the groups that a file names; without a roster the file is one."""
    if roster is None:
        return read_roster(path)
    lines = csv_file.rows(path, KIND)
    head = [squeezed(cell.replace("_", " ")) for cell in next(lines, (0, []))[1]]
    columns = columns_named(head)
    columns["split"] = [head.index(name) for name in ("first name", "last name") if name in head]
    if not columns["group"]:
        raise KIND.refused(path, 1, f"its first line names no column group, but {', '.join(head[:6]) or 'nothing'}")
    columns["id"] = [index for index in columns["id"] if index not in columns["group"]]
    groups: dict[str, list[str]] = {}
    for line, row in lines:
        group, told = cell_of(row, columns["group"]), student_of(row, columns)
        if not group or not told.id:
            continue  # nobody, or somebody who is in no group
        words = {field: getattr(told, field) for field in ("id", "email", "login", "name")}
        found = roster.find({field: word for field, word in words.items() if word})[1]
        if len(found) != 1:
            who = f"{told.id!r} is {f'{len(found)} students' if found else 'nobody'} in the roster"
            raise KIND.refused(path, line, who)
        groups.setdefault(found[0].id, []).append(group)
    named = (
        msgspec.structs.replace(one, group=", ".join(groups[one.id])) if one.id in groups else one
        for one in roster.students
    )
    return Roster(named, roster.mains)
