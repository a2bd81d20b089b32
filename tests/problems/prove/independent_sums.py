"""What a refutation must hold, written once more for lizards: plain, and without a word of judge/."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from tests.problems.prove.independent import STEPS, Cell, sees, walk

Set = tuple[list[Cell], int, int]  # cells, and how many pieces at least and at most


def sets_of(free: set[Cell], size: int, pieces: int) -> dict[str, list[Set]]:
    """The goal: all pieces. The rule: one between two trees, in the order of the directions and of reading."""
    views: list[Set] = []
    for down, right in STEPS.values():
        for cell in sorted(free):
            cells = walk(free, cell, (down, right))
            if (cell[0] - down, cell[1] - right) not in free and len(cells) > 1:
                views.append((cells, 0, 1))
    every = [(row, column) for row in range(1, size + 1) for column in range(1, size + 1)]
    return {"goal": [(every, pieces, pieces)], "no_attack": views}


def refutes(text: bytes, rows: Sequence[str], pieces: int) -> bool:
    """Whether a refutation shows that the pieces do not fit on the board."""
    said = json.loads(text)
    free = {(r, c) for r, row in enumerate(rows, 1) for c, cell in enumerate(row, 1) if cell == "0"}
    sets = sets_of(free, len(rows), pieces)
    cliques = [[(row, column) for row, column in clique] for clique in said.get("cliques", [])]
    if not all(sees(free, *pair) for clique in cliques for pair in combinations(clique, 2)):
        return False
    sets["cliques"] = [(clique, 0, 1) for clique in cliques]
    nodes = list(reversed(said["nodes"]))
    whole = (said["n"], said["m"]) == (len(rows), len(rows)) and closed(nodes, sets, free, {})
    return whole and not nodes


def closed(nodes: list[Any], sets: dict[str, list[Set]], free: set[Cell], holds: dict[Cell, int]) -> bool:
    """Whether the nodes from the last one back rule out all that is possible where these cells hold so much."""
    if not nodes:
        return False
    node = nodes.pop()
    if "cell" in node:
        row, column = node["cell"]
        fresh = (row, column) in free and (row, column) not in holds
        return fresh and all(closed(nodes, sets, free, {**holds, (row, column): value}) for value in (1, 0))
    least = most = 0
    price = dict.fromkeys(free, 0)
    for name, entries in node["weights"].items():
        for number, weight in entries:
            cells, low, high = sets[name][number - 1]
            most += weight * (high if weight > 0 else low)
            for cell in cells:
                if cell in free:
                    price[cell] += weight
    for cell, weight in price.items():
        least += holds[cell] * weight if cell in holds else min(0, weight)
    return least > most
