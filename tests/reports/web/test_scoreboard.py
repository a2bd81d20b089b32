"""The words of a scoreboard's page: each cell for eyes and ears, and how far the contest is."""

from __future__ import annotations

import pytest

from judge.model.schedule import AsOf, Team
from judge.reports.web.scoreboard import ScoreboardView, scoreboard_view
from judge.scoring.standings import scoreboard
from tests.contests import END_MS, FINAL, LATER, START_MS, TRIES, at, schedule_of


def view(as_of: AsOf = FINAL, **changes: object) -> ScoreboardView:
    return scoreboard_view(scoreboard(schedule_of(**changes), TRIES, as_of, {"eve": 2}))


def told(found: ScoreboardView) -> dict[str, list[tuple[str, str, str]]]:
    return {row.id: [(cell.words, cell.said, cell.kind) for cell in row.cells if cell.words] for row in found.rows}


def test_a_cell_is_told_to_eyes_and_to_ears() -> None:
    assert told(view()) == {
        "t1": [("*2/45", "solved, try 2, minute 45, first to solve it", "first"), ("-1", "1 wrong try", "wrong")],
        "t2": [("1/60", "solved, try 1, minute 60", "solved"), ("-2", "2 wrong tries", "wrong")],
        "t3": [("*2/245", "solved, try 2, minute 245, first to solve it", "first")],
    }
    assert told(view(LATER))["t3"] == [("-1 ?1", "1 wrong try, 1 pending", "pending")]


def test_by_points_a_cell_says_how_many() -> None:
    found = view(FINAL, scoring="score")
    assert told(found)["t1"][0] == ("*50/45", "50 points, minute 45, first to solve it", "first")
    assert found.heads == ("Points", "Last")


@pytest.mark.parametrize(
    ("as_of", "words", "until"),
    [
        (AsOf(START_MS - 1), "The contest begins on 2025-11-21 14:00:00", START_MS),
        (AsOf(at(5)), "The contest runs until 2025-11-21 19:00:00", END_MS),
        (AsOf(at(250)), "The scoreboard is frozen. Verdicts since 2025-11-21 18:00:00", END_MS),
        (AsOf(at(250), jury=True), "The jury's view", END_MS),
        (LATER, "The contest is over since 2025-11-21 19:00:00 (UTC+0000). Verdicts since", None),
        (FINAL, "The final result.", None),
    ],
)
def test_how_far_it_is_is_said_and_what_is_waited_for(as_of: AsOf, words: str, until: int | None) -> None:
    found = view(as_of)
    assert found.words.startswith(words)
    assert found.until_ms == until


def test_before_the_start_teams_alone_are_named() -> None:
    found = view(AsOf(START_MS - 1))
    assert (found.tasks, found.heads) == ((), ())
    assert not any(row.cells for row in found.rows)
    assert len(view(AsOf(START_MS - 1, jury=True)).tasks) == 3


def test_who_is_in_no_team_is_told_to_the_jury_alone() -> None:
    assert view().notes == ()
    assert "eve (2)" in view(AsOf(at(250), jury=True)).notes[0]


def test_a_page_of_a_projector_has_thirty_teams() -> None:
    teams = tuple(Team(f"c{number}", f"Crew {number}", (f"c{number}",)) for number in range(61))
    assert [len(page) for page in view(FINAL, teams=teams).pages] == [30, 30, 1]
    assert [view(FINAL, teams=teams[:count]).size for count in (3, 12, 20, 21, 61)] == [
        *("rows-10", "rows-15", "rows-20", "rows-30", "rows-30"),
    ]
