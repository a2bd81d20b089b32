"""Whose a submission is: number and name must agree, a group's work is each member's, and a stranger gets nothing."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.classroom.people.identity import Found, Identity
from judge.classroom.people.roster import Roster
from judge.model.classroom import Shape, Student

ANN = Student("u1", "Lee, Ann", "ann@x", "ann", lms_id="17", group="Team 7")
BOB = Student("u2", "Bob Ray", "bob@x", "bob", lms_id="18", group="Team 7, Tutorial 1")
CID = Student("u3", "Cid O'Neil", "cid@x", "cid", lms_id="19", group="Default group")
EVE = Student("u4", "Eve Ray-Orr", "eve@x", "eve", lms_id="20")
CLASS = (ANN, BOB, CID, EVE)


def find(shape: Shape, words: dict[str, str], *others: dict[str, str], students: tuple[Student, ...] = CLASS) -> Found:
    return Identity(Roster(students), shape, [words, *others]).find(words)


def moodle(name: str, number: str) -> dict[str, str]:
    return {"lms_id": number, "name": name}


def anything(word: str) -> dict[str, str]:
    return dict.fromkeys(("id", "login", "email", "name"), word)


SAME = moodle("Ann Lee", "17")  # another submission of the class, whose number and name agree


@pytest.mark.parametrize(
    ("words", "students", "how"),
    [
        (moodle("Ann Lee", "17"), [ANN], "id"),
        (moodle("ann  LEE", "17"), [ANN], "id"),
        (moodle("Cid ONeil", "19"), [CID], "id"),  # Moodle leaves the apostrophe out
        (moodle("Tutorial 1-Bob Ray", "18"), [BOB], "id"),  # up to 4.0 the group is before the name
        (moodle("Tutorial 1-Eve Ray-Orr", "20"), [EVE], "id"),
        (moodle("Team 7", "18"), [ANN, BOB], "group"),  # a group's number is no participant's
        (moodle("Team 7", "999"), [ANN, BOB], "group"),
        (moodle("Tutorial 1", "5"), [BOB], "group"),
        ({"name": "Default group"}, [CID], "group"),
        (moodle("Bob\u200f Ray", "18"), [BOB], "id"),
    ],
)
def test_moodle_s_number_counts_where_the_name_agrees(words: dict[str, str], students: list[Student], how: str) -> None:
    found = find("Moodle", words, SAME)
    assert (list(found.students), found.how, found.doubt) == (students, how, "")


@pytest.mark.parametrize(
    ("words", "said", "nearest"),
    [
        (moodle("Team 8", "18"), "the export says 18 for Team 8, the roster has it for Bob Ray", [BOB]),
        (moodle("Ann Lee", "18"), "the export says 18 for Ann Lee, the roster has it for Bob Ray", [BOB, ANN]),
        (moodle("Bob Ray", "77"), "the export says 77 for Bob Ray, the roster 18", [BOB]),
        (moodle("Zoe", "77"), "the roster has no row for 77 or Zoe", []),
        ({"name": "Default team"}, "the roster has no row for Default team", []),
        (moodle("Participant 18", "18"), "the export says 18 for Participant 18, the roster has it for Bob Ray", [BOB]),
    ],
)
def test_a_stranger_gets_nothing_by_a_number(words: dict[str, str], said: str, nearest: list[Student]) -> None:
    found = find("Moodle", words, SAME)
    assert (found.students, found.doubt, list(found.nearest)) == ((), said, nearest)


def test_a_worksheet_of_another_assignment_has_other_numbers() -> None:
    """Then no number agrees, and names decide; also where a number is somebody's in the other assignment."""
    for words in (moodle("Bob Ray", "117"), moodle("Bob Ray", "17")):
        found = find("Moodle", words, moodle("Ann Lee", "118"))
        assert (found.students, found.how) == ((BOB,), "name")
    assert find("Moodle", moodle("Zoe", "17"), moodle("Ann Lee", "118")).students == ()


def test_a_blind_export_has_numbers_alone() -> None:
    words, other = moodle("Teilnehmer/in 18", "18"), moodle("Teilnehmer/in 17", "17")
    assert find("Moodle", words, other).students == (BOB,)
    assert find("Moodle", words, moodle("Ann Lee", "17")).students == ()
    team = Student("u9", "Zed", group="Teilnehmer/in 18")
    assert "is a student and a group" in find("Moodle", words, other, students=(*CLASS, team)).doubt


