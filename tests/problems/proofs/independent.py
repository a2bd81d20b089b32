"""What a certificate must hold, and whether pieces fit, written once more: plain, and without a word of judge/."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations

STEPS = {"row": (0, 1), "column": (1, 0), "falling": (1, 1), "rising": (1, -1)}
Cell = tuple[int, int]


def walk(free: set[Cell], cell: Cell, step: Cell) -> list[Cell]:
    """The free cells from this one on, up to the first that is none."""
    cells = []
    while cell in free:
        cells.append(cell)
        cell = cell[0] + step[0], cell[1] + step[1]
    return cells


def proves(text: bytes, rows: Sequence[str], pieces: int) -> bool:
    """Whether a certificate.json shows that the pieces do not fit on the board."""
    said = json.loads(text)
    free = {(r, c) for r, row in enumerate(rows, 1) for c, cell in enumerate(row, 1) if cell == "0"}
    sets: list[tuple[int, list[Cell]]] = []
    for family, weight in said.get("every", {}).items():
        sets += [(weight, [cell]) for cell in free if family == "cell"]
        if down_right := STEPS.get(family):
            heads = [(r, c) for r, c in free if (r - down_right[0], c - down_right[1]) not in free]
            sets += [(weight, walk(free, head, down_right)) for head in heads]
    for direction, segments in said.get("segments", {}).items():
        for row, column, length, weight in segments:
            cells = walk(free, (row, column), STEPS[direction])
            if not 1 <= length <= len(cells):
                return False
            sets.append((weight, cells[:length]))
    for weight, members in said.get("cliques", []):
        cells = [(row, column) for row, column in members]
        if not cells or not all(sees(free, a, b) for a, b in combinations(cells, 2)) or not {*cells} <= free:
            return False
        sets.append((weight, cells))
    paid = dict.fromkeys(free, 0)
    for weight, cells in sets:
        for cell in cells:
            paid[cell] += weight
    weights = [*said.get("every", {}).values(), *(weight for weight, _ in sets)]
    fits = (said["n"], said["pieces"]) == (len(rows), pieces) and all(weight > 0 for weight in weights)
    covered = said["one"] > 0 and all(sum_of >= said["one"] for sum_of in paid.values())
    return fits and covered and sum(weight for weight, _ in sets) < pieces * said["one"]


def sees(free: set[Cell], one: Cell, other: Cell) -> bool:
    """Whether two different cells see each other."""
    ways = [*STEPS.values(), *((-down, -right) for down, right in STEPS.values())]
    return one != other and any(other in walk(free, one, step) for step in ways)


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
