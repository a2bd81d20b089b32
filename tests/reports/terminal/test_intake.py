"""What an instructor sees of a class before anything runs."""

from __future__ import annotations

import io

import msgspec
import pytest
from rich.console import Console, RenderableType

from judge.model.classroom import Doubt, Member, Roll, Student, Unmatched
from judge.reports.terminal.intake import roll_summary, roll_table

ANN = Member(
    Student("1", "Ann\x1b[2J"), "ann", "ann/feedback", "homework.py", (("homework.py", b""), ("x.py", b"")), late=True
)
BOB = Member(Student("2", "Bob"), "bob", "bob/feedback", doubt=Doubt("bob/x.py", "it is a link", "hand in a file"))
EVE = Member(Student("3", "Eve"), "eve", "eve/feedback", "homework.py", remarks=("notes.pdf: not part of the program",))
ROLL = Roll(
    "plain", (ANN, BOB, EVE), (Student("4", "Dan"),), (Doubt("up.txt", "it belongs to no student"),), ((ANN, EVE),)
)


def shown(part: RenderableType) -> str:
    file = io.StringIO()
    Console(file=file, width=100, markup=False, highlight=False).print(part)
    return file.getvalue()


def test_a_row_for_each_student() -> None:
    lines = [" ".join(line.split()) for line in shown(roll_table(ROLL)).splitlines()]
    assert lines == [
        "id name known by folder runs",
        "1 Ann the export ann homework.py and 1 more late",
        "2 Bob the export bob not clear",
        "3 Eve the export eve homework.py",
    ]


def test_all_that_is_not_clear_is_named() -> None:
    assert shown(roll_summary(ROLL)).splitlines() == [
        "not clear bob/x.py: it is a link",
        "  = help: hand in a file",
        "of nobody up.txt: it belongs to no student",
        "noted 3: notes.pdf: not part of the program",
        "nothing from 4 Dan",
        "byte for byte the same 1, 3",
        "plain class: 3 students, 2 to be judged, 1 not clear, 1 absent",
    ]


def test_what_is_nobody_s_is_listed_with_the_nearest_names() -> None:
    waiting = (
        Unmatched(
            "an.py", Doubt("an.py", "nobody is called so", "say whose"), (Student("1", "Ann\x1b[2J"), Student("2"))
        ),
        Unmatched("zoe.py", Doubt("zoe.py", "nobody")),
    )
    roll = Roll("plain", (), unmatched=waiting, remarks=("the zip's names are read as cp1252",))
    assert shown(roll_summary(roll)).splitlines() == [
        "unmatched an.py: nobody is called so",
        "  = help: say whose",
        "  = nearest: 1 Ann; 2",
        "unmatched zoe.py: nobody",
        "note the zip's names are read as cp1252",
        "plain class: 0 students, 0 to be judged, 0 not clear, 0 absent, 2 unmatched",
    ]


@pytest.mark.parametrize(
    ("student", "words"),
    [(Student("ada", "ada"), "ada"), (Student("4", "Dan"), "4 Dan"), (Student("4"), "4"), (Student("", "Dan"), "Dan")],
)
def test_a_student_whose_id_is_the_name_is_named_once(student: Student, words: str) -> None:
    assert str(student) == words
    roll = msgspec.structs.replace(ROLL, absent=(student,))
    assert f"nothing from {words}\n" in shown(roll_summary(roll))
