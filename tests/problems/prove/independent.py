"""Whether pieces see each other and fit, written once more: plain, and without a word of judge/."""

from __future__ import annotations

from collections.abc import Sequence

STEPS = {"row": (0, 1), "column": (1, 0), "falling": (1, 1), "rising": (1, -1)}
Cell = tuple[int, int]


def walk(free: set[Cell], cell: Cell, step: Cell) -> list[Cell]:
    """The free cells from this one on, up to the first that is none."""
    cells = []
    while cell in free:
        cells.append(cell)
        cell = cell[0] + step[0], cell[1] + step[1]
    return cells


def fit(rows: Sequence[str], pieces: int) -> bool:
    """Whether so many pieces fit."""
    free = {(r, c) for r, row in enumerate(rows, 1) for c, cell in enumerate(row, 1) if cell == "0"}
    number = {cell: at for at, cell in enumerate(sorted(free))}
    ways = [*STEPS.values(), *((-down, -right) for down, right in STEPS.values())]
    near = [sum({1 << number[seen] for way in ways for seen in walk(free, cell, way)}) for cell in number]
    return place(near, (1 << len(near)) - 1, pieces)


def place(near: Sequence[int], cells: int, pieces: int) -> bool:
    """Whether so many pieces fit on these cells, the bits of a number. Some best arrangement has a piece on any given
    cell or on one that it sees; the cell that sees the fewest is asked."""
    if pieces <= 0 or groups(near, cells) < pieces:
        return pieces <= 0
    least = min(bits(cells), key=lambda at: (near[at] & cells).bit_count())
    for at in bits(near[least] & cells):
        if place(near, cells & ~near[at], pieces - 1):
            return True
        cells &= ~(1 << at)
    return False


def groups(near: Sequence[int], cells: int) -> int:
    """How many groups, in each of which all see each other, hold all of the cells: no more pieces fit than that."""
    count = 0
    while cells:
        group, count = cells, count + 1
        while group:
            at = group.bit_length() - 1
            cells, group = cells & ~(1 << at), group & near[at] & ~(1 << at)
    return count


def bits(number: int) -> list[int]:
    return [at for at in range(number.bit_length()) if number >> at & 1]
