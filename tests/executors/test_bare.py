"""What runs in a Python of one's own runs here: what a file sets, starts and looks up. functions.toml has the files."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from judge.model import Verdict
from judge.sandbox import Sandbox
from tests.boxed import problem_of, ran
from tests.conftest import MakeSubmission
from tests.executors.make import LIMITS
from tests.make import replace

PROBLEM = problem_of(limits=replace(LIMITS, time_limit=10.0, processes=32))
SOLVE = """
def solve(algorithm, n, lizards, grid):
    act()
    for row, column in enumerate((1, 3, 5, 0, 2, 4)):
        grid[row, column] = 1
    return grid
"""
TABLE = tomllib.loads(Path(__file__).with_name("functions.toml").read_text("utf-8"))["function"]


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row["name"])
def test_a_function_runs_here_as_elsewhere(sandbox: Sandbox, submission: MakeSubmission, row: dict[str, str]) -> None:
    if sandbox.tier == "landlock" and ".Pool(" in row["text"]:
        pytest.skip("landlock has no shared memory")
    run = ran(sandbox, submission(row["text"] + SOLVE), PROBLEM)
    assert f"{run.verdict} {run.code}".strip() == row["says"], run
    assert run.finding is None or run.finding.help


def test_a_file_is_a_module_whatever_it_is_called(sandbox: Sandbox, submission: MakeSubmission) -> None:
    source = f'def act():\n    pass\n{SOLVE}\nif __name__ == "__main__":\n    raise SystemExit(solve(*input()))\n'
    for name in ("mine.py", "__main__.py", "numpy.py", "my file.py"):
        assert ran(sandbox, submission(source, name), PROBLEM).verdict is Verdict.AC, name
