"""`judge export --icpc`: a package and no class, what it says, and what it refuses."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

from tests.cli.handed_in import Call
from tests.manual import TOPICS, blocks

SOLVE = "def solve(algorithm, n, lizards, grid):\n    return None\n"


def test_a_problem_becomes_a_package(here: Path, call: Call) -> None:
    mine = here / "testcases/pkg/submissions/accepted/mine.py"
    mine.parent.mkdir(parents=True)
    mine.write_text("print('FAIL')\n")
    status, out, _ = call("export", "--icpc", "cup", "--problem", "pkg")
    assert status == 0
    assert out.startswith("cup: 2 cases, 1 submission, ")
    assert "no accepted submission" not in out
    assert (here / "cup/submissions/accepted/mine.py").read_bytes() == mine.read_bytes()
    assert (here / "cup/data/sample/six.in").is_file()
    assert (here / "cup/data/secret/secret/four.ans").is_file()
    again = here / "again/cup"
    assert call("export", "--icpc", str(again), "--problem", "pkg")[0] == 0
    for path in (here / "cup").rglob("*"):
        assert path.is_dir() or path.read_bytes() == (again / path.relative_to(here / "cup")).read_bytes()


def test_what_is_there_is_not_replaced(here: Path, call: Call) -> None:
    (here / "cup").mkdir()
    (here / "cup/mine").write_text("")
    status, _, err = call("export", "--icpc", "cup", "--problem", "pkg")
    assert status == 2
    assert "error[E427]: cup is there already" in err
    assert [path.name for path in (here / "cup").iterdir()] == ["mine"]


def test_solutions_go_along_where_they_are_asked_for(here: Path, call: Call) -> None:
    status, _, err = call("export", "--icpc", "cup", "--problem", "pkg", "--with-solutions")
    assert status == 2
    assert "solutions/pkg" in err
    (here / "solutions/pkg").mkdir(parents=True)
    (here / "solutions/pkg/none.py").write_text(f"# @EXPECTED_RESULTS@: AC, WA\n{SOLVE}")
    (here / "solutions/pkg/wrong.py").write_text(SOLVE)
    words = ("--with-solutions", "--share-core", "--time-limit", "0.5")
    status, out, _ = call("export", "--icpc", "cup", "--problem", "pkg", *words)
    assert status == 0
    assert "functions become folders with a main.py" in out
    assert "there is no accepted submission" in out
    found = {f"{path.parent.name}/{path.name}" for path in (here / "cup/submissions").glob("*/*")}
    assert found == {"wrong_answer/none", "wrong_answer/wrong"}, "what they get, not what they may get"
    assert yaml.safe_load((here / "cup/problem.yaml").read_text())["limits"]["time_limit"] == 0.5


SOLVES = f"""\
import time
{SOLVE.partition("    return")[0]}    for row, column in enumerate({{4: (1, 3, 0, 2), 6: (1, 3, 5, 0, 2, 4)}}[n]):
        grid[row, column] = 1
    return grid
"""
SLOW_TO_LOAD = "begun = time.process_time()\nwhile time.process_time() < begun + 1:\n    pass\n"


@pytest.mark.slow
def test_solutions_lie_where_they_belong_under_a_limit_that_was_measured(
    here: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.judging.elsewhere.COMPILING_MOST_S", 4.0)
    (here / "solutions/pkg").mkdir(parents=True)
    said = {
        "right": SOLVES.replace("def ", f"{SLOW_TO_LOAD}def ", 1),
        "wrong": SOLVE,
        "late": SOLVE.replace("    return", "    while True:\n        pass\n    return"),
    }
    for name, text in said.items():
        (here / f"solutions/pkg/{name}.py").write_text(text)
    status, out, _ = call("export", "--icpc", "cup", "--problem", "pkg", "--with-solutions", "--share-core")
    assert status == 0, out
    found = {path.name: path.parent.name for path in (here / "cup/submissions").glob("*/*")}
    assert found == {"right": "accepted", "wrong": "wrong_answer", "late": "time_limit_exceeded"}
    limits = yaml.safe_load((here / "cup/problem.yaml").read_text())["limits"]
    assert limits["time_limit"] >= 2, "importing the right one takes a second, and counts there"
    command = [sys.executable, str(here / "cup/submissions/accepted/right/main.py")]
    given = (here / "cup/data/sample/six.in").read_bytes()
    done = subprocess.run(command, input=given, capture_output=True, check=True, timeout=60)
    assert done.stdout.startswith(b"OK\n010000")


def test_functions_of_the_package_get_time_to_compile_where_nobody_must_be_late(here: Path, call: Call) -> None:
    folder = here / "testcases/pkg/submissions"
    for name, place in (("right", "accepted"), ("late", "time_limit_exceeded")):
        (folder / place).mkdir(parents=True)
        (folder / place / f"{name}.py").write_text(SOLVE)
        status, out, _ = call("export", "--icpc", name, "--problem", "pkg")
        assert status == 0
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
    (tmp_path / "tools/python3").symlink_to("pypy3")
    path = f"{tmp_path}/tools:{path}"
    for name in ("pypy3", "python3"):
        assert shell(f"{name} -c 'import numpy, sys; print(*sys.argv[1:])' 'a b' c") == "a b c\n"


def test_an_old_version_as_a_zip_has_all_at_its_top(here: Path, call: Call) -> None:
    assert call("export", "--icpc", "cup.zip", "--problem", "pkg", "--icpc-version", "legacy")[0] == 0
    with zipfile.ZipFile(here / "cup.zip") as packed:
        assert "problem.yaml" in packed.namelist()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("class", "--icpc", "cup"), "leave the FOLDER|ZIP out"),
        (("--icpc", "cup", "--gradebook", "a.csv"), "--icpc writes a package, and --gradebook a class"),
        (("--icpc", "cup", "--json", "a.json"), "--icpc writes a package, and --json a class"),
        ((), "[FOLDER|ZIP|web:] is missing"),
        (("class", "--scoring"), "are for --icpc DIR"),
        (("class", "--icpc-version", "legacy"), "are for --icpc DIR"),
        (("class", "--time-limit", "2"), "are for --icpc DIR"),
        (("class", "--with-solutions"), "are for --icpc DIR"),
    ],
)
def test_a_package_and_a_class_are_told_apart(here: Path, call: Call, words: tuple[str, ...], said: str) -> None:
    status, _, err = call("export", *words, "--problem", "pkg")
    assert status == 2
    assert said in " ".join(err.split())
    assert not (here / "cup").exists()
