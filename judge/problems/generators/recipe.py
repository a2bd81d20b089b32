"""What a case is made of: the size, the trees, the number of pieces and the algorithm."""

from __future__ import annotations

from typing import Literal

import msgspec

from judge.model import Algorithm, Instance
from judge.problems.generators.patterns import RANDOM, Grid, draw
from judge.problems.rules.plain import TREE


class Pieces(msgspec.Struct, frozen=True):
    """How many pieces: so many; so many per cent of the most that is known; or the most, and `value` above it."""

    kind: Literal["number", "share", "most"]
    value: int

    def of(self, most: int) -> int:
        """Return the number on a board that holds `most`; a share is at least one."""
        if self.kind == "share":
            return max(1, self.value * most // 100)
        return self.value + (most if self.kind == "most" else 0)


class Recipe(msgspec.Struct, frozen=True):
    """How one case is made. `trees` are (row, column) from 1, and stand beside those of the pattern."""

    group: str
    name: str
    algorithm: Algorithm
    n: int
    pieces: Pieces
    pattern: str = RANDOM
    density: float = 0.0
    seed: int = 0
    trees: tuple[tuple[int, int], ...] = ()
    line: int = 0  # of generators.toml

    @property
    def path(self) -> str:
        return f"{self.group}/{self.name}"

    def grid(self) -> Grid:
        grid = draw(self.pattern, self.n, self.density, self.seed)
        for row, column in self.trees:
            grid[row - 1, column - 1] = TREE
        return grid

    def board(self, grid: Grid, most: int = 0) -> Instance:
        """Return the case on its grid, which holds at most `most` pieces; a number of pieces needs to know none."""
        return Instance(self.algorithm, self.n, self.pieces.of(most), grid)
