"""Read a contest file, and say how far its contest is. JudgeError E435 when it can't be opened, E449 where it is
wrong: with its line, and a repair.

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

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from string import ascii_uppercase
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec

from judge.classroom.roster import Roster
from judge.classroom.toml_file import TomlFile
from judge.errors import JudgeError, Place, ValueFault, meant
from judge.model import Deadline, Deed, Schedule, Student
from judge.problems import package_folder, read_package, read_time, span_s
from judge.scoring import Scoreboard
from judge.text import IDENTIFIER_HELP, identifier, identifiers, is_identifier

COLOURS = {
    **{"red": "#ff0000", "green": "#008000", "blue": "#0000ff", "yellow": "#ffff00", "orange": "#ffa500"},
    **{"purple": "#800080", "pink": "#ffc0cb", "white": "#ffffff", "black": "#000000", "grey": "#808080"},
    **{"gray": "#808080", "silver": "#c0c0c0", "gold": "#ffd700", "brown": "#a52a2a", "cyan": "#00ffff"},
    **{"magenta": "#ff00ff", "lime": "#00ff00", "navy": "#000080", "teal": "#008080", "olive": "#808000"},
    **{"maroon": "#800000", "violet": "#ee82ee"},
}
_LABEL = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,9})")
_TEMPLATE = 'write  name, start, end, and for each problem:  [[problem]]  package = "lizards"'
_MOST_PENALTY = 100_000  # minutes
_TASK, _TEAM = "[problem]", "[team]"
_Read = TypeVar("_Read")
_Words = tuple[Annotated[str, msgspec.Meta(min_length=1)], ...]


class _Top(msgspec.Struct, forbid_unknown_fields=True):
    """The keys above the tables, and these as they are."""

    name: str = ""
    id: str | None = None
    start: Any = None
    end: Any = None
    duration: str | None = None
    freeze: Any = None
    penalty: int = 20
    scoring: Literal["pass-fail", "score"] = "pass-fail"
    compile_errors_count: bool = False
    roster: str | None = None
    problem: Any = []
    team: Any = []


class _Task(msgspec.Struct, forbid_unknown_fields=True):
    package: str = ""
    label: str = ""
    colour: str = ""
    title: str = ""


class _Team(msgspec.Struct, forbid_unknown_fields=True):
    id: str | None = None
    name: str = ""
    affiliation: str = ""
    members: _Words = ()
    groups: _Words = ()


def read_contest(path: Path) -> tuple[Schedule, list[Student]]:
    """Return the contest, and who competes in it: who is in the roster, and the members of each [[team]], or the team
    itself without any. Packages and roster are read too, so that what is missing is said now."""
    source = TomlFile.read(path, "E449", "contest file", _TEMPLATE)
    top = source.convert(source.keys(), _Top)
    for key in ("name", "start", "problem"):
        if not getattr(top, key):
            raise source.missing("", key)
    if top.id is not None and not is_identifier(top.id):
        raise source.wrong("", "id", f"{top.id!r} can't be the id of a contest", IDENTIFIER_HELP)
    if not 0 <= top.penalty <= _MOST_PENALTY:
        raise source.wrong("", "penalty", f"the penalty is {top.penalty} minutes", "write  penalty = 20")
    start, end_ms = _times(source, top)
    start_ms = _ms(start)
    tables = source.tables("problem", top.problem, _Task)
    tasks = tuple(_task(one, words) for one, words in tables)
    for key, of_table in (("label", "label"), ("problem", "package")):
        seen: set[str] = set()
        for (one, _), task in zip(tables, tasks, strict=True):
            word = getattr(task, key)
            if word in seen:
                raise one.wrong(_TASK, of_table, f"the {key} {word!r} is there twice", "let each be there once")
            seen.add(word)
    teams, competitors = _teams(source, top)
    schedule = Schedule(
        id=top.id or identifier(top.name, "contest"),
        name=top.name,
        start_ms=start_ms,
        end_ms=end_ms,
        tasks=tasks,
        teams=teams,
        freeze_ms=_freeze(source, top.freeze, start_ms, end_ms),
        penalty=top.penalty,
        scoring=top.scoring,
        ce_counts=top.compile_errors_count,
        zone=start.tzinfo,
    )
    return schedule, competitors


def _times(source: TomlFile, top: _Top) -> tuple[datetime, int]:
    """Return when the contest begins, and the millisecond at which it is over."""
    start = _read(source, "start", top.start, read_time)
    if (top.end is None) == (top.duration is None):
        raise source.wrong("", "end", "a contest has either an end or a duration", 'write  duration = "5h"')
    if top.end is not None:
        end_ms = _ms(_read(source, "end", top.end, read_time))
    else:
        end_ms = _ms(start) + 1000 * _read(source, "duration", top.duration, span_s)
    if end_ms <= _ms(start):
        key = "duration" if top.end is None else "end"
        raise source.wrong("", key, "the contest ends before it begins", f"correct start or {key}")
    return start, end_ms


def _freeze(source: TomlFile, value: Any, start_ms: int, end_ms: int) -> int | None:
    """Return when the board freezes: at a time, or so long before the end."""
    if value is None:
        return None
    if isinstance(value, str) and not re.match(r"\s*[0-9]{4}-", value):
        at_ms = end_ms - 1000 * _read(source, "freeze", value, span_s)
    else:
        at_ms = _ms(_read(source, "freeze", value, read_time))
    if not start_ms < at_ms < end_ms:  # as the Contest API has it
        repair = 'write  freeze = "1h"   or leave it out: then nothing is hidden'
        raise source.wrong("", "freeze", "the freeze is not between start and end of the contest", repair)
    return at_ms


def _read(source: TomlFile, key: str, value: Any, reader: Callable[[Any, str], _Read]) -> _Read:
    """Return what `reader` makes of the value of a key."""
    try:
        return reader(value, key)
    except ValueFault as fault:
        raise source.wrong("", key, fault.what, fault.help) from None


def _ms(moment: datetime) -> int:
    """Return it in milliseconds; what a clock shows twice, or never, is the later of its readings."""
    return round(Deadline(moment).at_s * 1000)


def _task(source: TomlFile, words: _Task) -> Schedule.Task:
    if not words.package:
        raise source.missing(_TASK, "package")
    label = words.label or _lettered(source.number)
    if not _LABEL.fullmatch(label):
        raise source.wrong(_TASK, "label", f"{label!r} can't be a label", "use at most 10 letters and digits")
    near = source.folder / words.package
    chosen = str(near) if (near / "problem.toml").is_file() else words.package
    try:
        folder = package_folder(chosen)
    except JudgeError as fault:
        raise JudgeError(fault.code, fault.message, source.place(_TASK, "package"), fault.note, fault.help) from None
    colour, rgb = _colour(words.colour, source)
    problem = read_package(folder)
    return Schedule.Task(
        label,
        chosen,
        colour,
        rgb,
        words.title or problem.title,
        problem=problem.name,
        digest=problem.digest,
        cases=len(problem.cases),
        time_limit_s=problem.limits.time_limit,
        most=problem.most_points,
    )


def _colour(word: str, source: TomlFile) -> tuple[str, str]:
    """Return the name of a colour and its RGB value."""
    if re.fullmatch(r"#[0-9A-Fa-f]{3}(?:[0-9A-Fa-f]{3})?", word):
        return "", word
    if word and word.lower() not in COLOURS:
        what, known = f"the colour {word!r} is unknown{meant(word, COLOURS)}", f"known are {', '.join(COLOURS)}"
        raise source.wrong(_TASK, "colour", what, 'write a name such as "red", or "#c0392b"', known)
    return word, COLOURS.get(word.lower(), "")


def _lettered(number: int) -> str:
    """Return A to Z, then AA, AB and so on."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = ascii_uppercase[rest] + letters
    return letters


