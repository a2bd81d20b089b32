"""A regrade on a terminal and as JSON, where points wait for the judge."""

from __future__ import annotations

import json

import msgspec
from rich.console import Console

from judge.model import Host, Judgement
from judge.model.record import Batch, Change, Conditions, Record
from judge.reports.terminal.regrade import regrade_json, regrade_report
from tests.reports.export.graded import judgement, problem

UNDER = Conditions("", "", "", "")
BATCH = Batch("regrade", problem(), Host("", (), (), "", "", "", "", 1), UNDER, reason="a case was wrong")


def record(made: Judgement) -> Record:
    return Record(1, "ann", made, UNDER, 0.0, 0.0)


def test_points_that_wait_are_told_as_such() -> None:
    waiting, whole = record(judgement("AC AC JE AC", None)), record(judgement("AC AC AC AC", 50.0))
    console = Console(width=100)
    with console.capture() as caught:
        console.print(regrade_report(BATCH, [Change(waiting, whole), Change(whole, waiting)]))
    text = caught.get()
    assert "+50  ann  JE waits -> AC 50" in text
    assert "1 change their points, 1 keep them" in text, "a judge error replaces nothing"
    shown = json.loads(msgspec.json.encode(regrade_json(BATCH, [Change(waiting, whole)], "pending")))["changes"][0]
    assert (shown["old"]["points"], shown["new"]["points"], shown["gain"]) == (None, 50, 50)
