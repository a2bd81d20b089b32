"""`judge export --icpc`: a package and no class, what it says, and what it refuses."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

from tests.commands import Call
from tests.make import files
from tests.manual import TOPICS, blocks
from tests.problems.icpc.packages import LEGACY, write, write_zip

SOLVE = "def solve(algorithm, n, lizards, grid):\n    return None\n"


def test_a_problem_becomes_a_package(here: Path, call: Call) -> None:
    files(here / "testcases/pkg/submissions/accepted", {"mine.py": "print('FAIL')\n"})
    out = call.done("export", "--icpc", "cup", "--problem", "pkg")
    assert out.startswith("cup: 2 cases, 1 submission, ")
    assert "no accepted submission" not in out
    assert (here / "cup/submissions/accepted/mine.py").read_bytes() == b"print('FAIL')\n"
    assert (here / "cup/data/sample/six.in").is_file()
    assert (here / "cup/data/secret/secret/four.ans").is_file()
    call.refused("E427", "export", "--icpc", "cup", "--problem", "pkg")
    call.done("export", "--icpc", "cup.zip", "--problem", "pkg", "--icpc-version", "legacy")
    with zipfile.ZipFile("cup.zip") as packed:
        assert "problem.yaml" in packed.namelist()


def test_solutions_go_along_where_they_are_asked_for(here: Path, call: Call) -> None:
    files(here / "solutions/pkg", {"none.py": f"# @EXPECTED_RESULTS@: AC, WA\n{SOLVE}", "wrong.py": SOLVE})
    words = ("--with-solutions", "--share-core", "--time-limit", "0.5")
    out = call.done("export", "--icpc", "cup", "--problem", "pkg", *words)
    assert "functions become folders with a main.py" in out
    assert "there is no accepted submission" in out
    found = {f"{path.parent.name}/{path.name}" for path in (here / "cup/submissions").glob("*/*")}
    assert found == {"wrong_answer/none", "wrong_answer/wrong"}, "what they get, not what they may get"
    assert yaml.safe_load((here / "cup/problem.yaml").read_text())["limits"]["time_limit"] == 0.5


SLOW_TO_LOAD = "import time\nbegun = time.process_time()\nwhile time.process_time() < begun + 1:\n    pass\n"


@pytest.mark.slow
def test_solutions_have_a_measured_limit(here: Path, call: Call, right: str) -> None:
    files(here / "solutions/pkg", {"right.py": SLOW_TO_LOAD + right, "wrong.py": SOLVE})
    call.done("export", "--icpc", "cup", "--problem", "pkg", "--with-solutions", "--share-core")
    found = {path.name: path.parent.name for path in (here / "cup/submissions").glob("*/*")}
    assert found == {"right": "accepted", "wrong": "wrong_answer"}
    limits = yaml.safe_load((here / "cup/problem.yaml").read_text())["limits"]
    assert limits["time_limit"] >= 2, "importing the right one takes a second, and counts there"
    command = [sys.executable, str(here / "cup/submissions/accepted/right/main.py")]
    given = (here / "cup/data/sample/six.in").read_bytes()
    done = subprocess.run(command, input=given, capture_output=True, check=True, timeout=60)
    assert done.stdout.startswith(b"OK\n010000")


def test_functions_of_the_package_get_time_to_compile_where_nobody_must_be_late(here: Path, call: Call) -> None:
    for name, place in (("right", "accepted"), ("late", "time_limit_exceeded")):
        files(here / "testcases/pkg/submissions", {f"{place}/{name}.py": SOLVE})
        out = call.done("export", "--icpc", name, "--problem", "pkg")
        longer = name == "right"
        assert ("in place of 0.5 s, so that functions can compile within it" in out) == longer
        limits = yaml.safe_load((here / name / "problem.yaml").read_text())["limits"]
        assert limits["time_limit"] == (10.5 if longer else 0.5)


def test_the_interpreter_for_other_tools_is_found_whatever_comes_first(tmp_path: Path) -> None:
    [text] = [one for one in blocks(TOPICS["icpc"], "console") if "pypy3" in one]
    path = f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"

    def shell(text: str) -> str:
        command = ["sh", "-euc", text]
        return subprocess.run(
            command, cwd=tmp_path, env={"PATH": path}, capture_output=True, text=True, check=True, timeout=60
        ).stdout

    shell(text)
    path = f"{tmp_path}/tools:{path}"
    assert shell("pypy3 -c 'import numpy, sys; print(*sys.argv[1:])' 'a b' c") == "a b c\n"


# --- `judge import` --------------------------------------------------------------------------------------------------
def test_a_folder_becomes_a_package_that_is_shown(here: Path, call: Call) -> None:
    write(LEGACY, Path("numbers"))
    said = " ".join(call.done("import", "numbers").split())
    assert "testcases/numbers: Two Numbers, 3 cases (sample 1, secret 2), a validator of its own, 2 s, 256 MiB" in said
    assert "4 submissions next: judge validate testcases/numbers" in said
    assert (
        "warning[W120]: submissions are left out, as no language is known here by the ending: accepted/old.kt" in said
    )
    page = call.done("show", "numbers")
    for line in ("A whole program in any language", "secret  2      3 to 5  100", "sample/1", "  7\n  ---\n  3 4"):
        assert line in page
    assert "3 cases, valid, 0 warnings" in call.done("validate", "numbers", "--quick")


MAKES_CASES = """#!{python}
import os, pathlib, sys
assert sys.argv[1:] == ["generate"] and pathlib.Path("generators/generators.yaml").exists()
print("WARNING: as ever")
secret = pathlib.Path("data/secret")
secret.mkdir(parents=True, exist_ok=True)
for name, text in (("one.in", "2\\n"), ("one.ans", "1 1\\n")):
    (secret / name).write_text(text)
