"""The scoreboard of a contest as JSON: what the terminal shows, and nothing that is hidden."""

from __future__ import annotations

from judge.model.schedule import AsOf
from judge.reports.export.contest_json import contest_json
from judge.scoring.standings import scoreboard
from tests.contests import FINAL, LATER, START_MS, schedule_of, tries_of

TRIES = tries_of(("t1", "A", 45, "AC"), ("t2", "B", 250, "AC"))


def test_it_holds_what_the_board_shows() -> None:
    found = contest_json(scoreboard(schedule_of(), TRIES, FINAL, {"eve": 2}))
    assert found["contest"]["freeze"] == "2025-11-21T18:00:00.000+00:00"
    assert found["contest"]["problems"][0] == {"label": "A", "problem": "lizards", "title": "Lizards", "points": 50.0}
    assert (found["schema"], found["phase"], found["jury"], found["waiting"]) == ("judge.contest/1", "final", False, 0)
    assert (found["time"], found["contest_time"]) == ("2025-11-21T20:00:00.000+00:00", "6:00:00.000")
    assert found["rows"][0] == {
        "rank": 1,
        "team": {"id": "t1", "name": "Ada & Bob", "affiliation": "CUNY", "groups": ("students", "north")},
        "solved": 1,
        "penalty": 45,
        "points": 50.0,
        "last": 45,
        "cells": [
            {"label": "A", "solved": True, "tries": 1, "pending": 0, "points": 50.0, "minute": 45, "first": True},
            *(
                {"label": one, "solved": False, "tries": 0, "pending": 0, "points": 0.0, "minute": None, "first": False}
                for one in "BC"
            ),
        ],
    }
    assert found["unknown"] == [{"owner": "eve", "submissions": 2}]
    assert found["outdated"] == []


def test_what_is_hidden_is_not_in_it() -> None:
    frozen = contest_json(scoreboard(schedule_of(), TRIES, LATER, {}))
    [row] = [one for one in frozen["rows"] if one["team"]["id"] == "t2"]
    assert (row["solved"], row["points"], row["cells"][1]["pending"], row["cells"][1]["points"]) == (0, 0.0, 1, 0.0)
    before = contest_json(scoreboard(schedule_of(freeze_ms=None), TRIES, AsOf(START_MS - 1), {}))
    assert (before["contest"]["problems"], before["contest"]["freeze"], before["phase"]) == ([], None, "before")
