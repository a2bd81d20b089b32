"""FAIL, and verdicts that no turn or reflection of a board changes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Answer, Verdict
from judge.problems.puzzles import judge
from judge.problems.rules.plain import plain_attack
from tests.problems.puzzles.drawn import (
    FAIL,
    board_answer,
    case_of,
    empty_case,
    grid_of,
)


def test_fail_where_the_package_says_fail() -> None:
    assert judge(case_of(grid_of(".. .."), 2, FAIL), "lizards", FAIL) is None


def test_fail_where_there_is_an_arrangement() -> None:
    finding = judge(case_of(grid_of(".. .."), 1, board_answer("L. ..")), "lizards", FAIL)
    assert finding is not None
    assert (finding.code, finding.verdict) == ("E113", Verdict.WA)
    assert finding.message == "the answer is FAIL, but 1 lizard can be placed"


def test_fail_without_an_answer_of_the_package_is_the_judges_fault() -> None:
    finding = judge(case_of(grid_of(".. .."), 2), "lizards", FAIL)
    assert finding is not None
    assert (finding.code, finding.verdict) == ("E302", Verdict.JE)
    assert "forest-07" in finding.help


def test_a_valid_arrangement_refutes_a_package_that_says_fail() -> None:
    case = case_of(grid_of(".T. ... T.."), 2, FAIL, why_fail="clique bound 1")
    finding = judge(case, "lizards", board_answer("LTL ... T.."))
    assert finding is not None
    assert (finding.code, finding.verdict) == ("E301", Verdict.JE)
    assert "clique bound 1" in finding.note
    wrong = judge(case, "lizards", board_answer("LT. .L. T.."))
    assert wrong is not None
    assert wrong.code == "E106", "an invalid one refutes nothing"


@pytest.mark.parametrize(
    ("puzzle", "n", "code"),
    [
        ("queens", 2, None),
        ("queens", 3, None),
        ("queens", 1, "E113"),
        ("queens", 1000, "E113"),
        ("spies", 7, None),
        ("spies", 9, "E302"),
    ],
)
def test_theorems_judge_fail_without_an_answer_of_the_package(puzzle: str, n: int, code: str | None) -> None:
    finding = judge(empty_case(n), puzzle, FAIL)
    assert (finding.code if finding else None) == code


@st.composite
def arrangements(draw: st.DrawFn) -> np.ndarray:
    """A valid board: trees anywhere, then pieces wherever one still fits, in a drawn order."""
    n = draw(st.integers(2, 8))
    trees = draw(st.lists(st.booleans(), min_size=n * n, max_size=n * n))
    board = np.array(trees, dtype=np.int8).reshape(n, n) * 2
    for at in draw(st.permutations(range(n * n)))[: 3 * n]:
        if board.flat[at] == 0:
            board.flat[at] = 1
            if plain_attack(board):
                board.flat[at] = 0
    return board


@given(arrangements(), st.integers(0, 63), st.integers(1, 2))
@settings(max_examples=60, deadline=None)
def test_a_changed_board_has_the_verdict_of_its_images(board: np.ndarray, at: int, change: int) -> None:
    """Rotations and reflections never change a verdict, and no changed cell of a valid board goes unseen."""
    grid, pieces = np.where(board == 2, 2, 0).astype(np.int8), int((board == 1).sum())
    changed = board.copy()
    changed.flat[at % board.size] = (changed.flat[at % board.size] + change) % 3
    for turn in range(4):
        for flip in (np.ascontiguousarray, np.transpose):
            case = case_of(flip(np.rot90(grid, turn)), pieces)
            assert judge(case, "lizards", Answer(board=flip(np.rot90(board, turn)))) is None
            finding = judge(case, "lizards", Answer(board=flip(np.rot90(changed, turn))))
            assert finding is not None
            assert finding.code in {"E108", "E109", "E110"}


@given(arrangements(), st.data())
@settings(max_examples=60, deadline=None)
def test_a_moved_piece_has_the_verdict_of_its_images(board: np.ndarray, data: st.DataObject) -> None:
    """With the number of pieces kept, only the attack rule can refuse it; all eight images agree."""
    taken, free = np.argwhere(board == 1), np.argwhere(board == 0)
    if not len(taken) or not len(free):
        return
    moved = board.copy()
    moved[tuple(data.draw(st.sampled_from(taken.tolist())))] = 0
    moved[tuple(data.draw(st.sampled_from(free.tolist())))] = 1
    grid, pieces = np.where(board == 2, 2, 0).astype(np.int8), len(taken)
    codes = set()
    for turn in range(4):
        for flip in (np.ascontiguousarray, np.transpose):
            case = case_of(flip(np.rot90(grid, turn)), pieces)
            finding = judge(case, "lizards", Answer(board=flip(np.rot90(moved, turn))))
            codes.add(finding.code if finding else None)
    assert codes == ({"E106"} if plain_attack(moved) else {None})
