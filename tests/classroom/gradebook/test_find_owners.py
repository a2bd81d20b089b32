"""Whom a word of a regrade names."""

from __future__ import annotations

import pytest

from judge.classroom.gradebook.find_owners import find_owner
from judge.classroom.people.roster import Roster
from judge.errors import JudgeError
from judge.model.classroom import Student

ROSTER = Roster(
    [
        Student("U1", "Ada Lovelace", "ada@example.edu", "ada"),
        Student("U2", "Kim", "kim@example.edu", "kim1"),
        Student("U3", "Kim", "kim@other.edu", "kim2"),
        Student("U4", "Zoe"),
    ]
)
BY_ID = "name a student by the id in the gradebook"
OWNERS = ("U1", "U2", "U3", "Eve")


@pytest.mark.parametrize(
    ("word", "owner"),
    [
        ("U1", "U1"),
        ("u1", "U1"),
        (" ada  LOVELACE ", "U1"),
        ("ada@example.edu", "U1"),
        ("kim2", "U3"),
        ("Eve", "Eve"),
        ("eve", "Eve"),
    ],
)
def test_a_student_by_whatever_the_roster_knows(word: str, owner: str) -> None:
    assert find_owner(word, OWNERS, ROSTER) == owner


@pytest.mark.parametrize(
    ("word", "roster", "message", "note", "repair"),
    [
        ("Kim", ROSTER, "several students are called 'Kim'", "they are U2, U3", "name one of them by this id"),
        ("Ada Lovelance", ROSTER, "no student 'Ada Lovelance' was judged", "close to it: Ada Lovelace", BY_ID),
        ("Evee", ROSTER, "no student 'Evee' was judged", "close to it: Eve", BY_ID),
        (
            "Evee",
            None,
            "no student 'Evee' was judged",
            "close to it: Eve",
            f"{BY_ID}, or add --roster FILE to use names",
        ),
        ("Zoe", ROSTER, "nothing of Zoe was judged", "", "judge grade FOLDER  judges it"),
        ("nobody at all", ROSTER, "no student 'nobody at all' was judged", "4 students were judged", BY_ID),
    ],
)
def test_a_student_whom_nobody_knows_or_who_is_several(
    word: str, roster: Roster | None, message: str, note: str, repair: str
) -> None:
    with pytest.raises(JudgeError) as caught:
        find_owner(word, OWNERS, roster)
    error = caught.value
    assert (error.code, error.message, error.note, error.help) == ("E456", message, note, repair)


def test_names_that_are_close_are_five_at_most() -> None:
    owners = [f"student{letter}" for letter in "abcdefg"]
    with pytest.raises(JudgeError) as caught:
        find_owner("student", owners)
    assert caught.value.note.startswith("close to it: student")
    assert caught.value.note.count("student") == 5


def test_an_id_that_is_no_text_is_found_as_it_is_kept() -> None:
    assert find_owner("Ann", ["J\\udcf6rg"], Roster([Student("J\udcf6rg", "Ann")])) == "J\\udcf6rg"


def test_owners_that_differ_in_case_alone_are_not_confused() -> None:
    assert find_owner("Ada", ("Ada", "ada")) == "Ada"
    with pytest.raises(JudgeError, match="several students"):
        find_owner("ADA", ("Ada", "ada"))
