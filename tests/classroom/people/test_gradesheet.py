"""A Moodle worksheet is recognised in any language, and nothing else is taken for one."""

from __future__ import annotations

import pytest

from judge.classroom.people.lms_list import worksheet_of
from judge.model.lms import Places

ENGLISH = [
    *("Identifier", "Full name", "ID number", "Email address", "Status", "Grade", "Maximum grade"),
    *("Grade can be changed", "Last modified (submission)", "Last modified (grade)", "Feedback comments"),
]
RUSSIAN = [f"столбец {place}" for place in range(11)]
GIVEN = ["Saturday, 21 November 2026, 6:00 PM", "-", "вс, 22 ноября 2026, 09:05"]


def rows(head: list[str], most: str = "100.00", word: str = "Participant ") -> list[list[str]]:
    who = [("Ann Lee", "07", "a@x"), ("Bob", "", "b@x"), ("Cy", "9", "c@x")]
    grades = ["", most.replace("100", "7"), ""]
    return [head] + [
        [f"{word}{k + 1}", *who[k], "Submitted", grades[k], most, "Yes", GIVEN[0], GIVEN[k], ""] for k in range(3)
    ]


@pytest.mark.parametrize("head", [ENGLISH, RUSSIAN], ids=["English", "Russian"])
@pytest.mark.parametrize("word", ["Participant ", "Teilnehmer/in", "Участник "])
def test_the_columns_are_found_by_name_or_place(head: list[str], word: str) -> None:
    found = worksheet_of(rows(head, word=word))
    assert found is not None
    assert found.places == Places(0, 5, 9, name=1, email=3, maximum=6, comment=10)
    assert (found.head, found.prefix, found.comma) == (tuple(head), word, False)
    assert list(found.rows) == ["1", "2", "3"]
    assert found.rows["2"][:2] == (f"{word}2", "Bob")


def test_decimals_with_a_comma_are_seen() -> None:
    found = worksheet_of(rows(RUSSIAN, "100,00"))
    assert found is not None
    assert found.comma


def test_a_blind_worksheet_has_no_names() -> None:
    blind = [[row[0], *row[4:]] for row in rows(RUSSIAN)]
    found = worksheet_of(blind)
    assert found is not None
    assert found.places == Places(0, 2, 6, maximum=3, comment=7)


def test_a_blind_worksheet_has_a_status_for_each_where_all_are_late() -> None:
    blind = [[row[0], f"{row[4]}, {k} days late", *row[5:]] for k, row in enumerate(rows(RUSSIAN))]
    found = worksheet_of(blind)
    assert found is not None
    assert found.places.name is None


def test_who_has_no_address_does_not_hide_those_of_the_others() -> None:
    table = rows(RUSSIAN)
    table[2][3] = ""
    found = worksheet_of(table)
    assert found is not None
    assert (found.places.name, found.places.email) == (1, 3)


def test_online_text_and_a_group_lie_between() -> None:
    more = [[*row[:5], "Group A", *row[5:9], "print(1)", *row[9:]] for row in rows(RUSSIAN)]
    found = worksheet_of(more)
    assert found is not None
    assert (found.places.grade, found.places.maximum, found.places.modified) == (6, 7, 11)


def test_a_scale_has_no_maximum() -> None:
    scale = [[*row[:6], "Scale" if k == 0 else "A\nB", *row[7:]] for k, row in enumerate(rows(ENGLISH))]
    found = worksheet_of(scale)
    assert found is not None
    assert found.places.maximum is None


@pytest.mark.parametrize(
    "table",
    [
        [],
        [ENGLISH],
        [["id", "name", "email"], ["s1", "Ann", "a@x"], ["s2", "Bob", "b@x"]],
        [["Identifier", "Grade"], ["Participant 1", "5"]],
        [["id", "points", "max", "when"], ["s1", "5", "10", "2026-11-22 10:00"], ["t2", "5", "10", "2026-11-22 10:00"]],
        [["id", "a", "b", "c"], ["s1", "x", "y", "z"]],
        [row[:1] for row in rows(RUSSIAN)],
        [RUSSIAN, rows(RUSSIAN)[1], rows(RUSSIAN)[1]],
        [ENGLISH, ["", "Ann", *[""] * 9]],
    ],
)
def test_nothing_else_is_a_worksheet(table: list[list[str]]) -> None:
    assert worksheet_of(table) is None


def test_a_row_may_be_short_or_empty() -> None:
    table = rows(ENGLISH)
    found = worksheet_of([*table, [], [""] * 11, ["Participant 9", "Dan"]])
    assert found is not None
    assert list(found.rows) == ["1", "2", "3", "9"]
