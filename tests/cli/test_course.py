"""`judge course`: what counts of several homeworks, out of the store."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import GradeOnce
from tests.cli.handed_in import FAIL, RIGHT, gradebook, write_class
from tests.commands import Call

COURSE = """\
title = "Puzzles"
roster = "roster.csv"
[[homework]]
problem = "testcases/pkg"
class = "one"
title = "first"
weight = 3
[[homework]]
problem = "testcases/pkg"
class = "two"
title = "second"
[[homework]]
problem = "testcases/pkg"
class = "three.zip"
title = "third"
"""
HOW = ("--problem", "testcases/pkg", "--roster", "roster.csv")


@pytest.fixture
def course(here: Path, grade_once: GradeOnce) -> Path:
    """Two classes that were graded, and the file of their course."""
    first = {"ada": RIGHT.format(""), "bob": FAIL}
    shutil.copytree(grade_once(one=first, two={"bob": RIGHT.format("# bob")}), here, dirs_exist_ok=True)
    Path("roster.csv").write_text("id,name\nada,Ada\nbob,Bob\ncy,Cy\n")
    Path("course.toml").write_text(COURSE)
    return here


def shown(call: Call) -> list[str]:
    return [
        " ".join(line.split()) for line in call.done("course", "course.toml", "--gradebook", "all.csv").splitlines()
    ]


def has_rows(said: list[str], *rows: str) -> bool:
    """Say whether a student's row begins with each of these words; what is missing comes behind."""
    return all(any(f"{line} ".startswith(f"{row} ") for line in said) for row in rows)


def test_homeworks_are_put_together(course: Path, call: Call) -> None:
    said = shown(call)
    assert has_rows(said, "ada Ada 20 - - 75.0 %", "bob Bob 0 20 - 25.0 %", "cy Cy - - - 0.0 %")
    assert "third counts for nobody yet: three.zip is not there" in said
    heads = ("id", "first (20)", "second (20)", "third", "total")
    rows = [" ".join(row[head] or "-" for head in heads) for row in gradebook("all.csv").values()]
    assert rows == ["ada 20 - - 75", "bob 0 20 - 25", "cy - - - 0"]


def test_what_was_not_judged_is_said(course: Path, call: Call) -> None:
    write_class({"cy": "print(1)"}, "two")
    Path("course.toml").write_text(COURSE.replace('roster = "roster.csv"\n', ""))
    said = shown(call)
    assert has_rows(said, "cy - ? - ? first: nothing was handed in; second: not judged yet")


def test_what_was_decided_by_hand_counts(course: Path, call: Call) -> None:
    for excused, total in (("one", "0.0 %"), ("two", "?")):
        call.done("mark", excused, "cy", *HOW, "--excuse", "--why", "ill")
        assert has_rows(shown(call), f"cy Cy - - - {total}")
    out = call.done("mark", "one", "bob", "--points", "21", *HOW, "--why", "by mail", "--as", "smith")
    assert "more than the 20 points" in out
    shown(call)
    assert gradebook("all.csv")["bob"]["first (20)"] == "21"


DATED = """\
late_days = 5
roster = "times.csv"
[[homework]]
problem = "testcases/pkg"
class = "two"
title = "second"
deadline = 2026-11-22T12:00:00Z
late_penalty = "10% per day"
[[homework]]
problem = "testcases/pkg"
class = "one"
title = "first"
deadline = 2026-11-20T12:00:00Z
late_penalty = "10% per day"
"""
TIMES = """\
id,name,handed_in
ada,Ada,2026-11-21 11:00:00
bob,Bob,2026-11-23 13:00:00
cy,Cy,2026-11-24 11:00:00
"""


