"""A board and its images: what each is, and that verdicts stay the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from judge.model import Answer, Case, Instance, Verdict
from judge.problems import puzzles
from judge.problems.symmetry import SYMMETRIES, Symmetry, turn_board

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
def test_an_image_is_what_its_name_says_and_fit_to_be_given(grid: Grid, symmetry: Symmetry) -> None:
    image = symmetry.of(grid)
    assert np.array_equal(image, PLAIN[symmetry.name](grid))
    assert image.flags.c_contiguous
    assert image.dtype == np.int8
    assert not np.shares_memory(image, grid) or len(grid) == 1, "who writes on the image must not write on the case"


@given(npst.arrays(np.int8, st.tuples(st.integers(1, 6), st.integers(1, 6)), elements=st.integers(0, 2)), symmetries)
@FEW
def test_what_is_said_of_a_cell_goes_with_it(board: Grid, symmetry: Symmetry) -> None:
    case = Instance("ANY", len(board), 1, board, np.arange(board.size).reshape(board.shape))
    turned = turn_board(case, symmetry)
    assert turned.layer is not None
    assert np.array_equal(turned.grid.ravel(), board.ravel()[turned.layer.ravel()])
    assert turned.n == len(turned.grid)


def test_there_are_seven_and_the_board_itself() -> None:
    assert {symmetry.name for symmetry in SYMMETRIES} == set(PLAIN)
    grid = np.arange(9, dtype=np.int8).reshape(3, 3)
    assert len({grid.tobytes(), *(symmetry.of(grid).tobytes() for symmetry in SYMMETRIES)}) == 8


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
    """The image of an answer is judged on the image of the case."""
    case, grid = question
    turned_case = msgspec.structs.replace(case, board=turn_board(case.board, symmetry))
    turned = Answer(board=symmetry.of(grid))
    findings = [
        puzzles.judge(case, "lizards", Answer(board=grid)),
        puzzles.judge(turned_case, "lizards", turned),
    ]
    verdicts = [finding.verdict if finding else Verdict.AC for finding in findings]
    assert len(set(verdicts)) == 1, findings
