"""Boards around the place where they turn from easy to impossible: few trees to many, pieces around the maximum.

There the search is longest: with fewer pieces an arrangement is found soon, with far more a bound is.
"""

from __future__ import annotations

from itertools import product
from typing import Final

import msgspec

from judge.model import Algorithm, Answer, Case, Instance
from judge.problems.generators.keys import Values
from judge.problems.generators.most import Most, most_pieces
from judge.problems.generators.patterns import RANDOM, random_grid
from judge.problems.generators.recipe import Recipe

DENSITIES: Final = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4)
ABOVE: Final = (-1, 0, 1)
SEEDS: Final = (1, 2, 3)
MAX_N: Final = 14  # larger maxima take a solver long
GROUP: Final = "aim"


class Probe(msgspec.Struct, frozen=True):
    """Holds a board to measure, and where it lies."""

    density: float
    above: int
    case: Case


def size_of(recipes: tuple[Recipe, ...]) -> int:
    """Return the size to aim at: the largest of the random boards that have trees; 0 where there is none."""
    return max((one.n for one in recipes if one.n <= MAX_N and _has_random_trees(one.values)), default=0)


def _has_random_trees(values: Values) -> bool:
    """Say whether trees and pieces are what a recipe is about, and the trees are random."""
    return "pieces" in values and values.get("pattern") == RANDOM and values["density"] > 0


def probes(n: int, algorithm: Algorithm, seconds: float) -> tuple[list[Probe], int]:
    """Return the boards of a size, and how many are left out as nobody knows their maximum."""
    found, undecided = [], 0
    for density, seed in product(DENSITIES, SEEDS):
        if density == 0 and seed != SEEDS[0]:  # the same board
            continue
        grid = random_grid(n, density, seed)
        most = most_pieces(grid, seconds)
        undecided += not most.proven
        for above in ABOVE if most.proven else ():
            if most.pieces + above > 0:
                name, board = f"d{100 * density:g}-s{seed}{above:+d}", Instance(algorithm, n, most.pieces + above, grid)
                found.append(Probe(density, above, Case(name, GROUP, board, *_answer(above, most))))
    return found, undecided


def _answer(above: int, most: Most) -> tuple[Answer | None, str]:
    """Return the answer where it is FAIL; an arrangement is judged by the rules alone."""
    return (Answer(fail=True), f"at most {most.pieces} pieces: {most.how}") if above > 0 else (None, "")
