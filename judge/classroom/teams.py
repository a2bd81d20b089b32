"""The teams of a contest, from the tables [[team]] of its file or from a roster. Nobody is in two of them.

[[team]]
id = "t1"               # as scoreboards know it; by default made of its name
name = "The Lizards"
affiliation = "CUNY"    # shown beside the name
members = ["ada", "bob"]    # as they are named by  judge submit --as
groups = ["students"]

In a roster each group is a team, and a student without one is a team alone. Then a student submits by id, name, login
or e-mail address, but not by a name that two of them have; only a name is shown, or the id where there is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from judge.classroom.roster import read_roster
from judge.classroom.toml_file import At, TomlFile
from judge.errors import JudgeError, Place
from judge.model.classroom import Student
from judge.model.schedule import Team
from judge.text import IDENTIFIER_HELP, identifiers, is_identifier

KEYS = {"id": str, "name": str, "affiliation": str, "members": (list,), "groups": (list,)}
_REPAIR = "let each person be in one team, and give each team an id and a name of its own"


def read_teams(source: TomlFile) -> tuple[Team, ...]:
    """Return the teams of a contest file, those of its roster first. JudgeError E450 where two teams claim one name."""
    path = source.path.parent / source.top["roster"] if "roster" in source.top else None
    listed = _of_roster(path) if path else []
    tables = source.tables("team")
    for number, words in enumerate(tables, 1):
        _check(words, source, At("team", number))
    made = identifiers((words.get("id") or words["name"] for words in tables), "team")
    teams = [_team(words, known) for words, known in zip(tables, made, strict=True)]
    if not (listed or teams):
        repair = 'write  roster = "roster.csv", or for each team:  [[team]]  name = "The Lizards"  members = ["ada"]'
        raise source.wrong(At(), "the contest has no team", repair)
    places = [Place(str(path))] * len(listed) + [source.place(At("team", number + 1)) for number in range(len(teams))]
    _refuse_shared([*listed, *teams], places)
    return (*listed, *teams)


def competitors(source: TomlFile) -> list[Student]:
    """Return who competes: who is in the roster, and the members of each [[team]], or the team itself without any."""
    listed = read_roster(source.path.parent / source.top["roster"]).students if "roster" in source.top else ()
    tables = source.tables("team")
    teams = read_teams(source)
    found = [
        Student(member, group=team.name) if words.get("members") else Student(team.id, team.name)
        for words, team in zip(tables, teams[len(teams) - len(tables) :], strict=True)
        for member in words.get("members") or [team.id]
    ]
    return [*listed, *found]


def _check(words: Mapping[str, Any], source: TomlFile, at: At) -> None:
    source.check(words, KEYS, at)
    if not (words.get("name") or words.get("id")):
        raise source.wrong(at, "a [[team]] has neither a name nor an id", 'write  name = "The Lizards"')
    if "id" in words and not is_identifier(words["id"]):
        raise source.wrong(at._replace(key="id"), f"{words['id']!r} can't be the id of a team", IDENTIFIER_HELP)
    for key in ("members", "groups"):
        if not all(isinstance(one, str) and one for one in words.get(key, [])):
            raise source.wrong(at._replace(key=key), f"{key} must be a list of texts", f'write  {key} = ["ada", "bob"]')


def _team(words: Mapping[str, Any], known: str) -> Team:
    name = words.get("name") or words["id"]
    owners = dict.fromkeys([*words.get("members", ()), words.get("id", known), known, name])
    groups = tuple(dict.fromkeys(words.get("groups", ())))
    return Team(known, name, tuple(owners), words.get("affiliation", ""), groups)


def _of_roster(path: Path) -> list[Team]:
    """Return a team for each group of a roster, and one for each student without a group."""
    members: dict[tuple[str, str], list[Student]] = {}
    for student in read_roster(path).students:
        members.setdefault((student.group, "" if student.group else student.id), []).append(student)
    names = [group or _shown(students[0]) for (group, _), students in members.items()]
    made = identifiers(names, "team")
    called = Counter(one.name for students in members.values() for one in students)
    shared = frozenset(name for name, count in called.items() if count > 1)
    teams = zip(made, names, members.values(), strict=True)
    return [_of_students(known, name, students, shared) for known, name, students in teams]


def _of_students(known: str, name: str, students: Sequence[Student], shared: frozenset[str]) -> Team:
    """Return a team. Who shares a name with another submits by something else."""
    words = [word for one in students for word in (one.id, one.name, one.login, one.email) if word]
    owners = dict.fromkeys(word for word in (*words, known, name) if word not in shared)
    sections = dict.fromkeys(one.section for one in students if one.section and one.section != one.group)
    return Team(known, name, tuple(owners), groups=tuple(sections))


def _shown(student: Student) -> str:
    """Return what the public is shown of somebody: no address."""
    return student.name or student.id.partition("@")[0]


def _refuse_shared(teams: Sequence[Team], places: Sequence[Place]) -> None:
    """Refuse whom two teams claim: nobody could say whose a submission is."""
    claimed: dict[str, int] = {}
    for number, word in _claims(teams):
        other = claimed.setdefault(word, number)
        if other != number:
            message = f"{word!r} is in two teams: {teams[other].name} and {teams[number].name}"
            raise JudgeError("E450", message, places[number], help=_REPAIR)


def _claims(teams: Sequence[Team]) -> Iterator[tuple[int, str]]:
    for number, team in enumerate(teams):
        yield from ((number, word) for word in team.owners)
