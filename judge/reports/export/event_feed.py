"""A contest as the event feed of the CLICS Contest API, version 2023-06: newline-delimited JSON.

It is read by the scoreboards and the resolver of the ICPC tools, and by whatever else reads a Contest API. Its view is
that of the scoreboard: of what is hidden there is a submission, but no judgement. There are no sources, no files, no
messages, no names of cases or people: only teams, problems, verdicts and times.

Times have milliseconds. The same contest gives the same bytes: nothing says when the feed was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from judge.model import Schedule, Verdict
from judge.scoring import Scoreboard
from judge.submissions import Language, languages
from judge.text import clean_line, identifier, identifiers

_NAMES: Final = {
    Verdict.AC: "Accepted",
    Verdict.WA: "Wrong Answer",
    Verdict.TLE: "Time Limit Exceeded",
    Verdict.MLE: "Memory Limit Exceeded",
    Verdict.OLE: "Output Limit Exceeded",
    Verdict.RTE: "Run-Time Error",
    Verdict.CE: "Compile Error",
}
# The identifiers that the specification gives; the others are made of the name.
_LANGUAGES: Final = {"C++": "cpp", "C#": "csharp", "Python": "python3", "Python 2": "python2", "Node": "javascript"}
# What the schemas of 2023-06 ask for. In Java it is the same for all: a file's own name may tell whose it is.
_ENTRY_POINTS: Final = {"java": "Main", "c": None, "cpp": None}
_UNKNOWN = Language(suffixes=(), compile=(), run=(), name="Other")
_Event = tuple[str, str | None, Any]


def event_feed(board: Scoreboard) -> str:
    """Return the feed: first what the contest is, then its submissions and judgements in the order of time, its state
    at last."""
    lines = []
    for number, (kind, known, data) in enumerate(_events(board), 1):
        shown = {key: clean_line(value) if isinstance(value, str) else value for key, value in data.items()}
        event = {"type": kind, "id": known, "data": shown, "token": str(number)}
        lines.append(msgspec.json.encode(event).decode())
    return "".join(f"{line}\n" for line in lines)


def stamp(schedule: Schedule, at_ms: int) -> str:
    """Return an absolute time, in the contest's zone."""
    return schedule.clock(at_ms).isoformat(timespec="milliseconds")


def reltime(span_ms: int) -> str:
    """Return a time of the contest: h:mm:ss.uuu."""
    seconds, rest = divmod(abs(span_ms), 1000)
    minutes, second = divmod(seconds, 60)
    return f"{'-' * (span_ms < 0)}{minutes // 60}:{minutes % 60:02}:{second:02}.{rest:03}"


def _events(board: Scoreboard) -> Iterator[_Event]:
    schedule, tries = board.schedule, board.tries
    problems = _named((task.problem for task in schedule.tasks), "problem")
    groups = _named((group for team in schedule.teams for group in team.groups), "group")
    places = _named((team.affiliation for team in schedule.teams if team.affiliation), "organization")
    yield "contest", None, _contest(schedule)
    yield "state", None, _state(board, ended=False)
    yield from (("judgement-types", one.value, _judgement_type(schedule, one)) for one in _NAMES)
    for known, language in sorted({_language_id(one): _language(one) for one in tries}.items()):
        yield "languages", known, _language_data(known, language)
    for ordinal, task in enumerate(schedule.tasks if board.tells_problems else (), 1):
        yield "problems", problems[task.problem], _problem(schedule, task, problems[task.problem], ordinal)
    yield from (("groups", known, {"id": known, "name": name}) for name, known in groups.items())
    yield from (("organizations", known, {"id": known, "name": name}) for name, known in places.items())
    for team in schedule.teams:
        yield "teams", team.id, _team(team, places, groups)
    for one in _in_time(tries):
        if isinstance(one, Schedule.Try):
            yield "submissions", str(one.id), _submission(schedule, one, problems[one.problem])
        else:
            yield "judgements", f"j{one[0].id}", _judgement(schedule, one[0])
    yield "state", None, _state(board, ended=True)


def _in_time(tries: Iterable[Schedule.Try]) -> list[Schedule.Try | tuple[Schedule.Try]]:
    """Return each try where it was submitted, and again, wrapped, where it was judged."""
    found: list[tuple[tuple[int, int, int], Schedule.Try | tuple[Schedule.Try]]] = []
    for one in tries:
        found.append(((one.at_ms, 0, one.id), one))
        if one.verdict is not None:
            found.append(((one.judged_ms, 1, one.id), (one,)))
    return [one for _, one in sorted(found, key=lambda row: row[0])]


