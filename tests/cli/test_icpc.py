"""`judge export --icpc` and `judge import`: measured limits, and tools of others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.commands import Call
from tests.make import files
from tests.manual import TOPICS, blocks
from tests.problems.icpc.packages import LEGACY, write

SOLVE = "def solve(algorithm, n, lizards, grid):\n    return None\n"


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
    for text, made in (("#!/bin/sh\necho no solution\nexit 1\n", False), (MAKES_CASES.format(python=python), True)):
        tool.write_text(text)
        tool.chmod(0o755)
        if not made:
            assert "no solution" in call.refused("E428", *words, "--generate")
    before = sorted(recipes.rglob("*"))
    assert "secret 1" in call.done(*words, "--generate")
    assert Path("testcases/numbers/secret/one/input.txt").read_text() == "2\n"
    assert sorted(recipes.rglob("*")) == before
