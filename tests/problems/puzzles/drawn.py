"""Cases and answers of the tests of puzzles, as drawings and numbers."""

from __future__ import annotations

import numpy as np

from judge.model import Answer, Case, Instance

FAIL = Answer(fail=True)


def grid_of(picture: str) -> np.ndarray:
    """Cells drawn with . for free, L for a piece and T for a tree."""
    return np.array([[".LT".index(cell) for cell in row] for row in picture.split()], dtype=np.int8)


def case_of(grid: np.ndarray, pieces: int, answer: Answer | None = None, why_fail: str = "") -> Case:
    return Case("forest-07", "secret", Instance("DFS", len(grid), pieces, grid), answer, why_fail)


def empty_case(n: int, answer: Answer | None = None) -> Case:
    return case_of(np.zeros((n, n), dtype=np.int8), n, answer)


def board_answer(picture: str, first_line: int = 0) -> Answer:
    return Answer(board=grid_of(picture), first_line=first_line)


def columns_answer(rows: list[tuple[int, ...]], n: int, first_line: int = 0) -> Answer:
    return Answer(columns=np.array(rows, dtype=np.int64).reshape(len(rows), n), first_line=first_line)


def spies_answer(numbers: str, first_line: int = 1) -> Answer:
    return columns_answer([tuple(int(k) - 1 for k in numbers.split())], len(numbers.split()), first_line)


CLASSIC = "L....... ....L... .......L .....L.. ..L..... ......L. .L...... ...L...."  # eight queens
