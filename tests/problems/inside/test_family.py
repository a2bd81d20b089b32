"""A new family of rules is a class of constraints.py: the judge, the statement, every search and exports know it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from judge.model import Answer
from judge.problems import puzzle_named
from judge.problems.constraints import FAMILIES, Board, Quota
from judge.problems.formats.case_text import Case as Text
from judge.problems.icpc.validators.verdict import rule_fault
from judge.problems.icpc.write_validators import terms_of_row
from judge.problems.prove.certificate import Proof
from judge.problems.prove.deciding import search
from judge.problems.prove.search import Budget
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.row.words import Row
from tests.problems.make import case_of, grid_of, own


class Shades:
    """All pieces stand on cells of one shade of a chessboard: 0 are those where row and column are even together."""

    def __init__(self, shade: int) -> None:
        self.shade = shade

    def sentence(self, many: str, _conflict: str, _trees: str) -> str:
        return f"All {many} stand on shade {self.shade}."

    def broken(self, many: str, _conflict: str, _board: Board) -> str:
        return f"the {many} stand on both shades"

    def wrong(self, cell: tuple[int, int]) -> bool:
        return sum(cell) % 2 != self.shade

    def quotas(self, board: Board) -> Iterator[Quota]:
        return (Quota((cell,), 0, 0) for cell in board.cells() if self.wrong(cell))

    def conflict(self, board: Board) -> tuple[str, list[tuple[int, int]]] | None:
        return next((("", [cell]) for cell in board.pieces if self.wrong(cell)), None)


@pytest.fixture
def puzzle(monkeypatch: pytest.MonkeyPatch) -> Puzzle:
    monkeypatch.setitem(FAMILIES, "shade", Shades)
    monkeypatch.setattr(Row, "constraints", property(lambda _: (("shade", 0),)))
    return Puzzle("made", puzzle_named(own(apart="rook")).row)


def test_the_judge_and_the_statement_say_it_in_its_words(puzzle: Puzzle) -> None:
    finding = puzzle.goal.judge(puzzle, case_of("...", 2), Answer(board=grid_of("LL.")))
    assert finding is not None
    assert (finding.code, finding.message) == ("E129", f"the {puzzle.words.many} stand on both shades")
    assert finding.cells == ((1, 2),)
    assert f"- All {puzzle.words.many} stand on shade 0.\n" in puzzle.statement


def test_the_one_search_decides_by_its_sets(puzzle: Puzzle) -> None:
    found = search(puzzle, case_of("...", 2), Budget())
    assert isinstance(found, Answer)
    assert found.board is not None
    assert found.board.tolist() == [[1, 0, 1]]
    assert isinstance(search(puzzle, case_of("...", 3), Budget()), Proof)


def test_an_exported_validator_asks_it(puzzle: Puzzle) -> None:
    terms = terms_of_row(puzzle.row, strict=False)
    case: Any = Text("ANY", 1, bytes(3), None, {"n": 1, "m": 3})
    assert rule_fault(case, [(0, 0), (0, 2)], terms) is None
    fault = rule_fault(case, [(0, 0), (0, 1)], terms)
    assert fault is not None
    assert fault.where == "row 1, column 2"
