"""The event feed: held to the specification, and replayed by a reader that knows nothing of ours."""

from __future__ import annotations

import json
import re
from datetime import timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import HealthCheck, given, settings

from judge.model import Schedule
from judge.reports import ScoreboardReport
from judge.scoring import Scoreboard
from tests.contests import END_MS, FINAL, LATER, START_MS, TASKS, at, boards, schedule_of, tries_of
from tests.make import replace
from tests.problems.told import hold
from tests.reports.clics import Cell, Row, check, replayed
from tests.reports.make import TOLD, told

ROWS = (("t1", "A", 10, "WA"), ("t1", "A", 241, "AC"), ("t2", "B", 30, "AC"), ("t3", "C", 250, "CE"))
LATE = tries_of(*ROWS)


def board_of(tries: list[Schedule.Try], as_of: Scoreboard.AsOf = FINAL, **changes: Any) -> Scoreboard:
    return Scoreboard.of(schedule_of(**changes), tries, as_of, {})


def text_of(board: Scoreboard) -> str:
    return ScoreboardReport(board).feed()


def feed_of(tries: list[Schedule.Try], as_of: Scoreboard.AsOf = FINAL, **changes: Any) -> str:
    return text_of(board_of(tries, as_of, **changes))


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


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(boards())
def test_who_replays_a_feed_gets_our_standings(drawn: tuple[Schedule, list[Schedule.Try], Scoreboard.AsOf]) -> None:
    board = Scoreboard.of(*drawn, {})
    assert replayed(text_of(board)) == expected(board)


def written_in(*suffixes: str) -> list[Schedule.Try]:
    tries = tries_of(*[("t1", "A", 9, "WA", 12.5)] * len(suffixes))
    return [replace(one, suffix=suffix) for one, suffix in zip(tries, suffixes, strict=True)]


AT_MS = 1_792_882_800_000  # 2026-10-25 01:00 +02:00: in Berlin 02:30 comes twice
TURNED = [replace(one, at_ms=(at_ms := AT_MS + (30 + 60 * one.id) * 60_000), judged_ms=at_ms) for one in LATE]
BERLIN = {"start_ms": AT_MS, "end_ms": AT_MS + 5 * 3_600_000, "freeze_ms": None, "zone": ZoneInfo("Europe/Berlin")}
LONG_MS = 400_000_000  # a contest of 111 hours, and what is judged at once, and as long as it may take
SPANS = (0, 59_999, 3_600_000, 360_000_001)
JUDGED = [replace(LATE[0], id=at, at_ms=START_MS, judged_ms=START_MS + span) for at, span in enumerate(SPANS, 1)]
NEPAL = {"zone": timezone(timedelta(hours=5, minutes=45)), "end_ms": START_MS + LONG_MS, "freeze_ms": None}
FEEDS: dict[str, Scoreboard] = {
    "a final feed": board_of(LATE),
    "after the freeze": board_of(LATE, LATER),
    "of the jury": board_of(LATE, Scoreboard.AsOf(END_MS, jury=True)),
    "a try that waits": board_of(tries_of(*ROWS, ("t1", "C", 20, None))),
    "before the start": board_of(LATE, Scoreboard.AsOf(START_MS - 1)),
    "before the start, of the jury": board_of(LATE, Scoreboard.AsOf(START_MS - 1, jury=True)),
    "colours, points and Java": board_of(
        written_in(".java"), tasks=(replace(TASKS[0], colour="red", rgb="#ff0000"), *TASKS[1:]), scoring="score"
    ),
    "other languages": board_of(written_in(".c", ".cpp", ".py", ".rs", ".bf")),
    "a long contest": board_of(JUDGED, Scoreboard.AsOf(START_MS + LONG_MS, final=True), **NEPAL),
    "clocks that go back": board_of(TURNED, Scoreboard.AsOf(AT_MS + 5 * 3_600_000, final=True), **BERLIN),
}

WRITTEN = {  # with the types of events of which anything is seen there; the others are held to the rules
    "a final feed": "",
    "before the start": "",
    "colours, points and Java": "contest|judgement-types|languages|problems|submissions|judgements",
    "clocks that go back": "contest|state|submissions|judgements",
}


def test_each_feed_is_as_it_is_kept_and_is_what_the_specification_says() -> None:
    feeds = {name: text_of(board) for name, board in FEEDS.items()}
    events = {name: re.findall(rf'{{"type":"(?:{types or ".*?"})",.*', feeds[name]) for name, types in WRITTEN.items()}
    hold(TOLD / "feeds.txt", told({name: "\n".join(lines) for name, lines in events.items()}))
    for name, board in FEEDS.items():
        assert check(feeds[name])
        assert name.startswith("before") or replayed(feeds[name]) == expected(board)


def test_the_same_contest_gives_the_same_bytes_whenever_it_is_written() -> None:
    later = Scoreboard.AsOf(END_MS + 999_999_999, final=True)
    assert feed_of(LATE) == feed_of(LATE[::-1], later)
    assert json.loads(feed_of(LATE).splitlines()[0])["token"] == "1"
    assert at(0) == START_MS
