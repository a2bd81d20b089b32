"""judge mark, from the words on the command line to gradebook, pages and exports."""

from __future__ import annotations

import csv
import json
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
