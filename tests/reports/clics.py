"""A reader of event feeds, written from the text of the CLICS Contest API 2023-06 and from nothing of ours.

`check` holds each object to the tables of the specification: which properties there are, which must be there, of which
type, and that what is referred to was there before. `replayed` computes the scoreboard as the requirements for contest
control systems say: minutes rounded down, penalty time, the last accepted submission.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

Data = dict[str, Any]
ID = re.compile(r"(?![-.])[A-Za-z0-9_.-]{1,36}(?<!\.)")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:[+-]\d\d(?::\d\d)?|Z)")
RELTIME = re.compile(r"-?\d+:[0-5]\d:[0-5]\d\.\d{3}")
KNOWN_VERDICTS = {"AC", "WA", "TLE", "RTE", "CE", "OLE", "MLE"}


def text(value: Any) -> bool:
    return isinstance(value, str)


def truth(value: Any) -> bool:
    return isinstance(value, bool)


def whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def ident(value: Any) -> bool:
    return text(value) and ID.fullmatch(value) is not None


def time(value: Any) -> bool:
    return text(value) and TIME.fullmatch(value) is not None


def reltime(value: Any) -> bool:
    return text(value) and RELTIME.fullmatch(value) is not None


def some(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(check, value))


def maybe(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or check(value)


# Of each type its properties, with those that are required.
TABLES: dict[str, tuple[dict[str, Callable[[Any], bool]], set[str]]] = {
    "contest": (
        {
            **{"id": ident, "name": text, "formal_name": text, "start_time": maybe(time), "duration": reltime},
            **{"scoreboard_freeze_duration": reltime, "scoreboard_type": text, "penalty_time": whole},
        },
        {"id", "name", "start_time", "duration", "scoreboard_type"},
    ),
    "state": (
        {name: maybe(time) for name in ("started", "frozen", "ended", "thawed", "finalized", "end_of_updates")},
        {"started", "ended", "finalized", "end_of_updates"},
    ),
    "judgement-types": ({"id": ident, "name": text, "penalty": truth, "solved": truth}, {"id", "name", "solved"}),
    "languages": (
        {
            **{"id": ident, "name": text, "entry_point_required": truth, "entry_point_name": text},
            **{"extensions": some(text)},
        },
        {"id", "name", "entry_point_required", "extensions"},
    ),
    "problems": (
        {
            **{"id": ident, "label": text, "name": text, "ordinal": whole, "rgb": text, "color": text},
            **{"time_limit": number, "test_data_count": whole, "max_score": number},
        },
        {"id", "label", "name", "ordinal", "time_limit", "test_data_count"},
    ),
    "groups": ({"id": ident, "name": text, "type": text}, {"id", "name"}),
    "organizations": ({"id": ident, "name": text, "formal_name": text}, {"id", "name"}),
    "teams": (
        {"id": ident, "name": text, "label": text, "organization_id": ident, "group_ids": some(ident)},
        {"id", "name", "label"},
    ),
    "submissions": (
        {
            **{"id": ident, "language_id": ident, "problem_id": ident, "team_id": ident, "time": time},
            **{"contest_time": reltime, "entry_point": maybe(text), "files": some(lambda _: False)},
        },
        {"id", "language_id", "problem_id", "team_id", "time", "contest_time", "files"},
    ),
    "judgements": (
        {
            **{"id": ident, "submission_id": ident, "judgement_type_id": ident, "score": number, "start_time": time},
            **{"start_contest_time": reltime, "end_time": time, "end_contest_time": reltime},
        },
        {
            *("id", "submission_id", "judgement_type_id", "start_time", "start_contest_time"),
            *("end_time", "end_contest_time"),
        },
    ),
}
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
        known, required = TABLES[kind]
        assert required <= set(data) <= set(known), (kind, data)
        assert all(known[name](value) for name, value in data.items()), data
        assert event["id"] == (None if kind in SINGLE else data["id"])
        for name, target in REFERENCES.items():
            for value in [data[name]] if text(data.get(name)) else data.get(name, ()):
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
    for one in held["submissions"].values():
        assert moment(one["time"]) - moment(contest["start_time"]) == span(one["contest_time"])
        assert 0 <= span(one["contest_time"]) < span(contest["duration"])
        if one["language_id"] == "java":
            assert text(one["entry_point"])
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
    by_points = contest["scoreboard_type"] == "score"
    rows = []
    for team in held["teams"].values():
        tries = [_tries(held, team["id"], problem) for problem in held["problems"]]
        cells = [(_by_points if by_points else _pass_fail)(held, one) for one in tries]
        rows.append((*_totals(cells, contest), team["name"], team["id"], cells))
    rows.sort(key=lambda row: row[:1] + row[4:6])
    keys = [row[0] for row in rows]
    return [
        Row(keys.index(key) + 1, team, solved, penalty, points, cells)
        for key, solved, penalty, points, _, team, cells in rows
    ]


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


def _totals(cells: list[Cell], contest: Data) -> tuple[tuple[float, ...], int, int, float]:
    """What teams are ordered by, solved problems, penalty time and points."""
    solved, points = [cell for cell in cells if cell.solved], sum(cell.score for cell in cells)
    last = max((cell.minute for cell in cells if cell.minute is not None), default=-1)
    if contest["scoreboard_type"] == "score":
        return (-points, last), 0, 0, points
    total = sum((cell.minute or 0) + contest["penalty_time"] * (cell.judged - 1) for cell in solved)
    return (-len(solved), total, last), len(solved), total, 0
