"""A reader of event feeds, written from the text of the CLICS Contest API 2023-06 and from nothing of ours.

`check` holds each object to the tables of the specification: which properties there are, which must be there, of which
type, and that what is referred to was there before. `replayed` computes the scoreboard as the requirements for contest
control systems say: minutes rounded down, penalty time, the last accepted submission.
"""

from __future__ import annotations

import json
import re
from datetime import datetime
from types import UnionType
from typing import Any, NamedTuple

Data = dict[str, Any]
KNOWN_VERDICTS = {"AC", "WA", "TLE", "RTE", "CE", "OLE", "MLE"}
FORMS: dict[str, type | UnionType | re.Pattern[str]] = {
    **{"text": str, "truth": bool, "whole": int, "number": int | float},
    "nothing": re.compile("(?!)"),
    "ident": re.compile(r"(?![-.])[A-Za-z0-9_.-]{1,36}(?<!\.)"),
    "time": re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:[+-]\d\d(?::\d\d)?|Z)"),
    "reltime": re.compile(r"-?\d+:[0-5]\d:[0-5]\d\.\d{3}"),
}
# Of each type its properties: `?` behind a name that may be left out, `|` behind what may be null, `*` behind a list.
TABLES = {
    "contest": "id:ident name:text formal_name?:text start_time:time| duration:reltime "
    "scoreboard_freeze_duration?:reltime scoreboard_type:text penalty_time?:whole",
    "state": "started:time| frozen?:time| ended:time| thawed?:time| finalized:time| end_of_updates:time|",
    "judgement-types": "id:ident name:text penalty?:truth solved:truth",
    "languages": "id:ident name:text entry_point_required:truth entry_point_name?:text extensions:text*",
    "problems": "id:ident label:text name:text ordinal:whole rgb?:text color?:text time_limit:number "
    "test_data_count:whole max_score?:number",
    "groups": "id:ident name:text type?:text",
    "organizations": "id:ident name:text formal_name?:text",
    "teams": "id:ident name:text label:text organization_id?:ident group_ids?:ident*",
    "submissions": "id:ident language_id:ident problem_id:ident team_id:ident time:time contest_time:reltime "
    "entry_point?:text| files:nothing*",
    "judgements": "id:ident submission_id:ident judgement_type_id:ident score?:number start_time:time "
    "start_contest_time:reltime end_time:time end_contest_time:reltime",
}


def misfits(kind: str, data: Data) -> list[str]:
    """Return the properties of an object that are missing, unknown or of another type."""
    words = [word.partition(":") for word in TABLES[kind].split()]
    found = [name for name, _, _ in words if not name.endswith("?") and name not in data]
    known = {name.removesuffix("?"): form for name, _, form in words}
    return found + [name for name, value in data.items() if name not in known or not _fits(value, known[name])]


def _fits(value: Any, form: str) -> bool:
    if form.endswith("|"):
        return value is None or _fits(value, form[:-1])
    if form.endswith("*"):
        return isinstance(value, list) and all(_fits(one, form[:-1]) for one in value)
    known = FORMS[form]
    if isinstance(known, re.Pattern):
        return isinstance(value, str) and known.fullmatch(value) is not None
    return isinstance(value, known) and isinstance(value, bool) == (known is bool)


REFERENCES = {
    **{"organization_id": "organizations", "group_ids": "groups", "language_id": "languages"},
    **{"problem_id": "problems", "team_id": "teams", "submission_id": "submissions"},
    "judgement_type_id": "judgement-types",
}
SINGLE = ("contest", "state")


class Cell(NamedTuple):
    judged: int = 0
    pending: int = 0
    solved: bool = False
    score: float = 0
    minute: int | None = None


class Row(NamedTuple):
    rank: int
    team: str
    solved: int
    penalty: int
    points: float
    cells: list[Cell]


def parsed(feed: str) -> list[Data]:
    assert not feed or feed.endswith("\n")
    return [json.loads(line) for line in feed.splitlines()]


def check(feed: str) -> dict[str, dict[str, Data]]:
    """Hold every event to the specification; return the objects as they are at last."""
    held: dict[str, dict[str, Data]] = {name: {} for name in TABLES}
    tokens = []
    for event in parsed(feed):
        assert set(event) == {"type", "id", "data", "token"}
        kind, data = event["type"], event["data"]
        tokens.append(event["token"])
        assert misfits(kind, data) == [], (kind, data)
        assert event["id"] == (None if kind in SINGLE else data["id"])
        for name, target in REFERENCES.items():
            named = data.get(name, [])
            for value in named if isinstance(named, list) else [named]:
                assert value in held[target], (kind, name, value)
        held[kind][data.get("id", "")] = data
    assert len(set(tokens)) == len(tokens)
    _check_rules(held)
    return held


