"""What is accepted of answers to cases of completion, star battle and no three in line, and the code of each fault."""

from __future__ import annotations

import numpy as np
import pytest

from judge.model import Answer, Case, Instance
from judge.problems.puzzles import judge, named
from judge.problems.rules.plain import every_queens
from tests.problems.puzzles.made import case_in

GIVEN = "4 1\n1 2\n"
STARS = "4 1\n1 1 1 2\n3 1 2 2\n3 4 4 2\n3 4 4 4\n"
FAIL = Answer(fail=True)
LINES = "no-three-in-line"


def shown(rows: str) -> Answer:
    return Answer(board=np.array([list(map(int, row)) for row in rows.split()], np.int8))


@pytest.mark.parametrize(
    ("puzzle", "text", "answer", "code"),
    [
        ("completion", GIVEN, shown("0100 0001 1000 0010"), ""),
        ("completion", GIVEN, Answer(columns=np.array([[1, 3, 0, 2]])), ""),
        ("completion", GIVEN, shown("0010 1000 0001 0100"), "E127"),
        ("completion", GIVEN, Answer(columns=np.array([[2, 0, 3, 1]])), "E127"),
        ("completion", GIVEN, shown("0100 0001 0010 1000"), "E106"),
        ("completion", GIVEN, shown("0100 0001 1000 0000"), "E108"),
        ("star-battle", STARS, shown("0100 0001 1000 0010"), ""),
        ("star-battle", STARS, shown("0010 1000 0001 0100"), ""),
        ("star-battle", STARS, shown("0101 0000 1000 0010"), "E129"),
        ("star-battle", STARS, shown("0100 0001 1000 0000"), "E108"),
        ("star-battle", STARS, shown("1000 0100 0010 0001"), "E129"),
        ("no-three-in-line", "2 4\n", shown("11 11"), ""),
        ("no-three-in-line", "3 6\n", shown("110 101 011"), ""),
        ("no-three-in-line", "4 8\n", shown("0110 1001 1001 0110"), ""),
        ("no-three-in-line", "5 10\n", shown("00110 10001 10001 00110 01100"), "E107"),
        ("no-three-in-line", "3 6\n", shown("110 101 001"), "E108"),
        # A closed cell blocks no view, and may be written as 0 or 3.
        *(("place-rooks", "1 3 2\n030\n", shown(rows), "E106") for rows in ("131", "101")),
        ("place-rooks", "1 3 2\n030\n", shown("110"), "E126"),
        ("place-rooks", "1 3 2\n030\n", shown("130"), "E108"),
        ("place-rooks", "1 3 2\n020\n", shown("121"), ""),
    ],
)
def test_answers(puzzle: str, text: str, answer: Answer, code: str) -> None:
    finding = judge(case_in(puzzle, text), puzzle, answer)
    assert (finding.code if finding else "") == code, finding


def test_superqueens_as_oeis_counts_them() -> None:
    """A051223 of oeis.org: none for n from 2 to 9, four for n = 10."""
    counts = []
    for n in range(1, 11):
        case = Case("", "", Instance("ANY", n, n, np.zeros((n, n), np.int8)))
        boards = (np.array([[int(c == at) for c in range(n)] for at in one], np.int8) for one in every_queens(n))
        found = [judge(case, "place-superqueens", Answer(board=board)) for board in boards]
        assert {finding.code for finding in found if finding} <= {"E106"}
        counts.append(found.count(None))
    assert counts == [1, 0, 0, 0, 0, 0, 0, 0, 0, 4]


def test_fail_is_what_the_package_or_a_theorem_says() -> None:
    assert judge(case_in("completion", "4 1\n1 1\n", FAIL), "completion", FAIL) is None
    known = case_in("completion", GIVEN, shown("0100 0001 1000 0010"))
    for case, puzzle in ((known, "completion"), *((case_in(LINES, f"{n} {2 * n}\n"), LINES) for n in (2, 10, 60))):
        finding = judge(case, puzzle, FAIL)
        assert finding
        assert finding.code == "E113"
    assert [named(LINES).exists(n) for n in (1, 2, 60, 61)] == [None, True, True, None]
