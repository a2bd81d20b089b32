"""Certificates that rule out everything, and every way in which one does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from judge.errors import JudgeError
from judge.model import Answer, Case, Instance
from judge.problems import puzzle_named
from judge.problems.prove import certificate
from judge.problems.prove.certificate import (
    Node,
    Refutation,
    counted_proof,
    read_certificate,
    refutation_refused,
    write_certificate,
)
from judge.problems.prove.claim import claim_of
from judge.problems.prove.search import Claim
from judge.problems.puzzles.constraints import no_attack
from judge.problems.puzzles.goals import HeaviestArrangement, MostPieces
from tests.problems.inside.made import puzzle_of
from tests.problems.make import case_of, shown
from tests.shipped import ROOT

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
    found = claim_of(puzzle_named("lizards"), Case("", "", Instance("DFS", 2, 2, np.zeros((2, 2), np.int8))))
    assert found is not None
    return found


def refused(said: dict[str, Any]) -> str:
    """What the checker says of what is written and read again."""
    text = json.dumps(said).encode()
    found = read_certificate(text, "certificate.json")
    assert read_certificate(write_certificate(found), "again") == found
    return refutation_refused(found, two())


@pytest.mark.parametrize("said", [CLIQUE, SPLIT])
def test_what_rules_out_everything_proves(said: dict[str, Any]) -> None:
    assert refused(said) == ""


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
    monkeypatch.setattr(certificate, "_MOST_WORK", 19)
    for said in ({**TWO, "nodes": [{"weights": {"goal": GOAL * 5}}]}, {**CLIQUE, "cliques": [ALL_FOUR] * 2}):
        assert refused(said) == "checking it takes more than 19 additions"


def test_the_best_claims_that_there_is_nothing_better() -> None:
    three = case_of("..T ..T", 0, shown("L.T ..T"))
    more = claim_of(puzzle_of([no_attack], MostPieces()), three)
    assert more is not None
    (goal,) = more.quotas["goal"]
    assert (goal.least, goal.most) == (2, 6)
    assert more.shape == (2, 3)
    assert len(more.cells) == 4
    weighed = case_of("..", 1, shown("L."), layer="12")
    heavy = claim_of(puzzle_of([no_attack], HeaviestArrangement()), weighed)
    assert heavy is not None
    assert [(one.least, one.most, one.weights) for one in heavy.quotas["goal"]] == [(1, 1, ()), (2, 3, (1, 2))]


def test_nothing_is_claimed_of_an_arrangement_or_of_a_board_too_large() -> None:
    lizards, grid = puzzle_named("lizards"), np.zeros((101, 101), np.int8)
    assert claim_of(lizards, Case("", "", Instance("DFS", 101, 200, grid), Answer(fail=True))) is None
    assert claim_of(lizards, case_of(".", 1, shown("L"))) is None
    assert claim_of(puzzle_named("all-queens"), case_of("...", 1)) is None


WHOLE = Refutation(
    schema="judge.refutation/1",
    n=9,
    m=8,
    nodes=(Node(cell=(1, 2)), Node(weights={"goal": ((1, -1),), "no_attack": ((3, 1), (4, 2))})),
    cliques=(((1, 1), (1, 2), (2, 1)),),
)
SAID = json.loads(write_certificate(WHOLE))


def test_a_file_is_short_and_has_lines_to_look_at() -> None:
    assert read_certificate(write_certificate(WHOLE), "x") == WHOLE
    assert write_certificate(WHOLE).decode().splitlines() == [
        "{",
        '"schema": "judge.refutation/1",',
        '"n": 9,',
        '"m": 8,',
        '"nodes": [{"cell":[1,2]},{"weights":{"goal":[[1,-1]],"no_attack":[[3,1],[4,2]]}}],',
        '"cliques": [[[1,1],[1,2],[2,1]]]',
        "}",
    ]


@pytest.mark.parametrize("path", sorted((ROOT / "testcases").glob("*/*/*/certificate.json")), ids=str)
def test_what_ships_is_written_as_it_is_read(path: Path) -> None:
    assert write_certificate(read_certificate(path.read_bytes(), "x")) == path.read_bytes()


@pytest.mark.parametrize(
    "change",
    [
        {"peices": 3},
        {"schema": "judge.refutation/2"},
        {"schema": "judge.certificate/1"},
        {"n": 9.5},
        {"m": None},
        {"nodes": [{"cell": [1]}]},
        {"nodes": [{"cell": [1, 2], "piece": True}]},
        {"nodes": [{"weights": {"goal": [[1, 1.0]]}}]},
        {"cliques": [[[1, 1, 1]]]},
    ],
)
def test_a_file_is_read_strictly(change: dict[str, Any]) -> None:
    with pytest.raises(JudgeError) as caught:
        read_certificate(json.dumps({**SAID, **change}).encode(), "some.json")
    assert (caught.value.code, str(caught.value.place)) == ("E414", "some.json")
    assert "judge answers --again" in caught.value.help


@pytest.mark.parametrize("data", [b"", b"\xff", b"[]", b'{"n": 1', b"[" * 100_000, b'{"schema": "\\ud800"}'])
def test_what_is_no_certificate_is_an_error(data: bytes) -> None:
    with pytest.raises(JudgeError, match="E414"):
        read_certificate(data, "some.json")


def test_what_is_too_long_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate, "MOST_BYTES", 20)
    with pytest.raises(JudgeError, match="bytes, more than 20"):
        read_certificate(write_certificate(WHOLE), "some.json")


@pytest.mark.parametrize(
    ("puzzle", "n", "pieces"),
    [("place-rooks", 5, 6), ("place-knights", 5, 14), ("place-bishops", 6, 11), ("place-superqueens", 4, 5)],
)
def test_a_count_is_a_certificate_of_one_sum(puzzle: str, n: int, pieces: int) -> None:
    board = Instance("ANY", n, pieces, np.zeros((n, n), np.int8))
    tight = claim_of(puzzle_named(puzzle), Case("", "", board))
    assert tight is not None
    proof = counted_proof(tight)
    assert proof is not None
    assert proof.certificate is not None
    assert len(proof.certificate.nodes) == 1
    assert refutation_refused(proof.certificate, tight) == ""
    fits = claim_of(puzzle_named(puzzle), Case("", "", msgspec.structs.replace(board, pieces=pieces - 1)))
    assert fits is not None
    assert counted_proof(fits) is None
    assert refutation_refused(proof.certificate, fits) == "node 1: its sum is possible"
