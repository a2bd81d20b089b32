"""What a case says of each of its cells, as it is drawn: the region that the cell lies in, or its weight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from judge.model.problem import Instance


class Layer(msgspec.Struct, frozen=True, eq=False):
    """A number for each cell, in the shape of the board; `parted` where cells of one number are one region."""

    numbers: Any
    parted: bool


def layer_of(board: Instance | None, *, parted: bool) -> Layer | None:
    """Return the layer of a case; None where it has none."""
    return Layer(board.layer, parted) if board is not None and board.layer is not None else None
