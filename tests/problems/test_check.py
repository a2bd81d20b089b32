"""What of an answer is drawn and kept, and which puzzle a lone case is of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from judge.errors import Place
from judge.model import Answer, Given
from judge.problems import OneCase
from tests.conftest import refused, there
from tests.make import files
from tests.problems.make import INPUT, SMALL, TOML, put

LARGE = Given.MOST_SIDE


def listed(*rows: list[int]) -> Answer:
    return Answer(columns=np.array(rows, np.int64))


def filled(cell: int, *shape: int) -> Answer:
    return Answer(board=np.full(shape or (4, 4), cell, np.int8))


@pytest.mark.parametrize(
    ("answer", "drawn"),
    [
        (listed([0, 1]), [[1, 0], [0, 1]]),
        (listed([1, 0]), [[0, 1], [1, 0]]),
        *((listed(row), None) for row in ([0, 2], [-1, 0], [2, -1], [0, 3])),
        *((one, None) for one in (listed([0, 1], [1, 0]), Answer(columns=np.array([0, 1])))),
    ],
)
def test_columns_are_drawn_where_they_are_on_the_board(answer: Answer, drawn: Any) -> None:
    board = answer.drawn((2, 2))
    assert (None if board is None else board.tolist()) == drawn


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        (Answer(fail=True), Given(fail=True)),
        (Answer(count=92), Given(count=92)),
        (Answer(count=-(10**399)), Given(count=-(10**399))),
        (listed([1, 3, 0, 2], [2, 0, 3, 1]), Given(count=2)),
        (Answer(columns=np.zeros((0, 4), int)), Given(count=0)),
        *((one, None) for one in (listed([1, 3, 0, 4]), Answer(text=b"yes"), filled(0, 4, 5), filled(0, 3, 3))),
        *((filled(cell), None) for cell in (7, -1)),
    ],
)
def test_what_else_is_said(answer: Answer, kept: Given | None) -> None:
    assert Given.of(answer, (4, 4)) == kept


@pytest.mark.parametrize(
    ("answer", "side", "kept"),
    [
        (Answer(board=np.array([[1, 0, 2], [0, 2, 1], [0, 0, 0]], np.int8)), 3, [[1, 0, 2], [0, 2, 1], [0, 0, 0]]),
        (listed([1, 3, 0, 2]), 4, [[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]]),
        (filled(0, LARGE, LARGE), LARGE, [[0] * LARGE] * LARGE),
        (filled(0, LARGE + 1, LARGE + 1), LARGE + 1, None),
    ],
)
def test_a_board_is_kept_cell_by_cell_unless_it_is_large(answer: Answer, side: int, kept: Any) -> None:
    given = there(Given.of(answer, (side, side)))
    board = given.board()
    assert (given.rows, None if board is None else board.tolist()) == (side if kept else 0, kept)


@pytest.mark.parametrize(
    ("text", "puzzle"),
    [
        (None, "lizards"),
        ('puzzle = "spies"', "spies"),
        ('puzzle = "nothing"', "lizards"),
        ("puzzle = [", "lizards"),
        ("", "lizards"),
        ('# \u265b\npuzzle = "queens"', "queens"),
    ],
)
def test_the_package_of_a_case_names_its_puzzle(tmp_path: Path, text: str | None, puzzle: str) -> None:
    case = put(tmp_path / "secret/one/input.txt", INPUT)
    if text is not None:
        put(tmp_path / "problem.toml", text)
    assert OneCase.alone(case).problem.puzzle == puzzle


def test_the_case_of_a_problem_without_a_board_is_none_alone(tmp_path: Path) -> None:
    case = put(tmp_path / "secret/one/input.txt", INPUT)
    put(tmp_path / "problem.toml", 'puzzle = "general"')
    assert refused(OneCase.alone, case).code == "E430"
    error = refused(OneCase.alone, put(case, "x\n"), "lizards")
    assert (error.code, error.place) == ("E402", Place(str(case), 1, 1))
    put(case, INPUT.replace("\n", "\r\n"))
    assert [notice.code for notice in OneCase.alone(case, "lizards").warnings] == ["W102"]


def test_a_case_is_read_as_its_package_has_it_or_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = files(tmp_path / "small", SMALL) / "secret/tree-10/input.txt"
    packed, strict = OneCase.of_file(case), OneCase.of_file(case, strict=True)
    assert (packed.packed, packed.problem.name, packed.problem.strict) == (True, "small", False)
    assert (strict.packed, strict.problem.strict) == (True, True)
    put(tmp_path / "small/problem.toml", f'answers = "shapes"\nfail_words = "none"\n{TOML}')
    monkeypatch.chdir(tmp_path)
    named = Path("small/secret/tree-10/input.txt")
    for how, shapes, words in ((False, True, ("none",)), (True, False, ())):
        said = OneCase.of_file(named, strict=how).problem
        assert (said.path, said.programs.shapes, said.programs.fail_words) == ("small", shapes, words)
    (tmp_path / "small/problem.toml").unlink()
    lone = OneCase.of_file(case)
    assert (lone.packed, lone.problem.puzzle) == (False, "lizards")
    said = lone.problem
    assert (said.algorithms, said.piece, said.keyless, said.asks) == (("ANY",), "lizard", False, "one")
    assert lone.case.answer is not None, "what lies beside it"
