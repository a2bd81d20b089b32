"""What the tests of problems build, through its doors: boards and cases, answers that are read, packages on disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from judge.model import Answer, Case, Finding, Instance, Limits, Problem, Programs
from judge.problems import judge_answer, puzzle_named, read_output
from tests.shipped import ROOT

TESTCASES = ROOT / "testcases"
SHIPPED = sorted(path.parent.name for path in TESTCASES.glob("*/problem.toml"))
CELLS = ".LT#"  # free, a piece, a tree, closed


def grid_of(picture: str) -> np.ndarray:
    return np.array([[CELLS.index(cell) for cell in row] for row in picture.split()], np.int8)


def blank(n: int, columns: int = 0, pieces: int = 0) -> Instance:
    """Return an empty board, for as many pieces as rows."""
    return Instance("ANY", n, pieces or n, np.zeros((n, columns or n), np.int8))


def case_of(picture: str, pieces: int, answer: Answer | None = None, layer: str = "") -> Case:
    grid, said = grid_of(picture), [[int(cell, 36) for cell in row] for row in layer.split()]
    return Case("one", "secret", Instance("ANY", len(grid), pieces, grid, np.array(said) if said else None), answer)


def case_in(puzzle: str, text: str, answer: Answer | None = None) -> Case:
    """Return the case that this input.txt holds."""
    return Case("one", "secret", puzzle_named(puzzle).cases.read(text.encode(), "input.txt")[0], answer)


def shown(picture: str) -> Answer:
    return Answer(board=grid_of(picture))


def code(puzzle: str, case: Case, answer: Answer) -> str:
    """Return the code of what is wrong, or nothing."""
    finding = judge_answer(case, puzzle, answer)
    return finding.code if finding else ""


def heard(
    data: bytes | str,
    puzzle: str,
    board: Instance | tuple[int, int] | int,
    *,
    strict: bool = False,
    file: str = "output.txt",
    **said: Any,
) -> Answer | Finding:
    """Return what a text says of a board, or of an empty one of this size; `said` is of the package's programs."""
    if not isinstance(board, Instance):
        board = blank(*board) if isinstance(board, tuple) else blank(board)
    programs = Programs(**said)
    problem = Problem(puzzle, puzzle, puzzle, ("ANY",), strict, Limits(), {}, (), programs=programs)
    return read_output(data.encode() if isinstance(data, str) else data, problem, board, file)


def put(path: Path, text: str) -> Path:
    """Write a file, its line ends as they are."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, newline="")
    return path
