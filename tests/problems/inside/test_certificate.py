"""Certificates: what a sum is held against, how much is looked at, and that they are written as they are read."""

from __future__ import annotations

from typing import Any

import pytest

from judge.model import Answer, Case
from judge.problems import puzzle_named
from judge.problems.prove import certificate
from judge.problems.prove.certificate import counted_proof, read_certificate, refutation_refused, write_certificate
from judge.problems.prove.search import Claim, claim_of
from tests.conftest import there
from tests.make import answer as shown
from tests.problems.make import blank, case_of, own
from tests.problems.prove.test_certificates import CLIQUE, TWO, text_of
from tests.shipped import ROOT


def claimed(puzzle: str, case: Case) -> Claim:
    return there(claim_of(puzzle_named(puzzle), case))


def empty(puzzle: str, n: int, pieces: int) -> Claim:
    return claimed(puzzle, Case("", "", blank(n, pieces=pieces)))


def test_the_best_claims_that_there_is_nothing_better() -> None:
    more = claimed("most-queens", case_of("..T ..T", 0, shown("L.T ..T")))
    (goal,) = more.quotas["goal"]
    assert (goal.least, goal.most, more.shape, len(more.cells)) == (2, 6, (2, 3), 4)
    heaviest = own(case=["n m k", "weights"], cells={}, pieces="k", apart="queen", goal="heaviest")
    heavy = claimed(heaviest, case_of("..", 1, Answer(count=1), layer="12"))
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
    certificate = there(there(counted_proof(tight)).certificate)
    assert len(certificate.nodes) == 1
    assert refutation_refused(certificate, tight) == ""
    assert counted_proof(fits) is None
    assert refutation_refused(certificate, fits) == "node 1: its sum is possible"
