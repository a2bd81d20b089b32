"""The rules as kernels: they find what the oracle finds, on any array of cells, and are exact up to their bounds."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from importlib.util import module_from_spec
from itertools import combinations
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Answer, Case, Instance
from judge.problems import constraints, kernels
from judge.problems.constraints import BACKWARDS, KING, KNIGHT, PIECE, SLANTING, STRAIGHT, TREE
from judge.problems.constraints import Board as Position
from judge.problems.formats.cells import cells_with
from judge.problems.kernels import MAX_N, fast_attack, fast_in_line
from judge.problems.prove.constructions import descended, queens_on
from judge.problems.puzzles import puzzle_named
from judge.problems.puzzles.trial import Trial
from judge.problems.rules import SMALL, Rule, disagreeing_rule, fast_leap
from tests import oracle
from tests.conftest import there
from tests.problems.make import blank

Board = np.ndarray[Any, np.dtype[np.int8]]
Points = list[tuple[int, int]]
Forms = tuple[Callable[..., Any], ...]


def pieces_of(constraint: Any, position: Position) -> Any:
    found = constraint.conflict(position)
    return None if found is None else found[1]


def plain_attack(board: Board, steps: Any = BACKWARDS) -> Any:
    return pieces_of(constraints.Rides(steps), Position(board.shape, cells_with(board, PIECE), cells_with(board, TREE)))


def plain_leap(board: Board, steps: Any) -> Any:
    return pieces_of(constraints.Leaps(steps), Position(board.shape, cells_with(board, PIECE)))


def plain_in_line(points: Points, most: int = 2) -> Any:
    return pieces_of(constraints.Lines(most), Position((0, 0), points))


def by_areas(points: Points) -> Any:
    """Return the first three between which there is no area: whole numbers alone."""
    for (row, column), (row2, column2), (row3, column3) in combinations(points, 3):
        if (column2 - column) * (row3 - row) == (column3 - column) * (row2 - row):
            return (row, column), (row2, column2), (row3, column3)
    return None


def told(rule: Rule, board: Board) -> Any:
    """Return the pieces that a rule names, whichever form it has chosen for a board of this size."""
    grid = np.where(board == PIECE, 0, board).astype(np.int8)
    case = Case("", "", Instance("ANY", len(board), 1, grid))
    finding = rule(Trial(puzzle_named("queens").row, case, Answer(board=board), board=board))
    return finding and [(row - 1, column - 1) for row, column in finding.cells]


def ride_of(board: Board, steps: Any = BACKWARDS) -> Any:
    return told(Rule("rides", ("ride", steps, False)), board)


def leap_of(board: Board, steps: Any) -> Any:
    return told(Rule("leaps", ("leap", steps, False)), board)


RIDES: Forms = (plain_attack, fast_attack, ride_of)
LEAPS: Forms = (plain_leap, fast_leap, leap_of)
RULES = {
    "queen": (RIDES, BACKWARDS),
    "rook": (RIDES, STRAIGHT),
    "bishop": (RIDES, SLANTING),
    "knight": (LEAPS, KNIGHT),
    "king": (LEAPS, KING),
}
MANY = 120
PRIMES = (7, 11, 13, 31, 37, 61, 67, 71)


def random_board(drawn: tuple[int, int, int, float]) -> Board:
    rows, columns, seed, share = drawn
    others = (1 - share) * np.array([0.6, 0.25, 0.15])
    return np.random.default_rng(seed).choice([1, 0, 2, 3], (rows, columns), p=[share, *others]).astype(np.int8)


SIDES = st.integers(1, 9) | st.integers(30, 70)  # around a word of 64 cells as well
SEEDS, SHARES = st.integers(0, 2**32 - 1), st.sampled_from([0.003, 0.03, 0.2])
RANDOM = st.tuples(SIDES, SIDES, SEEDS, SHARES).map(random_board)
ALIKE = st.builds(lambda rows, columns, cell: np.full((rows, columns), cell, np.int8), SIDES, SIDES, st.integers(0, 3))
BOARDS = st.one_of(RANDOM, RANDOM, RANDOM, ALIKE)  # now and then all trees, all closed, all pieces, or nothing
SMALL_SIDES = st.integers(1, 7)
SMALL_BOARDS = st.tuples(SMALL_SIDES, SMALL_SIDES, SEEDS, st.sampled_from([0.05, 0.2, 0.5])).map(random_board)


def cells_of(words: oracle.Words, board: Board, layer: oracle.Rows = ()) -> Any:
    """Return the cells of the oracle's first conflict."""
    rows = tuple(map(tuple, board.tolist()))
    found = oracle.conflict(words, oracle.Board(rows, 0, layer), rows)
    return found and found[1]


