"""The weights of the cells of a scene, where there is room to write and to read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from judge.reports.picture.looks import WEIGHTS

if TYPE_CHECKING:
    from judge.reports.picture.scene import Cell, Scene

MOST: Final = 24  # rows and columns: of more, a cell of a file is no larger than a letter


class Weights(msgspec.Struct, frozen=True, eq=False):
    """Holds the weight of each cell; all are written as large as the longest, of `signs`, can be."""

    numbers: Any
    signs: int

    @classmethod
    def of(cls, scene: Scene) -> Weights | None:
        """Return the weights of a scene; None without any, and where they are too many or too long."""
        if scene.weights is None or max(len(scene.rows), len(scene.columns)) > MOST:
            return None
        longest = longest_of(scene)
        signs = next((signs for signs in WEIGHTS if signs >= longest), None)
        return None if signs is None else cls(scene.weights, signs)

    def text(self, cell: Cell) -> str:
        """Return the weight of a cell."""
        return str(int(self.numbers[cell[0] - 1, cell[1] - 1]))


def longest_of(scene: Scene) -> int:
    """Return how many signs the longest weight has."""
    return max(len(str(int(end))) for end in (scene.weights.min(), scene.weights.max()))
