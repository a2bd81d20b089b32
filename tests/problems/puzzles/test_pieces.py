"""Rooks, bishops, knights and superqueens, placed and as many as possible: cases, rules, starters, proven answers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Answer, Case, Instance
from judge.problems.puzzles import judge, named, names, score
from judge.problems.puzzles.findings import Trial
from judge.problems.rules.plain import every_queens
from tests.problems.prove.elsewhere import author_tools
from tests.problems.puzzles.exact import LEAPS, attacks, kind_of, most, solved
from tests.problems.puzzles.starters import by_starter
from tests.problems.rules.forms import disagreement

MOST = [name for name in names() if name.startswith("most-") and name != "most-queens"]
PLACE = [name for name in names() if name.startswith("place-")]
FAIL = Answer(fail=True)


def read(puzzle: str, text: str) -> Instance:
    return named(puzzle).cases.read(text.encode(), "input.txt")[0]


def empty(n: int, m: int, pieces: int = 1) -> Instance:
    return Instance("ANY", n, pieces, np.zeros((n, m), np.int8))


@st.composite
def boards(draw: st.DrawFn, cells: tuple[int, ...] = (0, 2, 3)) -> np.ndarray:
    n, m = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    found = draw(st.lists(st.sampled_from(cells), min_size=n * m, max_size=n * m))
    return np.array(found, np.int8).reshape(n, m)


@given(boards((0, 0, 1, 1, 2, 3)))
@settings(max_examples=25, deadline=None)
def test_the_rules_are_those_of_each_two_pieces(board: np.ndarray) -> None:
    """Held against every two cells, and the plain form of each rule against the fast one."""
    grid = np.where(board == 1, 0, board).astype(np.int8)
    placed = [(int(row), int(column)) for row, column in np.argwhere(board == 1)]
    for puzzle in map(named, PLACE):
        case = Case("", "", Instance("ANY", len(grid), len(placed), grid))
        trial = Trial(puzzle.words, case, Answer(board=board), board=board)
        assert [disagreement(rule, trial) for rule in puzzle.rules] == [""] * len(puzzle.rules)
        apart = not any(attacks(kind_of(puzzle), grid, one, other) for one in placed for other in placed if one < other)
        finding = judge(case, puzzle.name, Answer(board=board))
        assert (finding.code if finding else "") == ("" if apart else "E106"), puzzle.name


@pytest.mark.parametrize("name", MOST)
def test_the_best_is_proven_by_search_and_scores_are_shares_of_it(name: str) -> None:
    rng = np.random.default_rng(24)
    puzzle = named(name)
    for shape in ((3, 3), (3, 5), (4, 4)):
        grid = rng.choice([0, 2, 3], shape, p=[0.75, 0.15, 0.1]).astype(np.int8)
        best = most(kind_of(puzzle), grid)
        case = Case("one", "secret", Instance("ANY", shape[0], 1, grid), Answer(board=best))
        placed = by_starter(name, case.board)
        first = Answer(board=placed)
        assert judge(case, name, Answer(board=best)) is None
        assert judge(case, name, first) is None
        assert score(case, name, Answer(board=best)) == 1.0
        assert 0 < score(case, name, first) == (placed == 1).sum() / (best == 1).sum() <= 1
        finding = judge(case, name, FAIL)
        assert finding
        assert finding.code == "E113"


@pytest.mark.parametrize(("n", "m"), [(1, 1), (2, 2), (2, 5), (3, 3), (4, 4), (3, 6), (5, 5)])
def test_formulas_for_empty_boards_are_what_the_search_proves(n: int, m: int) -> None:
    grid = np.zeros((n, m), np.int8)
    found = {kind: int((most(kind, grid) == 1).sum()) for kind in ("rooks", "bishops", "knights")}
    assert found["rooks"] == min(n, m)
    if n == m > 1:
        assert found["bishops"] == 2 * n - 2
    if min(n, m) > 2:
        assert found["knights"] == (n * m + 1) // 2


@pytest.mark.slow  # a solver
def test_a_solver_proves_the_same() -> None:
    with author_tools() as tools:

        def by_solver(kind: str, grid: np.ndarray) -> int:
            return tools.submit(solved, kind, grid).result()

        eight = np.zeros((8, 8), np.int8)
        assert [by_solver(kind, eight) for kind in ("rooks", "bishops", "knights", "superqueens")] == [8, 14, 32, 6]
        rng = np.random.default_rng(25)
        for name in MOST:
            for shape in ((5, 5), (5, 7), (6, 6)):
                grid = rng.choice([0, 2, 3], shape, p=[0.75, 0.15, 0.1]).astype(np.int8)
                assert by_solver(kind_of(named(name)), grid) == (most(kind_of(named(name)), grid) == 1).sum()


@given(boards(), st.integers(1, 6))
@settings(max_examples=12, deadline=None)
def test_so_many_are_placed_or_proven_not_to_fit(grid: np.ndarray, pieces: int) -> None:
    for name in PLACE:
        fit = int((most(kind_of(named(name)), grid) == 1).sum())
        board = Instance("ANY", len(grid), pieces, grid)
        if fit == 0 or pieces > fit + 1:
            continue  # the starter would try everything
        found = by_starter(name, board)
        assert (found is None) == (pieces > fit)
        case = Case("one", "secret", board, FAIL if found is None else Answer(board=found))
        assert judge(case, name, FAIL if found is None else Answer(board=found)) is None


def superqueens(n: int) -> list[tuple[int, ...]]:
    """Every arrangement of n superqueens on n x n, by looking at each one of queens."""
    rows = range(n)
    return [
        columns
        for columns in every_queens(n)
        if not any((b - a, abs(columns[b] - columns[a])) in LEAPS for a in rows for b in range(a + 1, min(a + 3, n)))
    ]


def test_superqueens_as_oeis_counts_them() -> None:
    """A051223 of oeis.org: none for n from 2 to 9, four for n = 10."""
    assert [len(superqueens(n)) for n in range(1, 11)] == [1, 0, 0, 0, 0, 0, 0, 0, 0, 4]
    for columns in superqueens(10):
        board = np.zeros((10, 10), np.int8)
        board[range(10), columns] = 1
        case = Case("ten", "secret", empty(10, 10, 10), Answer(board=board))
        assert judge(case, "place-superqueens", Answer(board=board)) is None
        moved = np.roll(board, 1, axis=1)
        finding = judge(case, "place-superqueens", Answer(board=moved))
        assert finding
        assert finding.code == "E106"


@pytest.mark.slow  # 14,200 arrangements
def test_more_superqueens_as_oeis_counts_them() -> None:
    assert [len(superqueens(n)) for n in (11, 12)] == [44, 156]


def test_a_closed_cell_blocks_no_view_and_may_be_written_as_0_or_3() -> None:
    board = read("place-rooks", "1 3 2\n030\n")
    case = Case("one", "secret", board, FAIL)
    for cells, code in (([1, 3, 1], "E106"), ([1, 0, 1], "E106"), ([1, 1, 0], "E126"), ([1, 3, 0], "E108")):
        finding = judge(case, "place-rooks", Answer(board=np.array([cells], np.int8)))
        assert finding
        assert finding.code == code
    blocked = Case("one", "secret", read("place-rooks", "1 3 2\n020\n"))
    assert judge(blocked, "place-rooks", Answer(board=np.array([[1, 2, 1]], np.int8))) is None