def found_by(forms: Forms, *words: Any) -> Any:
    """Return what all forms of a rule find."""
    found = {None if (cells := form(*words)) is None else tuple(cells) for form in forms}
    assert len(found) == 1, words
    return found.pop()


def pair_of(rule: str, board: Board) -> Any:
    forms, steps = RULES[rule]
    return found_by(forms, board, steps)


def three_of(points: Points) -> Any:
    return found_by((by_areas, plain_in_line, fast_in_line), points)


# --- views and leaps --------------------------------------------------------------------------------------------------
@given(BOARDS, st.sampled_from([*RULES]))
@settings(max_examples=250, deadline=None)
def test_each_form_finds_the_pair_of_the_oracle(board: Board, rule: str) -> None:
    assert pair_of(rule, board) == cells_of({"apart": rule}, board)


@pytest.mark.parametrize("n", [63, 64, 65, 127, 128, 129])
def test_a_view_goes_over_the_border_of_a_word(n: int) -> None:
    last = n - 1
    for first, second in ((5, 0), (5, last)), ((0, 5), (last, 5)), ((0, 0), (last, last)), ((0, last), (last, 0)):
        board = np.zeros((n, n), np.int8)
        board[first] = board[second] = 1
        assert fast_attack(board) == [first, second]
        if n % 2:
            board[(first[0] + second[0]) // 2, (first[1] + second[1]) // 2] = 2
            assert fast_attack(board) is None


def test_full_boards_and_such_with_one_cell_changed() -> None:
    rng, conflicts = np.random.default_rng(2), 0
    for case in range(MANY):
        n = int(rng.integers(60, 71)) if case % 5 == 0 else int(rng.integers(1, 34))
        trees = np.where(rng.random((n, n)) < rng.choice([0.0, 0.1, 0.3, 0.6, 0.9]), 2, 0).astype(np.int8)
        board = descended(Instance("ANY", n, n * n, trees))
        assert pair_of("queen", board) is None
        cell = tuple(rng.integers(0, n, 2))
        board[cell] = (board[cell] + rng.integers(1, 3)) % 3
        conflicts += pair_of("queen", board) is not None
    assert MANY < 10 * conflicts < 9 * MANY, "the changes must make both kinds"


def test_queens_come_in_the_order_of_their_columns() -> None:
    for n in range(1, 8):
        assert tuple(queens_on(blank(n))) == oracle.every_queens(n)


def test_every_array_of_cells_will_do() -> None:
    """Read-only, at any address by 8 and by 9, turned, or a window of a larger board."""
    n = SMALL + 9
    large = np.zeros((2 * n, 2 * n), np.int8)
    large[3, 4] = large[n - 1, n] = 1
    window = large[:n, 1 : n + 1]
    data = window.tobytes()
    for offset in range(72):
        board = np.frombuffer(bytes(offset) + data, np.int8, offset=offset).reshape(n, n)
        assert fast_attack(board) == [(3, 3), (n - 1, n - 1)]
    for board in (window, np.asfortranarray(window)):
        assert fast_attack(board) == [(3, 3), (n - 1, n - 1)]


def test_a_large_board_is_not_copied() -> None:
    board = np.zeros((1001, 1001), np.int8)
    assert board.ctypes.data % 8 == 0
    tracemalloc.start()
    try:
        assert fast_attack(board) is None
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < board.nbytes / 4


def test_up_to_the_bound_the_plain_rules_do_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a check of one board answers at once, without numba."""
    monkeypatch.setitem(sys.modules, "judge.problems.kernels", None)  # importing it fails
    full, larger = (np.ones((n, n), np.int8) for n in (SMALL, SMALL + 1))
    in_line = Rule("none_in_line", ("line", 2))
    assert ride_of(full) == leap_of(full, KING) == [(0, 0), (0, 1)]
    assert told(in_line, full) == [(0, 0), (0, 1), (0, 2)]
    assert told(in_line, np.eye(SMALL + 1, dtype=np.int8)[:, :SMALL]) == [(0, 0), (1, 1), (2, 2)], "few pieces"
    for look in (ride_of, lambda board: told(in_line, board)):
        with pytest.raises(ImportError):
            look(larger)


def test_a_kernel_that_finds_something_else_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    name, boards = disagreeing_rule()
    assert (name, boards > 1) == ("", True)
    for kernel in ("fast_in_line", "fast_attack"):
        monkeypatch.setattr(kernels, kernel, lambda *_: None)
        assert disagreeing_rule() == (kernel, boards)


@pytest.mark.parametrize("loaded", [True, False])
def test_numba_finds_no_yaml_while_it_is_imported(monkeypatch: pytest.MonkeyPatch, loaded: bool) -> None:
    """Whoever has imported PyYAML before keeps it; nobody else gets it."""
    yaml, found = ModuleType("yaml"), list[object]()
    monkeypatch.setitem(sys.modules, "yaml", yaml)
    if not loaded:
        monkeypatch.delitem(sys.modules, "yaml")

    class Numba(ModuleType):
        def __getattr__(self, _: str) -> Any:
            found.append(sys.modules.get("yaml", "to be searched for"))
            return lambda *_, **__: lambda function: function

    monkeypatch.setitem(sys.modules, "numba", Numba("numba"))
    spec = there(kernels.__spec__)
    there(spec.loader).exec_module(module_from_spec(spec))
    assert {*found} == {None}
    assert (sys.modules.get("yaml"), "yaml" in sys.modules) == (yaml if loaded else None, loaded)


# --- shares and windows ----------------------------------------------------------------------------------------------
PARTS = st.sampled_from(["row", "column", "diagonal", "region", *["window"] * 4])
SIDE = st.integers(1, 3) | st.sampled_from([4, 5, 9])
BOUNDS = st.tuples(st.integers(0, 2), st.sampled_from([None, 0, 1, 2, 3, 4, 6]))


@given(SMALL_BOARDS, PARTS, st.tuples(SIDE, SIDE), BOUNDS, SEEDS)
@settings(max_examples=1000, deadline=None)  # a window that holds too many is one in twenty
def test_the_lowest_part_and_the_first_window_is_that_of_the_oracle(
    board: Board, part: str, size: tuple[int, int], bounds: tuple[int, int | None], seed: int
) -> None:
    least, most = bounds
    layer: Any = np.random.default_rng(seed).integers(1, 5, board.shape).tolist()
    words = {part: {"size": size, "least": least} | ({} if most is None else {"most": most})}
    upper = None if most is None else (most, ())
    shares = (
        constraints.Windows(size, least, most) if part == "window" else constraints.Shares(part, (least, ()), upper)
    )
    found = shares.conflict(Position(board.shape, cells_with(board, PIECE), (), layer))
    assert (found and tuple(found[1])) == cells_of(words, board, layer)
    assert found is None or found[0].startswith((f"{part} ", f"the {part} of "))


# --- three in line ----------------------------------------------------------------------------------------------------
@given(SMALL_BOARDS)
@settings(max_examples=120, deadline=None)
def test_each_form_finds_the_three_of_the_oracle(board: Board) -> None:
    points = [(int(row), int(column)) for row, column in np.argwhere(board == 1)]
    three = three_of(points)
    assert three == cells_of({"in_line": 2}, board)


def points_in(columns: Any) -> Points:
    return list(enumerate(columns.tolist()))


def test_one_a_row_agrees_on_random_and_mutated_arrangements() -> None:
    rng, lines = np.random.default_rng(3), 0
    for case in range(MANY):
        p = int(rng.choice(PRIMES[4:] if case % 20 == 0 else PRIMES[:4]))
        n = int(rng.integers(max(1, p - 6), p + 1))
        a, b, c = (int(rng.integers(least, p)) for least in (1, 0, 0))
        rows = np.arange(n, dtype=np.int64)
        columns = (a * rows * rows + b * rows + c) % p  # has no three in line, not even modulo p
        assert three_of(points_in(columns)) is None
        columns[rng.integers(0, n)] = rng.integers(0, p)
        lines += three_of(points_in(columns)) is not None
    assert MANY < 10 * lines < 9 * MANY, "the mutations must make both kinds"


@given(st.integers(0, 1 << 20), st.lists(st.integers(0, 2), min_size=3, max_size=60))
@settings(max_examples=100, deadline=None)
def test_it_is_exact_where_slopes_nearly_agree(slope: int, noise: list[int]) -> None:
    """Columns up to the bound of the proof, one cell off a steep line."""
    three_of([(row, row * slope + off) for row, off in enumerate(noise)])


def test_it_is_exact_near_the_bound_of_the_proof() -> None:
    """A parabola modulo a prime has no three in line; a shear keeps lines and brings the slopes together."""
    rows = np.arange(2001, dtype=np.int64)
    columns = rows * rows % 2003 + 33_000 * rows
    assert 0.96 * MAX_N < columns.max() < MAX_N
    assert fast_in_line(points_in(columns)) is None
    columns[1600] = 2 * columns[1200] - columns[800]
    assert fast_in_line(points_in(columns)) == [points_in(columns)[at] for at in (800, 1200, 1600)]
    columns[1600] += 1
    assert fast_in_line(points_in(columns)) != [points_in(columns)[at] for at in (800, 1200, 1600)]
    far = MAX_N - 2
    assert fast_in_line([(0, 0), (far // 2, far // 2 - 1), (far, far - 1)]) is None
    assert fast_in_line([(0, 0), (far // 2, far // 2), (far, far)]) == [(0, 0), (far // 2, far // 2), (far, far)]


@pytest.mark.parametrize("points", [[(0, MAX_N)], [(-1, 0)], [(0, 1), (0, 0)], [(2, 3), (2, 3)]])
def test_what_it_cannot_do_exactly_is_refused(points: Points) -> None:
    with pytest.raises(ValueError, match=r"exact only|reading order"):
        fast_in_line(points)


@pytest.mark.parametrize(
    ("numbers", "rows"),
    [  # printed as solutions by a program that tested y == a * x + b in floating point
        ("4 7 1 6 2 10 8 3 5 9 11", (1, 4, 7)),
        ("1 3 6 2 7 16 20 13 8 5 22 19 17 23 21 9 11 14 10 4 18 12 15", (2, 8, 14)),
        ("1 3 6 2 7 10 20 17 23 21 18 27 8 22 25 4 9 24 15 13 26 19 14 11 5 12 16", (9, 19, 24)),
    ],
)
def test_invalid_arrangements_are_refused_with_their_three_rows(numbers: str, rows: tuple[int, ...]) -> None:
    three = three_of([(row, int(number)) for row, number in enumerate(numbers.split())])
    assert tuple(row + 1 for row, _ in three) == rows
