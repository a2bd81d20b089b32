"""The shipped solutions of other puzzles than the homework's: on small boards what trying everything finds, on shipped
cases what is proven."""

from __future__ import annotations

import pytest

from judge.model import Case
from judge.problems import SHIPPED_PACKAGES, puzzle_named, read_package
from judge.problems.prove import truth_of
from tests.problems.make import given, taken, tiny
from tests.shipped import plain
from tests.solutions.conftest import Load, compiled

SOLUTIONS = {  # those that find what is best, and one that does not
    "completion": ("champion", "counted", "row_by_row", ""),
    "count-queens": ("champion", "row_by_row", "doubled"),
    "most-queens": ("champion", "stretches", "greedy"),
    "scooters": ("champion", "backtracking", "greedy"),
    "star-battle": ("champion", "counted", "row_by_row", ""),
    "verify-queens": ("champion", "pairs", "uncounted"),
}
LINES = "no-three-in-line"
EACH = pytest.mark.parametrize("problem", SOLUTIONS)
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def worth(load: Load, problem: str, name: str, case: Case) -> float:
    """Let a solution answer a case: 1 is the best there is, 0 is wrong."""
    puzzle, answer = puzzle_named(problem), taken(problem, load(problem, name).solve(*given(problem, case.board)))
    return 0.0 if puzzle.goal.judge(puzzle, case, answer) else puzzle.goal.score(case, answer)


def shipped(problem: str) -> list[Case]:
    return sorted(read_package(SHIPPED_PACKAGES / problem).cases, key=lambda case: case.board.n)


@pytest.mark.parametrize("load", [plain, pytest.param(compiled, marks=pytest.mark.nightly(sample=1))])
@EACH
def test_complete_solutions_are_right_on_small_boards(problem: str, load: Load) -> None:
    for board in tiny(problem, 60, 26, 7):
        case = Case("", "", board, truth_of(board, problem, 1_000_000).answer)
        assert case.answer is not None
        assert [name for name in SOLUTIONS[problem][:-1] if worth(load, problem, name, case) < 1] == [], board


@pytest.mark.nightly(sample=3)  # kernels take long to compile
@EACH
def test_champions_are_right_on_shipped_cases(problem: str) -> None:
    *_, imperfect = SOLUTIONS[problem]
    known = [case for case in shipped(problem) if case.group != "hard"]
    assert [case.name for case in known if worth(compiled, problem, "champion", case) < 1] == []
    assert not imperfect or any(worth(plain, problem, imperfect, case) < 1 for case in shipped(problem))


def test_twice_as_many_points_as_rows_fit_without_three_in_line() -> None:
    read = puzzle_named(LINES).cases.read
    on = {n: Case("", "", read(f"{n} {2 * n}\n".encode(), "input.txt")[0]) for n in range(2, 31)}
    assert [n for n in on if worth(compiled, LINES, "champion", on[n]) < 1] == []
    assert [n for n in range(2, 11) if worth(compiled, LINES, "row_by_row", on[n]) < 1] == []
    assert worth(plain, LINES, "as_queens", on[8]) == 0
