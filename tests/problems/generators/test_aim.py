"""The boards around the maximum: what they are, and that their answers are right."""

from __future__ import annotations

import numpy as np
import pytest

from judge.problems.generators import aim
from judge.problems.generators.aim import ABOVE, DENSITIES, SEEDS, probes, size_of
from judge.problems.generators.boards import HOMEWORK
from judge.problems.generators.most import Most, most_pieces
from judge.problems.generators.recipe import Recipe


def recipe(n: int, density: float = 0.2, pattern: str = "random") -> Recipe:
    values = {"n": n, "density": density, "pattern": pattern, "pieces": None, "trees": ()}
    return Recipe("secret", "a", "DFS", HOMEWORK, values)


def test_the_size_is_the_largest_of_random_trees_that_can_be_decided() -> None:
    assert size_of((recipe(6), recipe(8), recipe(9, 0.0), recipe(10, 0.2, "maze"), recipe(15))) == 8
    assert size_of((recipe(6, 0.0),)) == 0


def test_they_go_from_below_the_maximum_to_above_it() -> None:
    found, undecided = probes(5, "SA", 0.0)
    assert undecided == 0
    assert len(found) == ((len(DENSITIES) - 1) * len(SEEDS) + 1) * len(ABOVE)
    assert len({probe.case.name for probe in found}) == len(found)
    for probe in found:
        board = probe.case.board
        assert board.pieces == most_pieces(board.grid, 0.0).pieces + probe.above
        assert (probe.case.answer is not None and probe.case.answer.fail) == (probe.above > 0)
        assert bool(probe.case.why_fail) == (probe.above > 0)
        assert board.algorithm == "SA"
    assert all(not np.any(probe.case.board.grid) for probe in found if probe.density == 0)


def test_what_nobody_can_decide_is_counted_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aim, "most_pieces", lambda *_: Most(3, False, "perhaps more"))
    assert probes(5, "SA", 0.0) == ([], (len(DENSITIES) - 1) * len(SEEDS) + 1)


def test_a_board_that_holds_one_has_none_below(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aim, "most_pieces", lambda *_: Most(1, True, "so it is"))
    assert {probe.above for probe in probes(1, "SA", 0.0)[0]} == {0, 1}
