"""Queens: what is said of known boards, and that the fast and the plain form always agree."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.problems.rules import SMALL, find_attack
from judge.problems.rules.fast import fast_attack
from judge.problems.rules.plain import every_queens, plain_attack, plain_attack_in_columns

BOARDS = pytest.mark.parametrize("boards", [500, pytest.param(3000, marks=pytest.mark.slow)])


def board_of(picture: str) -> np.ndarray:
    """A board drawn with . for free, L for a lizard and T for a tree."""
    return np.array([[".LT".index(cell) for cell in row] for row in picture.split()], dtype=np.int8)


def board_from(columns: np.ndarray) -> np.ndarray:
    board = np.zeros((len(columns), len(columns)), dtype=np.int8)
    board[np.arange(len(columns)), columns] = 1
    return board


def grown(rng: np.random.Generator, n: int, density: float) -> np.ndarray:
    """A board with as many pieces as fit, row by row, with none that attack each other."""
    board = np.where(rng.random((n, n)) < density, 2, 0).astype(np.int8)
    rows = board.tolist()
    above, left, right = [False] * n, [False] * n, [False] * n
    for row, cells in enumerate(rows):
        to_left, next_left, next_right = False, [False] * n, [False] * n
        for column, cell in enumerate(cells):
            seen = to_left or above[column] or left[column] or right[column]
            if cell == 0 and not seen:
                board[row, column] = 1
                seen = to_left = above[column] = True
                left[column] = right[column] = True
            if cell == 2:
                to_left = above[column] = left[column] = right[column] = False
            if column + 1 < n:
                next_left[column + 1] = left[column]
            if column:
                next_right[column - 1] = right[column]
        left, right = next_left, next_right
    return board


def mutated(rng: np.random.Generator, board: np.ndarray) -> np.ndarray:
    """The board with one cell changed: a piece or a tree added, or either removed."""
    changed = board.copy()
    row, column = rng.integers(0, len(board), 2)
    changed[row, column] = (changed[row, column] + rng.integers(1, 3)) % 3
    return changed


@pytest.mark.parametrize(
    ("picture", "pair"),
    [
        ("L", None),
        ("LL ..", ((0, 0), (0, 1))),
        ("L. L.", ((0, 0), (1, 0))),
        ("L. .L", ((0, 0), (1, 1))),
        (".L L.", ((0, 1), (1, 0))),
        ("LTL ... ...", None),
        ("L.. T.. L..", None),
        ("L.. .T. ..L", None),
        ("..L .T. L..", None),
        ("L.L T.. ...", ((0, 0), (0, 2))),
        ("..L ... L..", ((0, 2), (2, 0))),
        ("L.. ... .L.", None),
        ("TTT TTT TTT", None),
    ],
)
def test_attack_on_small_boards(picture: str, pair: Any) -> None:
    assert plain_attack(board_of(picture)) == pair
    assert fast_attack(board_of(picture)) == pair


def test_attack_names_row_before_column_before_diagonals() -> None:
    """One piece sees four others; each that is taken away makes the rule name the next."""
    board = np.zeros((9, 9), dtype=np.int8)
    others = [(4, 2), (1, 4), (0, 0), (2, 6)]  # left, above, up-left, up-right; none sees another
    for cell in [*others, (4, 4)]:
        board[cell] = 1
    for other in others:
        assert plain_attack(board) == fast_attack(board) == (other, (4, 4))
        board[other] = 0
    assert plain_attack(board) is None


@pytest.mark.parametrize("n", [63, 64, 65, 127, 128, 129])
def test_attack_sees_over_the_border_of_a_word(n: int) -> None:
    for first, second in [
        ((5, 0), (5, n - 1)),
        ((0, 5), (n - 1, 5)),
        ((0, 0), (n - 1, n - 1)),
        ((0, n - 1), (n - 1, 0)),
    ]:
        board = np.zeros((n, n), dtype=np.int8)
        board[first] = board[second] = 1
        assert fast_attack(board) == (first, second)
        if n % 2:
            board[(first[0] + second[0]) // 2, (first[1] + second[1]) // 2] = 2
            assert fast_attack(board) is None


@BOARDS
def test_attack_agrees_on_random_and_mutated_boards(boards: int) -> None:
    rng = np.random.default_rng(2)
    conflicts = 0
    for case in range(boards):
        n = int(rng.integers(60, 71)) if case % 5 == 0 else int(rng.integers(1, 34))
        valid = grown(rng, n, rng.choice([0.0, 0.1, 0.3, 0.6, 0.9]))
        assert plain_attack(valid) is None
        assert fast_attack(valid) is None
        board = mutated(rng, valid)
        pair = plain_attack(board)
        assert fast_attack(board) == pair
        conflicts += pair is not None
    assert boards < 10 * conflicts < 9 * boards, "the mutations must make both kinds"


cells = st.integers(1, 66).flatmap(
    lambda n: st.tuples(st.just(n), st.binary(min_size=n * n, max_size=n * n), st.integers(2, 255))
)


@given(cells)
@settings(max_examples=60, deadline=None)
def test_attack_agrees_on_any_board(drawn: np.ndarray) -> None:
    n, raw, rarity = drawn
    content = np.frombuffer(raw, dtype=np.uint8).reshape(n, n)
    board = np.select([content % rarity == 1, content % 3 == 2], [1, 2], 0).astype(np.int8)
    pair = plain_attack(board)
    assert fast_attack(board) == pair == find_attack(board)
    for turn in range(4):
        turned = np.rot90(board, turn)
        assert (find_attack(turned) is None) == (pair is None) == (fast_attack(turned.T) is None)


def test_counts_of_queens() -> None:
    counts = [sum(1 for _ in every_queens(n)) for n in range(1, 9)]
    assert counts == [1, 0, 0, 2, 10, 4, 40, 92]


@given(st.integers(1, 40).flatmap(lambda n: st.lists(st.integers(0, n - 1), min_size=n, max_size=n)))
@settings(max_examples=100, deadline=None)
def test_columns_and_board_name_the_same_pair(columns: Any) -> None:
    at = np.array(columns, dtype=np.int64)
    assert plain_attack_in_columns(at) == plain_attack(board_from(at))


def test_every_array_of_cells_will_do() -> None:
    """Read-only, at an odd address, turned, or a window of a larger board."""
    n = SMALL + 9
    large = np.zeros((2 * n, 2 * n), dtype=np.int8)
    large[3, 4] = large[n - 1, n] = 1
    window = large[:n, 1 : n + 1]
    raw = b"x" + window.tobytes()
    at_odd_address = np.frombuffer(raw, dtype=np.int8, offset=1).reshape(n, n)
    for board in (window, at_odd_address, np.asfortranarray(window)):
        assert find_attack(board) == ((3, 3), (n - 1, n - 1))


def test_small_boards_need_no_numba() -> None:
    """So that a check of one board answers at once."""
    program = (
        "import sys, numpy as np; from judge.problems.rules import find_attack, find_in_line;"
        f"find_attack(np.zeros(({SMALL}, {SMALL}), np.int8)); find_in_line([(0, 0)]);"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
