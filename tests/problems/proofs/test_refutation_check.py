"""Refutations that rule out everything, and every way in which one does not."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from judge.model import Answer, Case, Instance
from judge.problems.proofs import refutation_check
from judge.problems.proofs.certificate_file import read_certificate, write_certificate
from judge.problems.proofs.claim import Claim, claim_of
from judge.problems.proofs.refutation import Refutation
from judge.problems.proofs.refutation_check import refutation_refused
from judge.problems.puzzles import named
from judge.problems.puzzles.goals import as_many_as_possible, heaviest_arrangement
from judge.problems.puzzles.no_attack import no_attack
from tests.problems.proofs.independent_sums import refutes
from tests.problems.puzzles.made import case_of, puzzle_of, shown

# Two lizards on 2 x 2 cells: all four see each other.
TWO: dict[str, Any] = {"schema": "judge.refutation/1", "n": 2, "m": 2}
GOAL = [[1, -1]]
ALL_FOUR = [[1, 1], [1, 2], [2, 1], [2, 2]]
CLIQUE = {**TWO, "nodes": [{"weights": {"goal": GOAL, "cliques": [[1, 1]]}}], "cliques": [ALL_FOUR]}
# Without cliques: a piece on the first cell, and its three lines; else one on the second, and its; else row 2 is left.
AROUND = {"weights": {"goal": GOAL, "no_attack": [[1, 1], [3, 1], [5, 1]]}}
BESIDE = {"weights": {"goal": GOAL, "no_attack": [[1, 1], [4, 1], [6, 1]]}}
BELOW = {"weights": {"goal": GOAL, "no_attack": [[2, 1]]}}
SPLIT = {**TWO, "nodes": [{"cell": [1, 1]}, AROUND, {"cell": [1, 2]}, BESIDE, BELOW]}


def two() -> Claim:
    found = claim_of(named("lizards"), Case("", "", Instance("DFS", 2, 2, np.zeros((2, 2), np.int8))))
    assert found is not None
    return found


def refused(said: dict[str, Any]) -> str:
    """What the checker says of what is written and read again."""
    text = json.dumps(said).encode()
    found = read_certificate(text, "certificate.json")
    assert isinstance(found, Refutation)
    assert read_certificate(write_certificate(found), "again") == found
    return refutation_refused(found, two())


@pytest.mark.parametrize("said", [CLIQUE, SPLIT])
def test_what_rules_out_everything_proves(said: dict[str, Any]) -> None:
    assert refused(said) == ""
    assert refutes(json.dumps(said).encode(), ("00", "00"), 2)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"m": 3}, "it is about 2 x 3 cells, not 2 x 2"),
        ({"nodes": []}, "it ends before everything is ruled out"),
        ({"nodes": SPLIT["nodes"][:-1]}, "it ends before everything is ruled out"),
        ({"nodes": [*SPLIT["nodes"], AROUND]}, "node 6 follows the last one"),
        ({"nodes": [AROUND]}, "node 1: its sum is possible"),
        ({"nodes": [{}]}, "node 1: its sum is possible"),
        ({"nodes": [{"cell": [1, 1]}, {"cell": [1, 1]}]}, "node 2: row 1, column 1 can't be split"),
        ({"nodes": [{"cell": [0, 1]}]}, "node 1: row 0, column 1 can't be split"),
        ({"nodes": [{"cell": [1, 1], **AROUND}]}, "node 1: row 1, column 1 can't be split"),
        ({"nodes": [{"weights": {"no_attack": [[7, 1]]}}]}, "there is no set 7 of no_attack, or its weight 1 is none"),
        ({"nodes": [{"weights": {"no_attack": [[0, 1]]}}]}, "there is no set 0 of no_attack, or its weight 1 is none"),
        ({"nodes": [{"weights": {"goal": [[1, 0]]}}]}, "there is no set 1 of goal, or its weight 0 is none"),
        ({"nodes": [{"weights": {"none": [[1, 1]]}}]}, "there is no set 1 of none, or its weight 1 is none"),
        ({"cliques": [[[1, 1], [1, 1]]]}, "row 1, column 1 and row 1, column 1 are no two cells that share"),
        ({"cliques": [[[1, 1], [3, 1]]]}, "row 1, column 1 and row 3, column 1 are no two cells that share"),
    ],
)
def test_what_leaves_something_out_is_refused(change: dict[str, Any], why: str) -> None:
    assert refused({**SPLIT, **change}).startswith(why)


def test_a_file_that_would_take_hours_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refutation_check, "_MOST_WORK", 19)
    for said in ({**TWO, "nodes": [{"weights": {"goal": GOAL * 5}}]}, {**CLIQUE, "cliques": [ALL_FOUR] * 2}):
        assert refused(said) == "checking it takes more than 19 additions"


def test_the_best_claims_that_there_is_nothing_better() -> None:
    three = case_of("..T ..T", 0, shown("L.T ..T"))
    more = claim_of(puzzle_of([no_attack], as_many_as_possible), three)
    assert more is not None
    (goal,) = more.quotas["goal"]
    assert (goal.least, goal.most) == (2, 6)
    assert more.shape == (2, 3)
    assert len(more.cells) == 4
    weighed = case_of("..", 1, shown("L."), layer="12")
    heavy = claim_of(puzzle_of([no_attack], heaviest_arrangement), weighed)
    assert heavy is not None
    assert [(one.least, one.most, one.weights) for one in heavy.quotas["goal"]] == [(1, 1, ()), (2, 3, (1, 2))]


def test_nothing_is_claimed_of_an_arrangement_or_of_a_board_too_large() -> None:
    lizards, grid = named("lizards"), np.zeros((101, 101), np.int8)
    assert claim_of(lizards, Case("", "", Instance("DFS", 101, 200, grid), Answer(fail=True))) is None
    assert claim_of(lizards, case_of(".", 1, shown("L"))) is None
    assert claim_of(named("all-queens"), case_of("...", 1)) is None
