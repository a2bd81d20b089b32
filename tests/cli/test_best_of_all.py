"""A package that asks for as many pieces as possible, from end to end: its scores in a run, its answers and proofs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from judge.model import WrongKey
from tests.cli.handed_in import answer, read_json
from tests.commands import Call
from tests.make import files

ROW = 'case = ["n m", "cells"]\ncells = { free = "0", tree = "2" }\ngoal = "most"\n'
MANIFEST = """\
title = "Crowd"
algorithms = ["ANY"]
[groups.secret]
points = 10
[puzzle]
piece = "queen"
apart = "queen"
"""
ROWS = "0000\n0000\n0000\n0000\n"
CASE, BEST, LESS = f"4 4\n{ROWS}", answer(4), "OK\n0100\n0001\n1000\n0000\n"
FUNCTION = """\
# judge: problem = crowd
def solve(n, m, grid):
    for row, column in {cells}:
        grid[row, column] = 1
    return grid
"""
FILES = {"all": [(0, 1), (1, 3), (2, 0), (3, 2)], "three": [(0, 1), (1, 3), (2, 0)], "clash": [(0, 0), (1, 1)]}


@pytest.fixture
def crowd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the only case of the package, in a current directory with three files."""
    texts = {"problem.toml": MANIFEST + ROW, "secret/four/input.txt": CASE, "secret/four/answer.txt": BEST}
    texts = {f"testcases/crowd/{name}": text for name, text in texts.items()}
    monkeypatch.chdir(tmp_path)
    here = files(tmp_path, texts | {f"{name}.py": FUNCTION.format(cells=cells) for name, cells in FILES.items()})
    return here / "testcases/crowd/secret/four"


def test_a_run_has_scores(crowd: Path, call: Call) -> None:
    _, out, _ = call("run", "three.py", "clash.py", "--json", "run.json")
    lines = {line.split()[1]: line for line in out.splitlines() if "/1  score" in line}
    assert ("AC" in lines["three"], "1/1  score 0.75/1" in lines["three"]) == (True, True)
    assert "0/1  score 0/1" in lines["clash"]
    rows = {row["name"]: row for row in read_json("run.json")["submissions"]}
    said = {name: (row["points"], row["score"], row["rank"], row["runs"][0]["score"]) for name, row in rows.items()}
    assert said == {"three": (7.5, 0.75, 1, 0.75), "clash": (0.0, 0.0, 2, None)}


def test_more_than_the_package_knows_is_kept(crowd: Path, call: Call) -> None:
    (crowd / "answer.txt").write_text(LESS)
    _, out, _ = call("run", "all.py")
    assert "the package knows nothing better than 3, but this arrangement is valid and worth 4" in out
    assert WrongKey.witness_path("crowd", "secret", "four").read_text() == BEST


def test_the_best_of_all_solutions_helps_the_search(crowd: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.linear_solver.pywraplp", None)
    monkeypatch.setattr("judge.problems.prove.deciding.best", lambda *_: None)
    (crowd / "answer.txt").unlink()
    by = [word for name in FILES for word in ("--by", f"{name}.py")]
    assert "secret/four  OK  by all; " in call("answers", "crowd", *by)[1]
    assert (crowd / "answer.txt").read_text() == BEST
