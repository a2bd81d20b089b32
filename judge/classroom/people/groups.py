"""Which student is in which group: a CSV with a column group, and one that names the student. JudgeError E474 where it
can't be read."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from judge.classroom.people import csv_file
from judge.classroom.people.columns import cell_of, columns_named, keys, student_of
from judge.classroom.people.names import squeezed
from judge.classroom.people.people import group_names
from judge.classroom.people.roster import Roster, read_roster
from judge.model.classroom import Student

KIND = csv_file.Kind(
    "E474", "a list of groups", "write the columns group,id or group,email, with a row for each student"
)


def near_group(roster: Roster, word: str) -> tuple[Student, ...]:
    """Return the members of groups called so, but for zeros, blanks and marks: 0429 for 429."""
    wanted = _bare(word)
    return tuple(one for one in roster.students if wanted and wanted in map(_bare, group_names(one.group)))


def _bare(name: str) -> str:
    return re.sub(r"(?<!\d)0+(?=\d)|[\W_]", "", squeezed(name))


def read_groups(path: Path, roster: Roster | None) -> Roster:
    """Return the roster with the groups that a file names; without a roster the file is one."""
    if roster is None:
        return read_roster(path)
    lines = csv_file.rows(path, KIND)
    head = next(lines, (0, []))[1]
    columns = columns_named(keys(head))
    if not columns["group"]:
        cells = ", ".join(map(squeezed, head[:6]))
        raise KIND.refused(path, 1, f"its first line names no column group, but {cells or 'nothing'}")
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
    return Roster(named, roster.mains, roster.remarks)
