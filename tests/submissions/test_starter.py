"""The files that `judge init` writes are right, and they never overwrite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from judge.judging import Contest
from judge.model import Answer, Case, Entry, Instance, Limits, Problem, Programs, Verdict
from judge.problems import puzzle_named, puzzle_names
from judge.problems.prove import truth_of
from judge.sandbox import Sandbox
from judge.submissions import declared_problem, read_submission
from tests.commands import Call
from tests.conftest import there

TREES = [(3, 4), (5, 5)]
# Larger than its warm-up boards: n, pieces, and trees by row and column from 0. More pieces than cells are too many.
LARGER: dict[str, list[tuple[int, int, list[tuple[int, int]]]]] = {
    "lizards": [(8, 8, TREES), (8, 9, TREES), (2, 1 << 40, [])],
    "queens": [(12, 12, [])],
    "spies": [(11, 11, [])],
    "all-queens": [(8, 8, [])],
}


def larger(puzzle: str) -> Iterator[Case]:
    for n, pieces, trees in LARGER.get(puzzle, ()):
        grid = np.zeros((n, n), dtype=np.int8)
        for cell in trees:
            grid[cell] = 2
        board = Instance("SA" if puzzle == "lizards" else "ANY", n, pieces, grid)
        yield Case(f"n{n}-p{pieces}", "secret", board, Answer(fail=True) if pieces > n * n else None)


def rules_of(puzzle: str) -> Programs:
    """How a package of the puzzle calls solve."""
    return Programs(parameters=there(puzzle_named(puzzle).call).names)


# Without numba each is right: tests/problems/puzzles. Compiled by numba each is tried in turns.
ALWAYS = ("lizards", "verify-queens")


@pytest.mark.parametrize(
    "puzzle", [pytest.param(one, marks=[pytest.mark.nightly(sample=4)] * (one not in ALWAYS)) for one in puzzle_names()]
)
def test_a_starter_is_accepted(sandbox: Sandbox, tmp_path: Path, puzzle: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(puzzle_named(puzzle).starter_in("mine.py"))
    own = [(board, truth_of(board, puzzle, 100_000).answer) for board in puzzle_named(puzzle).boards]
    cases = tuple(Case(f"own-{number}", "secret", *one) for number, one in enumerate(own)) + tuple(larger(puzzle))
    rules, groups = rules_of(puzzle), {"secret": Problem.Group(1)}
    algorithms = tuple(dict.fromkeys(case.board.algorithm for case in cases))
    problem = Problem(puzzle, puzzle, puzzle, algorithms, False, Limits(), groups, cases, programs=rules)
    contest = Contest([sandbox], [Entry(problem, (read_submission(path, puzzle, rules=rules),))])
    list(contest.events())
    [judgement] = contest.judgements()
    assert judgement.prepare.message == "", "it comes back from the warm-up boards"
    assert {run.case: run.verdict for run in judgement.runs} == dict.fromkeys((case.name for case in cases), Verdict.AC)


@pytest.mark.parametrize("puzzle", puzzle_names())
def test_it_says_what_it_solves_and_how_to_judge_it(tmp_path: Path, puzzle: str) -> None:
    path = tmp_path / "mine.py"
    Call().done("init", puzzle, str(path))
    assert declared_problem(path) == puzzle
    assert path.read_text() == puzzle_named(puzzle).starter_in(str(path))
    assert f"judge run {path}" in path.read_text()
    assert read_submission(path, puzzle, rules=rules_of(puzzle)).fault is None


def test_it_never_overwrites(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("my work")
    (tmp_path / "link.py").symlink_to(tmp_path / "nowhere.py")
    for taken in (path, tmp_path / "link.py"):
        Call().refused("E436", "init", "queens", str(taken))
    assert path.read_text() == "my work"


@pytest.mark.parametrize(("name", "code"), [("mine", "E438"), ("mine.cpp", "E438"), ("no/such/mine.py", "E435")])
def test_where_it_can_not_be_written(tmp_path: Path, name: str, code: str) -> None:
    Call().refused(code, "init", "queens", str(tmp_path / name))
    assert list(tmp_path.iterdir()) == []
