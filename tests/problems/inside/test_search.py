"""The one search, against every set of cells there is: of rules at random, and of each puzzle's own small boards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Answer, Case, Finding, Instance
from judge.problems import Puzzle, Trial, puzzles
from judge.problems.prove import fitting, is_easy, most_pieces, truth_of
from judge.problems.prove.bounds import Grid
from judge.problems.prove.certificate import Proof
from judge.problems.prove.claim import claim_of
from judge.problems.prove.search import Budget, SpentError, arrangements
from judge.problems.prove.small import best, search
from judge.problems.puzzles import findings
from judge.problems.puzzles.constraints import (
    Rule,
    bishops_apart,
    knights_apart,
    no_attack,
    none_in_line,
    none_touch,
    rooks_apart,
)
from judge.problems.puzzles.goals import Goal, HeaviestArrangement, MostWeight, pieces_of, weight_of
from judge.problems.puzzles.looking import rule_fault
from judge.problems.rules.plain import PIECE
from tests.oracle import fit
from tests.problems.inside.made import COLUMNS_ALIKE, REGIONS_ALIKE, ROWS_ALIKE, puzzle_of
from tests.problems.make import case_of, tiny

RULES: tuple[tuple[Rule, ...], ...] = (
    (no_attack,),
    (rooks_apart, none_in_line),
    (bishops_apart, knights_apart),
    (none_touch, *ROWS_ALIKE),
    (none_in_line, *COLUMNS_ALIKE),
    (*ROWS_ALIKE, *COLUMNS_ALIKE, *REGIONS_ALIKE, none_touch),
)
CELLS, PLENTY = 12, 100_000
HUNTED = [name for name in puzzles.puzzle_names() if puzzles.puzzle_named(name).goal.asks not in ("all", "decision")]


def board(n: int, m: int, pieces: int) -> Instance:
    return Instance("ANY", n, pieces, np.zeros((n, m), np.int8))


def every(rules: Sequence[Rule], board: Instance, pieces: int) -> list[Grid]:
    """Every board with so many pieces, the given ones among them, that keeps the rules."""
    free = np.argwhere(board.grid == 0).tolist()
    more, found = pieces - int(np.count_nonzero(board.grid == PIECE)), []
    for cells in combinations(free, more) if more >= 0 else ():
        grid = board.grid.copy()
        for cell in cells:
            grid[tuple(cell)] = PIECE
        trial = Trial(puzzles.puzzle_named("queens").words, Case("", "", board), Answer(board=grid), board=grid)
        if rule_fault(rules, trial) is None:
            found.append(grid)
    return found


@given(st.integers(0, 2**32 - 1), st.sampled_from(RULES))
@settings(max_examples=80, deadline=None)
def test_it_finds_all_arrangements_each_once(seed: int, rules: Sequence[Rule]) -> None:
    rng = np.random.default_rng(seed)
    shape = int(rng.integers(1, 5)), int(rng.integers(1, 4))
    grid = rng.choice([0, 1, 2, 3], shape, p=(0.75, 0.1, 0.1, 0.05)).astype(np.int8)
    case = Case("", "", Instance("ANY", len(grid), int(rng.integers(1, 5)), grid, rng.integers(0, 3, shape)))
    claim = claim_of(puzzle_of(rules), case)
    assert claim is not None
    found = sorted(sorted(cells) for cells in arrangements(claim, Budget()))
    wanted = [np.argwhere(one == PIECE).tolist() for one in every(rules, case.board, case.board.pieces)]
    assert [[list(cell) for cell in cells] for cells in found] == sorted(wanted)
    assert isinstance(search(puzzle_of(rules), case, Budget()), Answer if wanted else Proof)


def expected(puzzle: Puzzle, board: Instance) -> int | None:
    """What is best on a board, by every set of cells; None where FAIL is right."""
    counts = range(int((board.grid == 0).sum()) + 1) if puzzle.goal.scored else (board.pieces,)
    weighed = board if board.layer is not None and not puzzle.goal.scored else None
    return max(
        (
            weight_of(grid, Case("", "", weighed)) if weighed else int((grid == PIECE).sum())
            for count in counts
            for grid in every(puzzle.rules, board, count)
        ),
        default=None,
    )


@pytest.mark.parametrize("name", HUNTED)
def test_small_boards_of_each_puzzle_are_decided_as_by_every_set_of_cells(name: str) -> None:
    """What `judge hack` looks at: the answer is right, and FAIL comes with why."""
    puzzle, found = puzzles.puzzle_named(name), 0
    for one in [one for one in tiny(name, 60, 3) if one.grid.size <= CELLS][:40]:
        truth, most = truth_of(one, name, PLENTY), expected(puzzle, one)
        assert truth.answer is not None, one
        assert truth.answer.fail == (most is None) == bool(truth.proof), one
        if most is not None:
            judged = puzzles.judge_answer(Case("", "", one, truth.answer), name, truth.answer)
            assert judged is None, one
            assert puzzle.goal.asks != "number" or truth.answer.count == most, one
            assert not puzzle.goal.scored or pieces_of(truth.answer) == most, one
        found += 1
    assert found > 2


@pytest.mark.parametrize(
    ("puzzle", "n", "pieces", "fits"),
    [
        ("place-rooks", 5, 6, False),
        ("place-knights", 4, 9, False),
        ("place-rooks", 6, 5, True),
        ("place-knights", 8, 33, False),
        ("place-bishops", 6, 11, False),
        ("place-superqueens", 8, 8, False),
        ("place-superqueens", 10, 10, True),
        ("place-queens", 8, 8, True),
    ],
)
def test_known_boards_are_decided_within_200_nodes(puzzle: str, n: int, pieces: int, fits: bool) -> None:
    found = search(puzzles.puzzle_named(puzzle), Case("", "", board(n, n, pieces)), Budget(200))
    assert isinstance(found, Answer if fits else Proof)


def test_rows_that_can_waste_nothing_hold_one_each() -> None:
    eleven = board(11, 11, 11)
    eleven.grid[0, 0] = eleven.grid[1, 2] = PIECE
    assert isinstance(search(puzzle_of([no_attack]), Case("", "", eleven), Budget(300)), Answer)


@pytest.mark.parametrize("goal", [HeaviestArrangement(), MostWeight()])
def test_the_most_weight_is_found(goal: Goal) -> None:
    puzzle = puzzle_of([no_attack], goal)
    case = case_of("... ... ...", 2, layer="190 508 030")
    found = best(puzzle, case, Budget())
    assert isinstance(found, Answer)
    assert found.count == (9 if isinstance(goal, MostWeight) else None)
    assert found.board is None or weight_of(found.board, case) == 9
    assert isinstance(best(puzzle, case_of("... ... ...", 4, layer="190 508 030"), Budget()), Proof)


def test_a_rule_without_quotas_has_the_last_word() -> None:
    def second(trial: Trial) -> Finding | None:
        return None if trial.placed[0, 1] == PIECE else findings.nothing_placed(trial)

    puzzle = puzzle_of([Rule("second", second, lambda _, found: found, lambda _: ())])
    found = search(puzzle, case_of("...", 1), Budget())
    assert isinstance(found, Answer)
    assert found.board is not None
    assert found.board.tolist() == [[0, 1, 0]]
    assert isinstance(search(puzzle, case_of(".T.", 1), Budget()), Proof)


def test_it_ends_with_its_budget() -> None:
    puzzle, case = puzzle_of([no_attack, knights_apart, none_in_line]), Case("", "", board(9, 9, 9))
    assert search(puzzle, case, Budget(2)) is None
    assert search(puzzle, case, Budget(seconds=0.0)) is None
    assert best(puzzles.puzzle_named("most-queens"), Case("", "", board(8, 8, 1)), Budget(3)) is None
    large = claim_of(puzzle_of([no_attack]), Case("", "", board(51, 51, 52)))
    assert large is not None
    with pytest.raises(SpentError):
        next(arrangements(large, Budget()))


def test_the_most_pieces_of_a_board_are_known() -> None:
    for one in tiny("lizards", 60, 5):
        rows = one.grid.tolist()
        most = next(count for count in range(20) if not fit(rows, count + 1))
        assert most_pieces(one, "lizards", PLENTY) == most


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 0), (6, 4), (11, 2680)])
@pytest.mark.parametrize("puzzle", ["all-queens", "count-queens"])
def test_arrangements_are_counted(puzzle: str, n: int, count: int) -> None:
    answer = truth_of(board(n, n, n), puzzle, PLENTY).answer
    assert answer is not None
    assert (0 if answer.fail else answer.count) == count
    assert answer.columns is None or len(answer.columns) == count


def test_what_takes_too_long_is_not_known() -> None:
    assert not truth_of(board(8, 8, 8), "lizards", 5).decided
    assert truth_of(board(8, 8, 9), "lizards", 5).proof == "9 pieces, but only 8 row segments can hold one each"
    assert not truth_of(board(20, 20, 20), "lizards", PLENTY).decided
    assert not truth_of(board(14, 14, 14), "all-queens", PLENTY).decided
    assert not truth_of(board(40, 40, 1), "most-queens", 5).decided
    assert most_pieces(board(20, 20, 1), "lizards", PLENTY) is None


def test_a_theorem_and_one_pass_decide_large_boards() -> None:
    assert truth_of(board(20, 20, 20), "queens", PLENTY).decided
    assert truth_of(board(7, 7, 14), "no-three-in-line", 5).decided, "2n points are known to exist"
    few = truth_of(board(20, 20, fitting(np.zeros((20, 20), np.int8))), "lizards", 1).answer
    assert few is not None
    assert not few.fail


def test_a_board_is_easy_where_plain_backtracking_ends_soon() -> None:
    assert is_easy(board(3, 3, 3), "lizards", 1000)
    assert not is_easy(board(8, 8, 9), "lizards", 1000), "though counting decides it at once"
    assert not is_easy(board(20, 20, 1), "lizards", PLENTY)
    assert is_easy(board(2, 2, 4), "no-three-in-line", 100)
    assert not is_easy(board(7, 7, 14), "no-three-in-line", 5)
    assert [is_easy(board(4, 4, 1), "most-rooks", steps) for steps in (50, 1000)] == [False, True]
    # To count or to list, all arrangements are gone through: the first of them is soon there.
    assert [is_easy(board(7, 7, 7), "count-queens", steps) for steps in (200, PLENTY)] == [False, True]
    assert is_easy(board(7, 7, 7), "queens", 200)