# --- the teams, from the tables [[team]] or from a roster; nobody is in two of them -----------------------------------
_REPAIR = "let each person be in one team, and give each team an id and a name of its own"


def _teams(source: TomlFile, top: _Top) -> tuple[tuple[Schedule.Team, ...], list[Student]]:
    """Return the teams of a contest file and who is in them, those of its roster first. JudgeError E450 where two teams
    claim one name."""
    roster = source.folder / top.roster if top.roster is not None else None
    competitors = [*Roster.read(roster).students] if roster else []
    listed = _of_roster(competitors)
    tables = source.tables("team", top.team, _Team)
    for one, words in tables:
        if not (words.name or words.id):
            what, repair = "a [[team]] has neither a name nor an id", 'write  name = "The Lizards"'
            raise one.wrong(_TEAM, "", what, repair)
        if words.id is not None and not is_identifier(words.id):
            raise one.wrong(_TEAM, "id", f"{words.id!r} can't be the id of a team", IDENTIFIER_HELP)
    made = identifiers((words.id or words.name for _, words in tables), "team")
    teams = []
    for (_, words), known in zip(tables, made, strict=True):
        name = words.name or words.id or ""
        owners = dict.fromkeys([*words.members, words.id or known, known, name])
        teams.append(Schedule.Team(known, name, tuple(owners), words.affiliation, tuple(dict.fromkeys(words.groups))))
        competitors += [Student(one, group=name) for one in words.members] or [Student(known, name)]
    if not (listed or teams):
        repair = 'write  roster = "roster.csv", or for each team:  [[team]]  name = "The Lizards"  members = ["ada"]'
        raise source.wrong("", "", "the contest has no team", repair)
    places = [Place(str(roster))] * len(listed) + [one.place(_TEAM, "") for one, _ in tables]
    claimed: dict[str, Schedule.Team] = {}  # by two teams nothing may be: nobody could say whose a submission is
    for team, place in zip([*listed, *teams], places, strict=True):
        for word in team.owners:
            if (other := claimed.setdefault(word, team)) is not team:
                message = f"{word!r} is in two teams: {other.name} and {team.name}"
                raise JudgeError("E450", message, place, help=_REPAIR)
    return (*listed, *teams), competitors


