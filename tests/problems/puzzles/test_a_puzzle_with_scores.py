"""A puzzle that asks for as many pieces as possible, from end to end: its scores in a run, on the board and in JSON."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.cli import main
from judge.model.wrong_key import witness_path
from judge.problems.package import read_package
from judge.problems.spoil import spoil_package
from judge.problems.validation import validate_package
from judge.sandbox.sandbox import Sandbox

ROW = """\
piece = "queen"
case = ["n m", "cells"]
cells = { free = "0", tree = "2" }
apart = "queen"
goal = "most"
"""
HEAVIEST = """\
piece = "queen"
case = ["n queens", "weights"]
pieces = "queens"
apart = "queen"
goal = "heaviest"
answer = "number"
"""
VERIFY = """\
piece = "queen"
case = ["cells"]
cells = { free = "0", piece = "1" }
pieces = "n"
apart = "queen"
goal = "verify"
answer = ["yes", "no"]
"""
MANIFEST = 'title = "Crowd"\nalgorithms = ["ANY"]\n[groups.secret]\npoints = 10\n[puzzle]\n'
ROWS = "0000\n0000\n0000\n0000\n"
CASE, BEST = f"4 4\n{ROWS}", "OK\n0100\n0001\n1000\n0010\n"
FUNCTION = """\
# judge: problem = crowd
def solve(n, m, grid):
    for row, column in {cells}:
        grid[row, column] = 1
    return grid
"""
ALL, THREE, CLASH = [(0, 1), (1, 3), (2, 0), (3, 2)], [(0, 1), (1, 3), (2, 0)], [(0, 0), (1, 1)]


@pytest.fixture
def crowd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox) -> Path:
    """The package, in a current directory."""
    package = tmp_path / "here/testcases/crowd"
    case = package / "secret/four"
    case.mkdir(parents=True)
    (package / "problem.toml").write_text(MANIFEST + ROW)
    (case / "input.txt").write_text(CASE)
    (case / "answer.txt").write_text(BEST)
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("COLUMNS", "140")

    @contextlib.contextmanager
    def shared(*_: object, **__: object) -> Iterator[list[Sandbox]]:
        yield [sandbox]

    monkeypatch.setattr("judge.sandbox.pool.arena", shared)
    return package


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    monkeypatch.setattr(sys, "argv", ["judge", *words])
    cores = os.sched_getaffinity(0)
    try:
        with pytest.raises(SystemExit):
            main.main()
    finally:
        os.sched_setaffinity(0, cores)
    return "".join(capsys.readouterr())


def test_a_run_has_scores(crowd: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name, cells in {"three": THREE, "clash": CLASH}.items():
        Path(f"{name}.py").write_text(FUNCTION.format(cells=cells))
    said = run(monkeypatch, capsys, "run", "three.py", "clash.py", "--json", "run.json")
    lines = {line.split()[1]: line for line in said.splitlines() if "/1  score" in line}
    assert "AC" in lines["three"]
    assert "1/1  score 0.75/1" in lines["three"]
    assert "0/1  score 0/1" in lines["clash"]
    rows = {row["name"]: row for row in json.loads(Path("run.json").read_text())["submissions"]}
    assert {name: (row["points"], row["score"], row["rank"]) for name, row in rows.items()} == {
        "three": (7.5, 0.75, 1),
        "clash": (0.0, 0.0, 2),
    }
    assert [rows[name]["runs"][0]["score"] for name in ("three", "clash")] == [0.75, None]


def test_more_than_the_package_knows_is_kept(
    crowd: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (crowd / "secret/four/answer.txt").write_text(BEST.replace("0010", "0000"))
    Path("all.py").write_text(FUNCTION.format(cells=ALL))
    said = run(monkeypatch, capsys, "run", "all.py")
    assert "the package knows nothing better than 3, but this arrangement is valid and worth 4" in said
    assert witness_path("crowd", "secret", "four").read_text() == BEST


def test_its_package_is_validated_and_spoilt(crowd: Path) -> None:
    problem = read_package(crowd)
    assert problem.scored
    assert [remark.what for remark in validate_package(problem) if remark.case] == []
    rows, remarks = spoil_package(problem, [])
    assert remarks == []
    assert {row.kind: row.made for row in rows}["piece dropped"] == 2, "fewer are right, and worth less; none is wrong"


def test_the_best_is_found_and_proven_without_anybody(
    crowd: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (crowd / "secret/four/answer.txt").unlink()
    Path("three.py").write_text(FUNCTION.format(cells=THREE))
    said = run(monkeypatch, capsys, "answers", "crowd", "--by", "three.py")
    assert "secret/four  OK  by exhaustive search" in said
    assert (crowd / "secret/four/answer.txt").read_text().count("1") == 4


def test_the_best_of_all_solutions_is_asked_where_the_search_ends_too_soon(
    crowd: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ortools.linear_solver", None)
    monkeypatch.setattr("judge.problems.prove.decide.best", lambda *_: None)
    (crowd / "secret/four/answer.txt").unlink()
    for name, cells in {"three": THREE, "all": ALL, "clash": CLASH}.items():
        Path(f"{name}.py").write_text(FUNCTION.format(cells=cells))
    said = run(monkeypatch, capsys, "answers", "crowd", "--by", "three.py", "--by", "all.py", "--by", "clash.py")
    assert "secret/four  OK  by all; " in said
    assert (crowd / "secret/four/answer.txt").read_text() == BEST


@pytest.mark.parametrize(
    ("files", "said", "codes"),
    [
        (
            (HEAVIEST, "4 4\n1 2 3 4\n4 3 2 1\n1 2 3 4\n4 3 2 1\n"),
            "secret/four  OK  by exhaustive search",
            ["E418", "W116"],
        ),
        ((VERIFY, ROWS), "crowd: 1 case untouched", ["W116"]),
    ],
)
def test_a_number_is_worked_out_and_a_decision_needs_no_answer(
    said: str, codes: list[str], files: tuple[str, str], crowd: Path, request: pytest.FixtureRequest
) -> None:
    row, case = files
    (crowd / "problem.toml").write_text(MANIFEST + row)
    (crowd / "secret/four/input.txt").write_text(case)
    (crowd / "secret/four/answer.txt").unlink()
    found = [getattr(one.what, "code", "") for one in validate_package(read_package(crowd)) if not one.case]
    assert found == codes
    fixtures = request.getfixturevalue("monkeypatch"), request.getfixturevalue("capsys")
    assert said in run(*fixtures, "answers", "crowd")
    assert (crowd / "secret/four/answer.txt").exists() == ("E418" in codes)


def test_again_proves_the_best_or_refutes_it(
    crowd: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ortools.linear_solver", None)  # so a count proves it
    said = run(monkeypatch, capsys, "answers", "crowd", "--again")
    assert "secret/four  OK  1 weighted sum of quotas: none leaves an arrangement; certificate.json" in said
    (crowd / "secret/four/answer.txt").write_text(BEST.replace("0010\n", "0000\n"))
    said = run(monkeypatch, capsys, "answers", "crowd", "--again")
    assert "secret/four  error[E416]  the answer key is wrong: exhaustive search found an arrangement" in said
    assert witness_path("crowd", "secret", "four").read_text().count("1") == 4
