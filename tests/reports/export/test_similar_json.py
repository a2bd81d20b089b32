"""The JSON of alike submissions: who, how much, and where."""

from __future__ import annotations

from judge.reports.export.atomic import as_json
from judge.reports.export.similar_json import similar_json
from tests.reports.similarities import alike, unlike


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
