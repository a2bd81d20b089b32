"""Count, list and verify queens: what is said of a board, in the forms of CSES, UVa and Kattis."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.api.check import check
from judge.model import Answer, Case, Finding, Instance
from judge.problems.puzzles import judge, named, read_answer
from judge.problems.row.answers import QUEENS
from judge.problems.row.goal import queens_on
from judge.problems.row.known import at_once
from judge.problems.rules.plain import every_queens
from tests.problems.puzzles.starters import by_starter

CSES = "........\n........\n..*.....\n........\n........\n.....**.\n...*....\n........\n"  # its example
VALID = "*.......\n......*.\n....*...\n.......*\n.*......\n...*....\n.....*..\n..*.....\n"  # the second of Kattis
SIX = 6


def case_of(puzzle: str, text: str, answer: Answer | None = None) -> Case:
    return Case("one", "secret", named(puzzle).cases.read(text.encode(), "input.txt")[0], answer)


def code(puzzle: str, case: Case, answer: Answer) -> str:
    finding = judge(case, puzzle, answer)
    return finding.code if finding else ""


@st.composite
def squares(draw: st.DrawFn, mark: int) -> np.ndarray:
    n = draw(st.integers(1, SIX))
    marked = draw(st.sets(st.integers(0, n * n - 1), max_size=n))
    return np.array([mark * (cell in marked) for cell in range(n * n)], np.int8).reshape(n, n)


def every(grid: np.ndarray) -> list[tuple[int, ...]]:
    """Every arrangement on cells that are not closed, with the given queens, by trying all permutations."""
    rows = range(len(grid))
    given_at = [tuple(map(int, cell)) for cell in np.argwhere(grid == 1)]
    return [
        columns
        for columns in permutations(rows)
        if all(abs(columns[a] - columns[b]) != a - b for a in rows for b in range(a))
        and not (grid[rows, columns] == 3).any()
        and all(columns[row] == column for row, column in given_at)
    ]


@given(st.sampled_from([1, 3]).flatmap(squares))
@settings(max_examples=40, deadline=None)
def test_every_arrangement_is_found_in_order(grid: np.ndarray) -> None:
    assert list(queens_on(Instance("ANY", len(grid), len(grid), grid))) == every(grid)


def test_the_counts_are_those_of_all_lists() -> None:
    assert [sum(1 for _ in every_queens(n)) for n in range(11)] == list(QUEENS[:11])


def test_cses() -> None:
    for known in (None, Answer(count=65), Answer(count=64)):
        case = case_of("count-queens", CSES, known)
        assert code("count-queens", case, Answer(count=65)) == ""
        assert code("count-queens", case, Answer(count=92)) == "E116", "reserved squares are not free"
        assert code("count-queens", case, Answer(fail=True)) == "E113"


def test_a_number_is_known_at_once_up_to_twelve_rows() -> None:
    puzzle = named("count-queens")
    found = at_once(puzzle, case_of("count-queens", CSES).board)
    assert found
    assert found.count == 65
    assert at_once(puzzle, Instance("ANY", 13, 13, np.zeros((13, 13), np.int8))) is None


def test_uva() -> None:
    """Problem 750 with a queen at (1, 1): four of the 92."""
    case = case_of("list-queens", "8 1\n1 1\n")
    right = b"4\n1 5 8 6 3 7 2 4\n1 6 8 3 7 4 2 5\n1 7 4 6 8 2 5 3\n1 7 5 8 2 4 6 3\n"
    for text, fault in (
        (right, ""),
        (right.replace(b"1 7 4 6 8 2 5 3\n", b"").replace(b"4\n1", b"3\n1", 1), "E116"),
        (right.replace(b"1 7 5 8 2 4 6 3", b"1 7 4 6 8 2 5 3"), "E117"),
        (right.replace(b"1 7 5 8 2 4 6 3", b"2 4 6 8 3 1 7 5"), "E127"),
        (b"0\n", "E116"),
    ):
        answer = read_answer(text, "list-queens", 8)
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
        case = case_of("verify-queens", text)
        for said in ("valid", "invalid"):
            answer = read_answer(said.encode(), "verify-queens", 8)
            assert isinstance(answer, Answer)
            assert named("verify-queens").answers.write(answer) == f"{said}\n".encode()
            assert code("verify-queens", case, answer) == ("" if said == right else "E132")


def test_capitals_are_forgiven_and_other_words_refused() -> None:
    answer = read_answer(b"Valid\n", "verify-queens", 8)
    assert isinstance(answer, Answer)
    assert [notice.message for notice in answer.warnings] == [
        "Valid is read as valid: capitals are not as they should be"
    ]
    refused = read_answer(b"yes\n", "verify-queens", 8)
    assert isinstance(refused, Finding)
    assert refused.message == "line 1 is 'yes', but it must hold valid or invalid"


@given(squares(1), st.booleans())
@settings(max_examples=30, deadline=None)
def test_a_board_is_valid_when_it_is_one_of_all(grid: np.ndarray, solved: bool) -> None:
    n, found = len(grid), every(np.zeros_like(grid))
    if solved and found:
        grid = np.zeros_like(grid)
        grid[range(n), found[-1]] = 1
    valid = tuple(map(int, grid.argmax(axis=1))) in found and grid.sum() == n
    case = Case("one", "secret", Instance("ANY", n, n, grid))
    assert by_starter("verify-queens", case.board) == valid
    assert code("verify-queens", case, Answer(count=int(valid))) == ""
    assert code("verify-queens", case, Answer(count=int(not valid))) == "E132"


def test_python_says_true_or_false() -> None:
    right, wrong, none = True, False, [[1]]
    assert check(VALID, right, "verify-queens")
    assert check(VALID, wrong, "verify-queens").code == "E132"
    assert check(VALID, none, "verify-queens").code == "E120"


def test_closed_cells_may_come_back_as_3() -> None:
    case = "2 3 2\n030\n000\n"
    for cell, code in ((3, "E106"), (0, "E106"), (2, "E126")):
        assert check(case, [[1, cell, 1], [0, 0, 0]], "place-rooks").code == code
    finding = check(case, [[1, 3, 3], [0, 0, 0]], "place-rooks")
    assert (finding.code, finding.where) == ("E121", "row 1, column 3 of the returned board")
