"""What others know of the puzzles: numbers of oeis.org, theorems, and a problem of UVa."""

from __future__ import annotations

import numpy as np
import pytest

from judge.model import Answer, Case, Instance
from judge.problems import judge_answer, puzzle_named
from judge.problems.puzzles import read_answer
from judge.problems.row.answers import QUEENS
from judge.problems.row.known import at_once
from judge.problems.rules.plain import every_queens
from tests.problems.puzzles.made import case_in

GIVEN = "4 1\n1 2\n"
FAIL = Answer(fail=True)
LINES = "no-three-in-line"


STARS = "4 1\n1 1 1 2\n3 1 2 2\n3 4 4 2\n3 4 4 4\n"


def shown(rows: str) -> Answer:
    return Answer(board=np.array([list(map(int, row)) for row in rows.split()], np.int8))


@pytest.mark.parametrize(
    ("puzzle", "text", "rows", "code"),
    [
        ("completion", GIVEN, "0100 0001 1000 0010", ""),
        ("completion", GIVEN, "0010 1000 0001 0100", "E127"),
        ("completion", GIVEN, "0100 0001 0010 1000", "E106"),
        ("star-battle", STARS, "0010 1000 0001 0100", ""),
        ("star-battle", STARS, "1000 0100 0010 0001", "E129"),
        ("no-three-in-line", "4 8\n", "0110 1001 1001 0110", ""),
        ("no-three-in-line", "5 10\n", "00110 10001 10001 00110 01100", "E107"),
        ("place-rooks", "1 3 2\n030\n", "131", "E106"),  # a closed cell blocks no view
        ("place-rooks", "1 3 2\n020\n", "121", ""),
    ],
)
def test_the_rules_of_shipped_rows(puzzle: str, text: str, rows: str, code: str) -> None:
    finding = judge_answer(case_in(puzzle, text), puzzle, shown(rows))
    assert (finding.code if finding else "") == code


def test_the_counts_are_those_of_all_lists() -> None:
    assert [sum(1 for _ in every_queens(n)) for n in range(11)] == list(QUEENS[:11])


def test_superqueens_as_oeis_counts_them() -> None:
    """A051223 of oeis.org: none for n from 2 to 9, four for n = 10."""
    counts = []
    for n in range(1, 11):
        case = Case("", "", Instance("ANY", n, n, np.zeros((n, n), np.int8)))
        boards = (np.array([[int(c == at) for c in range(n)] for at in one], np.int8) for one in every_queens(n))
        found = [judge_answer(case, "place-superqueens", Answer(board=board)) for board in boards]
        assert {finding.code for finding in found if finding} <= {"E106"}
        counts.append(found.count(None))
    assert counts == [1, 0, 0, 0, 0, 0, 0, 0, 0, 4]


def test_fail_is_what_the_package_or_a_theorem_says() -> None:
    assert judge_answer(case_in("completion", "4 1\n1 1\n", FAIL), "completion", FAIL) is None
    known = case_in("completion", GIVEN, shown("0100 0001 1000 0010"))
    for case, puzzle in ((known, "completion"), *((case_in(LINES, f"{n} {2 * n}\n"), LINES) for n in (2, 10, 60))):
        finding = judge_answer(case, puzzle, FAIL)
        assert finding
        assert finding.code == "E113"
    assert [puzzle_named(LINES).exists(n) for n in (1, 2, 60, 61)] == [None, True, True, None]


def test_uva() -> None:
    """Problem 750 with a queen at (1, 1): four of the 92."""
    case = case_in("list-queens", "8 1\n1 1\n")
    right = b"4\n1 5 8 6 3 7 2 4\n1 6 8 3 7 4 2 5\n1 7 4 6 8 2 5 3\n1 7 5 8 2 4 6 3\n"
    for text, fault in (
        (right, ""),
        (right.replace(b"1 7 4 6 8 2 5 3\n", b"").replace(b"4\n1", b"3\n1", 1), "E116"),
        (right.replace(b"1 7 5 8 2 4 6 3", b"1 7 4 6 8 2 5 3"), "E117"),
        (right.replace(b"1 7 5 8 2 4 6 3", b"2 4 6 8 3 1 7 5"), "E127"),
        (b"0\n", "E116"),
    ):
        answer = read_answer(text, "list-queens", (8, 8))
        assert isinstance(answer, Answer)
        finding = judge_answer(case, "list-queens", answer)
        assert (finding.code if finding else "") == fault
    found = at_once(puzzle_named("list-queens"), case.board)
    assert found
    assert puzzle_named("list-queens").answers.write(found) == right
