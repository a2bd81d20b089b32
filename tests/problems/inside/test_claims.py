"""Claims that nothing fits, or nothing better. The one search finds every arrangement once, and ends with its budget; a
rule without sets of cells has a say. Certificates: what a sum is held against, how much of one is looked at, and that
they are written as they are read."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Answer, Case
from judge.problems import puzzle_named
from judge.problems.constraints import FAMILIES
from judge.problems.prove import certificate
from judge.problems.prove.certificate import Proof, read_certificate, refutation_refused, write_certificate
from judge.problems.prove.search import Budget, Claim, SpentError, arrangements, claim_of
from judge.problems.prove.truth import best, search
from judge.problems.puzzles import Puzzle
from judge.problems.rules import Rule
from tests import oracle
from tests.conftest import there
from tests.make import answer as shown
from tests.problems.make import blank, case_of, own, tiny
from tests.problems.prove.test_certificates import CLIQUE, TWO, text_of
from tests.problems.prove.test_truth import RULES, drawn, for_oracle, puzzle_of
from tests.problems.told import rows_of
from tests.shipped import ROOT

QUEENS = own(apart="queen")
HEAVY = own(case=["n m k", "weights"], cells={}, pieces="k", apart="queen", goal="heaviest")


def claimed(puzzle: str, case: Case) -> Claim:
    return there(claim_of(puzzle_named(puzzle), case))


def empty(puzzle: str, n: int, pieces: int) -> Claim:
    return claimed(puzzle, Case("", "", blank(n, pieces=pieces)))


def test_the_best_claims_that_there_is_nothing_better() -> None:
    more = claimed("most-queens", case_of("..T ..T", 0, shown("L.T ..T")))
    (goal,) = more.quotas["goal"]
    assert (goal.least, goal.most, more.shape, len(more.cells)) == (2, 6, (2, 3), 4)
    heavy = claimed(HEAVY, case_of("..", 1, Answer(count=1), layer="12"))
    assert [(one.least, one.most, one.weights) for one in heavy.quotas["goal"]] == [(1, 1, ()), (2, 3, (1, 2))]


@pytest.mark.parametrize(
    ("puzzle", "n", "pieces", "answer"),
    [("lizards", 101, 200, Answer(fail=True)), ("lizards", 1, 1, shown("L")), ("all-queens", 3, 1, None)],
)
def test_nothing_is_claimed_of_answers_or_large_boards(puzzle: str, n: int, pieces: int, answer: Answer | None) -> None:
    assert claim_of(puzzle_named(puzzle), Case("", "", blank(n, pieces=pieces), answer)) is None


def test_a_file_that_would_take_hours_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "_MOST_WORK", 19)
    sums: dict[str, Any] = {"nodes": [{"weights": {"goal": [[1, -1]] * 5}}]}
    for said in (TWO | sums, CLIQUE | {"cliques": CLIQUE["cliques"] * 2}):
        found = read_certificate(text_of(said))
        assert refutation_refused(found, empty("lizards", 2, 2)) == "checking it takes more than 19 additions"
    monkeypatch.setattr(certificate, "MOST_BYTES", 20)
    for size, why in ((21, "21 bytes, more than 20"), (20, "can't be read")):
        with pytest.raises(ValueError, match=why):
            read_certificate(b" " * size)


@pytest.mark.parametrize(("most", "why"), [(1, ""), (2, "row 1, column 1 and row 1, column 2 are no two cells that")])
def test_a_clique_is_of_sets_that_hold_one_piece(most: int, why: str) -> None:
    both = {**CLIQUE, "n": 1, "cliques": [[[1, 1], [1, 2]]]}
    claim = claimed(own(row={"most": most}), case_of("..", 2))
    refused = refutation_refused(read_certificate(text_of(both)), claim)
    assert (refused.startswith(why), bool(refused)) == (True, bool(why))


@pytest.mark.parametrize("path", sorted((ROOT / "testcases").glob("*/*/*/certificate.json")))
def test_what_ships_is_written_as_it_is_read(path: Any) -> None:
    assert write_certificate(read_certificate(path.read_bytes())) == path.read_bytes()


@pytest.mark.parametrize(
    ("puzzle", "n", "pieces"),
    [("place-rooks", 5, 6), ("place-knights", 5, 14), ("place-bishops", 6, 11), ("place-superqueens", 4, 5)],
)
def test_a_count_is_a_certificate_of_one_sum(puzzle: str, n: int, pieces: int) -> None:
    tight, fits = empty(puzzle, n, pieces), empty(puzzle, n, pieces - 1)
    sums = there(there(certificate.counted_proof(tight)).certificate)
    assert len(sums.nodes) == 1
    assert refutation_refused(sums, tight) == ""
    assert certificate.counted_proof(fits) is None
    assert refutation_refused(sums, fits) == "node 1: its sum is possible"


# --- the search -------------------------------------------------------------------------------------------------------
@given(st.integers(0, 2**32 - 1), st.sampled_from(RULES))
@settings(max_examples=80, deadline=None)
def test_the_search_finds_all_arrangements_each_once(seed: int, words: oracle.Words) -> None:
    board = drawn(seed)
    claim = claimed(puzzle_of(words), Case("", "", board))
    found = sorted(sorted(cells) for cells in arrangements(claim, Budget()))
    assert found == sorted(oracle.pieces_of(rows) for rows in oracle.every(words, for_oracle(board), board.pieces))


def test_a_rule_without_quotas_has_the_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that asks for a piece on the second cell, and says that to no search."""
    second = Mock(quotas=lambda _: (), broken=lambda *_: "the second cell is free")
    second.conflict = lambda board: None if (0, 1) in board.pieces else ("", board.pieces)
    monkeypatch.setitem(FAMILIES, "second", lambda: second)
    puzzle = Puzzle("made", puzzle_named(QUEENS).row)
    puzzle.rules = (Rule("second", ("second",)),)
    found = search(puzzle, case_of("...", 1), Budget())
    assert isinstance(found, Answer)
    assert there(found.board).tolist() == [[0, 1, 0]]
    assert isinstance(search(puzzle, case_of(".T.", 1), Budget()), Proof)


def test_the_search_ends_with_its_budget() -> None:
    puzzle, case = puzzle_named(own(apart=["queen", "knight"], in_line=2)), Case("", "", blank(9))
    assert search(puzzle, case, Budget(2)) is None
    assert search(puzzle, case, Budget(seconds=0.0)) is None
    assert best(puzzle_named("most-queens"), Case("", "", blank(8, pieces=1)), Budget(3)) is None
    with pytest.raises(SpentError):
        next(arrangements(claimed(QUEENS, Case("", "", blank(51, pieces=52))), Budget()))


@pytest.mark.parametrize("row", rows_of(Path(__file__).with_name("searched.txt")))
def test_the_search_takes_no_more_nodes(row: list[str]) -> None:
    """To find one, or that there is none, on some small boards, however good the best is said to be. That is due to
    heuristics: the table may say less, never more."""
    said, size, known, nodes = row
    puzzle, budget = own(**json.loads(said)) if said.startswith("{") else said, Budget()
    answers = [None] if known == "-" else [Answer(count=int(count)) for count in known.split()]
    for board, answer in product(tiny(puzzle, 12, 7, int(size)), answers):
        next(arrangements(claimed(puzzle, Case("", "", board, answer)), budget), None)
    assert budget.spent <= int(nodes)
