"""Exports with a folder for each submitter: Sakai's, nbgrader's and ILIAS's, with the time in a file or in the names,
and Schoology's and Teams's, with a folder for each version."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from judge.classroom.file import File
from judge.classroom.shapes.pile import Pile, Place, Sorted, Told, any_of, sort_by, top
from judge.classroom.shapes.times import written_time
from judge.errors import JudgeError
from judge.model import Roll, Student

_STAMP = "timestamp.txt"  # of Sakai and nbgrader
_PARTS = r"(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)"  # of a time

# --- Sakai's zip, from AssignmentServiceImpl.zipSubmissions: `Last, First(eid)/Submission attachment(s)/hw1.py` below a
# folder of the assignment's name, or `Last, First(eid)_Submission attachment(s)_hw1.py`; a group's folder names each
# member. Accents are taken out of names. What graders wrote lies beside it.
_ATTACHED = "Submission attachment(s)"
_OF_GRADERS = ("comments.txt", "feedbackText.html", "feedbackComment.txt")
_GRADES = ("grades.csv", "grades.xls", "grades.xlsx")
_FEEDBACK = "Feedback Attachment(s)"
_WHO = re.compile(r"(?P<name>[^;]*?,.*?)\((?P<eid>[^()]+)\)(?:; |$)")
_OF_SAKAI = re.compile(_PARTS + r"\d{0,3}")
_LONGEST = 1024  # characters of a name


def is_sakai(name: str) -> bool:
    """Say whether a folder or file is called as Sakai does it."""
    return bool(_submitters(_split(name)[0]))


def sort_sakai(files: Sequence[File]) -> Sorted:
    """Sort the files by submitter."""
    return sort_by("Sakai", _in_sakai, [file for file in files if file.path not in _GRADES])


def _in_sakai(file: File) -> Place | None:
    name, slash, inside = file.path.partition("/")
    who, rest = (name, inside) if slash else _split(name)
    told = _submitters(who)
    if not (told and (slash or rest)):
        return None
    pile = Pile(name, told, flat=not slash)
    if inside == _STAMP and not file.fault:
        return Place(who, pile, "", name, _sakai_time(file.read(100).decode(errors="replace")))
    ours = inside not in _OF_GRADERS and not inside.startswith(f"{_FEEDBACK}/")
    return Place(who, pile, rest.removeprefix(f"{_ATTACHED}/") if ours else "", name)


def _split(name: str) -> tuple[str, str]:
    """Return the submitter and the file in the name of a file without folders."""
    who, mark, rest = name.partition(f"_{_ATTACHED}_")
    return (who, rest) if mark else (name, "")


def _submitters(who: str) -> list[Told]:
    matches = list(_WHO.finditer(who)) if len(who) <= _LONGEST else []
    if "".join(match[0] for match in matches) != who:
        return []
    people = [(match["name"].strip(), match["eid"]) for match in matches]
    return [Told(Student(eid, name, login=eid), name, logins=(eid,)) for name, eid in people]


def _sakai_time(text: str) -> datetime | None:
    """Return a time of Sakai's, which is in UTC: 20261120153012345 up to version 12."""
    match = _OF_SAKAI.fullmatch(text.strip())
    return written_time("-".join(match.groups()) + " UTC" if match else text)


# --- nbgrader's tree: `submitted/<student>/<assignment>/...`, with the time in `timestamp.txt` ------------------------
_ROOT = "submitted/"


def is_nbgrader(files: Sequence[File]) -> bool:
    """Say whether it is the whole tree, or at least half of its students have a time where nbgrader writes it."""
    if files and all(file.path.startswith(_ROOT) and file.path.count("/") > 2 for file in files):
        return True
    parts = [file.path.split("/", 3) for file in files if file.path.count("/") > 1]
    stamped = {names[0] for names in parts if names[2:] == [_STAMP] and not is_sakai(names[1])}
    return 2 * len(stamped) >= len({file.path.partition("/")[0] for file in files}) > 0


