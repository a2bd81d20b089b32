"""The event feed: held to the specification, and replayed by a reader that knows nothing of ours."""

from __future__ import annotations

import json
from datetime import timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from judge.model.schedule import AsOf, Schedule, Team, Try
from judge.reports.export.event_feed import event_feed, reltime, stamp
from judge.scoring.standings import Scoreboard, scoreboard
from tests.contests import END_MS, FINAL, LATER, START_MS, TASKS, at, boards, schedule_of, tries_of
from tests.reports.clics import Cell, Row, check, parsed, replayed

LATE = tries_of(("t1", "A", 10, "WA"), ("t1", "A", 241, "AC"), ("t2", "B", 30, "AC"), ("t3", "C", 250, "CE"))


def board_of(tries: list[Try], as_of: AsOf = FINAL, **changes: Any) -> Scoreboard:
    return scoreboard(schedule_of(**changes), tries, as_of, {})


def feed_of(tries: list[Try], as_of: AsOf = FINAL, **changes: Any) -> str:
    return event_feed(board_of(tries, as_of, **changes))


def of_kind(feed: str, kind: str) -> list[dict[str, Any]]:
    return [event["data"] for event in parsed(feed) if event["type"] == kind]


def expected(board: Scoreboard) -> list[Row]:
    """What our standings say, as far as a feed tells it."""
    by_points = board.schedule.scoring == "score"
    rows = []
    for row in board.rows:
        if by_points:
            cells = [Cell(score=cell.points, minute=cell.minute) for cell in row.cells]
            rows.append(Row(row.rank, row.team.id, 0, 0, row.points, cells))
        else:
            cells = [Cell(cell.tries, cell.pending, cell.solved, minute=cell.minute) for cell in row.cells]
            rows.append(Row(row.rank, row.team.id, row.solved, row.penalty, 0, cells))
    return rows


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(boards())
def test_who_replays_a_feed_gets_our_standings(drawn: tuple[Schedule, list[Try], AsOf]) -> None:
    board = scoreboard(*drawn, {})
    assert replayed(event_feed(board)) == expected(board)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(boards())
def test_who_replays_any_feed_gets_our_standings(drawn: tuple[Schedule, list[Try], AsOf]) -> None:
    board = scoreboard(*drawn, {})
    assert replayed(event_feed(board)) == expected(board)


# --- what is said, word by word --------------------------------------------------------------------------------------
def test_the_contest_in_the_words_of_the_specification() -> None:
    held = check(feed_of(LATE))
    assert list(held["contest"].values()) == [
        {
            "id": "autumn",
            "name": "Autumn contest",
            "start_time": "2025-11-21T14:00:00.000+00:00",
            "duration": "5:00:00.000",
            "scoreboard_freeze_duration": "1:00:00.000",
            "scoreboard_type": "pass-fail",
            "penalty_time": 20,
        }
    ]
    assert held["problems"]["queens"] == {
        **{"id": "queens", "label": "B", "name": "Queens", "ordinal": 2, "time_limit": 1.5, "test_data_count": 3}
    }
    assert held["teams"]["t1"] == {
        **{
            "id": "t1",
            "label": "t1",
            "name": "Ada & Bob",
            "organization_id": "CUNY",
            "group_ids": ["students", "north"],
        }
    }
    assert held["organizations"] == {"CUNY": {"id": "CUNY", "name": "CUNY"}}
    assert held["languages"]["python3"]["extensions"] == ["py"]
    assert held["submissions"]["2"] == {
        **{"id": "2", "language_id": "python3", "problem_id": "lizards", "team_id": "t1", "files": []},
        **{"time": "2025-11-21T18:01:00.000+00:00", "contest_time": "4:01:00.000"},
    }
    assert held["judgements"]["j2"] == {
        **{"id": "j2", "submission_id": "2", "judgement_type_id": "AC"},
        **{"start_time": "2025-11-21T18:01:00.000+00:00", "start_contest_time": "4:01:00.000"},
        **{"end_time": "2025-11-21T18:01:02.000+00:00", "end_contest_time": "4:01:02.000"},
    }
    assert [one["id"] for one in held["judgement-types"].values() if one["solved"]] == ["AC"]
    assert [one["id"] for one in held["judgement-types"].values() if not one["penalty"]] == ["AC", "CE"]


def test_colours_points_and_java() -> None:
    tasks = (msgspec.structs.replace(TASKS[0], colour="red", rgb="#ff0000"), *TASKS[1:])
    tries = [msgspec.structs.replace(one, suffix=".java") for one in tries_of(("t1", "A", 9, "WA", 12.5))]
    held = check(feed_of(tries, tasks=tasks, scoring="score"))
    assert (held["problems"]["lizards"]["rgb"], held["problems"]["lizards"]["max_score"]) == ("#ff0000", 50.0)
    assert held["submissions"]["1"]["entry_point"] == "Main"
    assert (held["judgements"]["j1"]["judgement_type_id"], held["judgements"]["j1"]["score"]) == ("AC", 12.5)


@pytest.mark.parametrize("suffix", [".c", ".cpp", ".py", ".java", ".rs"])
def test_an_entry_point_is_named_as_the_schema_has_it(suffix: str) -> None:
    tries = [msgspec.structs.replace(one, suffix=suffix) for one in tries_of(("t1", "A", 9, "WA"))]
    data = check(feed_of(tries))["submissions"]["1"]
    assert data.get("entry_point", 0) == {".c": None, ".cpp": None, ".java": "Main"}.get(suffix, 0)


