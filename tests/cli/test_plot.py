"""`judge plot`, on the JSON of a run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from judge.cli import plot as command
from judge.reports.export.atomic import write_json
from judge.reports.export.run_json import run_json
from judge.reports.plots.asked import KINDS
from judge.store.saved import RUNS
from tests.cli.handed_in import Call
from tests.reports.runs import alone, record


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current directory with a run of two problems, and one of one."""
    monkeypatch.chdir(tmp_path)
    made = record(3, 24)
    write_json(Path("two.json"), run_json(made))
    write_json(Path("one.json"), run_json(alone(made)))
    return tmp_path


def test_the_kinds_are_those_that_there_are() -> None:
    assert command.KINDS == KINDS


def test_a_plot_is_drawn_as_svg_and_png_where_nothing_else_is_said(there: Path, call: Call) -> None:
    status, out, err = call("plot", "one.json", "points")
    assert status == 0, err
    assert out.startswith("points.svg, points.png: Save the lizards: points\n  4 submissions: points from 0 to 100")
    assert Path("points.svg").read_bytes().startswith(b"<?xml")
    assert Path("points.png").read_bytes().startswith(b"\x89PNG")


def test_each_problem_has_its_files(there: Path, call: Call) -> None:
    assert call("plot", "two.json", "points", "--problem", "queens", "-o", "q.svg", "-o", "sub/q.pdf")[0] == 0
    assert Path("sub/q.pdf").read_bytes().startswith(b"%PDF")
    status, _, err = call("plot", "two.json", "cactus", "-o", "c.svg")
    assert status == 2
    assert "there is a plot for each of lizards, queens; choose one for the file with --problem NAME" in err
    assert not Path("c.svg").exists()


def test_files_of_several_problems_are_named_by_them_and_stay_here(there: Path, call: Call) -> None:
    text = Path("two.json").read_text().replace('"queens"', '"../../../queens"')
    assert text.count("../queens") > 1
    Path("odd.json").write_text(text)
    status, _, err = call("plot", "odd.json", "points")
    assert status == 0, err
    assert {path.name for path in there.glob("points*")} == {
        *("points-lizards.svg", "points-lizards.png"),
        *("points-_._.._.._queens.svg", "points-_._.._.._queens.png"),
    }


def test_a_problem_without_a_plot_is_named(there: Path, call: Call) -> None:
    status, out, err = call("plot", "two.json", "growth", "-o", "g.svg")
    assert status == 0, err
    assert "queens: no plot; there is no time by n to plot: it takes 4 sizes" in out


def test_a_saved_run_is_named_and_what_is_none_is_refused(there: Path, call: Call) -> None:
    RUNS.mkdir(parents=True)
    shutil.copy("one.json", RUNS / "main.json")
    family = ("--family", "meadow*, DFS")
    status, out, err = call("plot", "main", "growth", *family, "--dark", "--submission", "backtracking", "-o", "g.svg")
    assert status == 0, err
    assert "1 submission on meadow*, DFS. backtracking: n^1.50" in out
    assert b"#14171c" in Path("g.svg").read_bytes()
    status, _, err = call("plot", "mian", "cactus")
    assert status == 2
    assert "saved runs: main" in err


def test_words_that_do_not_fit_are_refused(there: Path, call: Call) -> None:
    assert "--family is an option for growth" in call("plot", "one.json", "cactus", "--family", "full")[2]
    status, _, err = call("plot", "one.json", "cactus", "--submission", "champoin")
    assert status == 2
    assert "[E470]" in err
    assert "did you mean champion?" in err
    assert "is not one of" in call("plot", "one.json", "pie")[2]
    status, _, err = call("plot", "one.json", "cactus", "-o", "c.gif")
    assert status == 2
    assert "'c.gif' does not say as what to draw; let it end in .svg, .png or .pdf" in err