def sort_nbgrader(files: Sequence[File]) -> Sorted:
    """Sort the files by student. A JudgeError E461 where there are several assignments."""
    assignments = set()

    def place(file: File) -> Place | None:
        student, *rest = file.path.removeprefix(_ROOT).split("/", 2)
        if len(rest) < 2:
            return None
        assignment, inside = rest
        assignments.add(assignment)
        top = file.path[: len(file.path) - len(inside) - 1]
        at = None
        if inside == _STAMP and not file.fault:
            inside, at = "", written_time(file.read(100).decode(errors="replace"))
        return Place(student, Pile(top, any_of(student)), inside, top, at)

    found = sort_by("nbgrader", place, files)
    _check_one(assignments)
    return found


def _check_one(assignments: set[str]) -> None:
    """Raise JudgeError E461 for a tree of several assignments."""
    if len(assignments) > 1:
        named = ", ".join(sorted(assignments)[:5])
        message = f"the tree can't be read as a class: it holds {len(assignments)} assignments: {named}"
        raise JudgeError("E461", message, help="leave the folder of one assignment in it for each student")


# --- ILIAS's folders: `Last_First_login_5012/20261120153012_hw1.py`; those of a team lie in `Team 7` ------------------
# From ilExSubmission's downloadAllAssignmentFiles, which takes accents out of names; newer versions leave the time out,
# and say of a file that it is late. The number is a user's. Names and logins may hold underscores, so the login begins
# at any of them.
_STAMPED = re.compile(_PARTS + "_(?P<rest>.+)")
_NUMBER = re.compile(r"[0-9]{1,18}")
_HANDED_IN_LATE = re.compile(r"(?:Late Submission|Verspaetete Abgabe) - (?P<rest>.+)", re.IGNORECASE)
_TEAM = re.compile(r"\D{1,40}[ _][0-9]{1,18}")
_DEPTH = 3  # folders above a student's: the exercise, "Submissions", the team
_LEAST = 4  # parts of a name: last, first, login, number


class _Place(NamedTuple):
    above: str  # the folders above a student's
    folder: str
    inside: str


def _place(path: str) -> _Place | None:
    *folders, _ = parts = path.split("/")
    for at, name in enumerate(folders[: _DEPTH + 1]):
        *who, number = name.split("_")
        if len(who) + 1 >= _LEAST and _NUMBER.fullmatch(number):
            return _Place("/".join(parts[:at]), name, "/".join(parts[at + 1 :]))
    return None


def is_ilias(files: Sequence[File]) -> bool:
    """Say whether half of the files have ILIAS's form. Without times in their names, all of them, and then the folders
    have several last names, and no user or number twice: others call a folder `final_project_group_1`."""
    places = [_place(file.path) for file in files]
    stamped = sum(bool(place and _STAMPED.fullmatch(place.inside)) for place in places)
    if 2 * stamped >= len(files) > 0:
        return True
    if not all(place and not place.above for place in places):
        return False
    parts = [folder.split("_") for folder in {place.folder for place in places if place}]
    users, numbers = {"_".join(part[2:-1]) for part in parts}, {part[-1] for part in parts}
    return len({part[0] for part in parts}) > 1 and len(users) == len(numbers) == len(parts)


def sort_ilias(files: Sequence[File]) -> Sorted:
    """Sort the files by student or team."""
    found: dict[str, Pile] = {}
    places = [(file, _place(file.path)) for file in files]
    teams = _teams({place.above for _, place in places if place})
    for file, place in places:
        if not place:
            continue
        own = f"{place.above}/{place.folder}".removeprefix("/")
        key = place.above if place.above in teams else own
        pile = found.setdefault(key, Pile(key, []))
        told = _told(place.folder)
        if told not in pile.told:
            pile.told.append(told)
        stamp = _STAMPED.fullmatch(place.inside)
        if stamp and (at := written_time("-".join(stamp.groups()[:6]))) is not None:
            pile.handed_in = max(at, pile.handed_in or at)
        path = stamp["rest"] if stamp else place.inside
        if late := _HANDED_IN_LATE.fullmatch(path):
            path, pile.late = late["rest"], True
        pile.add(path, file, own)
    return Sorted("ILIAS", list(found.values()), [file for file, place in places if not place])


