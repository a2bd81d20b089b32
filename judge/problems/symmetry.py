"""Turn and reflect boards: by the eight symmetries of a square, or the four of a rectangle.

A board and its images have the same answer up to the same turn, so whoever solves one solves the others; whoever
knows one by heart does not. Times are another matter: a search takes another time on a turned board.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
import numpy as np

from judge.model import Answer, Case, Instance

Grid = np.ndarray[Any, np.dtype[Any]]  # of cells, or what a layer says of each


class Symmetry(msgspec.Struct, frozen=True):
    """Reflects at the main diagonal or not, then turns by quarter turns against the clock."""

    name: str
    turns: int
    flip: bool

    @property
    def keeps_shape(self) -> bool:
        """Say whether the image of a board has as many rows as the board, however many columns it has."""
        return (self.turns + self.flip) % 2 == 0

    def of(self, grid: Grid) -> Grid:
        """Return the image of a board."""
        return np.ascontiguousarray(np.rot90(grid.T if self.flip else grid, self.turns))

    def back(self, grid: Grid) -> Grid:
        """Return the board of an image."""
        turned = np.rot90(grid, -self.turns)
        return np.ascontiguousarray(turned.T if self.flip else turned)


SYMMETRIES: Final = tuple(
    Symmetry(name, turns, flip)
    for name, turns, flip in (
        ("turned-90", 1, False),
        ("turned-180", 2, False),
        ("turned-270", 3, False),
        ("transposed", 0, True),
        ("mirrored-rows", 1, True),
        ("antitransposed", 2, True),
        ("mirrored-columns", 3, True),
    )
)


def images(case: Case) -> list[Symmetry]:
    """Return the symmetries that make another board of this one, each image once. A board that is no square keeps its
    rows and columns: who wrote a solution for wide boards is given no high ones."""
    board = case.board
    square = board.n == board.columns
    seen = {_cells(board)}
    fresh: list[Symmetry] = []
    for symmetry in SYMMETRIES:
        if not (square or symmetry.keeps_shape):
            continue
        image = _cells(turn_board(board, symmetry))
        if image not in seen:
            seen.add(image)
            fresh.append(symmetry)
    return fresh


def turn_board(board: Instance, symmetry: Symmetry) -> Instance:
    """Return the board as the submission gets it; what its layer says goes with each cell."""
    grid, layer = symmetry.of(board.grid), board.layer
    return msgspec.structs.replace(board, n=len(grid), grid=grid, layer=None if layer is None else symmetry.of(layer))


def _cells(board: Instance) -> bytes:
    return board.grid.tobytes() + (b"" if board.layer is None else board.layer.tobytes())


def turn_back(answer: Answer, symmetry: Symmetry) -> Answer:
    """Turn the answer to an image into an answer to the board itself; only boards are turned."""
    if answer.board is None or answer.board.ndim != 2:
        return answer
    others = tuple(turn_back(one, symmetry) for one in answer.others)
    return msgspec.structs.replace(answer, board=symmetry.back(answer.board), first_line=0, others=others)
