"""Read a contest file. JudgeError E435 when it can't be opened, E449 where it is wrong: with its line, and a repair.

name = "Autumn contest"
start = 2026-11-21T14:00:00+01:00   # or "2026-11-21 14:00 Europe/Berlin"
end = 2026-11-21T19:00:00+01:00     # or duration = "5h"
freeze = "1h"                       # before the end, or a time
penalty = 20                        # minutes for each wrong try
scoring = "pass-fail"               # or "score": points
roster = "roster.csv"               # teams

[[problem]]
package = "lizards"     # by name or by folder
label = "A"             # by default A, B, C, ...
colour = "red"          # of the balloon: a name or "#c0392b"

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

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from string import ascii_uppercase
from typing import Any, TypeVar

from judge.classroom.roster import read_roster
from judge.classroom.toml_file import At, Kind, TomlFile
from judge.errors import JudgeError, Place, meant
from judge.model.classroom import Student
from judge.model.deadline import Deadline
from judge.model.record import package_digest
from judge.model.schedule import Schedule, Task, Team
from judge.problems.deadlines import DeadlineError, read_time, span_s
from judge.problems.package import read_package
from judge.problems.places import package_folder
from judge.scoring.points import most_points
from judge.text import IDENTIFIER_HELP, identifier, identifiers, is_identifier

KEYS = {
    **{"name": str, "id": str, "start": object, "end": object, "duration": str, "freeze": object, "penalty": int},
    **{"scoring": str, "compile_errors_count": bool, "roster": str, "problem": list, "team": list},
}
TASK_KEYS = {"package": str, "label": str, "colour": str, "title": str}
COLOURS = {
    **{"red": "#ff0000", "green": "#008000", "blue": "#0000ff", "yellow": "#ffff00", "orange": "#ffa500"},
    **{"purple": "#800080", "pink": "#ffc0cb", "white": "#ffffff", "black": "#000000", "grey": "#808080"},
    **{"gray": "#808080", "silver": "#c0c0c0", "gold": "#ffd700", "brown": "#a52a2a", "cyan": "#00ffff"},
    **{"magenta": "#ff00ff", "lime": "#00ff00", "navy": "#000080", "teal": "#008080", "olive": "#808000"},
    **{"maroon": "#800000", "violet": "#ee82ee"},
}
_LABEL = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,9})")
_TEMPLATE = 'write  name, start, end, and for each problem:  [[problem]]  package = "lizards"'
_KIND = Kind("E449", "contest file", _TEMPLATE)
_MOST_PENALTY = 100_000  # minutes
_Read = TypeVar("_Read")


def read_schedule(path: Path) -> Schedule:
    """Return the contest. Packages and roster are read too, so that what is missing is said now."""
    source = TomlFile(path, _KIND)
    top = source.top
    source.check(top, KEYS)
    for key in ("name", "start", "problem"):
        if not top.get(key):
            raise source.wrong(At(), f"the key '{key}' of the contest file is missing", _TEMPLATE)
    if "id" in top and not is_identifier(top["id"]):
        raise source.wrong(At(key="id"), f"{top['id']!r} can't be the id of a contest", IDENTIFIER_HELP)
    start, end = _times(source)
    tables = source.tables("problem")
    tasks = tuple(_task(words, number, source) for number, words in enumerate(tables, 1))
    for key in ("label", "problem"):
        _refuse_twice([getattr(task, key) for task in tasks], key, source)
    return Schedule(
        id=top.get("id") or identifier(top["name"], "contest"),
        name=top["name"],
        start_ms=_ms(start),
        end_ms=end,
        tasks=tasks,
        teams=read_teams(source),
        freeze_ms=_freeze(source, _ms(start), end),
        penalty=_penalty(source),
        scoring=_scoring(source),
        ce_counts=top.get("compile_errors_count", False),
        zone=start.tzinfo,
    )


def read_competitors(path: Path) -> list[Student]:
    """Return who competes in the contest of a file that `read_schedule` reads: who is in the roster, and the members of
    each [[team]], or the team itself without any."""
    source = TomlFile(path, _KIND)
    roster = _roster_of(source)
    listed = read_roster(roster).students if roster else ()
    tables, teams = source.tables("team"), read_teams(source)
    found = [
        Student(member, group=team.name) if words.get("members") else Student(team.id, team.name)
        for words, team in zip(tables, teams[len(teams) - len(tables) :], strict=True)
        for member in words.get("members") or [team.id]
    ]
    return [*listed, *found]


def _times(source: TomlFile) -> tuple[datetime, int]:
    """Return when the contest begins, and the millisecond at which it is over."""
    top = source.top
    start = _read(source, "start", read_time)
    if ("end" in top) == ("duration" in top):
        raise source.wrong(At(key="end"), "a contest has either an end or a duration", 'write  duration = "5h"')
    end = (
        _ms(_read(source, "end", read_time)) if "end" in top else _ms(start) + 1000 * _read(source, "duration", span_s)
    )
    if end <= _ms(start):
        raise source.wrong(At(key="end"), "the contest ends before it begins", "correct start or end")
    return start, end


def _freeze(source: TomlFile, start_ms: int, end_ms: int) -> int | None:
    """Return when the board freezes: at a time, or so long before the end."""
    value = source.top.get("freeze")
    if value is None:
        return None
    long = isinstance(value, str) and not re.match(r"\s*[0-9]{4}-", value)
    at_ms = end_ms - 1000 * _read(source, "freeze", span_s) if long else _ms(_read(source, "freeze", read_time))
    if not start_ms < at_ms < end_ms:  # as the Contest API has it
        repair = 'write  freeze = "1h"   or leave it out: then nothing is hidden'
        raise source.wrong(At(key="freeze"), "the freeze is not between start and end of the contest", repair)
    return at_ms


def _read(source: TomlFile, key: str, reader: Callable[[Any, str], _Read]) -> _Read:
    """Return what `reader` makes of a key."""
    try:
        return reader(source.top[key], key)
    except DeadlineError as fault:
        raise source.wrong(At(key=key), fault.what, fault.help) from None


def _ms(moment: datetime) -> int:
    """Return it in milliseconds; what a clock shows twice, or never, is the later of its readings."""
    return round(Deadline(moment).at_s * 1000)


def _penalty(source: TomlFile) -> int:
    minutes = source.top.get("penalty", 20)
    if not 0 <= minutes <= _MOST_PENALTY:
        raise source.wrong(At(key="penalty"), f"the penalty is {minutes} minutes", "write  penalty = 20")
    return int(minutes)


def _scoring(source: TomlFile) -> Any:
    word = source.top.get("scoring", "pass-fail")
    if word not in ("pass-fail", "score"):
        what = f"the scoring {word!r} is unknown"
        raise source.wrong(At(key="scoring"), what, 'write "pass-fail" for ICPC rules, or "score" for points')
    return word


def _task(words: Mapping[str, Any], number: int, source: TomlFile) -> Task:
    at = At("problem", number)
    source.check(words, TASK_KEYS, at)
    if not words.get("package"):
        raise source.wrong(at, "the key 'package' of a [[problem]] is missing", _TEMPLATE)
    label = words.get("label") or _lettered(number)
    if not _LABEL.fullmatch(label):
        raise source.wrong(at._replace(key="label"), f"{label!r} can't be a label", "use at most 10 letters and digits")
    near = source.path.parent / words["package"]
    chosen = str(near) if (near / "problem.toml").is_file() else words["package"]
    try:
        folder = package_folder(chosen)
    except JudgeError as fault:
        place = source.place(at._replace(key="package"))
        raise JudgeError(fault.code, fault.message, place, fault.note, fault.help) from None
    colour, rgb = _colour(words.get("colour", ""), source, at._replace(key="colour"))
    problem = read_package(folder)
    return Task(
        label,
        chosen,
        colour,
        rgb,
        words.get("title") or problem.title,
        problem=problem.name,
        digest=package_digest(problem),
        cases=len(problem.cases),
        time_limit_s=problem.limits.time_limit,
        most=most_points(problem),
    )


def _colour(word: str, source: TomlFile, at: At) -> tuple[str, str]:
    """Return the name of a colour and its RGB value."""
    if re.fullmatch(r"#[0-9A-Fa-f]{3}(?:[0-9A-Fa-f]{3})?", word):
        return "", word
    if word and word.lower() not in COLOURS:
        what = f"the colour {word!r} is unknown{meant(word, COLOURS)}"
        raise source.wrong(at, what, 'write a name such as "red", or "#c0392b"', f"known are {', '.join(COLOURS)}")
    return word, COLOURS.get(word.lower(), "")


def _lettered(number: int) -> str:
    """Return A to Z, then AA, AB and so on."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = ascii_uppercase[rest] + letters
    return letters