def _contest(schedule: Schedule) -> dict[str, Any]:
    data = {
        "id": schedule.id,
        "name": schedule.name,
        "start_time": stamp(schedule, schedule.start_ms),
        "duration": reltime(schedule.end_ms - schedule.start_ms),
        "scoreboard_type": schedule.scoring,
    }
    if schedule.freeze_ms is not None:
        data["scoreboard_freeze_duration"] = reltime(schedule.end_ms - schedule.freeze_ms)
    return data | ({"penalty_time": schedule.penalty} if schedule.scoring == "pass-fail" else {})


def _state(board: Scoreboard, *, ended: bool) -> dict[str, Any]:
    """Return how far the contest is. It is finalized once nothing is hidden and every try has a verdict."""
    schedule, now_ms = board.schedule, board.as_of.now_ms
    last_ms = max([schedule.end_ms, *(one.judged_ms for one in board.tries)])
    shown = ended and board.phase == "final"
    final = shown and not board.waiting

    def at(time_ms: int, reached: bool) -> str | None:
        return stamp(schedule, time_ms) if reached else None

    found = {
        "started": at(schedule.start_ms, now_ms >= schedule.start_ms),
        "ended": at(schedule.end_ms, ended and now_ms >= schedule.end_ms),
    }
    if schedule.freeze_ms is not None:
        found["frozen"] = at(schedule.freeze_ms, ended and now_ms >= schedule.freeze_ms)
        found["thawed"] = at(last_ms + 1, shown)
    return {**found, "finalized": at(last_ms + 1, final), "end_of_updates": at(last_ms + 2, final)}


def _judgement_type(schedule: Schedule, one: Verdict) -> dict[str, Any]:
    data = {"id": one.value, "name": _NAMES[one], "solved": one is Verdict.AC}
    return data | ({"penalty": schedule.counts(one)} if schedule.scoring == "pass-fail" else {})


def _problem(schedule: Schedule, task: Schedule.Task, known: str, ordinal: int) -> dict[str, Any]:
    data = {
        "id": known,
        "label": task.label,
        "name": task.title,
        "ordinal": ordinal,
        "time_limit": round(task.time_limit_s, 3),
        "test_data_count": task.cases,
    }
    data |= {key: text for key, text in (("color", task.colour), ("rgb", task.rgb)) if text}
    return data | ({"max_score": task.most} if schedule.scoring == "score" else {})


def _named(names: Iterable[str], otherwise: str) -> dict[str, str]:
    """Return an identifier for each name."""
    once = list(dict.fromkeys(names))
    return dict(zip(once, identifiers(once, otherwise), strict=True))


def _team(team: Schedule.Team, places: dict[str, str], groups: dict[str, str]) -> dict[str, Any]:
    data = {"id": team.id, "label": team.id, "name": team.name}
    if team.affiliation:
        data["organization_id"] = places[team.affiliation]
    return data | ({"group_ids": [groups[name] for name in team.groups]} if groups else {})


def _submission(schedule: Schedule, one: Schedule.Try, problem: str) -> dict[str, Any]:
    known = _language_id(one)
    data = {
        "id": str(one.id),
        "language_id": known,
        "problem_id": problem,
        "team_id": one.team,
        "time": stamp(schedule, one.at_ms),
        "contest_time": reltime(one.at_ms - schedule.start_ms),
        "files": [],
    }
    return data | ({"entry_point": _ENTRY_POINTS[known]} if known in _ENTRY_POINTS else {})


def _judgement(schedule: Schedule, one: Schedule.Try) -> dict[str, Any]:
    """Return a judgement. By points, what earned some is accepted, with its score: readers take no other score."""
    verdict, judged_ms = one.verdict, one.judged_ms
    by_points = schedule.scoring == "score"
    if by_points and one.points > 0:
        verdict = Verdict.AC
    data = {"id": f"j{one.id}", "submission_id": str(one.id), "judgement_type_id": verdict}
    for name, at_ms in (("start", one.at_ms), ("end", judged_ms)):
        data[f"{name}_time"] = stamp(schedule, at_ms)
        data[f"{name}_contest_time"] = reltime(at_ms - schedule.start_ms)
    return data | ({"score": one.points} if by_points else {})


def _language(one: Schedule.Try) -> Language:
    return languages().of(one.suffix) or _UNKNOWN


def _language_id(one: Schedule.Try) -> str:
    name = _language(one).name
    return _LANGUAGES.get(name) or identifier(name, "other")


def _language_data(known: str, language: Language) -> dict[str, Any]:
    java = known == "java"
    extensions = [suffix.removeprefix(".") for suffix in language.suffixes]
    data = {"id": known, "name": language.name, "entry_point_required": java, "extensions": extensions}
    return data | ({"entry_point_name": "Main class"} if java else {})
