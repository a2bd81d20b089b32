"""`judge import`: what it says, and that what it made can be shown, validated and judged."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge.cli.main import commands
from judge.errors import JudgeError
from tests.problems.icpc.packages import LEGACY, write, write_zip


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def call(*words: str) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(commands, words, prog_name="judge", standalone_mode=False)


def test_a_folder_becomes_a_package_that_is_shown() -> None:
    write(LEGACY, Path("numbers"))
    said = " ".join(call("import", "numbers").output.split())
    assert "testcases/numbers: Two Numbers, 3 cases (sample 1, secret 2), a validator of its own, 2 s, 256 MiB" in said
    assert "4 submissions next: judge validate testcases/numbers" in said
    assert (
        "warning[W120]: submissions are left out, as no language is known here by the ending: accepted/old.kt" in said
    )
    page = call("show", "numbers").output
    assert "The statement is in testcases/numbers/problem_statement/problem.en.tex." in page
    for line in ("A whole program in any language", "secret  2      3 to 5  100", "sample/1", "  7\n  ---\n  3 4"):
        assert line in page
    assert "2\n  ---\n  1 1" in call("show", "numbers", "01-small").output
    assert "3 cases, valid, 0 warnings" in call("validate", "numbers", "--quick").output


MAKES_CASES = """#!{python}
import os, pathlib, sys
assert sys.argv[1:] == ["generate"] and pathlib.Path("generators/generators.yaml").exists()
print("WARNING: as ever")
if {fails}:
    sys.exit("no solution")
secret = pathlib.Path("data/secret")
secret.mkdir(parents=True, exist_ok=True)
for name, text in (("one.in", "2\\n"), ("one.ans", "1 1\\n")):
    (secret / name).write_text(text)
"""


@pytest.fixture
def recipes(monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package whose secret cases are to be made; no tool that makes them is installed."""
    files = {name: text for name, text in LEGACY.items() if not name.startswith("data/secret/")}
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    monkeypatch.setenv("PATH", str(Path("tools").absolute()))
    return write(files | {"generators/generators.yaml": "data: {}\n"}, Path("numbers"))


def tool(*, fails: bool) -> None:
    Path("tools").mkdir()
    Path("tools/bt").write_text(MAKES_CASES.format(python=os.path.realpath("/proc/self/exe"), fails=fails))
    Path("tools/bt").chmod(0o755)


def test_cases_that_are_still_to_be_made_are_said(recipes: Path) -> None:
    error = call("import", str(recipes)).exception
    assert isinstance(error, JudgeError)
    assert (error.code, "generators/generators.yaml" in error.message) == ("E428", True)
    assert "--generate" in error.help
    error = call("import", str(recipes), "--generate").exception
    assert isinstance(error, JudgeError)
    assert error.code == "E439"


def test_cases_are_made_in_a_copy_where_that_is_asked_for(recipes: Path) -> None:
    tool(fails=False)
    before = sorted(recipes.rglob("*"))
    assert "secret 1" in call("import", str(recipes), "--generate").output
    assert Path("testcases/numbers/secret/one/input.txt").read_text() == "2\n"
    assert sorted(recipes.rglob("*")) == before


def test_what_the_tool_says_is_said_where_it_fails(recipes: Path) -> None:
    tool(fails=True)
    error = call("import", str(recipes), "--generate").exception
    assert isinstance(error, JudgeError)
    assert error.code == "E428"
    assert "no solution" in error.note
    assert not Path("testcases").exists()


def test_a_zip_gets_the_name_and_the_place_that_are_said() -> None:
    write_zip(LEGACY, Path("sum-1.zip"), "sum-1/")
    call("import", "sum-1.zip", "--to", "mine")
    call("import", "sum-1.zip", "--to", "mine", "--name", "other")
    assert sorted(path.name for path in Path("mine").iterdir()) == ["other", "sum-1"]


def test_a_case_without_a_board_is_checked_and_not_drawn() -> None:
    write(LEGACY, Path("numbers"))
    call("import", "numbers")
    case = "testcases/numbers/sample/1"
    done = call("check", f"{case}/input.txt", f"{case}/answer.txt")
    assert (done.return_value, done.output) == (0, "OK\n")
    Path("output.txt").write_text("1 1 1\n")
    done = call("check", f"{case}/input.txt", "output.txt", "--svg", "a.svg")
    assert done.return_value == 1, done.output
    assert done.output.startswith("error[E256]: the validator of the problem refuses the answer")
    assert done.output.endswith("not written: a.svg; the answer can't be drawn as a board\n")
    result = call("show", f"{case}/input.txt")
    assert isinstance(result.exception, JudgeError)
    assert "without a board" in result.exception.message
    assert "this problem has none" in str(call("show", "numbers", "1", "--window", "1,1").exception)


def test_a_long_case_is_cut_where_it_is_shown() -> None:
    long = {"data/sample/1.in": "\x1b[31m```\n" * 1000}
    write(LEGACY | long, Path("numbers"))
    call("import", "numbers")
    page = call("show", "numbers", "1").output
    assert "\x1b" not in page
    assert "... (9,000 bytes)" in page
    assert page.count("\n") < 40


def test_what_is_no_package_is_said() -> None:
    assert isinstance(call("import", "nothing").exception, JudgeError)
    assert not Path("testcases").exists()