def _refuse_twice(words: list[str], key: str, source: TomlFile) -> None:
    for number, word in enumerate(words, 1):
        if word in words[: number - 1]:
            at = At("problem", number, "label" if key == "label" else "package")
            raise source.wrong(at, f"the {key} {word!r} is there twice", "let each be there once")


# --- the teams, from the tables [[team]] or from a roster; nobody is in two of them -----------------------------------
_TEAM_KEYS = {"id": str, "name": str, "affiliation": str, "members": (list,), "groups": (list,)}
_REPAIR = "let each person be in one team, and give each team an id and a name of its own"


def read_teams(source: TomlFile) -> tuple[Team, ...]:
    """Return the teams of a contest file, those of its roster first. JudgeError E450 where two teams claim one name."""
    path = _roster_of(source)
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


def _roster_of(source: TomlFile) -> Path | None:
    return source.path.parent / source.top["roster"] if "roster" in source.top else None


def _check(words: Mapping[str, Any], source: TomlFile, at: At) -> None:
    source.check(words, _TEAM_KEYS, at)
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
    for number, team in enumerate(teams):
        for word in team.owners:
            other = claimed.setdefault(word, number)
            if other != number:
                message = f"{word!r} is in two teams: {teams[other].name} and {team.name}"
                raise JudgeError("E450", message, places[number], help=_REPAIR)
