"""Define a spoilt answer, and how few of many places are taken to spoil one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeVar

import msgspec
import numpy as np

from judge.model import Answer

Table = np.ndarray[Any, np.dtype[np.int8]]
Boards = Iterator[Table]
_T = TypeVar("_T")

# How a text is written: as `write_answer` does; otherwise, so that it is read with a warning; so that only a package
# with `answers = "shapes"` reads it.
Form = Literal["written", "forgiven", "shape"]


class Spoilt(msgspec.Struct, frozen=True, eq=False):
    """Holds an answer that a submission might give: a text, or what a function returned.

    `means` is what it says, by whoever spoilt it and no reader; None: nothing that is an answer.
    """

    kind: str  # of KINDS
    means: Answer | None
    text: bytes | None = None
    returned: Answer | None = None
    form: Form = "written"


def few(things: Sequence[_T], most: int) -> list[_T]:
    """Return some of them, evenly spread, the first and the last among them."""
    last = len(things) - 1
    if last < most:
        return list(things)
    return [things[last * at // max(most - 1, 1)] for at in range(most)]


def cells(table: Table, value: int, most: int) -> list[tuple[int, int]]:
    """Return the places of some of the cells that hold a value."""
    found = np.flatnonzero(table == value)
    places = few(range(len(found)), most)
    width = table.shape[1]
    return [(int(found[at]) // width, int(found[at]) % width) for at in places]


def changed(table: Table, *cells: tuple[tuple[int, int], int]) -> Table:
    """Return a copy with some cells of other values."""
    copy = table.copy()
    for place, value in cells:
        copy[place] = value
    return copy


def as_text(table: Table) -> bytes:
    """Write a board of any shape below OK."""
    lines = np.full((table.shape[0], table.shape[1] + 1), ord("\n"), np.uint8)
    lines[:, :-1] = table + ord("0")
    return b"OK\n" + lines.tobytes()