def test_late_days_go_to_the_homework_that_is_due_first(here: Path, grade_once: GradeOnce, call: Call) -> None:
    """Each handed in both at once: ada needs 1 day, bob 4 and then 2, cy is excused from the first and needs 2."""
    first, second = ({who: RIGHT.format(f"# {who} {what}") for who in ("ada", "bob", "cy")} for what in ("1", "2"))
    shutil.copytree(grade_once(one=first, two=second), here, dirs_exist_ok=True)
    Path("times.csv").write_text(TIMES)
    call.done("mark", "one", "cy", "--problem", "testcases/pkg", "--excuse", "--why", "ill")
    Path("course.toml").write_text(DATED)
    said = shown(call)
    assert "student second (20) first (20) total late days spent on missing" in said
    assert has_rows(said, "ada Ada 20 20 100.0 % 1 of 5", "cy Cy 20 - 100.0 % 2 of 5")
    assert has_rows(said, "bob Bob 18 20 95.0 % 5 of 5 second: 1; first: 4")
    table = gradebook("all.csv")
    assert [row["late days (5)"] for row in table.values()] == ["1", "5", "2"]
    assert not any("late day" in row["missing"] for row in table.values()), "nothing is missing"


# --- judge mark ------------------------------------------------------------------------------------------------------
OF = ("--problem", "pkg", "--roster", "roster.csv")


@pytest.fixture(autouse=True)
def class_of_two(here: Path) -> None:
    write_class({"ada": FAIL, "bob": FAIL + "\n"})
    Path("roster.csv").write_text("id,name\nada,Ada\nbob,Bob\nzoe,Zoe\n")


def mark(call: Call, *words: str) -> str:
    return call.done("mark", "class", *words, *OF, "--as", "smith")


def exported(call: Call, handed_in: str, *words: str) -> tuple[dict[str, dict[str, str]], str]:
    """The gradebook of a class, and what is said beside it."""
    out = call.done("export", handed_in, "--problem", "pkg", "--gradebook", "g.csv", *words)
    return gradebook("g.csv"), out


def test_marks_show_and_can_be_taken_back(call: Call) -> None:
    said = mark(call, "Ada", "--points", "15", "--why", "by mail", "--comment", "<b>well</b>")
    assert said.endswith("ada Ada: 15 of 20 points\n")
    Path("class/zoe").mkdir()
    assert mark(call, "zoe", "--excuse", "--why", "ill").endswith("zoe Zoe: excused, no points\n")
    rows, _ = exported(call, "class", *OF[2:], "--feedback", "fb")
    assert [rows[name]["points"] for name in ("ada", "bob", "zoe")] == ["15", "", ""]
    assert "15 points by hand (smith, " in rows["ada"]["note"]
    assert "excused (smith, " in rows["zoe"]["note"]
    ada, zoe = (Path(f"fb/{name}/feedback.html").read_text() for name in ("ada", "zoe"))
    assert ("by mail" in ada, "<b>well" in ada) == (True, False)
    assert "No points are given for it, and none are lost." in zoe
    assert mark(call, "ada", "--clear").endswith("ada Ada: no points\n")
    rows, _ = exported(call, "class", *OF[2:])
    assert (rows["ada"]["points"], "by hand" in rows["ada"]["note"]) == ("", False)
    assert mark(call, "ada").count("smith") == 3, "what was taken back is still told"


def test_a_mark_that_matches_nobody_is_told(call: Call) -> None:
    """It was given without the roster, which calls the students otherwise."""
    own = ("--problem", "pkg", "--roster", "own.csv")
    Path("own.csv").write_text("id,name\na17,ada\nb17,bob\n")
    call.done("mark", "class", "bob", "--problem", "pkg", "--points", "6", "--why", "by mail")
    rows, said = exported(call, "class", "--roster", "own.csv")
    assert (rows["b17"]["points"], "bob: 6 points by hand" in said) == ("", True)
    for words in (("report", "class", *own), ("mark", "class", "a17", *own)):
        assert "bob: 6 points by hand" in call(*words)[1].split("Unmatched")[1]
    Path("course.toml").write_text('roster = "own.csv"\n[[homework]]\nproblem = "pkg"\nclass = "class"\n')
    assert "pkg: decided by hand for somebody" in call("course", "course.toml")[1]
    assert call("mark", "class", "bob", *own, "--clear")[1].endswith("bob: no points\n"), "that of b17 is not meant"
    assert "Unmatched" not in exported(call, "class", "--roster", "own.csv")[1]