def test_a_language_that_nobody_knows_has_one_name() -> None:
    tries = [msgspec.structs.replace(one, suffix=".bf") for one in tries_of(("t1", "A", 9, "WA"))]
    assert list(check(feed_of(tries))["languages"]) == ["other"]


# --- what is hidden --------------------------------------------------------------------------------------------------
def test_after_the_freeze_a_submission_has_no_judgement() -> None:
    held = check(feed_of(LATE, LATER))
    assert (list(held["submissions"]), list(held["judgements"])) == (["1", "3", "2", "4"], ["j1", "j3"])
    [state] = held["state"].values()
    assert (state["frozen"], state["thawed"], state["finalized"]) == ("2025-11-21T18:00:00.000+00:00", None, None)
    assert list(check(feed_of(LATE, AsOf(END_MS, jury=True)))["judgements"]) == ["j1", "j3", "j2", "j4"]


def test_a_final_feed_ends_with_its_state_after_the_last_judgement() -> None:
    last = parsed(feed_of(LATE))[-1]
    assert (last["type"], last["data"]) == (
        "state",
        {
            "started": "2025-11-21T14:00:00.000+00:00",
            "ended": "2025-11-21T19:00:00.000+00:00",
            "frozen": "2025-11-21T18:00:00.000+00:00",
            "thawed": "2025-11-21T19:00:00.001+00:00",
            "finalized": "2025-11-21T19:00:00.001+00:00",
            "end_of_updates": "2025-11-21T19:00:00.002+00:00",
        },
    )


def test_nothing_is_final_while_a_try_waits() -> None:
    last = parsed(feed_of([*LATE, *tries_of(("t1", "C", 20, None))]))[-1]["data"]
    assert (last["finalized"], last["end_of_updates"]) == (None, None)
    assert last["thawed"]


def test_before_the_start_a_feed_has_teams_and_no_problem() -> None:
    held = check(feed_of(LATE, AsOf(START_MS - 1)))
    assert (len(held["teams"]), held["problems"], held["submissions"]) == (3, {}, {})
    assert list(held["state"].values()) == [
        dict.fromkeys(("started", "ended", "frozen", "thawed", "finalized", "end_of_updates"))
    ]
    assert len(check(feed_of(LATE, AsOf(START_MS - 1, jury=True)))["problems"]) == 3


def test_no_owner_no_file_and_no_case_is_in_it() -> None:
    teams = (Team("t1", "The Lizards", ("ada@example.org", "secret-owner", "t1")),)
    board = scoreboard(schedule_of(teams=teams), LATE, FINAL, {"stranger@example.org": 3})
    feed = event_feed(board)
    check(feed)
    for word in ("ada", "secret-owner", "stranger", "example.org", "digest", ".py"):
        assert word not in feed


# --- times and names -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("span_ms", "words"),
    [
        (0, "0:00:00.000"),
        (59_999, "0:00:59.999"),
        (3_600_000, "1:00:00.000"),
        (360_000_001, "100:00:00.001"),
        (-1, "-0:00:00.001"),
        (-90_061_000, "-25:01:01.000"),
    ],
)
def test_times_of_a_contest(span_ms: int, words: str) -> None:
    assert reltime(span_ms) == words
    zone = timezone(timedelta(hours=5, minutes=45))
    assert stamp(schedule_of(zone=zone), START_MS + 1) == "2025-11-21T19:45:00.001+05:45"


def test_when_the_clocks_go_back_times_go_on() -> None:
    """In Berlin 02:30 comes twice on 2026-10-25; contest times are the time that has passed."""
    start_ms = 1_792_882_800_000  # 2026-10-25 01:00 +02:00
    zone = ZoneInfo("Europe/Berlin")
    schedule = schedule_of(start_ms=start_ms, end_ms=start_ms + 5 * 3_600_000, freeze_ms=None, zone=zone)
    tries = [
        msgspec.structs.replace(one, at_ms=start_ms + 90 * 60_000 + one.id * 3_600_000 - 3_600_000) for one in LATE
    ]
    tries = [msgspec.structs.replace(one, judged_ms=one.at_ms) for one in tries]
    board = scoreboard(schedule, tries, AsOf(schedule.end_ms, final=True), {})
    feed = event_feed(board)
    assert [(one["time"], one["contest_time"]) for one in of_kind(feed, "submissions")] == [
        ("2026-10-25T02:30:00.000+02:00", "1:30:00.000"),
        ("2026-10-25T02:30:00.000+01:00", "2:30:00.000"),
        ("2026-10-25T03:30:00.000+01:00", "3:30:00.000"),
        ("2026-10-25T04:30:00.000+01:00", "4:30:00.000"),
    ]
    assert replayed(feed) == expected(board)


def test_a_hostile_name_stays_on_its_line_and_has_no_control_character() -> None:
    name = 'x\n{"type":"state"}\x1b[2J\u202e"\\ \U0001f98e'
    teams = (Team("t1", name, ("t1",), name, (name,)), Team("t2", f"{name} ", ("t2",), f"{name} "))
    feed = feed_of(LATE, teams=teams)
    held = check(feed)
    assert held["teams"]["t1"]["name"] == 'x\\n{"type":"state"}\\u202e"\\ \U0001f98e'
    assert len(held["organizations"]) == 2
    assert not [one for one in feed.replace("\n", "") if not one.isprintable()]


def test_the_same_contest_gives_the_same_bytes_whenever_it_is_written() -> None:
    later = AsOf(END_MS + 999_999_999, final=True)
    assert feed_of(LATE) == feed_of(LATE[::-1], later)
    assert json.loads(feed_of(LATE).splitlines()[0])["token"] == "1"
    assert at(0) == START_MS
