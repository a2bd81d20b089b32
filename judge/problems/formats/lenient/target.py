"""Say what a text is read for: how large the board is, what stands on it, and what the package says of pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from judge.problems.formats.size import Shape, Size, shape_of

if TYPE_CHECKING:
    from judge.model import Instance, Programs
    from judge.problems.formats.page import Cells

TREE = 2
Order = Literal["row and column", "column and row"]


class Target(msgspec.Struct, frozen=True, eq=False):
    """Holds what is known of a case before its answer is read. Without `grid` nothing is known but the size."""

    shape: Shape
    grid: Cells | None = None  # of the case: 0 free, 1 given, 2 tree, 3 must stay empty
    pieces: int = 0  # how many are wanted; 0: as many as there may be
    order: Order | None = None  # of the two numbers of a pair, where the package says it
    base: int | None = None  # from which they count, where the package says it
    mirrored: bool = False  # the case is its own mirror image at the diagonal, so that row and column may be exchanged

    @property
    def ground(self) -> Cells:
        """Return a board with the trees of the case and nothing else."""
        if self.grid is None:
            return np.zeros(self.shape, np.int8)
        return np.where(self.grid == TREE, np.int8(TREE), np.int8(0))


def target_of(said: Size | Target) -> Target:
    """Return it as it is, or of a size alone."""
    return said if isinstance(said, Target) else Target(shape_of(said))


def target_in(board: Instance, programs: Programs) -> Target:
    """Return what a text is read for that a program wrote to this case."""
    layers = [layer for layer in (board.grid, board.layer) if layer is not None]
    mirrored = all(layer.shape[0] == layer.shape[1] and np.array_equal(layer, layer.T) for layer in layers)
    shape = (int(board.grid.shape[0]), int(board.grid.shape[1]))
    order, base = said_of_pairs(programs.pairs)
    return Target(shape, board.grid, max(board.pieces, 0), order, base, mirrored)


def said_of_pairs(said: str | None) -> tuple[Order | None, int | None]:
    """Return what `pairs` of problem.toml says, such as row column from 0."""
    if not said:
        return None, None
    words = said.split()
    return ("row and column" if words[0] == "row" else "column and row"), int(words[-1])
