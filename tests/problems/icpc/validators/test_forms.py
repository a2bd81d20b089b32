"""Cases of the puzzles with a form of their own: what the judge writes is read, and what is no case is refused."""

from __future__ import annotations

from itertools import islice

import pytest

from judge.judging.hack.search import Space, boards
from judge.problems import puzzles
from judge.problems.icpc.validators.case import CaseForm
from judge.problems.icpc.validators.check_input import check_input

NAMES = [name for name in puzzles.names() if puzzles.named(name).exported]


def form_of(name: str) -> CaseForm:
    form = puzzles.named(name).exported
    assert form is not None
    return form


@pytest.mark.parametrize("name", NAMES)
def test_each_case_says_there_what_it_says_here(name: str) -> None:
    for board in islice(boards(Space(name, ("ANY",), 6), 2), 30):
        text = puzzles.named(name).cases.write(board)
        case = form_of(name).read(text)
        assert (case.n, case.columns, case.pieces) == (*board.shape, board.pieces)
        assert [list(row) for row in case.rows] == board.grid.tolist()
        assert case.layer == (None if board.layer is None else board.layer.tolist())
        assert check_input(text, form_of(name)) == (42, "")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("most-queens", b"", "line 1 is missing"),
        ("most-queens", b"2 2\n00\n00", "the last line has no newline"),
        ("most-queens", b"2\n00\n00\n", "b'2' must hold n, m"),
        ("most-queens", b"2 0\n\n\n", "m is b'0', not a number from 1 to 1000"),
        ("most-queens", b"2 02\n00\n00\n", "m is b'02', not a number from 1 to 1000"),
        ("most-queens", b"1 3\n000\n000\n", "there are 2 rows, but n is 1"),
        ("most-queens", b"1 3\n010\n", "row 1 must be 3 digits, each 0 or 2"),
        ("completion", b"4 2\n1 1\n", "1 lines follow, but 2 pieces are given"),
        ("completion", b"4 2\n1 1\n1 1\n", "row 1, column 1 is given twice"),
        ("completion", b"4 1\n5 1\n", "a row is b'5', not a number from 1 to 4"),
        ("scooters", b"2\n3\n0\n", "the number of pieces is b'3', not a number from 1 to 2"),
        ("scooters", b"2\n1\n1\n0,0\n", "1 places follow, but 1 scooters have 12 each"),
        ("scooters", b"2\n1\n1\n" + b"0,2\n" * 12, "y is b'2', not a number from 0 to 1"),
        ("scooters", b"2\n1\n1\n" + b"0 1\n" * 12, "b'0 1' must hold x, y"),
        ("star-battle", b"2 1\n1 1\n", "there are 1 rows, but n is 2"),
        ("star-battle", b"2 1\n1 1\n1 1\n", "there must be 2 regions, each number from 1 to 2 once or more"),
        ("star-battle", b"2 1\n1 3\n1 1\n", "a region is b'3', not a number from 1 to 2"),
        ("no-three-in-line", b"3 7\n", "there are 7 pieces, but at most 6 fit"),
        ("no-three-in-line", b"1 1\n", "n is b'1', not a number from 2 to 1000"),
        ("no-three-in-line", b"3 6\n\n", "1 lines follow, where none may"),
    ],
)
def test_what_is_no_case_is_refused(name: str, text: bytes, said: str) -> None:
    assert check_input(text, form_of(name)) == (43, f"{said}\n")
