"""Count alone with blocked squares, and list all: both against a count by trying everything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import numpy as np
import pytest

from judge.model import Answer, Instance
from judge.problems.formats.answer_format import lists
from judge.problems.puzzles.constraints import no_attack
from judge.problems.puzzles.goals import EveryArrangement
from tests.problems.puzzles.made import case_of, code, judged, puzzle_of


def queens_on(board: Instance) -> Iterator[tuple[int, ...]]:
    """Yield one queen a row on free cells alone, by trying everything."""
    rows = range(board.n)
    for columns in permutations(range(board.columns), board.n):
        apart = all(abs(columns[a] - columns[b]) != a - b for a in rows for b in range(a))
        if apart and not board.grid[rows, columns].any():
            yield columns


COUNT = puzzle_of([no_attack], EveryArrangement(queens_on, 0), lists(()))
LIST = puzzle_of([no_attack], EveryArrangement(queens_on), lists(()))
OPEN, BLOCKED = "...... " * 6, ".#.... " + "...... " * 5


@pytest.mark.parametrize(("board", "count"), [(OPEN, 4), (BLOCKED, 3), ("..", 2), ("... ...", 2)])
def test_a_count_is_compared_with_our_own(board: str, count: int) -> None:
    for known in (None, Answer(count=count + 1)):
        case = case_of(board, 6, known)
        assert judged(COUNT, case, Answer(count=count)) is None
        assert code(COUNT, case, Answer(count=count + 1)) == "E116"
        assert code(COUNT, case, Answer(fail=True)) == "E113"
        assert code(COUNT, case, Answer(columns=np.zeros((1, 6), np.int64))) == "E120"


def test_large_boards_are_the_packages_word() -> None:
    board = "...........  " * 11
    assert code(COUNT, case_of(board, 11), Answer(count=2680)) == "E302"
    case = case_of(board, 11, Answer(count=2680))
    assert judged(COUNT, case, Answer(count=2680)) is None
    assert code(COUNT, case, Answer(count=2681)) == "E116"
    assert judged(COUNT, case_of(board, 11, Answer(fail=True)), Answer(count=0)) is None


def test_a_list_holds_every_one_once_and_none_on_a_blocked_square() -> None:
    case = case_of(BLOCKED, 6)
    every = np.array(list(queens_on(case.board)), np.int64)
    on_open = np.array(list(queens_on(case_of(OPEN, 6).board)), np.int64)
    assert judged(LIST, case, Answer(columns=every[::-1])) is None
    assert code(LIST, case, Answer(columns=on_open)) == "E126"
    assert code(LIST, case, Answer(columns=every[1:])) == "E118"
    assert code(LIST, case, Answer(columns=every[[0, 0]])) == "E117"
    assert code(LIST, case, Answer(columns=every[:, :-1])) == "E114"
    assert code(LIST, case, Answer(columns=np.array([[0, 1, 2, 3, 4, 6]]))) == "E115"
    assert code(LIST, case, Answer(count=3)) == "E120"
