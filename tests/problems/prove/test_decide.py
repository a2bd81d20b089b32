"""Boards of every pattern, decided, and held against a search and a checker that share nothing with the judge."""

from __future__ import annotations

import sys
from collections import Counter
from functools import partial
from pathlib import Path

import msgspec
import numpy as np
import pytest

from judge.model import Answer, Case, Instance
from judge.problems import TREE, puzzles
from judge.problems.generators.patterns import NAMES, draw
from judge.problems.prove import decide, write_decision
from judge.problems.prove.bounds import count_bound, descended
from judge.problems.prove.certificate import Proof, refutation_refused
from judge.problems.prove.claim import claim_fault, claim_of
from judge.problems.prove.deciding import Decision, unproven
from judge.problems.row.known import at_once
from judge.problems.rules.plain import PIECE, plain_attack
from tests.boxed import problem_of
from tests.oracle import fit
from tests.problems.make import case_in
from tests.problems.prove.elsewhere import author_tools, decided

SIZES = [*range(1, 11)] * 23 + [11, 12] * 10  # 250; the largest cost the search of the test most
SHARES = (0.0, 0.1, 0.2, 0.3, 0.5)


def board_of(number: int) -> Instance:
    n = SIZES[number]
    grid = draw(NAMES[number % len(NAMES)], (n, n), SHARES[number % len(SHARES)], number)
    stands = int(np.count_nonzero(descended(Instance("DFS", n, n * n, grid)) == PIECE))
    return Instance("DFS", n, max(1, stands + number % 4), grid)


def empty(n: int) -> Instance:
    return Instance("ANY", n, n, np.zeros((n, n), np.int8))


def hold(board: Instance, decision: Decision) -> str:
    """Hold a decision against the test's own search and checker; return what it was."""
    rows = board.grid.tolist()
    if decision.answer is not None:
        placed = decision.answer.board
        assert placed is not None
        assert plain_attack(placed) is None
        assert np.count_nonzero(placed == PIECE) == board.pieces
        assert ((placed == TREE) == (board.grid == TREE)).all()
        return "arranged"
    assert decision.proof is not None, rows
    assert not fit(rows, board.pieces), (rows, board.pieces)
    if decision.proof.line == count_bound(board)[1]:
        return "counted"
    if not decision.proof.certificate:
        return "searched"
    claim = claim_of(puzzles.puzzle_named("lizards"), case(board))
    assert claim is not None
    assert refutation_refused(decision.proof.certificate, claim) == "", (rows, board.pieces)
    return "certified"


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_answer_agrees_with_a_search_of_the_test() -> None:
    boards = [board_of(number) for number in range(len(SIZES))]
    with author_tools() as pool:
        tally = Counter(map(hold, boards, pool.map(decided, boards, chunksize=10)))
    assert tally["arranged"] > 50
    assert tally["counted"] > 25
    assert tally["certified"] > 25


@pytest.fixture
def without_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ortools.linear_solver", "ortools.sat.python"):
        monkeypatch.setitem(sys.modules, name, None)


def case(puzzle_board: Instance) -> Case:
    return Case("one", "secret", puzzle_board)


def test_small_boards_need_no_solver(without_solver: None) -> None:
    tally = Counter(
        hold(board, decide("lizards", case(board), 60.0, lambda: ()))
        for board in (board_of(number) for number in range(70) if SIZES[number] < 8)
    )
    assert set(tally) == {"arranged", "searched", "counted"}


def test_what_somebody_finds_is_taken_before_a_search(without_solver: None) -> None:
    found = Answer(board=np.array([[0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0]], np.int8))
    decision = decide("lizards", case(empty(4)), 60.0, lambda: [(found, "somebody")])
    assert (decision.answer, decision.by) == (found, "somebody")


def test_what_is_out_of_reach_is_bounded(without_solver: None) -> None:
    decision = decide("lizards", case(empty(60)), 2.0, lambda: ())
    assert (decision.answer, decision.proof, decision.solver_missing) == (None, None, True)
    assert 40 < decision.least < 60
    assert decision.most == 60


@pytest.mark.parametrize(("puzzle", "n"), [("queens", 2), ("queens", 3), ("spies", 5), ("spies", 6)])
def test_a_theorem_is_tried_out(without_solver: None, puzzle: str, n: int) -> None:
    proof = decide(puzzle, case(empty(n)), 60.0, lambda: ()).proof
    assert proof is not None
    assert proof.line.startswith(f"theorem: {n} {puzzle} can't be placed")
    assert "exhaustive search by judge" in proof.line


