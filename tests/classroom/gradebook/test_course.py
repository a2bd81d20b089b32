"""A course file: what it says, and what is said where it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.classroom.gradebook.course import read_course
from judge.errors import JudgeError, Place
from judge.model.course import Course, Homework
from judge.model.deed import Term
from judge.problems.deadlines import DeadlineError, read_deadline

WHOLE = """\
title = "CSCI 561"
roster = "lists/roster.csv"

[[homework]]
problem = "lizards"
class = "hw1.zip"
weight = 2
title = "Homework 1"

[[homework]]
problem = "packages/quiz"
class = "/abroad/hw2"
"""
KEYS = "the keys of [[homework]] are problem, class, title, weight, match, main, deadline, grace, late_penalty"
TEMPLATE = 'write for each homework:  [[homework]]  problem = "lizards"  class = "hw1.zip"'
HANDED_IN = "name a folder or a zip with class, or delete the key: then it is what was handed in on the web"
ONE = '[[homework]]\nproblem = "lizards"\nclass = "a"\n'


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "course.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def refused(path: Path) -> JudgeError:
    with pytest.raises(JudgeError) as caught:
        read_course(path)
    assert caught.value.code == "E492"
    return caught.value


def test_paths_are_those_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "packages/quiz").mkdir(parents=True)
    (tmp_path / "packages/quiz/problem.toml").touch()
    assert read_course(written(tmp_path, WHOLE)) == Course(
        "CSCI 561",
        (
            Homework("Homework 1", "lizards", tmp_path / "hw1.zip", 2.0),
            Homework("quiz", str(tmp_path / "packages/quiz"), Path("/abroad/hw2"), 1.0),
        ),
        tmp_path / "lists/roster.csv",
    )


def test_without_a_class_it_is_what_was_handed_in_on_the_web(tmp_path: Path) -> None:
    [one] = read_course(written(tmp_path, '[[homework]]\nproblem = "lizards"\n')).homeworks
    assert one == Homework("lizards", "lizards", None)


def test_groups_a_match_file_and_a_deadline_may_be_named(tmp_path: Path) -> None:
    files = 'match = "m.csv"\nmain = "hw1.py"\n'
    due = 'deadline = 2026-11-20T23:59:59+01:00\ngrace = "15min"\nlate_penalty = "10% per day"\n'
    found = read_course(written(tmp_path, 'groups = "g.csv"\n' + ONE + files + due))
    [one] = found.homeworks
    assert (found.groups, one.match, one.main) == (tmp_path / "g.csv", tmp_path / "m.csv", "hw1.py")
    assert one.term == Term("2026-11-20 23:59:59+0100", "15min", "10% per day")


@pytest.mark.parametrize(
    ("words", "term"),
    [
        ("deadline = 2026-11-20", Term("2026-11-20")),
        ("deadline = 2026-11-20T12:00:00", Term("2026-11-20 12:00:00")),
        ("deadline = '2026-11-20 Europe/Berlin'", Term("2026-11-20 Europe/Berlin")),
        ("grace = '15min'", Term(grace="15min")),
        ("late_penalty = '20%'", Term(late_penalty="20%")),
    ],
)
def test_each_date_may_be_said_by_itself(tmp_path: Path, words: str, term: Term) -> None:
    [one] = read_course(written(tmp_path, f"{ONE}{words}\n")).homeworks
    assert one.term == term


@pytest.mark.parametrize(("words", "key"), [("deadline = 'soon'", "deadline"), ("grace = 'a bit'", "grace")])
def test_a_deadline_that_can_not_be_read_is_said_with_its_line(tmp_path: Path, words: str, key: str) -> None:
    path = written(tmp_path, ONE + ONE.replace("lizards", "queens") + f"title = 'x'\n{words}\n")
    with pytest.raises(DeadlineError) as expected:
        read_deadline({"deadline": "2026-11-20", key: words.partition("'")[2].rstrip("'")})
    error = refused(path)
    assert (error.message, error.help, error.place) == (expected.value.what, expected.value.help, Place(str(path), 8))


def test_little_has_to_be_said(tmp_path: Path) -> None:
    found = read_course(written(tmp_path, ONE + "weight = 0.5\n"))
    assert found == Course("course", (Homework("lizards", "lizards", tmp_path / "a", 0.5),))


@pytest.mark.parametrize(
    ("text", "line", "message", "repair"),
    [
        (ONE + "wieght = 2\n", 4, "the key 'wieght' of [[homework]] is unknown", "write weight"),
        (ONE + "xyz = 2\n", 4, "the key 'xyz' of [[homework]] is unknown", "delete the key"),
        (ONE + "weight = -1\n", 4, "the weight is -1.0", "write a number from 0 up"),
        (ONE + "weight = inf\n", 4, "the weight is inf", "write a number from 0 up"),
        (ONE + 'weight = "2"\n', 4, "the key 'weight' of [[homework]] must be a number", "correct the value"),
        (ONE + "weight = true\n", 4, "the key 'weight' of [[homework]] must be a number", "correct the value"),
        (ONE + "title = 1\n", 4, "the key 'title' of [[homework]] must be text in quotes", "correct the value"),
        ("title = 1\n" + ONE, 1, "the key 'title' of the course file must be text in quotes", "correct the value"),
        ("titel = ''\n" + ONE, 1, "the key 'titel' of the course file is unknown", "write title"),
        (ONE + "\n[[homework]]\nclass = 'b'\n", 5, "the key 'problem' of a [[homework]] is missing", TEMPLATE),
        (ONE + "\n[[homework]]\nproblem = 'b'\nclass = ''\n", 7, "the key 'class' names nothing", HANDED_IN),
        (ONE + "\n[[homework]]\nproblem = 'b'\nmatch = 'm'\n", 7, "the key 'match' needs the key 'class'", HANDED_IN),
        (
            ONE + "[[homework]]\nproblem = ''\nclass = 'b'\n",
            4,
            "the key 'problem' of a [[homework]] is missing",
            TEMPLATE,
        ),
        (ONE + ONE, 4, "two homeworks are called 'lizards'", "give each a title of its own"),
        (ONE + ONE + "title = 'lizards'", 7, "two homeworks are called 'lizards'", "give each a title of its own"),
        ("title = 'x'\n", 0, "the course has no homework", TEMPLATE),
        ("homework = []\n", 0, "the course has no homework", TEMPLATE),
        ("", 0, "the course has no homework", TEMPLATE),
        ("\nhomework = [1]\n", 2, "homework must be tables that begin with [[homework]]", TEMPLATE),
        (
            "[homework]\nproblem = 'x'\n",
            0,
            "the key 'homework' of the course file must be tables that begin with [[homework]]",
            "correct the value",
        ),
        (b"title = 'x'\ntitle2 = '\xff'\n", 2, "course.toml is not UTF-8 text", "save it as UTF-8"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(
    tmp_path: Path, text: str | bytes, line: int, message: str, repair: str
) -> None:
    path = written(tmp_path, text)
    error = refused(path)
    assert (error.message, error.help) == (message, repair)
    assert error.place == Place(str(path), line)


def test_the_keys_that_there_are_are_named(tmp_path: Path) -> None:
    assert refused(written(tmp_path, ONE + "wieght = 2\n")).note == KEYS
    known = "the keys of the course file are title, roster, groups, homework"
    assert refused(written(tmp_path, "titel = 'x'\n" + ONE)).note == known
