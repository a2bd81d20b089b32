"""The door to the puzzles: which there are, and that nobody else tells them apart by name."""

from __future__ import annotations

import ast
from pathlib import Path
from traceback import walk_stack

import pytest

import judge
from judge.model import Answer, Case
from judge.problems import judge_answer, puzzle_named, puzzle_names
from judge.problems.prove import truth_of
from tests.oracle import PUZZLES
from tests.problems.make import tiny

PACKAGE = Path(judge.__file__).parent
OTHER_WORDS = ["cli", "judging", "model", "submissions"]  # a command is called completion, an argument lizards
MOST_CALLS = 4


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


@pytest.mark.parametrize("name", PUZZLES)
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
