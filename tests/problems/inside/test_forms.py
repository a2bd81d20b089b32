"""The forms of exported validators, as modules: what they read of a case is what the judge reads."""

from __future__ import annotations

from typing import Any

import pytest

from judge.problems import puzzle_named, puzzle_names
from judge.problems.formats.case_text import check_input
from judge.problems.row.case import form_of
from tests.problems.formats.test_cases import MOST, REFUSED
from tests.problems.make import tiny


def form(puzzle: str) -> Any:
    return form_of(puzzle_named(puzzle).row, ("BFS", "DFS", "SA"))


@pytest.mark.parametrize(("puzzle", "text"), [row[:2] for row in REFUSED if row[0] != MOST])
def test_what_is_no_case_here_is_none_there(puzzle: str, text: Any) -> None:
    assert check_input(text if isinstance(text, bytes) else text.encode(), form(puzzle))[0] == 43


@pytest.mark.parametrize("puzzle", [name for name in puzzle_names() if not puzzle_named(name).row.stdin])
def test_each_case_says_there_what_it_says_here(puzzle: str) -> None:
    for board in tiny(puzzle, 30, 2, 6):
        text = puzzle_named(puzzle).cases.write(board)
        case = form(puzzle).read(text)
        assert (case.n, case.columns, case.pieces) == (*board.shape, board.pieces)
        assert [list(row) for row in case.rows] == board.grid.tolist()
        assert case.layer == (None if board.layer is None else board.layer.tolist())
        assert check_input(text, form(puzzle)) == (42, "")
