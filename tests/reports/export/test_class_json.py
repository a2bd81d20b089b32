"""A class as JSON: who is who and no bytes of what was handed in; and what is alike, by lines."""

from __future__ import annotations

import json

from judge.model.classroom import Doubt, Member, Roll, Student
from judge.reports.export.atomic import as_json
from judge.reports.export.class_json import roll_json, similar_json
from tests.reports.similarities import alike, unlike

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


def test_a_part_is_named_by_lines() -> None:
    pair = similar_json(alike())["groups"][0]["pairs"][1]
    assert pair["parts"][0]["left"] == {"file": "main.py", "first": 22, "last": 23}
    assert pair["parts"][0]["right"] == {"file": "hw.py", "first": 4, "last": 5}
    assert pair["parts"][1]["right"] == {"file": "hw.py", "first": 1, "last": 2}


def test_no_source_is_in_it() -> None:
    assert b"far away" not in as_json(similar_json(alike()))


def test_nothing_alike_is_an_empty_list() -> None:
    made = similar_json(unlike())
    assert (made["groups"], made["median"], made["left_out"]) == ([], None, [])