def _teams(folders: set[str]) -> set[str]:
    """Return which folders are a team's: an only one may be the exercise's."""
    teams = {folder for folder in folders if _TEAM.fullmatch(folder.rpartition("/")[2])}
    return teams if len(teams) > 1 else {folder for folder in teams if "team" in folder.lower()}


def _told(folder: str) -> Told:
    *who, number = folder.split("_")
    logins = tuple("_".join(who[at:]) for at in range(2, len(who)) if who[at]) or (who[-1],)
    if len(logins) > 1:
        return Told(Student(number, " ".join(who), lms_id=number), " ".join(who), logins=logins)
    name = ", ".join(filter(None, [who[0], " ".join(who[1 : -1 - logins[0].count("_")]).strip()]))
    return Told(Student(logins[0], name, login=logins[0], lms_id=number), name, logins=logins)


# --- Schoology: `Last, First - s486002/Revision 2 - Late/hw1.py`, with an id or a login -----------------------------
# Teams, as SharePoint packs it: `Submitted files/First Last/Homework 1/Version 2/hw1.py`. What lies in `Working files`
# was not handed in.
_SUBMITTED, _WORKING = "Submitted files/", "Working files"
VERSIONS: dict[Roll.Shape, re.Pattern[str]] = {
    "Schoology": re.compile(
        r"(?P<user>(?P<name>[^/]+?)(?: - (?P<known>(?:(?! - )[^/])+))?)(?P<work>)/"
        r"(?:(?P<version>R[^/ ]{1,3}visi[^/ ]{1,4} (?P<count>\d{1,9}) - [^/]+)/)?(?P<rest>.*)",
        re.DOTALL,
    ),
    "Teams": re.compile(
        rf"(?:{_SUBMITTED})?(?P<user>(?P<name>[^/]+)(?P<known>))/(?P<work>[^/]+)/"
        r"(?:(?P<version>Vers[^/ ]{1,5} (?P<count>\d{1,9}))/)?(?P<rest>.*)",
        re.DOTALL,
    ),
}
_LATE = " - late"


def has_versions(shape: Roll.Shape, files: Sequence[File]) -> bool:
    """Say whether at least half of the students have a folder for a version. Where the folder of Teams above theirs is
    missing, all of several, and of one assignment: students have such folders, too."""
    matches = [(file, VERSIONS[shape].fullmatch(file.path)) for file in files]
    users = {match["user"] if match else top(file.path) for file, match in matches} - {_WORKING}
    having = {match["user"] for _, match in matches if match and match["version"]}
    if shape == "Teams" and not any(file.path.startswith(_SUBMITTED) for file in files):
        return having == users and len({match["work"] for _, match in matches if match}) == 1 < len(users)
    return 2 * len(having) >= len(users) > 0


def sort_versions(shape: Roll.Shape, files: Sequence[File]) -> Sorted:
    """Make a pile of each version. A JudgeError E461 where there are several assignments."""
    assignments = set()

    def place(file: File) -> Place | None:
        match = VERSIONS[shape].fullmatch(file.path)
        if not match:
            return None
        assignments.add(match["work"])
        name, known, version = match["name"].strip(), match["known"] or "", match["version"] or ""
        told = Told(Student(known or name, name), name, logins=(known,) if known else ())
        folder, late = file.path[: match.start("rest")].rstrip("/"), version.lower().endswith(_LATE)
        pile = Pile(folder, [told], late=late, user=match["user"], version=int(match["count"] or 0))
        return Place(folder, pile, match["rest"], folder)

    found = sort_by(shape, place, [file for file in files if top(file.path) != _WORKING])
    _check_one(assignments)
    return found