"""


def test_cases_that_are_still_to_be_made_are_made_in_a_copy_where_that_is_asked_for(
    here: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {name: text for name, text in LEGACY.items() if not name.startswith("data/secret/")}
    recipes = write(files | {"generators/generators.yaml": "data: {}\n"}, Path("numbers"))
    words, tool = ("import", str(recipes)), here / "tools/bt"
    python = os.path.realpath("/proc/self/exe")
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    monkeypatch.setenv("PATH", str(tool.parent))
    said = call.refused("E428", *words)
    assert ("generators/generators.yaml" in said, "--generate" in said) == (True, True)
    call.refused("E439", *words, "--generate")  # no tool that makes them is installed
    tool.parent.mkdir()
    tool.write_text(MAKES_CASES.format(python=python))
    tool.chmod(0o755)
    before = sorted(recipes.rglob("*"))
    assert "secret 1" in call.done(*words, "--generate")
    assert Path("testcases/numbers/secret/one/input.txt").read_text() == "2\n"
    assert sorted(recipes.rglob("*")) == before


def test_a_zip_gets_the_name_and_the_place_that_are_said(here: Path, call: Call) -> None:
    write_zip(LEGACY, Path("sum-1.zip"), "sum-1/")
    call.done("import", "sum-1.zip", "--to", "mine", "--name", "other")
    assert Path("mine/other/problem.toml").exists()


def test_a_case_without_a_board_is_checked_and_not_drawn_and_a_long_one_is_cut(here: Path, call: Call) -> None:
    write(LEGACY | {"data/sample/2.in": "\x1b[31m```\n" * 1000, "data/sample/2.ans": "1 1\n"}, Path("numbers"))
    call("import", "numbers")
    case = "testcases/numbers/sample/1"
    assert call("check", f"{case}/input.txt", f"{case}/answer.txt") == (0, "OK\n", "")
    Path("output.txt").write_text("1 1 1\n")
    out = call.ends(1, "check", f"{case}/input.txt", "output.txt", "--svg", "a.svg")
    assert out.startswith("error[E256]: the validator of the problem refuses the answer")
    assert out.endswith("not written: a.svg; the answer can't be drawn as a board\n")
    assert "without a board" in call.fails(2, "show", f"{case}/input.txt")
    page = call.done("show", "numbers", "2")
    assert ("\x1b" in page, "... (9,000 bytes)" in page, page.count("\n") < 40) == (False, True, True)
