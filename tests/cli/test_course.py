"""`judge course`: what counts of several homeworks, out of the store."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import GradeOnce
from tests.cli.handed_in import FAIL, RIGHT, gradebook, read_json, write_class
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
HOW = ("--problem", "testcases/pkg")


@pytest.fixture
def course(here: Path, grade_once: GradeOnce) -> Path:
    """Two classes that were graded, and the file of their course."""
    first = {"ada": RIGHT.format(""), "bob": FAIL}
    shutil.copytree(grade_once(one=first, two={"bob": RIGHT.format("# bob")}), here, dirs_exist_ok=True)
    Path("roster.csv").write_text("id,name\nada,Ada\nbob,Bob\ncy,Cy\n")
    Path("course.toml").write_text(COURSE)
    return here


def test_homeworks_are_put_together(course: Path, call: Call) -> None:
    out = call.done("course", "course.toml", "--gradebook", "all/course.csv")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[3:6] == ["ada Ada 20 - - 75.0 %", "bob Bob 0 20 - 25.0 %", "cy Cy - - - 0.0 %"]
    assert "third counts for nobody yet: three.zip is not there" in lines
    rows = gradebook("all/course.csv").values()
    assert [(row["id"], row["first (20)"], row["second (20)"], row["third"], row["total"]) for row in rows] == [
        ("ada", "20", "", "", "75"),
        ("bob", "0", "20", "", "25"),
        ("cy", "", "", "", "0"),
    ]


def test_what_was_not_judged_is_said(course: Path, call: Call) -> None:
    (course / "two/cy").mkdir()
    (course / "two/cy/homework.py").write_text("print(1)")
    (course / "course.toml").write_text(COURSE.replace('roster = "roster.csv"\n', ""))
    out = call("course", "course.toml")[1]
    assert "cy: first: nothing was handed in; second: not judged yet" in out
    assert any(line.split() == ["cy", "-", "?", "-", "?"] for line in out.splitlines())


def test_the_file_that_is_run_is_that_of_the_grading(course: Path, call: Call) -> None:
    """Without the key nobody knows which one it is: then the homework waits, and is no 0."""
    for name, source in (("work.py", RIGHT.format("# cy")), ("trial.py", FAIL)):
        (course / "two/cy").mkdir(exist_ok=True)
        (course / "two/cy" / name).write_text(source)
    call.done("grade", "two", *HOW, "--roster", "roster.csv", "--main", "work.py")
    for more, row in (("", "cy Cy - ? - ?"), ('main = "work.py"\n', "cy Cy - 20 - 25.0 %")):
        (course / "course.toml").write_text(COURSE.replace('title = "second"\n', f'title = "second"\n{more}'))
        assert row in [" ".join(line.split()) for line in call("course", "course.toml")[1].splitlines()]


def test_what_was_decided_by_hand_counts(course: Path, call: Call) -> None:
    how = (*HOW, "--roster", "roster.csv")
    for excused, total in (("one", "0.0 %"), ("two", "?")):
        call.done("mark", excused, "cy", *how, "--excuse", "--why", "ill")
        out = call("course", "course.toml")[1]
        assert [" ".join(line.split()) for line in out.splitlines()][5] == f"cy Cy - - - {total}"
    out = call.done("mark", "one", "bob", "--points", "21", *how, "--why", "by mail", "--as", "smith")
    assert "more than the 20 points" in out
    call.done("course", "course.toml", "--gradebook", "all.csv")
    assert gradebook("all.csv")["bob"]["first (20)"] == "21"


@pytest.mark.parametrize(("old", "new", "code"), [("weight", "wieght", "E492"), ("testcases/pkg", "nowhere", "E432")])
def test_what_is_wrong_with_the_file_is_said(here: Path, call: Call, old: str, new: str, code: str) -> None:
    write_class({"ada": FAIL}, "one")
    (here / "roster.csv").write_text("id,name\nada,Ada\n")
    (here / "course.toml").write_text(COURSE.replace(old, new))
    call.refused(code, "course", "course.toml")


# --- judge mark ------------------------------------------------------------------------------------------------------
@pytest.fixture
def class_of_two(here: Path) -> Path:
    write_class({"ada": FAIL, "bob": FAIL + "\n"})
    Path("roster.csv").write_text("id,name\nada,Ada\nbob,Bob\nzoe,Zoe\n")
    return here


def mark(call: Call, *words: str) -> tuple[int, str, str]:
    return call("mark", "class", *words, "--problem", "pkg", "--roster", "roster.csv", "--as", "smith")


def test_marks_show_in_every_export_and_can_be_taken_back(class_of_two: Path, call: Call) -> None:
    status, out, err = mark(call, "Ada", "--points", "15", "--why", "by mail", "--comment", "<b>well</b>")
    assert status == 0, err
    assert out.endswith("ada Ada: 15 of 20 points\n")
    assert mark(call, "zoe", "--excuse", "--why", "ill")[1].endswith("zoe Zoe: excused, no points\n")
    targets = ("--gradebook", "g.csv", "--canvas", "c.csv", "--gradescope", "gs", "--feedback", "fb")
    export = ("export", "class", "--problem", "pkg", "--roster", "roster.csv", "--title", "Homework 1 (1)", *targets)
    call.done(*export)
    rows = gradebook("g.csv")
    assert (rows["ada"]["points"], rows["bob"]["points"], rows["zoe"]["points"]) == ("15", "", "")
    assert "15 points by hand (smith, " in rows["ada"]["note"]
    assert "excused (smith, " in rows["zoe"]["note"]
    with Path("c.csv").open(newline="") as file:
        assert [row[-1] for row in csv.reader(file)][2] == "15"
    assert read_json("gs/ada/results.json")["score"] == 15
    page = Path("fb/ada/feedback.html").read_text()
    assert "by mail" in page
    assert "<b>well" not in page
    assert mark(call, "ada", "--clear")[1].endswith("ada Ada: no points\n")
    call.done(*export)
    assert (gradebook("g.csv")["ada"]["points"], "by hand" in gradebook("g.csv")["ada"]["note"]) == ("", False)
    assert mark(call, "ada")[1].count("smith") == 3, "what was taken back is still told"


def test_who_is_excused_reads_it_and_is_asked_for_nothing(class_of_two: Path, call: Call) -> None:
    Path("class/zoe").mkdir()
    assert mark(call, "zoe", "--excuse", "--why", "ill")[0] == 0
    call.done("export", "class", "--problem", "pkg", "--roster", "roster.csv", "--feedback", "fb")
    page = Path("fb/zoe/feedback.html").read_text()
    assert "No points are given for it, and none are lost." in page
    assert "excused (smith, " in page
    assert "hand it in again" not in page


def exported(call: Call, handed_in: str, *words: str) -> tuple[dict[str, dict[str, str]], str]:
    """The gradebook of a class, and what is said beside it."""
    out = call.done("export", handed_in, "--problem", "pkg", "--gradebook", "g.csv", *words)
    return gradebook("g.csv"), out


def test_a_mark_counts_in_its_class_and_is_told_in_others(class_of_two: Path, call: Call) -> None:
    """The same folder names on the same problem, in one store: of two years, or of two groups."""
    call.done("mark", "class", "ada", "--problem", "pkg", "--points", "9", "--why", "by mail")
    shutil.copytree("class", "later")
    rows, said = exported(call, "later")
    assert rows["ada"]["points"] == ""
    assert "in class: 9 points by hand" in said
    rows, said = exported(call, "class")
    assert (rows["ada"]["points"], "by hand" in said) == ("9", False)
    shutil.make_archive("class", "zip", "class")
    assert exported(call, "class.zip")[0]["ada"]["points"] == "9", "the same class, packed"


def test_a_mark_that_matches_nobody_is_told(class_of_two: Path, call: Call) -> None:
    """It was given without the roster, which calls the students otherwise."""
    own = ("--problem", "pkg", "--roster", "own.csv")
    Path("own.csv").write_text("id,name\na17,ada\nb17,bob\n")
    call.done("mark", "class", "bob", "--problem", "pkg", "--points", "6", "--why", "by mail")
    rows, said = exported(call, "class", "--roster", "own.csv")
    assert (rows["b17"]["points"], "bob: 6 points by hand" in said) == ("", True)
    for words in (("report", "class", *own), ("mark", "class", "a17", *own), ("grade", "class", *own, "--share-core")):
        assert "bob: 6 points by hand" in call(*words)[1].split("unmatched")[1]
    Path("course.toml").write_text('roster = "own.csv"\n[[homework]]\nproblem = "pkg"\nclass = "class"\n')
    assert "pkg: decided by hand for somebody" in call("course", "course.toml")[1]
    assert call("mark", "class", "bob", *own, "--clear")[1].endswith("bob: no points\n"), "that of b17 is not meant"
    assert "unmatched" not in exported(call, "class", "--roster", "own.csv")[1]
