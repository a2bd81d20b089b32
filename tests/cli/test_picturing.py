"""Pictures of an answer: the refused board with its conflict, a right one, FAIL, and what is no board."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge.cli.main import commands

RIGHT, WRONG, FAIL = "OK\n121\n000\n000\n", "OK\n021\n100\n000\n", "FAIL\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a case of two lizards and a tree between two columns."""
    (tmp_path / "input.txt").write_text("DFS\n3\n2\n020\n000\n000\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(answer: str, *words: str) -> Result:
    Path("output.txt").write_text(answer)
    return CliRunner(env={"COLUMNS": "80"}).invoke(
        commands, ["check", "input.txt", "output.txt", *words], standalone_mode=False
    )


def test_a_right_answer_has_its_pieces(here: Path) -> None:
    done = check(RIGHT, "--svg", "a.svg")
    assert (done.return_value, done.output) == (0, "OK\nwritten: a.svg\n")
    svg = (here / "a.svg").read_text()
    assert "Board of 3 x 3, 1 tree (11.1 %), 2 lizards." in svg
    assert svg.count("h0") == 2


def test_a_refused_answer_has_the_conflict(here: Path) -> None:
    wrong = "OK\n020\n100\n001\n"
    conflict = "OK\n020\n101\n000\n"
    for answer, joined in ((conflict, True), (wrong, False)):
        done = check(answer, "--svg", "a.svg")
        said = (here / "a.svg").read_text()
        assert done.output.splitlines()[-1] == "written: a.svg"
        assert ("A line joins them." in said) == ('class="conflict"' in said) == joined
        assert done.return_value == (1 if joined else 0)
        assert done.output.startswith(check(answer).output), "what is printed stays"


def test_of_fail_the_board_is_drawn(here: Path) -> None:
    done = check(FAIL, "--svg", "a.svg")
    assert done.output.splitlines()[-1] == "written: a.svg"
    said = (here / "a.svg").read_text()
    assert "Board of 3 x 3, 1 tree (11.1 %)." in said
    assert "h0" not in said


@pytest.mark.parametrize(("answer", "words"), [("nonsense\n", ()), ("", ()), ("1\n", ("--puzzle", "all-queens"))])
def test_what_is_no_board_is_not_drawn(here: Path, answer: str, words: tuple[str, ...]) -> None:
    if words:
        (here / "input.txt").write_text("DFS\n1\n1\n0\n")
    done, plain = check(answer, *words, "--svg", "a.svg"), check(answer, *words)
    assert done.output == plain.output + "not written: a.svg; the answer can't be drawn as a board\n"
    assert done.return_value == plain.return_value
    assert not (here / "a.svg").exists()


def test_a_name_of_a_file_is_text(here: Path) -> None:
    name = "[red]\x1b[31m.svg"
    assert "\x1b" not in check(RIGHT, "--svg", name).output
    assert (here / name).exists()


def test_regions_are_drawn_as_the_case_has_them(here: Path) -> None:
    case = here / "stars/secret/one/input.txt"
    case.parent.mkdir(parents=True)
    manifest = 'title = "Stars"\npuzzle = "star-battle"\nalgorithms = ["ANY"]\n[groups.secret]\npoints = 1\n'
    (here / "stars/problem.toml").write_text(manifest)
    for path in (case, here / "input.txt"):
        path.write_text("4 1\n1 1 1 1\n2 2 2 2\n3 3 3 3\n4 4 4 4\n")
    done = check("OK\n0100\n0001\n1000\n0010\n", "--puzzle", "star-battle", "--svg", "a.svg")
    assert done.return_value == 0, done.output
    shown = CliRunner().invoke(commands, ["show", str(case), "--svg", "b.svg"], standalone_mode=False)
    assert shown.exception is None, shown.output
    for name in ("a.svg", "b.svg"):
        lines = (here / name).read_text().partition('class="border" d="')[2].partition('"')[0]
        assert lines.count("h24") == 12


def test_a_wrong_decision_is_drawn_on_the_board_that_was_given(here: Path) -> None:
    (here / "input.txt").write_text("*..\n..*\n.*.\n")
    done = check("valid\n", "--puzzle", "verify-queens", "--svg", "a.svg")
    assert done.return_value == 1, done.output
    assert "2 . . Q   <- queen A  row 2, column 3" in done.output
    assert "given queen" in (here / "a.svg").read_text()
