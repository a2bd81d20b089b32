"""Views and leaps: what is said of known boards, and that the fast and the plain form always agree."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Instance
from judge.problems.prove.bounds import descended
from judge.problems.rules import SMALL, find_attack, find_in_line, find_leap
from judge.problems.rules.fast import fast_attack, fast_leap
from judge.problems.rules.plain import (
    BACKWARDS,
    KING,
    KNIGHT,
    SLANTING,
    STRAIGHT,
    every_queens,
    plain_attack,
    plain_attack_in_columns,
    plain_leap,
)
from tests.problems.inside.boards import BOARDS, turned

MANY = 500
QUEEN, ROOK, BISHOP = (("ride", steps) for steps in (BACKWARDS, STRAIGHT, SLANTING))
KNIGHTS, KINGS = ("leap", KNIGHT), ("leap", KING)


def pair_of(rule: tuple[str, Any], board: np.ndarray) -> Any:
    """Return what all three forms of a rule find."""
    kind, steps = rule
    forms: tuple[Callable[..., Any], ...] = (
        (plain_attack, fast_attack, find_attack) if kind == "ride" else (plain_leap, fast_leap, find_leap)
    )
    plain, fast, found = (form(board, steps) for form in forms)
    assert plain == fast == found, (rule, board)
    return plain


@pytest.mark.parametrize(
    ("rule", "picture", "pair"),
    [
        (QUEEN, "L", None),
        (QUEEN, "LL ..", ((0, 0), (0, 1))),
        (QUEEN, "L. L.", ((0, 0), (1, 0))),
        (QUEEN, "L. .L", ((0, 0), (1, 1))),
        (QUEEN, ".L L.", ((0, 1), (1, 0))),
        (QUEEN, "LTL ... ...", None),
        (QUEEN, "L.. T.. L..", None),
        (QUEEN, "L.. .T. ..L", None),
        (QUEEN, "..L .T. L..", None),
        (QUEEN, "L.L T.. ...", ((0, 0), (0, 2))),
        (QUEEN, "..L ... L..", ((0, 2), (2, 0))),
        (QUEEN, "L.. ... .L.", None),
        (QUEEN, "TTT TTT TTT", None),
        (QUEEN, "L##L", ((0, 0), (0, 3))),
        (QUEEN, "L#TL", None),
        (QUEEN, "L.. .#. ..L", ((0, 0), (2, 2))),
        (QUEEN, "#### ####", None),
        (ROOK, "L.. .#. ..L", None),
        (ROOK, "L#L", ((0, 0), (0, 2))),
        (ROOK, "L # L", ((0, 0), (2, 0))),
        (ROOK, "L T L", None),
        (BISHOP, "L.. .#. ..L", ((0, 0), (2, 2))),
        (BISHOP, "L#L", None),
        (BISHOP, ".... ...L ..L.", ((1, 3), (2, 2))),
        (KNIGHTS, "L.. ..L", ((0, 0), (1, 2))),
        (KNIGHTS, "..L L..", ((0, 2), (1, 0))),
        (KNIGHTS, "L. TT .L", ((0, 0), (2, 1))),
        (KNIGHTS, ".L ## L.", ((0, 1), (2, 0))),
        (KNIGHTS, "LL LL", None),
        (KINGS, "L.L ... L.L", None),
        (KINGS, ".LL.", ((0, 1), (0, 2))),
        (KINGS, ".L L.", ((0, 1), (1, 0))),
        (KINGS, "L. .L", ((0, 0), (1, 1))),
        (KINGS, "L L", ((0, 0), (1, 0))),
        (KINGS, "L.. ..T ..L", None),
    ],
)
def test_known_boards(rule: tuple[str, Any], picture: str, pair: Any) -> None:
    board = np.array([[".LT#".index(cell) for cell in row] for row in picture.split()], np.int8)
    assert pair_of(rule, board) == pair


def test_row_comes_before_column_before_diagonals() -> None:
    """One piece sees four others; each that is taken away makes the rule name the next."""
    board = np.zeros((9, 9), dtype=np.int8)
    others = [(4, 2), (1, 4), (0, 0), (2, 6)]  # left, above, up-left, up-right; none sees another
    for cell in [*others, (4, 4)]:
        board[cell] = 1
    for other in others:
        assert pair_of(QUEEN, board) == (other, (4, 4))
        board[other] = 0
    assert pair_of(QUEEN, board) is None


@pytest.mark.parametrize("n", [63, 64, 65, 127, 128, 129])
def test_a_view_goes_over_the_border_of_a_word(n: int) -> None:
    last = n - 1
    for first, second in ((5, 0), (5, last)), ((0, 5), (last, 5)), ((0, 0), (last, last)), ((0, last), (last, 0)):
        board = np.zeros((n, n), dtype=np.int8)
        board[first] = board[second] = 1
        assert fast_attack(board) == (first, second)
        if n % 2:
            board[(first[0] + second[0]) // 2, (first[1] + second[1]) // 2] = 2
            assert fast_attack(board) is None


def test_full_boards_and_such_with_one_cell_changed() -> None:
    rng, conflicts = np.random.default_rng(2), 0
    for case in range(MANY):
        n = int(rng.integers(60, 71)) if case % 5 == 0 else int(rng.integers(1, 34))
        trees = np.where(rng.random((n, n)) < rng.choice([0.0, 0.1, 0.3, 0.6, 0.9]), 2, 0).astype(np.int8)
        board = descended(Instance("ANY", n, n * n, trees))
        assert pair_of(QUEEN, board) is None
        cell = tuple(rng.integers(0, n, 2))
        board[cell] = (board[cell] + rng.integers(1, 3)) % 3
        conflicts += pair_of(QUEEN, board) is not None
    assert MANY < 10 * conflicts < 9 * MANY, "the changes must make both kinds"


@given(BOARDS, st.sampled_from([QUEEN, ROOK, BISHOP, KNIGHTS, KINGS]))
@settings(max_examples=200, deadline=None)
def test_the_forms_agree_and_turns_change_nothing(board: np.ndarray, rule: tuple[str, Any]) -> None:
    pair = pair_of(rule, board)
    for image in turned(board)[1::3]:
        assert (pair_of(rule, image) is None) == (pair is None)
    queen, rook, bishop = (find_attack(board, steps) is None for _, steps in (QUEEN, ROOK, BISHOP))
    assert queen == (rook and bishop)


@given(st.integers(1, 40).flatmap(lambda n: st.lists(st.integers(0, n - 1), min_size=n, max_size=n)))
@settings(max_examples=100, deadline=None)
def test_columns_and_board_name_the_same_pair(columns: list[int]) -> None:
    board = np.zeros((len(columns), len(columns)), np.int8)
    board[range(len(columns)), columns] = 1
    assert plain_attack_in_columns(np.array(columns, np.int64)) == plain_attack(board)


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


def test_up_to_the_bound_the_plain_rules_do_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a check of one board answers at once, without numba."""
    monkeypatch.setitem(sys.modules, "judge.problems.rules.fast", None)  # importing it fails
    full, larger = (np.ones((n, n), np.int8) for n in (SMALL, SMALL + 1))
    assert find_attack(full) == find_leap(full, KING) == ((0, 0), (0, 1))
    assert find_in_line([(row, row) for row in range(SMALL)]) == (0, 1, 2)
    for look in (find_attack, lambda board: find_leap(board, KING), lambda _: find_in_line([(0, 0)] * (SMALL + 1))):
        with pytest.raises(ImportError):
            look(larger)


def test_queens_come_in_the_order_of_their_columns() -> None:
    assert list(every_queens(4)) == [(1, 3, 0, 2), (2, 0, 3, 1)]
    assert sorted(every_queens(6)) == list(every_queens(6))