@pytest.mark.parametrize(
    ("words", "students"),
    [
        (moodle("leeann", "17"), [ANN]),
        (moodle("raybob", "18"), [BOB]),
        (moodle("bobray", "18"), [BOB]),
        (moodle("rayorreve", "20"), [EVE]),
        (moodle("team7", "17"), [ANN, BOB]),
        (moodle("leeann", "999"), []),  # the roster says 17
        (moodle("raybob", "17"), []),
        (moodle("team7", "20"), []),  # it represents another group
        (moodle("team9", "17"), []),
        (moodle("", "anon_x1Y2z"), []),
    ],
)
def test_canvas_s_number_is_a_member_s(words: dict[str, str], students: list[Student]) -> None:
    found = find("Canvas", words, moodle("raybob", "18"))
    assert list(found.students) == students
    assert bool(found.doubt) == (not students)


@pytest.mark.parametrize(
    ("words", "students"),
    [
        ({"id": "u1", "email": "ann@x", "name": "Annie"}, [ANN]),  # two words agree: what they are called is theirs
        ({"id": "u1", "email": "bob@x", "name": "Ann Lee"}, []),
        ({"id": "u1", "email": "", "name": "Annie"}, []),
        ({"id": "", "email": "ann@x", "name": "Annie"}, [ANN]),
        ({"id": "", "email": "ann@x", "name": "Bob Ray"}, []),
        ({"id": "77", "email": "z@x", "name": "Ann Lee"}, [ANN]),
    ],
)
def test_what_gradescope_says_must_not_contradict_itself(words: dict[str, str], students: list[Student]) -> None:
    assert list(find("Gradescope", words).students) == students


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"id": "u9", "email": "", "name": "Ann Lee"}, "the export says u9 for Ann Lee, the roster u1"),
        ({"id": "", "email": "a@y", "name": "Ann Lee"}, "the export says a@y for Ann Lee, the roster ann@x"),
        ({"login": "al", "id": "al", "name": "Ann Lee"}, ""),  # nobody is known by logins
        ({"id": "", "email": "", "name": "Ann Lee"}, ""),
    ],
)
def test_a_namesake_who_is_not_in_the_roster_gets_nothing(words: dict[str, str], said: str) -> None:
    others = {"id": "u2", "email": "bob@x", "name": "Bob Ray"}
    found = find("Gradescope", words, others if "email" in words else {"login": "zoe"})
    assert (found.doubt, found.students) == (said, () if said else (ANN,))


def test_exact_names_come_first() -> None:
    one, two = Student("1", "ann"), Student("2", "Ann")
    for word, expected in (("ann", (one,)), ("Ann", (two,)), ("ANN", ())):
        assert find("plain", anything(word), students=(one, two)).students == expected
    id_first = (Student("ann", "Bob"), Student("x", "Ann"))
    assert find("plain", anything("ann"), students=id_first).students == id_first[:1]


def test_a_word_that_is_a_student_and_a_group_is_not_clear() -> None:
    found = find("plain", anything("Team 7"), students=(*CLASS, Student("u9", "Team 7")))
    assert (found.students, found.doubt) == ((), "Team 7 is a student and a group")
    assert find("plain", anything("team 7")).students == (ANN, BOB)


NAMES = st.text(st.sampled_from("aAbB ,-_'é\u200f李"), max_size=6)
NUMBERS = st.sampled_from(["", "1", "2", "3"])
PEOPLE = st.lists(st.tuples(NUMBERS, NAMES, NAMES), max_size=4)
TOLD = st.tuples(NUMBERS, NAMES)


def letters(text: str) -> str:
    return "".join(sorted(one for one in text.casefold() if one.isalnum()))


def strange(name: str) -> str:
    """A name in which every word ends in a letter that is in nobody's."""
    return re.sub(r"(?=[ ,_-])|$", "z", name)


@given(PEOPLE, TOLD, st.lists(TOLD, max_size=3), st.sampled_from(["Moodle", "Canvas", "Blackboard"]))
def test_a_name_that_matches_nobody_is_given_to_nobody(
    people: list[tuple[str, str, str]], told: tuple[str, str], others: list[tuple[str, str]], shape: Shape
) -> None:
    """Not even where its number is somebody's; and who has no name in the roster may be anybody but Moodle's."""
    students = tuple(
        Student(f"s{k}", name or "a", lms_id=number, group=group) for k, (number, name, group) in enumerate(people)
    )
    stranger = moodle(strange(told[1]), told[0])
    found = find(shape, stranger, *(moodle(name, number) for number, name in others), students=students)
    assert (found.students, bool(found.doubt)) == ((), True)


@given(st.lists(NAMES, min_size=1, max_size=5), NAMES)
def test_a_word_that_is_nobody_s_finds_nobody(names: list[str], word: str) -> None:
    students = tuple(Student(f"s{k}", name) for k, name in enumerate(names))
    found = find("plain", anything(word), students=students)
    alike = [one for one in students if letters(one.name) == letters(word)]
    assert set(found.students) <= set(alike)
