"""judge mark, from the words on the command line to gradebook, pages and exports."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

from tests.cli.handed_in import FAIL, Call, gradebook, write_class


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
    assert call(*export)[0] == 0
    rows = gradebook("g.csv")
    assert (rows["ada"]["points"], rows["bob"]["points"], rows["zoe"]["points"]) == ("15", "", "")
    assert "15 points by hand (smith, " in rows["ada"]["note"]
    assert "excused (smith, " in rows["zoe"]["note"]
    with Path("c.csv").open(newline="") as file:
        assert [row[-1] for row in csv.reader(file)][2] == "15"
    assert json.loads(Path("gs/ada/results.json").read_text())["score"] == 15
    page = Path("fb/ada/feedback.html").read_text()
    assert "by mail" in page
    assert "<b>well" not in page
    assert mark(call, "ada", "--clear")[1].endswith("ada Ada: no points\n")
    assert call(*export)[0] == 0
    assert (gradebook("g.csv")["ada"]["points"], "by hand" in gradebook("g.csv")["ada"]["note"]) == ("", False)
    assert mark(call, "ada")[1].count("smith") == 3, "what was taken back is still told"


def test_who_is_excused_reads_it_and_is_asked_for_nothing(class_of_two: Path, call: Call) -> None:
    Path("class/zoe").mkdir()
    assert mark(call, "zoe", "--excuse", "--why", "ill")[0] == 0
    assert call("export", "class", "--problem", "pkg", "--roster", "roster.csv", "--feedback", "fb")[0] == 0
    page = Path("fb/zoe/feedback.html").read_text()
    assert "No points are given for it, and none are lost." in page
    assert "excused (smith, " in page
    assert "hand it in again" not in page


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("ada --points 15", "say why"),
        ("ada --excuse", "say why"),
        ("ada --excuse --points 3 --why x", "one of --points, --excuse and --clear"),
        ("ada --why x", "--why belongs to"),
        ("ada --points nan --why x", "number of points"),
        ("ada --points=-1 --why x", "--points"),
        ("eve --excuse --why x", "error[E485]"),
    ],
)
def test_wrong_use_is_told_and_nothing_is_kept(class_of_two: Path, call: Call, words: str, said: str) -> None:
    status, _, err = mark(call, *words.split())
    assert status == 2
    assert said in err
    assert "nothing was decided by hand" in mark(call, "ada")[1]


def test_more_points_than_there_are_are_given_with_a_warning(class_of_two: Path, call: Call) -> None:
    status, out, _ = mark(call, "ada", "--points", "21", "--why", "a prize")
    assert status == 0
    assert "more than the 20 points" in out


def exported(call: Call, handed_in: str, *words: str) -> tuple[dict[str, dict[str, str]], str]:
    """The gradebook of a class, and what is said beside it."""
    status, out, err = call("export", handed_in, "--problem", "pkg", "--gradebook", "g.csv", *words)
    assert status == 0, err
    return gradebook("g.csv"), out


def test_a_mark_counts_in_its_class_and_is_told_in_others(class_of_two: Path, call: Call) -> None:
    """The same folder names on the same problem, in one store: of two years, or of two groups."""
    assert call("mark", "class", "ada", "--problem", "pkg", "--points", "9", "--why", "by mail")[0] == 0
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
    assert call("mark", "class", "bob", "--problem", "pkg", "--points", "6", "--why", "by mail")[0] == 0
    rows, said = exported(call, "class", "--roster", "own.csv")
    assert (rows["b17"]["points"], "bob: 6 points by hand" in said) == ("", True)
    for words in (("report", "class", *own), ("mark", "class", "a17", *own)):
        assert "bob: 6 points by hand" in call(*words)[1].split("unmatched")[1]
    Path("course.toml").write_text('roster = "own.csv"\n[[homework]]\nproblem = "pkg"\nclass = "class"\n')
    assert "pkg: decided by hand for somebody" in call("course", "course.toml")[1]
    assert call("mark", "class", "bob", *own, "--clear")[1].endswith("bob: no points\n"), "that of b17 is not meant"
    assert "unmatched" not in exported(call, "class", "--roster", "own.csv")[1]


def test_grade_tells_a_mark_that_matches_nobody(class_of_two: Path, call: Call) -> None:
    assert call("mark", "class", "bob", "--problem", "pkg", "--excuse", "--why", "ill")[0] == 0
    Path("own.csv").write_text("id,name\na17,ada\nb17,bob\n")
    status, out, err = call("grade", "class", "--problem", "pkg", "--roster", "own.csv", "--share-core")
    assert status == 0, err
    assert "bob: excused" in out.split("unmatched")[1]
