"""The truth about spoilt answers, held against the plain rules on every small board."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Answer, Case, Instance
from judge.problems.puzzles import named
from judge.problems.rules.plain import PIECE, TREE, plain_attack, plain_collinear
from tests.problems.spoilt.made import Table
from tests.problems.spoilt.truth import Truth, attacks, drawn, three_in_line


def boards(n: int) -> st.SearchStrategy[Table]:
    cells = st.lists(st.sampled_from((0, 0, 0, PIECE, TREE)), min_size=n * n, max_size=n * n)
    return cells.map(lambda values: np.array(values, np.int8).reshape(n, n))


@given(st.integers(1, 6).flatmap(boards))
@settings(max_examples=60, deadline=None)
def test_a_board_is_looked_at_as_the_plain_rule_does(board: Table) -> None:
    assert attacks(board) == (plain_attack(board) is not None)


@given(st.integers(2, 6).flatmap(boards), st.data())
@settings(max_examples=60, deadline=None)
def test_new_pieces_alone_are_looked_at_where_the_others_are_known(board: Table, data: st.DataObject) -> None:
    valid = board & TREE
    for row, column in zip(*np.nonzero(board == PIECE), strict=True):
        valid[row, column] = PIECE
        if plain_attack(valid):
            valid[row, column] = 0
    other = valid.copy()
    free = np.flatnonzero(valid != TREE).tolist()
    for cell in data.draw(st.lists(st.sampled_from(free), max_size=3)) if free else []:
        other.flat[cell] = PIECE - other.flat[cell]
    assert attacks(other, valid) == (plain_attack(other) is not None)


@pytest.mark.parametrize("n", [3, 4, 5])
def test_three_in_line_are_those_of_the_plain_rule(n: int) -> None:
    for columns in itertools.product(range(n), repeat=n):
        at = np.array(columns, np.int64)
        assert three_in_line(at) == (plain_collinear(at) is not None), columns


def truth(puzzle: str, n: int, answer: Answer | None = None, valid: Table | None = None, pieces: int = 0) -> Truth:
    board = Instance("DFS", n, pieces or n, np.zeros((n, n), np.int8))
    return Truth(Case("one", "sample", board, answer), named(puzzle), valid)


FOUR = drawn(np.array([1, 3, 0, 2]), 4)


def test_fail_is_right_where_nobody_knows_better() -> None:
    fail = Answer(fail=True)
    assert truth("lizards", 3, fail).is_right(fail)
    assert not truth("lizards", 4, Answer(board=FOUR), FOUR).is_right(fail)


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        (Answer(board=FOUR), True),
        (Answer(columns=np.array([[1, 3, 0, 2]])), True),
        (Answer(columns=np.array([[2, 0, 3, 1]])), True),
        (Answer(columns=np.array([[1, 3, 0, 1]])), False),
        (Answer(columns=np.array([[1, 3, 0, 4]])), False),
        (Answer(columns=np.array([[1, 3, 0, 2]] * 2)), False),
        (Answer(count=4), False),
        (Answer(board=np.zeros((4, 4), np.int8)), False),
        (Answer(board=np.zeros((3, 4), np.int8)), False),
    ],
)
def test_one_arrangement(answer: Answer, right: bool) -> None:
    assert truth("spies", 4, Answer(board=FOUR), FOUR).is_right(answer) == right


EVERY = np.array([[1, 3, 0, 2], [2, 0, 3, 1]])


@pytest.mark.parametrize(
    ("n", "answer", "right"),
    [
        (4, Answer(columns=EVERY), True),
        (4, Answer(columns=EVERY[::-1], count=2), True),
        (4, Answer(columns=EVERY, count=3), False),
        (4, Answer(columns=EVERY[:1]), False),
        (4, Answer(columns=EVERY[[0, 0, 1]]), False),
        (4, Answer(fail=True), False),
        (4, Answer(count=0), False),
        (3, Answer(fail=True), True),
        (3, Answer(count=0), True),
        (12, Answer(count=14200), True),
        (12, Answer(count=14201), False),
        (12, Answer(fail=True), False),
    ],
)
def test_every_arrangement(n: int, answer: Answer, right: bool) -> None:
    known = Answer(count=14200) if n == 12 else None
    assert truth("all-queens", n, known).is_right(answer) == right


def test_a_column_that_is_not_on_the_board_is_not_drawn() -> None:
    assert drawn(np.array([0, 2]), 2) is None
    assert drawn(np.array([-1, 0]), 2) is None
