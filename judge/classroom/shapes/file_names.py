"""Exports whose names alone say whose each file is: Autolab, Canvas, GitHub Classroom, Google Classroom, Moodle, and a
class of no platform."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import partial
from itertools import product

from judge.classroom.file import File
from judge.classroom.names import glued
from judge.classroom.shapes.pile import Pile, Place, Sorted, Told, any_of, cuts, sort_by, top
from judge.model import Student

# Autolab: `jdoe@x.edu_2_hw1.py`, with the number of the attempt.
AUTOLAB = re.compile(r"(?P<email>[^/@]+@[^/@_]+)_(?P<version>\d{1,9})_(?P<rest>[^/]+)")
# Canvas, from lib/content_zipper.rb: `name_LATE_user_attachment_file`; `anon_x1Y2z` for the name and user where it
# grades anonymously. A group's work is there once, with the group's name and the number of one of them. A name always
# stands before the number, so 1234_5000245_9000598_hw.py is not user 1234's, nor are group_1_501_9_a.py and
# lab_1_502_8_a.py one user's.
CANVAS = re.compile(
    r"(?:(?P<late_anon>LATE_)?(?P<anon>anon_[A-Za-z0-9]+)|(?P<name>[^/]*?)_(?P<late>LATE_)?(?P<id>[0-9]+|anon_[A-Za-z0-9]+))_"
    r"(?:(?P<file>[0-9]+)_(?P<rest>[^/]+)|(?P<text>text|link)\.html)"
)
_BEFORE_USER = re.compile(r"_[0-9]{1,9}(?=_)")
# Google Classroom's folder in Drive: `Jane Doe - hw1.py`.
GOOGLE = re.compile(r"(?P<name>[^/]+?) - (?P<rest>[^/]+)")


def of_autolab(file: File) -> Place | None:
    """Return the attempt that a file belongs to."""
    name, _, inside = file.path.partition("/")
    match = AUTOLAB.fullmatch(name)
    if not match:
        return None
    email, version = match["email"], int(match["version"])
    told = [Told(Student(email, email=email), email=email)]
    pile = Pile(name, told, flat=not inside, user=email, version=version)
    return Place((email, version), pile, inside or match["rest"], name)


def sort_canvas(files: Sequence[File], groups: Iterable[str]) -> Sorted:
    """Sort the files by user. Of these groups, `team_1` has its own number before that of a user."""
    numbered = {one for one in map(glued, groups) if _BEFORE_USER.search(f"{one}_")}
    return sort_by("Canvas", partial(_of_canvas, numbered), files)


def _of_canvas(numbered: Collection[str], file: File) -> Place | None:
    """Return the user whom a file belongs to."""
    ends = (match.end() for match in _BEFORE_USER.finditer(file.path)) if numbered else ()
    begin = max((end for end in ends if glued(file.path[:end]) in numbered), default=0)
    match = None if "/" in file.path else CANVAS.fullmatch(file.path, begin)
    if not match:
        return None
    number, name = match["id"] or match["anon"], file.path[:begin] + (match["name"] or "")
    told = Told(Student(number, name, lms_id=number), name, number if number.isdigit() else "")
    pile = Pile(file.path, [told], flat=True, late=bool(match["late"] or match["late_anon"]))
    return Place((number, name), pile, match["rest"] or f"{match['text']}.html", file.path)


def of_google(file: File) -> Place | None:
    """Return the name that a file belongs to."""
    match = None if "/" in file.path else GOOGLE.fullmatch(file.path)
    if not match:
        return None
    name = match["name"]
    return Place(name, Pile(file.path, [Told(Student(name, name), name)], flat=True), match["rest"], file.path)


# --- GitHub Classroom's repositories, cloned: `hw1-username/` ---------------------------------------------------------
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


def sort_github(files: Sequence[File]) -> Sorted:
    """Sort the files by repository. A user's name may begin behind any dash that all have in common."""
    prefixes = prefixes_of(files)

    def place(file: File) -> Place:
        name, _, inside = file.path.partition("/")
        users = [name.removeprefix(one) for one in prefixes]
        told = Told(Student(users[-1], login=users[-1]), words=(name, *users))
        return Place(name, Pile(name, [told]), inside, name)

    return sort_by("GitHub Classroom", place, files)