@pytest.mark.parametrize("puzzle", ["spies", "queens", "all-queens"])
def test_puzzles_without_trees_are_answered(without_solver: None, puzzle: str) -> None:
    answer = decide(puzzle, case(empty(8)), 60.0, lambda: ()).answer
    assert answer is not None
    assert (answer.board is None) == (puzzle == "all-queens")


def test_all_arrangements_are_no_matter_of_one(without_solver: None) -> None:
    decision = decide("all-queens", case(empty(28)), 60.0, lambda: ())
    assert (decision.answer, decision.proof) == (None, None), "an arrangement is no count"


CASES = {
    "completion": "4 1\n1 1\n",
    "star-battle": "2 1\n1 1\n2 2\n",
    "scooters": "2\n1\n1\n" + "0,1\n" * 7 + "1,1\n" * 5,
    "most-queens": "2 4\n0002\n0000\n",
    "place-rooks": "2 2 3\n00\n00\n",
}
LARGE = "60 60\n" + ("0" * 60 + "\n") * 60


def of_form(puzzle: str, text: str) -> Decision:
    return decide(puzzle, case_in(puzzle, text), 5.0, lambda: ())


@pytest.mark.parametrize("puzzle", ["completion", "star-battle", "place-rooks"])
def test_a_fail_is_proven_and_not_only_believed(without_solver: None, tmp_path: Path, puzzle: str) -> None:
    found = of_form(puzzle, CASES[puzzle])
    assert found.proof is not None
    assert bool(found.proof.certificate) == (puzzle != "completion"), "counted"
    assert unproven(tmp_path, puzzle, case_in(puzzle, CASES[puzzle], Answer(fail=True))) is None
    other = unproven(tmp_path, "completion", case_in("completion", "4 1\n1 2\n", Answer(fail=True)))
    assert other is not None
    assert other.code == "E416"


def test_a_number_and_the_best_are_proven_on_small_boards_alone() -> None:
    number, best = of_form("scooters", CASES["scooters"]), of_form("most-queens", CASES["most-queens"])
    assert (number.answer and number.answer.count, number.proven, best.proven) == (7, True, True)
    assert best.answer is not None
    assert best.answer.board is not None
    assert int((best.answer.board == 1).sum()) == 2
    assert not of_form("most-queens", LARGE).proven


PLACED = Answer(board=np.array([[1]], np.int8))


@pytest.mark.parametrize("proof", [None, Proof("said so")])
def test_a_certificate_of_former_times_goes(tmp_path: Path, proof: Proof | None) -> None:
    problem, folder = msgspec.structs.replace(problem_of(), path=str(tmp_path)), tmp_path / "secret/one"
    folder.mkdir(parents=True)
    (folder / "certificate.json").write_text("{}")
    write_decision(problem, case(empty(1)), Decision(None if proof else PLACED, proof))
    assert [path.name for path in folder.iterdir()] == ["answer.txt"]


def test_an_arrangement_is_no_count() -> None:
    asked = case(empty(28))
    assert claim_fault("all-queens", asked, Answer(board=asked.board.grid)) != ""
    assert claim_fault("all-queens", asked, Answer(count=5)) == ""


@pytest.mark.parametrize("n", [1, 2, 3, *range(4, 40), 998, 999])
def test_queens_are_placed_at_once(n: int) -> None:
    board = empty(n)
    answer = at_once(puzzles.puzzle_named("queens"), board)
    assert (answer is None) == (n in (2, 3))
    assert answer is None or puzzles.judge_answer(case(board), "queens", answer) is None


def test_what_nobody_has_counted_is_not_known() -> None:
    known = partial(at_once, puzzles.puzzle_named("all-queens"))
    assert known(empty(28)) is None
    last = known(empty(27))
    assert last is not None
    assert last.count == 234907967154122528


@pytest.mark.parametrize(
    ("rows", "pieces", "proof"),
    [
        (["22", "22"], 1, "1 piece, but no free cell"),
        (["20", "22"], 2, "2 pieces, but only 1 free cell"),
        (["000", "000", "000"], 4, "4 pieces, but only 3 row segments can hold one each"),
        (["020", "020", "020"], 4, "4 pieces, but only 2 column segments can hold one each"),
        (["220", "202", "022"], 3, "3 pieces, but only 1 rising diagonal segment can hold one each"),
        (["000", "000", "000"], 3, ""),
    ],
)
def test_a_count_is_told_on_one_line(rows: list[str], pieces: int, proof: str) -> None:
    grid = np.array([list(map(int, row)) for row in rows], np.int8)
    assert count_bound(Instance("DFS", len(rows), pieces, grid))[1] == proof
