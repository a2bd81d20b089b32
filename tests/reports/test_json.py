"""Classes, contests and hunts as JSON: what the terminal shows, and nothing that is hidden."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from judge.model import Answer, Instance, Run, Submission, Verdict
from judge.model.classroom import Doubt, Member, Roll, Student
from judge.model.hack import Hack, Hunt, Said
from judge.model.schedule import AsOf
from judge.problems.package import read_package
from judge.reports.export.atomic import as_json
from judge.reports.export.boards_json import contest_json
from judge.reports.export.class_json import roll_json, similar_json
from judge.reports.export.package_json import hack_json
from judge.scoring.standings import scoreboard
from tests.contests import FINAL, LATER, START_MS, schedule_of, tries_of
from tests.reports.make import alike, unlike

ANN = Member(Student("1", "Ann"), "ann", "ann/feedback", "a.py", (("a.py", b"secret"), ("b\udcff.txt", b"")), late=True)
BOB = Member(Student("2", "Bob"), "bob", "bob/feedback", doubt=Doubt("bob/x", "it is a link", "hand in a file"))
EVE = Member(Student("3"), "eve", "eve/feedback", "a.py", (("a.py", b"secret"),), remarks=("x.pdf: left out",))


def test_every_field_of_a_class_is_there_and_no_content() -> None:
    roll = Roll("Moodle", (ANN, BOB, EVE), (Student("4", "Dan"),), (Doubt("up.txt", "of nobody"),), ((ANN, EVE),))
    text = as_json(roll_json(roll))
    whole = json.loads(text)
    assert set(whole) == {"schema", *Roll.__struct_fields__}
    assert (whole["schema"], whole["shape"], whole["twins"]) == ("judge.roll/1", "Moodle", [["1", "3"]])
    ann, bob, eve = whole["members"]
    assert set(ann) == set(Member.__struct_fields__)
    assert (ann["student"]["name"], ann["files"], ann["late"], ann["doubt"]) == (
        "Ann",
        ["a.py", "b\\udcff.txt"],
        True,
        None,
    )
    assert bob["doubt"] == {"where": "bob/x", "what": "it is a link", "help": "hand in a file", "ours": False}
    assert eve["remarks"] == ["x.pdf: left out"]
    assert (whole["absent"][0]["id"], whole["strays"][0]["where"]) == ("4", "up.txt")
    assert b"secret" not in text


def test_a_group_has_its_members_and_all_its_pairs() -> None:
    made = similar_json(alike())
    (group,) = made["groups"]
    assert (made["schema"], made["class"], made["compared"], made["past"]) == ("judge.similar/1", "hw1.zip", 3, 1)
    assert [one["past"] for one in group["members"]] == ["", "", "2025"]
    assert [(one["left"], one["share"]) for one in group["pairs"]] == [
        ("ada", 1.0),
        ("ada", 0.873),
        (group["members"][1]["name"], 0.7),
    ]


def test_a_part_is_named_by_lines_without_its_source() -> None:
    pair = similar_json(alike())["groups"][0]["pairs"][1]
    assert pair["parts"][0]["left"] == {"file": "main.py", "first": 22, "last": 23}
    assert pair["parts"][0]["right"] == {"file": "hw.py", "first": 4, "last": 5}
    assert pair["parts"][1]["right"] == {"file": "hw.py", "first": 1, "last": 2}
    assert b"far away" not in as_json(similar_json(alike()))
    made = similar_json(unlike())
    assert (made["groups"], made["median"], made["left_out"]) == ([], None, [])


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


BOARD = Instance("DFS", 2, 1, np.array([[0, 2], [0, 0]], np.int8))
ARRANGED = np.array([[1, 2], [0, 0]], np.int8)


@pytest.mark.parametrize(
    ("answer", "written"),
    [
        (None, None),
        (Answer(fail=True), "FAIL"),
        (Answer(board=ARRANGED), ["12", "00"]),
        (Answer(count=2680), 2680),
        (Answer(columns=np.zeros((4, 6), np.int64)), 4),
    ],
)
def test_the_board_its_answer_and_what_each_did(
    answer: Answer | None, written: object, package: Callable[..., Path], submission: Callable[..., Submission]
) -> None:
    one, other = submission(name="a"), submission(name="b")
    said = (
        Said(one, Run("b", "h", "DFS", Verdict.WA, "E113", "the answer is FAIL")),
        Said(other, Run("b", "h", "DFS", Verdict.AC), ARRANGED),
    )
    hunt = Hunt(3, 2.0, 1.0, {1: 4, 2: 9}, Hack(BOARD, BOARD, ("E113", "right"), said, 2, 3, answer), shrunk=5)
    made = hack_json(hunt, read_package(package()), (one, other), Path("pkg/secret/hack-2-1"))
    assert (made["schema"], made["seed"], made["puzzle"], made["problem"]) == ("judge.hack/1", 3, "lizards", "pkg")
    assert made["tried"] == [{"n": 1, "boards": 4}, {"n": 2, "boards": 9}]
    found = made["found"]
    assert found["answer"] == written
    assert found["board"] == {"algorithm": "DFS", "n": 2, "pieces": 1, "rows": ["02", "00"], "layer": None}
    assert (found["runs"], found["confirmed"], found["shrunk"]) == (3, 2, 5)
    assert [(one["name"], one["verdict"], one["code"], one["board"]) for one in found["submissions"]] == [
        ("a", "WA", "E113", None),
        ("b", "AC", "", ["12", "00"]),
    ]
    assert found["added"] == "pkg/secret/hack-2-1"
    assert as_json(made)


def test_nothing_found_is_null(package: Callable[..., Path], submission: Callable[..., Submission]) -> None:
    made = hack_json(Hunt(0, 2.0, 2.0, {1: 4}, complete=True), read_package(package()), (submission(),), None)
    assert made["found"] is None
    assert made["complete"] is True
