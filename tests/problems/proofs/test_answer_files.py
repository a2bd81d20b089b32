"""What is written for a case: whole or not at all, and only what the rules accept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from judge.errors import JudgeError
from judge.model import Answer, Case, Instance
from judge.problems import puzzles
from judge.problems.formats.answer import write_answer
from judge.problems.proofs.answer_files import write_arrangement, write_fail
from judge.problems.proofs.proof import Proof
from judge.problems.proofs.refutation import Node, Refutation
from judge.problems.proofs.refuter import refused
from judge.problems.puzzles.all_queens import COUNTS
from judge.problems.rules.plain import every_queens
from tests.manual import ROOT

PROOF = Proof("5 pieces, but no room", Refutation(schema="judge.refutation/1", n=1, m=1, nodes=(Node(),)))
PLACED = Answer(board=np.array([[1, 2], [2, 1]], np.int8))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_fail_comes_with_its_certificate(tmp_path: Path) -> None:
    write_fail(tmp_path, PROOF)
    assert (tmp_path / "answer.txt").read_text() == "FAIL\nproof: 5 pieces, but no room\n"
    assert names(tmp_path) == ["answer.txt", "certificate.json"]


@pytest.mark.parametrize("proof", [None, Proof("said so")])
def test_a_certificate_of_former_times_goes(tmp_path: Path, proof: Proof | None) -> None:
    (tmp_path / "certificate.json").write_text("{}")
    write_fail(tmp_path, proof) if proof else write_arrangement(tmp_path, PLACED)
    assert names(tmp_path) == ["answer.txt"]


def test_nothing_is_left_of_a_file_that_could_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "answer.txt").write_text("as it was")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(JudgeError, match="No space left on device"):
        write_arrangement(tmp_path, PLACED)
    assert names(tmp_path) == ["answer.txt"]
    assert (tmp_path / "answer.txt").read_text() == "as it was"


def case(rows: list[str], pieces: int) -> Case:
    return Case("one", "secret", Instance("ANY", len(rows), pieces, digits(rows)), Answer(fail=True))


def digits(rows: list[str]) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    return np.array([[int(cell) for cell in row] for row in rows], np.int8)


@pytest.mark.parametrize(
    ("puzzle", "answer", "says"),
    [
        ("queens", ["0100", "0001", "1000", "0010"], ""),
        ("queens", ["0100", "0001", "1000", "0001"], "two queens attack each other"),
        ("queens", ["0100", "0001", "1000", "0000"], "the board holds 3 queens, but 4 must be placed"),
        ("lizards", ["0100", "0001", "1000", "0010"], ""),
        ("lizards", ["1000", "0001", "0010", "1000"], "two lizards can eat each other"),
        ("spies", ["0100", "0001", "1000", "0010"], ""),
    ],
)
def test_an_arrangement_is_held_against_the_rules(puzzle: str, answer: list[str], says: str) -> None:
    assert refused(puzzle, case(["0000"] * 4, 4), Answer(board=digits(answer))) == says


def test_three_in_line_are_refused() -> None:
    columns = next(found for found in every_queens(8) if found[:1] == (0,))
    board = np.zeros((8, 8), np.int8)
    board[range(8), columns] = 1
    assert refused("spies", case(["0" * 8] * 8, 8), Answer(board=board)) == "three spies stand on one straight line"


def test_an_arrangement_is_no_count() -> None:
    board = np.zeros((28, 28), np.int8)
    assert refused("all-queens", case(["0" * 28] * 28, 28), Answer(board=board)) != ""
    assert refused("all-queens", case(["0" * 28] * 28, 28), Answer(count=5)) == ""


@pytest.mark.parametrize("n", [1, *range(4, 40), 998, 999])
def test_queens_are_placed_at_once(n: int) -> None:
    board = Instance("ANY", n, n, np.zeros((n, n), np.int8))
    answer = puzzles.named("queens").at_once(board)
    assert answer is not None
    assert puzzles.judge(Case("one", "secret", board), "queens", answer) is None


@pytest.mark.parametrize("n", [2, 3])
def test_where_none_can_be_placed_none_is(n: int) -> None:
    assert puzzles.named("queens").at_once(Instance("ANY", n, n, np.zeros((n, n), np.int8))) is None


@pytest.mark.parametrize("path", sorted((ROOT / "testcases/all-queens").glob("*/*/answer.txt")), ids=str)
def test_all_queens_are_counted_as_the_shipped_answers_do(path: Path) -> None:
    n = int(path.with_name("input.txt").read_text().split()[1])
    answer = puzzles.named("all-queens").at_once(Instance("ANY", n, n, np.zeros((n, n), np.int8)))
    assert answer is not None
    assert write_answer(answer) == path.read_bytes()


def test_what_nobody_has_counted_is_not_known() -> None:
    known = puzzles.named("all-queens").at_once
    assert known(Instance("ANY", 28, 28, np.zeros((28, 28), np.int8))) is None
    last = known(Instance("ANY", 27, 27, np.zeros((27, 27), np.int8)))
    assert last is not None
    assert last.count == 234907967154122528
    assert len(COUNTS) == 11
