"""What `judge generate` says of a case."""

from __future__ import annotations

from typing import Literal

import msgspec

State = Literal["same", "new", "stale", "edited", "undecided", "orphan", "removed"]


class Made(msgspec.Struct, frozen=True):
    """Holds the state of one case, and what is to be known of it. `pieces` is 0 where it is not decided,
    or where as many as possible are asked for.

    same: as its recipe makes it. new: there was none. stale: a former recipe made it. edited: somebody else did, so it
    is left alone. undecided: nobody knows how many pieces it needs. orphan: no recipe makes it, and it is not declared
    as made by hand.
    """

    case: str  # group/name
    state: State
    n: int = 0
    trees: int = 0
    pieces: int = 0
    note: str = ""
    most: int = 0  # that the board is known to hold; 0: nobody has asked
    most_proven: bool = False
    columns: int = 0  # as many as rows, in most puzzles
    board: str = ""  # what its cells are known by, where the recipe asks what they hold
