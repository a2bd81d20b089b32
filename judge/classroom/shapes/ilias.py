"""ILIAS's folders: `Last_First_login_5012/20261120153012_hw1.py`; those of a team lie in `Team 7`.

From ilExSubmission's downloadAllAssignmentFiles, which takes accents out of names. The number is a user's. Names and
logins may hold underscores, so the login begins at any of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from judge.classroom.file import File
from judge.classroom.shapes import times
from judge.classroom.shapes.pile import Pile, Sorted, Told
from judge.model.classroom import Student

_STAMPED = re.compile(r"(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_(?P<rest>.+)")
_NUMBER = re.compile(r"[0-9]{1,18}")
_TEAM = re.compile(r"\D{1,40}[ _][0-9]{1,18}")
_DEPTH = 3  # folders above a student's: the exercise, "Submissions", the team
_LEAST = 4  # parts of a name: last, first, login, number


_DIFFERENT: tuple[Callable[[list[str]], str], ...] = (
    lambda part: part[0],
    lambda part: "_".join(part[2:-1]),
    lambda part: part[-1],
)


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
    lasts, users, numbers = ({key(part) for part in parts} for key in _DIFFERENT)
    return len(lasts) > 1 and len(users) == len(numbers) == len(parts)


def sort(files: Sequence[File]) -> Sorted:
    """Sort the files by student or team."""
    found: dict[str, Pile] = {}
    places = [(file, _place(file.path)) for file in files]
    teams = _teams({place.above for _, place in places if place})
    for file, place in places:
        if not place:
            continue
        own = f"{place.above}/{place.folder}".removeprefix("/")
        pile = found.setdefault(place.above if place.above in teams else own, Pile(own, []))
        if place.above in teams:
            pile.folder = place.above
        told = _told(place.folder)
        if told not in pile.told:
            pile.told.append(told)
        stamp = _STAMPED.fullmatch(place.inside)
        if stamp and (at := times.written("-".join(stamp.groups()[:6]))) is not None:
            pile.handed_in = max(at, pile.handed_in or at)
        pile.add(stamp["rest"] if stamp else place.inside, file, own)
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
