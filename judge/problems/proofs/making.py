"""Make a certificate of weights on segments and small sets, as short as it can be said."""

from __future__ import annotations

from typing import Any

import numpy as np

from judge.model import Instance
from judge.problems.proofs.certificate import SCHEMA, Certificate, Clique, Direction, Segment
from judge.problems.proofs.sets import Free, Numbers


def certificate_of(board: Instance, one: int, **parts: Any) -> Certificate:
    """Return a certificate for this board."""
    return Certificate(schema=SCHEMA, n=board.n, pieces=board.pieces, one=one, **parts)


def weighed(free: Free, weights: Numbers) -> dict[Direction, tuple[Segment, ...]]:
    """Return the segments that have a weight, by direction, as a certificate writes them."""
    found: dict[Direction, tuple[Segment, ...]] = {}
    for direction, start, end in free.directions():
        chosen = start + np.flatnonzero(weights[start:end])
        if len(chosen):
            begins = free.cells[free.begins[chosen]] + 1
            columns = (begins[:, 0], begins[:, 1], free.length[chosen], weights[chosen])
            found[direction] = tuple(zip(*(column.tolist() for column in columns), strict=True))
    return found


def weighed_cliques(free: Free, sets: Numbers, weights: Numbers) -> tuple[Clique, ...]:
    """Return the small sets that have a weight; -1 in a row of `sets` is no cell."""
    chosen = np.flatnonzero(weights)
    cells = [tuple((r + 1, c + 1) for r, c in free.cells[row[row >= 0]].tolist()) for row in sets[chosen]]
    return tuple(zip(weights[chosen].tolist(), cells, strict=True))
