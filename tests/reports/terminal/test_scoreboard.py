"""The scoreboard of a contest on the terminal: each row whole, at any width, and legible without colour."""

from __future__ import annotations

import io
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from rich.cells import cell_len

from judge.model.schedule import AsOf, Task, Team, Try
from judge.reports.terminal.console import PlainConsole
from judge.reports.terminal.scoreboard import feed_line, scoreboard_lines
from judge.scoring.standings import scoreboard
from tests.contests import END_MS, FINAL, FREEZE_MS, LATER, START_MS, TRIES, at, schedule_of, tries_of


def shown(tries: list[Try] = TRIES, as_of: AsOf = FINAL, width: int = 80, **changes: Any) -> list[str]:
    unknown = changes.pop("unknown", {})
    board = scoreboard(schedule_of(**changes), tries, as_of, unknown)
    file = io.StringIO()
    PlainConsole(file=file, width=width, force_terminal=True, color_system=None).print(scoreboard_lines(board))
    return [line.rstrip() for line in file.getvalue().splitlines()]


def table(lines: list[str]) -> list[str]:
    begin = lines.index("") + 1
    return lines[begin : lines.index("", begin)]


def test_a_final_board() -> None:
    assert shown() == [
        "Autumn contest   3 teams, 3 problems, 20 minutes for a wrong try",
        "final, over since 2025-11-21 19:00:00 (UTC+0000)",
        "",
        "#  team              solved  time      A   B       C",
        "1  Köche (CUNY)           1    60   1/60  -2",
        "2  Ada & Bob (CUNY)       1    65  *2/45          -1",
        "3  Zoë                    1   265             *2/245",
        "",
        "2/45: second try, minute 45   *: first to solve it   -3: three wrong tries",
        "?1: one try is hidden, or not judged yet",
    ]


def test_a_frozen_board() -> None:
    lines = shown(as_of=AsOf(at(251)))
    said = " ".join(lines[1 : lines.index("")])
    assert said == "4:11:00 of 5:00:00; frozen: verdicts since 2025-11-21 18:00:00 (UTC+0000) are hidden"
    assert table(lines)[1:] == [
        "1  Köche (CUNY)           1    60   1/60  -2",
        "2  Ada & Bob (CUNY)       1    65  *2/45         ?1",
        "3  Zoë                    0     0             -1 ?1",
    ]


@pytest.mark.parametrize(
    ("as_of", "line"),
    [
        (AsOf(START_MS - 1), "it begins on 2025-11-21 14:00:00 (UTC+0000)"),
        (AsOf(START_MS + 61_000), "1:01 of 5:00:00, until 2025-11-21 19:00:00 (UTC+0000)"),
        (AsOf(at(250), jury=True), "4:10:00 of 5:00:00; the jury's view: it shows what is hidden from the public"),
        (AsOf(END_MS, jury=True), "over; the jury's view: it shows what is hidden from the public"),
        (FINAL, "final, over since 2025-11-21 19:00:00 (UTC+0000)"),
    ],
)
def test_how_far_it_is_is_said(as_of: AsOf, line: str) -> None:
    assert shown(as_of=as_of)[1] == line


def test_nothing_is_called_final_while_a_try_waits() -> None:
    lines = shown([*TRIES, *tries_of(("t3", "B", 30, None))], width=120)
    said = "over since 2025-11-21 19:00:00 (UTC+0000); not final, as submissions wait for their verdicts"
    assert lines[1] == said


def test_without_a_freeze_it_is_over() -> None:
    assert shown(as_of=LATER, freeze_ms=None)[1] == "over since 2025-11-21 19:00:00 (UTC+0000)"


def test_times_are_those_of_the_contests_zone() -> None:
    assert schedule_of(zone=ZoneInfo("Europe/Berlin")).said(FREEZE_MS) == "2025-11-21 19:00:00 (UTC+0100)"


