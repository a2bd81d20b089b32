"""The door to the puzzles: which there are, and that nobody else tells them apart by name. The starter that
`judge init` writes is right: on its warm-up boards, on other small ones, and where nothing fits."""

from __future__ import annotations

import ast
from pathlib import Path
from traceback import walk_stack

import pytest

import judge
from judge.model import Answer, Case
from judge.problems import judge_answer, puzzle_fits, puzzle_named, puzzle_names
from judge.problems.prove import truth_of
from tests.conftest import there
from tests.oracle import PUZZLES
from tests.problems.make import answered, case_in, own, tiny

PACKAGE = Path(judge.__file__).parent
OTHER_WORDS = ["cli", "judging", "model", "submissions"]  # a command is called completion, an argument lizards
MOST_CALLS = 4
EIGHT = "8 2\n" + "".join(" ".join([str(row)] * 8) + "\n" for row in range(1, 9))
EACH = pytest.mark.parametrize("name", PUZZLES)


def names_a_puzzle(path: Path) -> bool:
    text = path.read_text()
    nodes = ast.walk(ast.parse(text)) if any(name in text for name in PUZZLES) else ()
    return any(isinstance(node, ast.Constant) and node.value in PUZZLES for node in nodes)


def test_no_file_tells_puzzles_apart() -> None:
    files = [*PACKAGE.rglob("*.py")]
    assert len(files) > 100
    found = (path.parent.relative_to(PACKAGE).as_posix() for path in files if names_a_puzzle(path))
    assert sorted(found) == OTHER_WORDS, "a file of each of these folders"


def test_the_puzzles_are_found_and_listed_in_their_order() -> None:
    assert puzzle_names() == tuple(PUZZLES)
    assert [puzzle_named(name).name for name in PUZZLES] == list(PUZZLES)


@EACH
def test_few_calls_lie_between_an_answer_and_the_rule_that_decides(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, depths = puzzle_named(name), list[int]()
    monkeypatch.setattr(type(puzzle.rules[0]), "__call__", lambda *_: depths.append(len([*walk_stack(None)])))
    for board in tiny(name, 20, 1):
        case = Case("", "", board, truth_of(board, name, 1000).answer)
        depths.clear()
        here = len([*walk_stack(None)])
        judge_answer(case, name, case.answer or Answer(count=1))
        if depths:
            assert max(depths) - here - 1 <= MOST_CALLS
            return
    assert puzzle.goal.asks in ("number", "all"), "no rule is asked"


# --- starters ---------------------------------------------------------------------------------------------------------
@EACH
def test_a_starter_is_right_on_its_warm_up_boards_which_can_be_solved_and_on_other_small_ones(name: str) -> None:
    """No submission can come to grief on a board that asks for what can't be done."""
    warm_up = puzzle_named(name).boards
    for at, board in enumerate((*warm_up, *tiny(name, 12, 5))):
        truth = there(truth_of(board, name, 100_000).answer)
        if at < len(warm_up):
            puzzle_fits(board, name)
            assert (board.n == len(board.grid) <= 4, truth.fail) == (True, False)
        assert judge_answer(Case("one", "secret", board, truth), name, answered(name, board)) is None, board


@EACH
def test_a_starter_imports_no_more_than_submissions_may(name: str) -> None:
    tree = ast.parse(puzzle_named(name).starter)
    modules = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    modules += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert {"numpy"} <= {*modules} <= {"numpy", "numba"}


@pytest.mark.parametrize(("puzzle", "text"), [("star-battle", EIGHT), ("no-three-in-line", "5 10\n")])
def test_a_starter_finds_an_arrangement_on_a_larger_board(puzzle: str, text: str) -> None:
    case = case_in(puzzle, text)
    assert judge_answer(case, puzzle, answered(puzzle, case.board)) is None


@pytest.mark.parametrize(
    ("cell", "columns", "count"), [("0", [3 * row % 11 for row in range(11)], 1), ("1", [3] * 11, 0)]
)
def test_above_ten_rows_a_starter_counts_what_it_would_list(cell: str, columns: list[int], count: int) -> None:
    """Each row has one cell that is not closed: a free one, or a piece beside that of the next row."""
    alone = own(case=["n", "cells"], pieces="n", row=1, apart="king", goal="all")
    board = "".join(f"{'3' * at}{cell}{'3' * (10 - at)}\n" for at in columns)
    case = case_in(alone, f"11\n{board}", Answer(count=count))
    assert judge_answer(case, alone, answered(alone, case.board)) is None
