"""A board and its images: the way back, what stays the same, and that no image comes twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from judge.model import Answer, Case, Instance, Verdict
from judge.problems import puzzles
from judge.problems.symmetry import SYMMETRIES, Symmetry, images, turn_back, turn_board

Grid = np.ndarray[Any, np.dtype[np.int8]]
FEW = settings(max_examples=80, deadline=None)
PLAIN: dict[str, Callable[[Grid], Grid]] = {  # what the names say, by numpy's plainest words
    "turned-90": np.rot90,
    "turned-180": lambda grid: grid[::-1, ::-1],
    "turned-270": lambda grid: np.rot90(grid, 3),
    "transposed": lambda grid: grid.T,
    "mirrored-rows": np.flipud,
    "antitransposed": lambda grid: grid[::-1, ::-1].T,
    "mirrored-columns": np.fliplr,
}
symmetries = st.sampled_from(SYMMETRIES)


def grids(*cells: int, least: int = 1) -> st.SearchStrategy[Grid]:
    """Square boards of these cells."""
    sides = st.integers(least, 6)
    return sides.flatmap(lambda n: npst.arrays(np.int8, (n, n), elements=st.sampled_from(cells)))


def case_of(grid: Grid, pieces: int = 1, answer: Answer | None = None) -> Case:
    return Case("mine", "secret", Instance("DFS", len(grid), pieces, grid), answer)


@given(grids(0, 1, 2), symmetries)
@FEW
def test_back_undoes_of(grid: Grid, symmetry: Symmetry) -> None:
    assert np.array_equal(symmetry.back(symmetry.of(grid)), grid)
    assert np.array_equal(symmetry.of(symmetry.back(grid)), grid)


@given(grids(0, 1, 2), symmetries)
@FEW
def test_an_image_is_what_its_name_says_and_fit_to_be_given(grid: Grid, symmetry: Symmetry) -> None:
    image = symmetry.of(grid)
    assert np.array_equal(image, PLAIN[symmetry.name](grid))
    for made in (image, symmetry.back(grid)):
        assert made.flags.c_contiguous
        assert made.dtype == np.int8
        assert not np.shares_memory(made, grid) or len(grid) == 1, "who writes on the image must not write on the case"


def test_there_are_seven_and_the_board_itself() -> None:
    assert {symmetry.name for symmetry in SYMMETRIES} == set(PLAIN)
    grid = np.arange(9, dtype=np.int8).reshape(3, 3)
    assert len({grid.tobytes(), *(symmetry.of(grid).tobytes() for symmetry in SYMMETRIES)}) == 8


@given(grids(0, 2))
@FEW
def test_images_are_all_the_other_boards_each_once(grid: Grid) -> None:
    found = [symmetry.of(grid).tobytes() for symmetry in images(case_of(grid))]
    assert len(found) == len(set(found))
    assert {*found, grid.tobytes()} == {grid.tobytes(), *(plain(grid).tobytes() for plain in PLAIN.values())}
    assert 8 % (len(found) + 1) == 0, "an orbit divides the group"


@pytest.mark.parametrize("n", [1, 2, 5])
def test_an_empty_board_has_no_image(n: int) -> None:
    assert images(case_of(np.zeros((n, n), dtype=np.int8))) == []


@st.composite
def questions(draw: st.DrawFn) -> tuple[Case, Grid]:
    """A case with trees, and an answer to it: its trees, mostly, and some pieces, rarely right."""
    board = draw(grids(0, 0, 2, least=2))
    answer = board.copy()
    cells = st.tuples(st.integers(0, len(board) - 1), st.integers(0, len(board) - 1))
    for cell in draw(st.lists(cells, max_size=4)):
        answer[cell] = draw(st.sampled_from([1, 1, 1, 1, 0, 2, 7]))
    pieces = draw(st.sampled_from([max(1, int((answer == 1).sum())), 2]))
    return case_of(board, pieces), answer


@given(questions(), symmetries)
@settings(max_examples=200, deadline=None)
def test_a_verdict_does_not_depend_on_how_the_board_lies(question: tuple[Case, Grid], symmetry: Symmetry) -> None:
    """The image of an answer, judged on the image of the case, and turned back and judged on the case itself."""
    case, grid = question
    turned_case = msgspec.structs.replace(case, board=turn_board(case.board, symmetry))
    turned = Answer(board=symmetry.of(grid))
    findings = [
        puzzles.judge(case, "lizards", Answer(board=grid)),
        puzzles.judge(turned_case, "lizards", turned),
        puzzles.judge(case, "lizards", turn_back(turned, symmetry)),
    ]
    verdicts = [finding.verdict if finding else Verdict.AC for finding in findings]
    assert len(set(verdicts)) == 1, findings
    assert findings[0] == findings[2], "turned there and back, the diagnostic is that of the board itself"


@given(st.integers(0, 4), st.integers(0, 4), symmetries)
@FEW
def test_an_answer_of_a_wrong_shape_comes_back_with_it(rows: int, columns: int, symmetry: Symmetry) -> None:
    board = np.arange(rows * columns, dtype=np.int8).reshape(rows, columns)
    back = turn_back(Answer(board=symmetry.of(board)), symmetry).board
    assert back is not None
    assert np.array_equal(back, board)


@pytest.mark.parametrize(
    "answer",
    [Answer(fail=True), Answer(count=4), Answer(columns=np.array([[1, 3, 0, 2]])), Answer(board=np.ones(4, np.int8))],
)
def test_what_is_no_board_is_not_turned(answer: Answer) -> None:
    assert turn_back(answer, SYMMETRIES[0]) is answer


def test_a_turned_answer_has_no_lines_any_more() -> None:
    """A place in the text of the image's answer would be a wrong one."""
    answer = Answer(board=np.zeros((2, 2), np.int8), first_line=2)
    assert turn_back(answer, SYMMETRIES[0]).first_line == 0