def test_a_board_of_points() -> None:
    tries = tries_of(("t1", "A", 10, "WA", 12.5), ("t1", "A", 245, "AC"), ("t2", "A", 60, "AC"), ("t3", "B", 20, "WA"))
    lines = shown(tries, LATER, scoring="score")
    assert lines[0].endswith("by points")
    assert table(lines) == [
        "#  team              points  last           A   B  C",
        "1  Köche (CUNY)          50    60      *50/60",
        "2  Ada & Bob (CUNY)    12.5    10  12.5/10 ?1",
        "3  Zoë                    0                    -1",
    ]


# --- width -----------------------------------------------------------------------------------------------------------
MANY = tuple(Task(f"P{at}", f"p{at}", problem=f"p{at}", digest="now", most=50.0) for at in range(14))


def of_many(count: int, width: int) -> list[str]:
    tasks = MANY[:count]
    tries = [msgspec.structs.replace(TRIES[1], problem=task.problem, id=number) for number, task in enumerate(tasks, 1)]
    wrong = [msgspec.structs.replace(TRIES[3], problem=task.problem, id=99) for task in tasks[:1]]
    return table(shown([*tries, *wrong], FINAL, width, tasks=tasks))


@pytest.mark.parametrize(
    ("count", "cell", "width"),
    [(3, " *1/45", 80), (6, " *1/45", 80), (8, " *1", 80), (13, " *1", 80), (14, "*", 66), (14, " *1/45", 200)],
)
def test_cells_say_less_where_there_is_no_room(count: int, cell: str, width: int) -> None:
    lines = of_many(count, width)
    assert all(cell_len(line) <= width for line in lines)
    assert len(lines) == 4, "no row is folded"
    assert lines[1].count(cell) == count
    assert lines[1].count("*") == count


def test_a_long_name_is_cut_and_no_figure() -> None:
    teams = (Team("t1", "A very long name of a team that nobody can read", ("t1",), "University of Everything"),)
    lines = table(shown(TRIES[:2], teams=teams, width=60))
    assert lines[1].endswith("*2/45")
    assert "…" in lines[1]
    assert cell_len(lines[1]) <= 60


def test_a_hostile_name_stays_in_its_row() -> None:
    teams = (Team("t1", "[red]x\x1b[2J\n\u202eevil[/red] 團隊", ("t1",)), Team("t2", "b", ("t2",)))
    lines = shown(TRIES, teams=teams, width=100, name="n\x07\ny", unknown={"e\x1b]0;v\x07ve\n": 2})
    assert [line for line in lines if "[red]x\\n\\u202eevil[/red] 團隊" in line]
    assert lines[0].startswith("n\\x07\\ny")
    assert lines[-1] == "warning: in no team, so not on the board, with how many submissions: eve\\n (2)"
    assert all(line.isprintable() for line in lines)


# --- what a reader must know -----------------------------------------------------------------------------------------
def test_what_is_not_on_the_board_is_said_below() -> None:
    old = [msgspec.structs.replace(one, package="then") for one in TRIES[:2]]
    lines = shown([*old, *tries_of(("t3", "B", 30, None))], unknown={"eve": 3, "zed": 1}, width=120)
    assert lines[-3:] == [
        "warning: in no team, so not on the board, with how many submissions: eve (3), zed (1)",
        "warning: 1 submission without a verdict: not judged yet, or the judge failed",
        "warning: 2 verdicts on lizards from other cases or rules than now:  judge regrade --problem lizards",
    ]


def test_of_very_many_who_are_in_no_team_the_first_are_named() -> None:
    lines = shown(unknown={f"u{number:02}": 1 for number in range(40)}, width=200)
    assert lines[-1].endswith("u10 (1), u11 (1) and 28 more")


@pytest.mark.parametrize(
    ("tries", "as_of", "end"),
    [
        (TRIES, FINAL, ", final"),
        (TRIES, LATER, "; not final yet, and a resolver needs the final one:  --final"),
        (tries_of(("t3", "B", 30, None)), FINAL, "; not final yet, as a submission waits for its verdict"),
    ],
)
def test_a_feed_is_said_to_be_final_or_not(tries: list[Try], as_of: AsOf, end: str) -> None:
    board = scoreboard(schedule_of(), tries, as_of, {})
    assert feed_line(board, "b.json").plain == f"b.json: the event feed{end}"