def _of_roster(listed: Sequence[Student]) -> list[Schedule.Team]:
    """Return a team for each group of a roster, and one for each student without a group: the public is shown no
    address of theirs. Who shares a name with another submits by something else."""
    members: dict[tuple[str, str], list[Student]] = {}
    for student in listed:
        members.setdefault((student.group, "" if student.group else student.id), []).append(student)
    names = [group or theirs[0].name or theirs[0].id.partition("@")[0] for (group, _), theirs in members.items()]
    called = Counter(one.name for students in members.values() for one in students)
    teams = []
    for known, name, students in zip(identifiers(names, "team"), names, members.values(), strict=True):
        words = [word for one in students for word in (one.id, one.name, one.login, one.email) if word]
        owners = dict.fromkeys(word for word in (*words, known, name) if called[word] < 2)
        sections = dict.fromkeys(one.section for one in students if one.section and one.section != one.group)
        teams.append(Schedule.Team(known, name, tuple(owners), groups=tuple(sections)))
    return teams


# --- a contest as its host has said since: when it starts and freezes, and whether its result is for everybody --------
# A contest begins by itself at the time of its file. A host may begin it earlier, freeze and unfreeze the board, and
# show the result once it is over.
_JURY_SEES: Final = "wait for the end; the jury's view shows what is hidden"


def adjusted_schedule(schedule: Schedule, moments: Sequence[Deed]) -> Schedule:
    """Return the contest with the moments that its host has chosen by hand.

    A start moves end and freeze along. After an unfreeze the board freezes again at its planned time, if that is still
    to come.
    """
    planned_ms = schedule.freeze_ms
    for moment in moments:
        at_ms, freeze_ms = round(moment.at_s * 1000), schedule.freeze_ms
        if moment.what == "start":
            by_ms = at_ms - schedule.start_ms
            planned_ms = freeze_ms = None if freeze_ms is None else freeze_ms + by_ms
            schedule = msgspec.structs.replace(schedule, start_ms=at_ms, end_ms=schedule.end_ms + by_ms)
        elif moment.what == "freeze":
            freeze_ms = at_ms if freeze_ms is None else min(at_ms, freeze_ms)
        elif moment.what == "unfreeze":
            freeze_ms = planned_ms if planned_ms and planned_ms > at_ms else None
        schedule = msgspec.structs.replace(schedule, freeze_ms=freeze_ms)
    return schedule


class ContestState(msgspec.Struct, frozen=True):
    """A contest at a moment: its schedule and what its host has said, and who looks when."""

    schedule: Schedule
    moments: tuple[Deed, ...]
    as_of: Scoreboard.AsOf

    @classmethod
    def of(cls, planned: Schedule, moments: Sequence[Deed], now_ms: int, *, jury: bool = False) -> ContestState:
        """Return a contest that was planned so, with the rights that somebody has who looks now."""
        found = cls(adjusted_schedule(planned, moments), tuple(moments), Scoreboard.AsOf(now_ms, jury=jury))
        return found if jury or not (found.is_over and found.is_revealed) else found.as_final()

    @property
    def is_over(self) -> bool:
        """Say whether it is over by now."""
        return self.as_of.now_ms >= self.schedule.end_ms

    @property
    def is_revealed(self) -> bool:
        """Say whether the host has last said that the result is for everybody."""
        said = [one.what for one in self.moments if one.what in ("reveal", "hide")]
        return said[-1:] == ["reveal"]

    @property
    def hidden_from_ms(self) -> float:
        """Return from when on verdicts are hidden from who looks; infinity where none is."""
        frozen = self.as_of.phase(self.schedule) == "frozen"
        return self.schedule.freeze_ms if frozen and self.schedule.freeze_ms is not None else math.inf

    def as_final(self, repair: str = _JURY_SEES) -> ContestState:
        """Return it with the result for everybody. JudgeError E458 before the end."""
        if not self.is_over:
            message = f"the contest is not over: it ends at {self.schedule.said(self.schedule.end_ms)}"
            raise JudgeError("E458", message, help=repair)
        return msgspec.structs.replace(self, as_of=Scoreboard.AsOf(self.as_of.now_ms, final=True))

    def check(self, word: Schedule.Word) -> None:
        """Refuse what a host can't say now. JudgeError E458 for a result before the end, E519 for the rest."""
        if word == "reveal":
            self.as_final()
        now_ms, begins_ms, freeze_ms = self.as_of.now_ms, self.schedule.start_ms, self.schedule.freeze_ms
        begun, shown, frozen = now_ms >= begins_ms, self.is_revealed, freeze_ms is not None and now_ms >= freeze_ms
        wrong = ""
        if word == "start":
            wrong = f"the contest has begun on {self.schedule.said(begins_ms)}" if begun else ""
        elif word == "reveal":
            wrong = "everybody sees the result already" if shown else ""
        elif word == "hide":
            wrong = "" if shown else "the result is not shown"
        elif not begun:
            wrong = "the contest has not begun"
        elif self.is_over:
            wrong = "the contest is over: what is hidden stays so until it is revealed"
        elif frozen is (word == "freeze"):
            wrong = "the scoreboard is frozen already" if frozen else "the scoreboard is not frozen"
        if wrong:
            raise JudgeError("E519", wrong, help="look at the scoreboard: it says how far the contest is")
