"""The cases of rows: what is none is refused with its line and column; what is one is read, written and turned."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.errors import JudgeError, Place
from judge.model import Answer, Case, Instance
from judge.problems import judge_answer, puzzle_fits, puzzle_named
from tests.problems.make import heard, own

SUMS = own(
    piece="stone",
    case=["n m stones", "cells", "weights"],
    cells={"free": ".", "tree": "#"},
    range={"n": [1, 50], "m": [1, 50], "stones": [1, 2500]},
    pieces="stones",
    apart="rook",
    goal="heaviest",
)
MOST = own(case=["n", "cells"], cells={"free": ".", "piece": "*"}, pieces="", apart="rook", goal="most")
CASE = "2 3 2\n..#\n...\n1 2 3\n4 5 7\n"
STARS = "4 1\n1 1 1 2\n3 1 2 2\n3 4 4 2\n3 4 4 4\n"
DAY = "3\n2\n1\n" + "0,2\n" * 5 + "1,0\n" * 7


REFUSED = [
    (SUMS, "", "E401", "", "empty"),
    (SUMS, "2 3\n", "E476", "1:4", "holds 2 words"),
    (SUMS, "2 x 2\n", "E476", "1:3", "'x' stands where m must be"),
    (SUMS, "2 03 2\n", "E476", "1:3", "'03' stands where m must be"),
    (SUMS, "2 3 2 7\n", "E476", "1:7", "holds 4 words"),
    (SUMS, "2 3 2\n..#\n", "E476", "3", "ends before line 3"),
    (SUMS, "2 3 2\n..#\n \n\t", "E476", "3", "ends before line 3"),
    (SUMS, "2 3 2\n..#\n.x.\n", "E476", "3:2", "holds 'x' in column 2"),
    (SUMS, "2 3 2\n..#\n..\n", "E476", "3:3", "row 2 has 2 cells"),
    (SUMS, CASE.replace("4 5 7", "4 5"), "E476", "5:4", "row 2 has 2 numbers"),
    (SUMS, CASE.replace("4 5 7", "4 5 -7"), "E476", "5:5", "'-7' stands where a weight must be"),
    (SUMS, CASE.replace("4 5 7", "4 05 7"), "E476", "5:3", "'05' stands where a weight must be"),
    (SUMS, CASE + "1\n", "E476", "6:1", "after the last row"),
    ("most-rooks", "2 2\n01\n00\n", "E476", "2:2", "a cell is 0, 2 or 3"),
    ("most-queens", "2 2\n00\n30\n", "E476", "3:1", "a cell is 0 or 2"),
    ("place-rooks", "2 2\n00\n00\n", "E476", "1:4", "n, m, pieces"),
    ("completion", "0 0\n", "E476", "1:1", "from 1 to 999"),
    ("completion", "4 1\n", "E476", "2", "a row, a column"),
    ("completion", "4 1\n1 5\n", "E476", "2:3", "from 1 to 4"),
    ("completion", "4 1\n0 1\n", "E476", "2:1", "from 1 to 4"),
    ("completion", "4 1\n1 2\n3 1\n", "E476", "3:1", "after the last row"),
    ("completion", "4 2\n1 2\n1 2\n", "E476", "3", "row 1, column 2 is named twice"),
    ("list-queens", "11 0\n", "E476", "1:1", "from 1 to 10"),
    ("star-battle", "2 1\n1 2\n1\n", "E476", "3:2", "row 2 has 1 number"),
    ("star-battle", "2 1\n1 2\n1 3\n", "E476", "3:3", "from 1 to 2"),
    ("star-battle", "4 1\n1 1 1 2\n3 1 2 2\n3 3 3 2\n3 3 3 3\n", "E410", "2", "3 regions"),
    ("no-three-in-line", "1 2\n", "E476", "1:1", "from 2 to 1,000"),
    ("no-three-in-line", "1001 4\n", "E476", "1:1", "from 2 to 1,000"),
    ("no-three-in-line", "5 11\n", "E410", "1", "pieces is 11"),
    ("count-queens", "\n", "E401", "", "empty"),
    ("count-queens", "..\n.\n", "E476", "2:2", "row 2 has 1 cell"),
    ("count-queens", "..\n...\n", "E476", "2:3", "row 2 has 3 cells"),
    ("count-queens", "..\n..\n..\n", "E476", "3:1", "after the last row"),
    ("count-queens", "." * 40 + "\n", "E476", "1:33", "32 columns"),
    ("verify-queens", "..\n.x\n", "E476", "2:2", r"a cell is . or \*"),
    ("scooters", DAY[:-4], "E476", "15", "x, y"),
    ("scooters", DAY + "0,0\n", "E476", "16:1", "after the last row"),
    ("scooters", DAY.replace("1,0", "1,3"), "E476", "9:3", "y must be"),
    ("scooters", DAY.replace("1,0", "-1,0"), "E476", "9:1", "x must be"),
    ("scooters", DAY.replace("1,0", "1,0,0"), "E476", "9:1", "must hold x,y"),
    ("scooters", DAY.replace("3\n2\n", "3\n4\n", 1), "E410", "2", "officers is 4"),
    (MOST, "2\n*.\n*.\n", "E410", "1", "the given pieces break a rule"),
    ("queens", "ANY\n2\n2\n00\n02\n", "E410", "5", "row 2, column 2 holds a tree"),
    ("spies", "ANY\n2\n2\n00\n20\n", "E410", "5", "row 2, column 1 holds a tree"),
    ("all-queens", "ANY\n2\n1\n00\n00\n", "E410", "3", "there must be 2 queens, not 1"),
    ("lizards", "XXX\n2\n2\n00\n00\n", "E402", "1:1", "the algorithm"),
]


@pytest.mark.parametrize(("puzzle", "text", "code", "where", "why"), REFUSED)
def test_what_is_no_case_is_refused_where_it_is_wrong(puzzle: str, text: str, code: str, where: str, why: str) -> None:
    with pytest.raises(JudgeError, match=why) as caught:
        puzzle_fits(puzzle_named(puzzle).cases.read(text.encode(), "input.txt")[0], puzzle)
    line, column = ([int(number) for number in where.split(":")] + [0, 0])[:2] if where else (0, 0)
    assert (caught.value.code, caught.value.place) == (code, Place("input.txt", line, column))
    assert caught.value.help


def test_lizards_take_any_number_and_trees() -> None:
    case = b"DFS\n3\n7\n002\n002\n000\n"
    puzzle_fits(puzzle_named("lizards").cases.read(case, "")[0], "lizards")


@pytest.mark.parametrize("head", [" 2 3 2", "2  3 2", "2\t3 2"])
def test_what_real_files_do_is_only_noted(head: str) -> None:
    text = CASE.replace("2 3 2", head).replace("\n", " \r\n")
    board, notices = puzzle_named(SUMS).cases.read(text.encode() + b"\r\n", "input.txt")
    assert [notice.code for notice in notices] == ["W102", "W105", "W107", "W106"]
    assert board.grid.tolist() == [[0, 0, 2], [0, 0, 0]]


@pytest.mark.parametrize(
    ("puzzle", "text", "values"),
    [
        (SUMS, CASE, (2, 3, 2, [[0, 0, 2], [0, 0, 0]], [[1, 2, 3], [4, 5, 7]])),
        ("most-queens", "2 3\n002\n000\n", (2, 3, [[0, 0, 2], [0, 0, 0]])),
        ("completion", "4 1\n1 2\n", (4, [[0, 1, 0, 0], *[[0] * 4] * 3])),
        ("star-battle", STARS, (4, 1, [[1, 1, 1, 2], [3, 1, 2, 2], [3, 4, 4, 2], [3, 4, 4, 4]])),
        ("no-three-in-line", "5 10\n", (5, 10)),
        ("count-queens", "*.\n..\n", (2, [[3, 0], [0, 0]])),
        ("verify-queens", "*.\n..\n", (2, [[1, 0], [0, 0]])),
        ("queens", "ANY\n2\n2\n00\n00\n", ("ANY", 2, 2, [[0, 0], [0, 0]])),
    ],
)
def test_a_function_is_given_what_the_case_says(puzzle: str, text: str, values: tuple[object, ...]) -> None:
    cases, call = puzzle_named(puzzle).cases, puzzle_named(puzzle).call
    board, _ = cases.read(text.encode(), "input.txt")
    assert cases.write(board) == text.encode()
    assert call is not None
    assert tuple(one.tolist() if isinstance(one, np.ndarray) else one for one in call.values(board)) == values


def test_places_are_column_and_row_and_weigh_more_where_more_is_seen() -> None:
    board, _ = puzzle_named("scooters").cases.read(DAY.encode(), "")
    assert board.layer is not None
    assert board.layer.tolist() == [[0, 7, 0], [0, 0, 0], [5, 0, 0]]


@st.composite
def boards(draw: st.DrawFn, states: tuple[int, ...], square: bool) -> Instance:
    n = draw(st.integers(1, 6))
    m = n if square else draw(st.integers(1, 6))
    cells = draw(st.lists(st.sampled_from(states), min_size=n * m, max_size=n * m))
    return Instance("ANY", n, n, np.array(cells, np.int8).reshape(n, m))


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_what_is_written_is_read_back(data: st.DataObject) -> None:
    for puzzle, states, square in (
        ("place-rooks", (0, 2, 3), False),
        ("completion", (0, 1), True),
        ("count-queens", (0, 3), True),
        ("verify-queens", (0, 1), True),
    ):
        board, cases = data.draw(boards(states, square)), puzzle_named(puzzle).cases
        again, notices = cases.read(cases.write(board), "input.txt")
        assert (again.pieces, again.grid.tolist(), notices) == (board.pieces, board.grid.tolist(), ())


def test_a_list_may_be_longer_than_that_of_queens() -> None:
    rooks = own(case=["n"], cells={}, pieces="n", apart="rook", goal="all")
    every = list(permutations(range(7)))
    answer = Answer(columns=np.array(every, np.int64), count=len(every))
    board = Instance("ANY", 7, 7, np.zeros((7, 7), np.int8))
    read = heard(puzzle_named(rooks).answers.write(answer), rooks, board)
    assert isinstance(read, Answer)
    assert judge_answer(Case("", "", board, answer), rooks, read) is None
