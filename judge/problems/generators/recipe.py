"""What a case is made of: the values of a table, a seed and an algorithm."""

from __future__ import annotations

from typing import Literal

import msgspec

from judge.model import Algorithm, Instance
from judge.problems.generators.keys import Recipes, Values


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
    """How one case is made; `recipes` are those of its puzzle, which know what the values are."""

    group: str
    name: str
    algorithm: Algorithm
    recipes: Recipes
    values: Values
    seed: int = 0
    line: int = 0  # of generators.toml

    @property
    def path(self) -> str:
        return f"{self.group}/{self.name}"

    @property
    def n(self) -> int:
        """Return the number of rows."""
        return int(self.values["n"])

    @property
    def cells(self) -> int:
        """Return how many cells the board has."""
        return self.n * int(self.values.get("m") or self.n)

    @property
    def pieces(self) -> Pieces:
        """Return how many pieces are asked for; a number where that takes no knowledge of the board."""
        asked = self.values.get("pieces")
        return asked if isinstance(asked, Pieces) else Pieces("number", self.n if asked is None else asked)

    def board(self) -> Instance:
        """Return the case; where its pieces depend on the most that the board holds, with one. May raise ValueFault."""
        return self.recipes.board(self.values, self.seed, self.algorithm)
