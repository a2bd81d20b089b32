"""Count, list and verify queens: what is said of a board, in the forms of CSES, UVa and Kattis."""

from __future__ import annotations

import numpy as np

from judge.api.check import check
from judge.model import Answer, Case, Instance
from judge.problems.puzzles import judge, named, read_answer
from judge.problems.row.answers import QUEENS
from judge.problems.row.known import at_once
from judge.problems.rules.plain import every_queens
from tests.problems.puzzles.made import case_in

CSES = "........\n........\n..*.....\n........\n........\n.....**.\n...*....\n........\n"  # its example
VALID = "*.......\n......*.\n....*...\n.......*\n.*......\n...*....\n.....*..\n..*.....\n"  # the second of Kattis


def code(puzzle: str, case: Case, answer: Answer) -> str:
    finding = judge(case, puzzle, answer)
    return finding.code if finding else ""


def test_the_counts_are_those_of_all_lists() -> None:
    assert [sum(1 for _ in every_queens(n)) for n in range(11)] == list(QUEENS[:11])


def test_cses() -> None:
    for known in (None, Answer(count=65), Answer(count=64)):
        case = case_in("count-queens", CSES, known)
        assert code("count-queens", case, Answer(count=65)) == ""
        assert code("count-queens", case, Answer(count=92)) == "E116", "reserved squares are not free"
        assert code("count-queens", case, Answer(fail=True)) == "E113"


def test_a_number_is_known_at_once_up_to_twelve_rows() -> None:
    puzzle = named("count-queens")
    found = at_once(puzzle, case_in("count-queens", CSES).board)
    assert found
    assert found.count == 65
    assert at_once(puzzle, Instance("ANY", 13, 13, np.zeros((13, 13), np.int8))) is None


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
        assert code("list-queens", case, answer) == fault
    found = at_once(named("list-queens"), case.board)
    assert found
    assert named("list-queens").answers.write(found) == right


def test_a_list_of_one_is_written_with_its_number() -> None:
    one = Answer(columns=np.array([[1, 3, 0, 2]]))
    assert named("list-queens").answers.write(one) == b"1\n2 4 1 3\n"


def test_kattis() -> None:
    for text, right in ((VALID, "valid"), (VALID.replace("..*.....", "...*...."), "invalid")):
        case = case_in("verify-queens", text)
        for said in ("valid", "invalid"):
            answer = read_answer(said.encode(), "verify-queens", (8, 8))
            assert isinstance(answer, Answer)
            assert named("verify-queens").answers.write(answer) == f"{said}\n".encode()
            assert code("verify-queens", case, answer) == ("" if said == right else "E132")


def test_python_says_true_or_false() -> None:
    right, wrong, none = True, False, [[1]]
    assert check(VALID, right, "verify-queens")
    assert check(VALID, wrong, "verify-queens").code == "E132"
    assert check(VALID, none, "verify-queens").code == "E120"