# --- Moodle, from mod/assign/classes/downloader.php: `Name_1234567_assignsubmission_file/...`, or without folders -----
# The number is a participant's, or a group's where groups hand in; nothing in the name says which. Those who are in no
# group hand in as `Default group_assignsubmission_file`, in the site's language and without a number.
_MARK = "_assignsubmission_"
DEFAULT = "Moodle's default group, of those who are in no group, handed it in: the export does not say who they are"
_TAIL = re.compile(r"(?P<plugin>[a-z]+)_?(?P<rest>[^/]*)")
_NUMBER = re.compile(r"[0-9]{1,18}")


def is_moodle(name: str) -> bool:
    """Say whether a folder or file is called as Moodle does it."""
    head, mark, tail = name.partition(_MARK)
    return bool(head and mark and _TAIL.fullmatch(tail))


def sort_moodle(files: Sequence[File]) -> Sorted:
    """Sort the files by participant or group."""
    found: dict[tuple[str, str], Pile] = {}

    def place(file: File) -> Place | None:
        name, _, inside = file.path.partition("/")
        head, _, tail = name.partition(_MARK)
        match = _TAIL.fullmatch(tail)
        if not (match and is_moodle(name)):
            return None
        who, _, number = head.rpartition("_")
        if not (who and _NUMBER.fullmatch(number)):
            who, number = head, ""
        told = Told(Student(number or who, who, lms_id=number), who, number)
        pile = Pile(name, [told], flat=not inside, unclear="" if number else DEFAULT)
        pile = found.setdefault((who, number), pile)
        if match["plugin"] == "file" and inside:
            pile.folder, pile.flat = name, False
        path = inside or match["rest"]
        return Place((who, number), pile, path if match["plugin"] == "file" else f"{match['plugin']}/{path}", name)

    return sort_by("Moodle", place, files)


# --- a class of no platform: a file or a folder for each student, called as the student is ----------------------------
# All may have the assignment before the student or behind: `hw1_12345.py`, `12345-homework.py`.
_ASSIGNMENT = re.compile(r"\d|homework|assignment|solution|submission", re.IGNORECASE)
_MOST_PARTS = 10
_MARKS = "_ -"


def _parts_of(names: list[str]) -> list[tuple[str, ...]]:
    """Return of each name what may be the student's part of it, the longest first. Before that stands a digit, and no
    word such as `team`."""
    if len(names) < _LEAST:
        return [()] * len(names)
    turned = [name[::-1] for name in names]
    ahead = [one for mark in _MARKS for one in cuts(names, mark) if re.search(r"\d", one)]
    before = ["", *(one for one in ahead if re.split(f"[{_MARKS}]", one.lower())[-2] not in _NO_ASSIGNMENT)]
    behind = ["", *(one[::-1] for mark in _MARKS for one in cuts(turned, mark) if _ASSIGNMENT.search(one[::-1]))]
    before = [one for one in before if f"{one} " not in before]  # of ` -` and ` - ` the whole
    behind = [one for one in behind if f" {one}" not in behind]
    around = sorted(product(before, behind), key=lambda one: len("".join(one)))[1:][-_MOST_PARTS:]
    return [tuple(name.removeprefix(one).removesuffix(other) for one, other in around) for name in names]


def sort_plain(files: Sequence[File], suffixes: Iterable[str]) -> Sorted:
    """Sort the files by folder. Loose ones are a submission if they end in one of `suffixes`, in letters of any case,
    or with a `.txt` behind it, as browsers put one there."""
    found: dict[str, Pile] = {}
    endings = (*suffixes, ".zip")

    def place(file: File) -> Place | None:
        name, slash, inside = file.path.partition("/")
        if not name or name == "..":
            return None
        if not slash:
            meant = name[: -len(".txt")] if name.lower().endswith(".txt") else name
            if not (name.endswith(endings) or meant.lower().endswith(endings)):
                return None
            name, inside = meant.rpartition(".")[0] or meant, name
        pile = found.setdefault(name, Pile(name, any_of(name), flat=not slash))
        if pile.files and pile.flat == bool(slash) and not file.path.endswith("/"):  # alice.py beside alice/hw.py
            pile.twice.append(file.path)
        return Place(name, pile, inside, top(file.path))

    found_all = sort_by("plain", place, files)
    for name, parts in zip(found, _parts_of([*found]), strict=True):
        found[name].told = any_of(name, *parts)
    return found_all
