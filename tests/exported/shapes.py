"""Classes as the platforms export them, made as their own code makes names; and a roster as the platform exports it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from tests.classes import write_zip
from tests.exported.people import STRANGER, One, cleaned, own_roster, source, table


class Exported(NamedTuple):
    """An export, the class list beside it, and whose each submission is, by its name in the export."""

    path: Path
    roster: str
    owners: Mapping[str, tuple[str, ...]]
    absent: tuple[str, ...] = ()
    groups: str = ""


Name = Callable[[One], str]


def _handed_in(students: Sequence[One]) -> tuple[list[One], tuple[str, ...]]:
    """Every eleventh has handed in nothing."""
    return [one for one in students if one.k % 11 != 5], tuple(one.sid for one in students if one.k % 11 == 5)


def _exported(root: Path, made: Mapping[str, tuple[str, bytes, tuple[str, ...]]], **more: object) -> Exported:
    """Write a zip; of each submission, by its name, the file and whose it is."""
    path = write_zip(root / "export.zip", {file: data for file, data, _ in made.values()})
    owners = {name: owners for name, (_, _, owners) in made.items()}
    return Exported(path, owners=owners, **more)  # type: ignore[arg-type]


def _each(
    root: Path, students: Sequence[One], roster: str, name: Name, *, path: str = "{}/hw.py", stranger: str = ""
) -> Exported:
    """Return an export with one submission of each who handed in, and of a stranger, at this path of their name."""
    present, absent = _handed_in(students)
    names = {name(one): one.sid for one in present} | ({stranger: STRANGER} if stranger else {})
    made = {one.replace("\u200f", ""): (path.format(one), source([sid]), (sid,)) for one, sid in names.items()}
    return _exported(root, made, roster=roster, absent=absent)


def plain(root: Path, students: list[One]) -> Exported:
    def name(one: One) -> str:
        return (one.sid, one.login, one.email, cleaned(one.name))[one.k % 4]

    return _each(root, students, own_roster(students), name, stranger="Zaphod")


def _moodle_roster(students: Iterable[One], head: str, word: str, shift: int = 0, *, groups: bool = False) -> str:
    rows = []
    for one in students:
        cells = [f"{word}{one.number + shift}", one.name, one.sid, one.email, "-"]
        rows.append([*cells, *([one.group] if groups else []), "", "100.00", "Yes", "-", "-", ""])
    return table(head, rows)


MOODLE = "Identifier,Full name,ID number,Email address,Status"
REST = ",Grade,Maximum Grade,Grade can be changed,Last modified (submission),Last modified (grade),Feedback"
GERMAN = "ID,Vollständiger Name,ID-Nummer,E-Mail-Adresse,Status,Bewertung,Bestwertung,Änderbar,Abgabe,Bewertet,Feedback"


def _moodle(root: Path, students: list[One], roster: str) -> Exported:
    def name(one: One) -> str:
        mark = "\u200f" if one.k % 12 == 3 else ""
        return f"{cleaned(one.name)}{mark}_{one.number}_assignsubmission_file"

    return _each(root, students, roster, name, stranger="Zaphod_99_assignsubmission_file")


def moodle(root: Path, students: list[One]) -> Exported:
    return _moodle(root, students, _moodle_roster(students, MOODLE + REST, "Participant "))


def moodle_german(root: Path, students: list[One]) -> Exported:
    return _moodle(root, students, _moodle_roster(students, GERMAN, "Teilnehmer/in"))


def moodle_other(root: Path, students: list[One]) -> Exported:
    """The worksheet is another assignment's, whose numbers are other participants' here."""
    return _moodle(root, students, _moodle_roster(students, MOODLE + REST, "Participant ", 7))


def moodle_blind(root: Path, students: list[One]) -> Exported:
    """An anonymous assignment, with the worksheet that was taken after identities were revealed."""
    name = "Teilnehmerin_{}_assignsubmission_file"
    roster = _moodle_roster(students, GERMAN, "Teilnehmer/in")
    return _each(root, students, roster, lambda one: name.format(one.number), stranger=name.format(99))


def moodle_teams(root: Path, students: list[One]) -> Exported:
    """The folders carry the group's id, which is a participant's number as well; the last team is in no group."""
    made = {}
    teams = [(team, list(members)) for team, members in groupby(students, lambda one: one.group)]
    for at, (team, members) in enumerate(teams):
        sids = tuple(one.sid for one in members)
        name = f"{cleaned(team)}_{5000 + (at + 9) % len(students)}_assignsubmission_file"
        if at == len(teams) - 1:
            name = "Standardgruppe_assignsubmission_file"
        made[name] = (f"{name}/hw.py", source(sids), sids)
    rest = {one.sid for one in teams[-1][1]}
    listed = [one._replace(group="") if one.sid in rest else one for one in students]
    roster = _moodle_roster(listed, MOODLE + ",Group" + REST, "Participant ", groups=True)
    return _exported(root, made, roster=roster)


CANVAS = "Student,ID,SIS User ID,SIS Login ID,Section"


def _canvas_name(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def _canvas_roster(students: Iterable[One]) -> str:
    return table(CANVAS, [("    Points Possible", "", "", "", ""), *(
        (one.sortable, one.number, one.sid, one.login, "A") for one in students)])  # fmt: skip


def canvas(root: Path, students: list[One]) -> Exported:
    def name(one: One) -> str:
        late = "_LATE" if one.k % 7 == 0 else ""
        return f"{_canvas_name(one.sortable)}{late}_{one.number}_{9_000_000 + one.k}_hw.py"

    return _each(root, students, _canvas_roster(students), name, path="{}", stranger="zaphod_99_9990000_hw.py")


def canvas_groups(root: Path, students: list[One]) -> Exported:
    """One of each group represents it; who is in it is said by another list."""
    made = {}
    for at, (team, members) in enumerate(groupby(students, lambda one: one.group)):
        one, *_ = listed = list(members)
        sids = tuple(member.sid for member in listed)
        name = f"{_canvas_name(team)}_{one.number}_{9_000_000 + at}_hw.py"
        made[name] = (name, source(sids), sids)
    rows = [(one.name, one.number, one.sid, one.login, one.group) for one in students]
    groups = table("name,canvas_user_id,user_id,login_id,group_name", rows)
    return _exported(root, made, roster=_canvas_roster(students), groups=groups)


def gradescope(root: Path, students: list[One]) -> Exported:
    present, absent = _handed_in(students)
    lines, made = ["---"], dict[str, tuple[str, bytes, tuple[str, ...]]]()
    for one in present:
        name = f"submission_{400_000 + one.k}"
        lines += [f"{name}:", "  :submitters:", f"  - :name: {json.dumps(one.name, ensure_ascii=False)}"]
        lines += [f"    :sid: {one.sid}", f"    :email: {one.email}", "  :created_at: 2026-11-20 10:00:00.000000000 Z"]
        made[name] = (f"{name}/hw.py", source([one.sid]), (one.sid,))
    lines += ["submission_9:", "  :submitters:", "  - :name: Zaphod", "    :email: z@example.edu"]
    made["submission_9"] = ("submission_9/hw.py", source([STRANGER]), (STRANGER,))
    made["list"] = ("submission_metadata.yml", "\n".join([*lines, ""]).encode(), ())
    rows = [(one.name, one.sid, one.email) for one in students]
    found = _exported(root, made, roster=table("Name,SID,Email", rows), absent=absent)
    return found._replace(owners={name: owners for name, owners in found.owners.items() if owners})


def _attempts(one: One) -> Iterable[tuple[int, bytes]]:
    """Every third handed in twice; the later one counts."""
    if one.k % 3 == 0:
        yield 1, source([one.sid], "; too early")
    yield 2, source([one.sid])


def blackboard(root: Path, students: list[One]) -> Exported:
    present, absent = _handed_in(students)
    files: dict[str, bytes] = {}
    owners: dict[str, tuple[str, ...]] = {}
    for one in present:
        for number, data in _attempts(one):
            attempt = f"Homework_1_{one.login}_attempt_2026-11-2{number}-18-00-00"
            files[f"{attempt}_hw.py"] = data
            files[f"{attempt}.txt"] = f"Name: {one.name} ({one.login})\r\nAssignment: Homework_1\r\n".encode()
            owners[f"{attempt}.txt"] = (one.sid,)
    return Exported(write_zip(root / "export.zip", files), own_roster(students), owners, absent)


def brightspace(root: Path, students: list[One]) -> Exported:
    present, absent = _handed_in(students)
    files: dict[str, bytes] = {"index.html": b"<p>"}
    owners: dict[str, tuple[str, ...]] = {}
    for one in present:
        for number, data in _attempts(one):
            name = f"{one.number}-777 - {one.name.replace('/', '')} - Nov 2{number}, 2026 926 PM"
            files[f"{name}/hw.py"] = data
            owners[name] = (one.sid,)
    rows = [(f"#{one.sid}", f"#{one.login}", one.last, one.first, one.email, "#") for one in students]
    roster = table("OrgDefinedId,Username,Last Name,First Name,Email,End-of-Line Indicator", rows)
    return Exported(write_zip(root / "export.zip", files), roster, owners, absent)


def google(root: Path, students: list[One]) -> Exported:
    return _each(root, students, own_roster(students), lambda one: f"{one.name} - hw.py", path="{}")


def autolab(root: Path, students: list[One]) -> Exported:
    present, absent = _handed_in(students)
    files: dict[str, bytes] = {}
    owners: dict[str, tuple[str, ...]] = {}
    for one in present:
        for number, data in _attempts(one):
            files[f"{one.email}_{number + 8}_hw.py"] = data
            owners[f"{one.email}_{number + 8}_hw.py"] = (one.sid,)
    return Exported(write_zip(root / "export.zip", files), own_roster(students), owners, absent)


def nbgrader(root: Path, students: list[One]) -> Exported:
    present, absent = _handed_in(students)
    files: dict[str, bytes] = {}
    for one in present:
        files[f"submitted/{one.login}/hw1/hw.py"] = source([one.sid])
        files[f"submitted/{one.login}/hw1/timestamp.txt"] = b"2026-11-20 10:00:00.000000 UTC"
    owners = {f"submitted/{one.login}/hw1": (one.sid,) for one in present}
    return Exported(write_zip(root / "export.zip", files), own_roster(students), owners, absent)


def github(root: Path, students: list[One]) -> Exported:
    rows = [(one.sid, one.login, one.number, one.name) for one in students]
    roster = table("identifier,github_username,github_id,name", rows)
    return _each(root, students, roster, lambda one: f"hw1-{one.login}")


def _plain_letters(name: str) -> str:
    return "".join(one for one in unicodedata.normalize("NFD", name) if unicodedata.category(one) != "Mn")


def sakai(root: Path, students: list[One]) -> Exported:
    def name(one: One) -> str:
        return f"{_plain_letters(one.sortable)}({one.login})"

    path, stranger = "Homework 1/{}/Submission attachment(s)/hw.py", "Beeblebrox, Zaphod(zb1)"
    return _each(root, students, own_roster(students), name, path=path, stranger=stranger)


def ilias(root: Path, students: list[One]) -> Exported:
    def name(one: One) -> str:
        letters = (letter if letter.isascii() else "__" for letter in _plain_letters(f"{one.last}_{one.first}"))
        return f"{''.join(letters)}_{one.login}_{one.number}"

    path, stranger = "{}/20261120153012_hw.py", "Beeblebrox_Zaphod_zb1_99"
    return _each(root, students, own_roster(students), name, path=path, stranger=stranger)


SHAPES: dict[str, Callable[[Path, list[One]], Exported]] = {
    "plain": plain, "Moodle": moodle, "Moodle, German": moodle_german, "Moodle, another worksheet": moodle_other,
    "Moodle, blind": moodle_blind, "Sakai": sakai, "ILIAS": ilias,
    "Moodle, teams": moodle_teams, "Canvas": canvas, "Canvas, groups": canvas_groups, "Gradescope": gradescope,
    "Blackboard": blackboard, "Brightspace": brightspace, "Google Classroom": google, "Autolab": autolab,
    "nbgrader": nbgrader, "GitHub Classroom": github,
}  # fmt: skip
