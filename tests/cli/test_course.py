"""`judge course`: what counts of several homeworks, out of the store."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.cli.handed_in import FAIL, RIGHT, Call, write_class

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
HOW = ("--problem", "testcases/pkg", "--sandbox", "plain", "--trust-submissions")


@pytest.fixture
def course(here: Path, call: Call) -> Path:
    write_class({"ada": RIGHT.format(""), "bob": FAIL}, "one")
    write_class({"bob": RIGHT.format("# bob")}, "two")
    Path("roster.csv").write_text("id,name\nada,Ada\nbob,Bob\ncy,Cy\n")
    Path("course.toml").write_text(COURSE)
    for name in ("one", "two"):
        status, out, err = call("grade", name, *HOW, "--roster", "roster.csv")
        assert status == 0, out + err
    return here


def test_homeworks_are_put_together(course: Path, call: Call) -> None:
    status, out, _ = call("course", "course.toml", "--gradebook", "all/course.csv")
    assert status == 0
    assert [" ".join(line.split()) for line in out.splitlines()] == [
        "Puzzles: 3 students, 3 homeworks",
        "",
        "student first second third total",
        "ada Ada 20 - - 75.0 %",
        "bob Bob 0 20 - 25.0 %",
        "cy Cy - - - 0.0 %",
        "median 10 20 25.0 %",
        "",
        "ada Ada: second: nothing was handed in",
        "cy Cy: first: nothing was handed in; second: nothing was handed in",
        "third counts for nobody yet: three.zip is not there",
        "all/course.csv: the gradebook of the course, 3 students",
    ]
    with Path("all/course.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
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
    assert call("grade", "two", *HOW, "--roster", "roster.csv", "--main", "work.py")[0] == 0
    for more, row in (("", "cy Cy - ? - ?"), ('main = "work.py"\n', "cy Cy - 20 - 25.0 %")):
        (course / "course.toml").write_text(COURSE.replace('title = "second"\n', f'title = "second"\n{more}'))
        assert row in [" ".join(line.split()) for line in call("course", "course.toml")[1].splitlines()]


def test_what_was_decided_by_hand_counts(course: Path, call: Call) -> None:
    how = ("--problem", "testcases/pkg", "--roster", "roster.csv")
    for excused, total in (("one", "0.0 %"), ("two", "?")):
        assert call("mark", excused, "cy", *how, "--excuse", "--why", "ill")[0] == 0
        out = call("course", "course.toml")[1]
        assert [" ".join(line.split()) for line in out.splitlines()][5] == f"cy Cy - - - {total}"


@pytest.mark.parametrize(("old", "new", "code"), [("weight", "wieght", "E492"), ("testcases/pkg", "nowhere", "E432")])
def test_what_is_wrong_with_the_file_is_said(here: Path, call: Call, old: str, new: str, code: str) -> None:
    write_class({"ada": FAIL}, "one")
    (here / "roster.csv").write_text("id,name\nada,Ada\n")
    (here / "course.toml").write_text(COURSE.replace(old, new))
    status, _, err = call("course", "course.toml")
    assert (status, f"error[{code}]" in err) == (2, True)


def test_points_by_hand_count_in_the_course(course: Path, call: Call) -> None:
    words = ("--problem", "testcases/pkg", "--roster", "roster.csv", "--why", "by mail", "--as", "smith")
    assert call("mark", "one", "bob", "--points", "15", *words)[0] == 0
    assert call("course", "course.toml", "--gradebook", "all.csv")[0] == 0
    with Path("all.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    assert rows["bob"]["first (20)"] == "15"
