"""Trying everything that quotas leave open, against every set of cells there is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Answer, Case, Finding, Instance
from judge.problems.proofs.claim import claim_of
from judge.problems.proofs.proof import Effort, Proof
from judge.problems.proofs.quota_search import search_quotas
from judge.problems.proofs.refuter import refuter_of
from judge.problems.puzzles import findings
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.goals import Goal, as_many_as_possible, heaviest_arrangement, most_weight, one_arrangement
from judge.problems.puzzles.no_attack import no_attack
from judge.problems.puzzles.puzzle import Puzzle, Rule
from judge.problems.puzzles.rules import (
    bishops_apart,
    columns_alike,
    knights_apart,
    none_in_line,
    none_touch,
    regions_alike,
    rooks_apart,
    rows_alike,
)
from tests.problems.puzzles.made import case_of, judged, puzzle_of

STARS = (rows_alike, columns_alike, regions_alike, none_touch)
RULES: tuple[tuple[Rule, ...], ...] = (
    (no_attack,),
    (rooks_apart, none_in_line),
    (bishops_apart, knights_apart),
    (none_touch, rows_alike),
    (none_in_line, columns_alike),
    STARS,
)
ENOUGH = Effort()


def arrangements(puzzle: Puzzle, case: Case) -> list[Answer]:
    """Every answer of the case, found by looking at every set of cells by the rules themselves."""
    grid = case.board.grid
    free = [tuple(cell) for cell in np.argwhere(grid == 0).tolist()]
    more = case.board.pieces - int(np.count_nonzero(grid == 1))
    found = []
    for cells in combinations(free, max(more, 0)):
        board = grid.copy()
        board[tuple(np.array(cells, np.int64).reshape(-1, 2).T)] = 1
        if judged(puzzle, case, Answer(board=board)) is None:
            found.append(Answer(board=board))
    return found


@given(st.integers(0, 2**32 - 1), st.sampled_from(RULES))
@settings(max_examples=60, deadline=None)
def test_it_finds_an_arrangement_exactly_where_there_is_one(seed: int, rules: Sequence[Rule]) -> None:
    rng = np.random.default_rng(seed)
    shape = int(rng.integers(1, 5)), int(rng.integers(1, 4))
    grid = rng.choice([0, 1, 2, 3], shape, p=(0.75, 0.1, 0.1, 0.05)).astype(np.int8)
    board = Instance("ANY", len(grid), int(rng.integers(1, 5)), grid, rng.integers(0, 3, shape).astype(np.int64))
    puzzle, case = puzzle_of(rules, one_arrangement), Case("", "", board)
    claim = claim_of(puzzle, case)
    assert claim is not None
    found = search_quotas(claim, ENOUGH)
    if arrangements(puzzle, case):
        assert isinstance(found, tuple)
        answer = refuter_of(puzzle, case, found)
        assert answer is not None
        assert judged(puzzle, case, answer) is None
    else:
        assert isinstance(found, Proof)
        assert found.line.startswith("exhaustive search by judge, ")


@pytest.mark.parametrize(("known", "better"), [(3, True), (4, False)])
def test_it_finds_what_beats_the_best(known: int, better: bool) -> None:
    grid = np.zeros((4, 5), np.int8)
    case = Case("", "", Instance("ANY", 4, 1, grid), Answer(count=known))
    claim = claim_of(puzzle_of([no_attack], as_many_as_possible), case)
    assert claim is not None
    assert isinstance(search_quotas(claim, ENOUGH), tuple if better else Proof)


@pytest.mark.parametrize("goal", [heaviest_arrangement, most_weight])
@pytest.mark.parametrize(("known", "better"), [(8, True), (9, False)])
def test_it_finds_what_weighs_more(goal: Goal, known: int, better: bool) -> None:
    puzzle = puzzle_of([no_attack], goal)
    case = case_of("... ... ...", 2, Answer(count=known), layer="190 508 030")
    claim = claim_of(puzzle, case)
    assert claim is not None
    found = search_quotas(claim, ENOUGH)
    assert isinstance(found, tuple if better else Proof)
    if isinstance(found, tuple):
        answer = refuter_of(puzzle, case, found)
        assert answer is not None
        assert answer.count == (9 if goal is most_weight else None)


def test_a_rule_without_quotas_has_the_last_word() -> None:
    def never(trial: Trial) -> Finding | None:
        return findings.nothing_placed(trial)

    puzzle, case = puzzle_of([never]), case_of("..", 1)
    claim = claim_of(puzzle, case)
    assert claim is not None
    found = search_quotas(claim, ENOUGH)
    assert isinstance(found, tuple)
    assert refuter_of(puzzle, case, found) is None


def test_it_ends_with_its_effort() -> None:
    case = Case("", "", Instance("ANY", 9, 9, np.zeros((9, 9), np.int8)))
    claim = claim_of(puzzle_of([no_attack, knights_apart, none_in_line]), case)
    assert claim is not None
    assert search_quotas(claim, Effort(nodes=2)) is None
    assert search_quotas(claim, Effort(seconds=0.0, nodes=1 << 40)) is None
    large = claim_of(puzzle_of([no_attack]), Case("", "", Instance("ANY", 51, 52, np.zeros((51, 51), np.int8))))
    assert large is not None
    assert search_quotas(large, ENOUGH) is None, "too large to begin with, though 51 rows hold no 52"


def test_rows_that_can_waste_nothing_hold_one_each() -> None:
    """Eleven queens are to be found or ruled out on 11 rows by some nodes, not thousands."""
    grid = np.zeros((11, 11), np.int8)
    grid[0, 0] = grid[1, 2] = 1
    claim = claim_of(puzzle_of([no_attack]), Case("", "", Instance("ANY", 11, 11, grid)))
    assert claim is not None
    assert isinstance(search_quotas(claim, Effort(nodes=300)), tuple)
    twelve = claim_of(puzzle_of([no_attack]), Case("", "", Instance("ANY", 11, 12, grid)))
    assert twelve is not None
    assert isinstance(search_quotas(twelve, Effort(nodes=1)), Proof)
