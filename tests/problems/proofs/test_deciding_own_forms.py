"""Small boards of forms of their own are searched: so FAIL, the best and a number are proven."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judge.model import Answer, Case
from judge.problems import puzzles
from judge.problems.proofs.again import unproven
from judge.problems.proofs.deciding import Decision, decide

CASES = {
    "completion": b"4 1\n1 1\n",
    "star-battle": b"2 1\n1 1\n2 2\n",
    "scooters": b"2\n1\n1\n" + b"0,1\n" * 7 + b"1,1\n" * 5,
    "most-queens": b"2 4\n0002\n0000\n",
}
LARGE = b"16 16\n" + (b"0" * 16 + b"\n") * 16


def decided(puzzle: str, text: bytes) -> Decision:
    board, _ = puzzles.named(puzzle).cases.read(text, "input.txt")
    return decide(puzzle, Case("a", "b", board), 5.0, lambda: None)


@pytest.mark.parametrize("puzzle", ["completion", "star-battle"])
def test_a_fail_is_proven_and_not_only_believed(tmp_path: Path, puzzle: str) -> None:
    found = decided(puzzle, CASES[puzzle])
    assert found.answer is None
    assert found.proof is not None
    assert re.match("exhaustive search by judge|1 weighted sum of quotas", found.proof.line)
    board, _ = puzzles.named(puzzle).cases.read(CASES[puzzle], "input.txt")
    assert unproven(tmp_path, puzzle, Case("a", "b", board, Answer(fail=True))) is None


def test_a_fail_that_an_arrangement_refutes_is_a_fault(tmp_path: Path) -> None:
    board, _ = puzzles.named("completion").cases.read(b"4 1\n1 2\n", "input.txt")
    found = unproven(tmp_path, "completion", Case("a", "b", board, Answer(fail=True)))
    assert found is not None
    assert found.code == "E416"


def test_a_number_and_the_best_are_proven_on_small_boards_alone() -> None:
    number, best = decided("scooters", CASES["scooters"]), decided("most-queens", CASES["most-queens"])
    assert (number.answer and number.answer.count, number.proven) == (7, True)
    assert best.proven
    assert best.answer is not None
    assert best.answer.board is not None
    assert int((best.answer.board == 1).sum()) == 2
    assert not decided("most-queens", LARGE).proven
