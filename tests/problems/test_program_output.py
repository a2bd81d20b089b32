"""What a program wrote, read as its package says."""

from __future__ import annotations

import numpy as np
import pytest

from judge.model import Answer, Finding, Instance, Limits, Problem, Programs
from judge.model.problem import PairsMean
from judge.problems.program_output import read_output

GROVE = np.array([[0, 0, 0, 2], [0, 2, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]], np.int8)
SHAPES = Programs(shapes=True)


def heard(
    text: str, puzzle: str = "lizards", programs: Programs = SHAPES, board: Instance | None = None
) -> Answer | Finding:
    problem = Problem(puzzle, puzzle, puzzle, ("ANY",), False, Limits(), {}, (), programs=programs)
    return read_output(text.encode(), problem, board or Instance("ANY", 4, 2, GROVE), "out.txt")


def cells(answer: Answer | Finding) -> list[list[int]]:
    assert isinstance(answer, Answer), answer
    assert answer.board is not None
    return np.argwhere(answer.board == 1).tolist()


@pytest.mark.parametrize(
    ("pairs", "found"),
    [
        ("row column from 0", [[1, 2], [3, 1]]),
        ("row column from 1", [[0, 1], [2, 0]]),
        ("column row from 0", [[1, 3], [2, 1]]),
        ("column row from 1", [[0, 2], [1, 0]]),
    ],
)
def test_pairs_mean_what_problem_toml_says(pairs: PairsMean, found: list[list[int]]) -> None:
    for text in ("[(1, 2), (3, 1)]", "1 2 3 1 and no more", "1 2\n3 1\n"):
        programs = Programs(shapes=True, pairs=pairs)
        if "more" in text:
            assert isinstance(heard(text, programs=programs), Finding)
        else:
            assert cells(heard(text, programs=programs)) == found


def test_a_layer_that_is_no_mirror_image_needs_the_row_told() -> None:
    empty = np.zeros((4, 4), np.int8)
    plain = Instance("ANY", 4, 2, empty)
    assert cells(heard("[(0, 2), (3, 1)]", board=plain)) == [[0, 2], [3, 1]]
    weights = Instance("ANY", 4, 2, empty, np.arange(16).reshape(4, 4))
    finding = heard("[(0, 2), (3, 1)]", board=weights)
    assert isinstance(finding, Finding)
    assert finding.code == "E134"
    assert finding.message == (
        "the 2 pairs can be read as row and column, counted from 0, or as column and row, counted from 0"
    )
    assert finding.where == "out.txt line 1"
    assert finding.note == "line 1 is '[(0, 2), (3, 1)]'"


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("[(0, 2), (3, 1), (1, 0)]", "E133", "3 pairs, but 2 pieces are wanted"),
        ("OK\n(0, 2)\n(3, 1)\n(1, 0)\n", "E133", "3 pairs, but 2 pieces are wanted"),
        ("Q . .\n. T .\n. . Q\n", "E133", "a 3 x 3 table, but n is 4"),
        ("[[0 1 0 ... 0 0 0]\n [1 0 0 ... 0 0 2]]\n", "E135", "the answer is not whole: ... stands for the rest of it"),
        ("OK\n100\n020\n001\n", "E105", "row 1 has 3 cells, but n is 4"),
        ("hello\n", "E102", "line 1 is 'hello', but it must hold OK and the board below it, or FAIL"),
        ("", "E101", "the answer is empty"),
    ],
)
def test_what_is_near_to_a_shape_is_told_how_far_off_it_is(text: str, code: str, message: str) -> None:
    finding = heard(text)
    assert isinstance(finding, Finding)
    assert (finding.code, finding.message) == (code, message)
    plain = heard(text, programs=Programs())
    assert isinstance(plain, Finding)
    assert plain.code not in ("E133", "E134", "E135"), "without shapes there is no nearest one"


@pytest.mark.parametrize("text", ["hello world\n", "yes\n1 3\n"])
def test_where_no_shape_is_found_those_that_are_read_are_named(text: str) -> None:
    loose, plain = heard(text), heard(text, programs=Programs())
    assert isinstance(loose, Finding)
    assert isinstance(plain, Finding)
    assert loose.code == plain.code
    assert "judge help formats" in loose.note
    assert "pairs" not in plain.note
