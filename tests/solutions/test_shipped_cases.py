"""The shipped cases of boards without trees, and their answers, against the rules written out in plain Python."""

from __future__ import annotations

from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest

from tests.shipped import ROOT
from tests.solutions.one_a_row import are_queens, are_spies

# Of each group: a search in order takes a moment, a second, for ever, and finds nothing.
SIZES = {
    "queens": {
        "sample": {4, 8},
        "easy": {1, 6, 10, 15},
        "medium": {20, 30},
        "hard": {50, 100, 200, 500, 1000},
        "infeasible": {2, 3},
    },
    "spies": {
        "sample": {4, 5, 11},
        "easy": {1, 8, 9, 10, 13},
        "medium": {17, 23, 25, 27},
        "hard": {33, 51, 100, 151, 201, 301, 500, 701, 901, 999},
        "infeasible": {2, 3, 6, 7},
    },
    "all-queens": {
        "sample": {4, 6},
        "easy": {1, 5, 7},
        "medium": {8, 9},
        "hard": {10, 11, 12, 14},
        "infeasible": {2, 3},
    },
}
COUNTS = {**dict(enumerate((1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200), 1)), 14: 365596}  # A000170 of oeis.org
CASES = [path.parent for puzzle in SIZES for path in sorted((ROOT / "testcases" / puzzle).glob("*/*/input.txt"))]


def size(folder: Path) -> int:
    return int(folder.name.removeprefix("n-"))


@pytest.mark.parametrize("puzzle", SIZES)
def test_the_sizes(puzzle: str) -> None:
    here = [folder for folder in CASES if folder.parts[-3] == puzzle]
    assert {group: {size(one) for one in here if one.parts[-2] == group} for group in SIZES[puzzle]} == SIZES[puzzle]
    assert len(here) == sum(map(len, SIZES[puzzle].values()))


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: "-".join(folder.parts[-3::2]))
def test_a_case_is_an_empty_board_and_its_answer_right(folder: Path) -> None:
    puzzle, n = folder.parts[-3], size(folder)
    assert (folder / "input.txt").read_text() == f"ANY\n{n}\n{n}\n" + ("0" * n + "\n") * n
    first, *lines = (folder / "answer.txt").read_text().splitlines()
    arranged = are_spies if puzzle == "spies" else are_queens
    if puzzle == "all-queens":
        assert int(first) == COUNTS[n]
        listed = [[int(column) - 1 for column in line.split()] for line in lines]
        assert len(set(lines)) == len(lines) == (COUNTS[n] if n <= 10 else 0)
        assert all(len(columns) == n and are_queens(columns) for columns in listed)
    elif first == "FAIL":
        assert lines[0].startswith("proof: ")
        assert not any(arranged(columns) for columns in permutations(range(n)))
    elif first == "OK":
        assert all(sorted(line) == [*"0" * (n - 1), "1"] for line in lines)
        assert arranged([line.index("1") for line in lines])
    else:
        assert not lines
        assert arranged([int(column) - 1 for column in first.split()])


def are_points(board: np.ndarray, n: int) -> bool:
    """Whether there are 2n points, no three on a line: cross products of all threes at once."""
    points = np.argwhere(board == 1)
    if board.shape != (n, n) or len(points) != 2 * n:
        return False
    a, b, c = points[np.array(list(combinations(range(2 * n), 3)))].transpose(1, 2, 0)
    return bool(((b[0] - a[0]) * (c[1] - a[1]) != (b[1] - a[1]) * (c[0] - a[0])).all())


def test_no_three_in_line() -> None:
    files = sorted((ROOT / "testcases/no-three-in-line").glob("*/*/input.txt"))
    for file in files:
        n, points = map(int, file.read_text().split())
        head, *rows = file.with_name("answer.txt").read_text().split()
        assert (head, points) == ("OK", 2 * n)
        assert are_points(np.array([[int(cell) for cell in row] for row in rows]), n), file