def _check_rules(held: dict[str, dict[str, Data]]) -> None:
    """What the specification says about several properties at once."""
    [contest], [state] = held["contest"].values(), held["state"].values()
    by_points = contest["scoreboard_type"] == "score"
    assert ("penalty_time" in contest) is not by_points
    assert all(("penalty" in one) is not by_points for one in held["judgement-types"].values())
    assert set(held["judgement-types"]) == KNOWN_VERDICTS
    assert all(("max_score" in one) is by_points for one in held["problems"].values())
    assert all(("score" in one) is by_points for one in held["judgements"].values())
    assert all(("group_ids" in one) is bool(held["groups"]) for one in held["teams"].values())
    assert all(("entry_point_name" in one) is one["entry_point_required"] for one in held["languages"].values())
    assert ("frozen" in state) is ("thawed" in state) is ("scoreboard_freeze_duration" in contest)
    order = [moment(state[name]) for name in ("started", "frozen", "ended", "thawed") if state.get(name)]
    assert order == sorted(set(order))
    for name in ("thawed", "finalized"):
        if state.get(name):
            assert moment(state["ended"]) < moment(state[name])
    if state["end_of_updates"]:
        assert moment(state["finalized"]) < moment(state["end_of_updates"])
    judged = {one["submission_id"] for one in held["judgements"].values()}
    assert not state["finalized"] or judged == {*held["submissions"]}, "results are not final while one waits"
    for one in held["submissions"].values():
        assert moment(one["time"]) - moment(contest["start_time"]) == span(one["contest_time"])
        assert 0 <= span(one["contest_time"]) < span(contest["duration"])
        if one["language_id"] == "java":
            assert isinstance(one["entry_point"], str)
        if one["language_id"] in ("c", "cpp"):  # of two alternatives in submission.json, what is left out meets both
            assert one["entry_point"] is None
    for one in held["judgements"].values():
        assert span(one["start_contest_time"]) <= span(one["end_contest_time"])
        assert moment(one["end_time"]) - moment(contest["start_time"]) == span(one["end_contest_time"])


def moment(stamp: str) -> int:
    """Milliseconds since 1970."""
    whole_s = datetime.fromisoformat(stamp)
    return int(whole_s.replace(microsecond=0).timestamp()) * 1000 + whole_s.microsecond // 1000


def span(words: str) -> int:
    """Milliseconds of a contest time."""
    hours, minutes, seconds, rest = (int(part) for part in re.split("[:.]", words.removeprefix("-")))
    return (-1 if words[0] == "-" else 1) * (((hours * 60 + minutes) * 60 + seconds) * 1000 + rest)


def replayed(feed: str) -> list[Row]:
    """The scoreboard that somebody computes who has the feed alone."""
    held = check(feed)
    [contest] = held["contest"].values()
    scored = _by_points if contest["scoreboard_type"] == "score" else _pass_fail
    rows = []
    for team in held["teams"].values():
        cells = [scored(held, _tries(held, team["id"], problem)) for problem in held["problems"]]
        solved, points = [cell for cell in cells if cell.solved], sum(cell.score for cell in cells)
        total = sum((cell.minute or 0) + contest["penalty_time"] * (cell.judged - 1) for cell in solved)
        last = max((cell.minute for cell in cells if cell.minute is not None), default=-1)
        key = (-points, last) if scored is _by_points else (-len(solved), total, last)
        rows.append((key, team["name"], Row(0, team["id"], len(solved), total, points, cells)))
    rows.sort(key=lambda row: (row[0], row[1], row[2].team))
    keys = [key for key, *_ in rows]
    return [row._replace(rank=keys.index(key) + 1) for key, _, row in rows]


def _tries(held: dict[str, dict[str, Data]], team: str, problem: str) -> list[tuple[int, Data | None]]:
    """The minute of each submission, and its last judgement."""
    judged = {one["submission_id"]: one for one in held["judgements"].values()}
    own = [one for one in held["submissions"].values() if (one["team_id"], one["problem_id"]) == (team, problem)]
    own.sort(key=lambda one: (span(one["contest_time"]), int(one["id"])))
    return [(span(one["contest_time"]) // 60_000, judged.get(one["id"])) for one in own]


def _pass_fail(held: dict[str, dict[str, Data]], tries: list[tuple[int, Data | None]]) -> Cell:
    judged = pending = 0
    for minute, judgement in tries:
        kind = held["judgement-types"][judgement["judgement_type_id"]] if judgement else None
        if kind and kind["solved"]:
            return Cell(judged + 1, pending, solved=True, minute=minute)
        judged += bool(kind and kind["penalty"])
        pending += kind is None
    return Cell(judged, pending)


def _by_points(_: dict[str, dict[str, Data]], tries: list[tuple[int, Data | None]]) -> Cell:
    """The best score, and when it was reached first."""
    scored = [(judgement["score"], minute) for minute, judgement in tries if judgement]
    best = max([score for score, _ in scored], default=0)
    return Cell(score=best, minute=next((minute for score, minute in scored if best and score == best), None))
