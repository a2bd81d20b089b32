"""A certificate: why at most so many pieces fit on a board, such that anybody can check it by adding up.

It puts a weight on sets of cells that all see each other. Each set holds one piece at most. Where the weights on every
free cell add up to 1 or more, each piece pays at least 1, so no more pieces fit than all weights together. All weights
are whole numbers over one denominator, `one`.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

Direction = Literal["row", "column", "falling", "rising"]
Family = Literal["cell", "row", "column", "falling", "rising"]
Segment = tuple[int, int, int, int]  # row and column where it begins, its length, its weight; all from 1
Clique = tuple[int, tuple[tuple[int, int], ...]]  # its weight, and its cells (row, column), from 1

NAME = "certificate.json"
MOST_N: Final = 2_000  # of a board whose certificate is written and checked: 3 s and 120 MB there
SCHEMA: Final = "judge.certificate/1"
# From the cell in which a segment begins to the next one: rows down, columns right.
STEPS: dict[Direction, tuple[int, int]] = {"row": (0, 1), "column": (1, 0), "falling": (1, 1), "rising": (1, -1)}


class Certificate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Says that fewer than `pieces` fit on a board of n x n. `every` puts one weight on all segments of a direction, or
    on all free cells; a segment in full is one between trees and borders."""

    schema: Literal["judge.certificate/1"]
    n: int
    pieces: int
    one: int
    every: dict[Family, int] = {}
    segments: dict[Direction, tuple[Segment, ...]] = {}
    cliques: tuple[Clique, ...] = ()
