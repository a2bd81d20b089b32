"""A refutation: why no arrangement keeps all quotas of a case, such that anybody can check it by adding up.

It splits what is possible, cell by cell: with a piece on it, or without. Where it splits no more, it adds up quotas:
each is multiplied by a weight, a positive one where so many pieces at most are meant, a negative one where so many at
least. The sum says how much all pieces weigh together at most; if the cells can't weigh so little, whatever stands on
them, nothing is possible there (Farkas, 1902).
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

SCHEMA: Final = "judge.refutation/1"
CLIQUES: Final = "cliques"  # what they are called among the weights
Spot = tuple[int, int]  # row and column, from 1
Weights = dict[str, tuple[tuple[int, int], ...]]  # by the name of a rule: the number of a quota, from 1, and its weight


class Node(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Splits at a cell, and is followed by all nodes with a piece there, then by all without; or adds up weights."""

    cell: Spot | None = None
    weights: Weights = {}


class Refutation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Says that a board of n x m has no arrangement such as would refute its answer. `cliques` are sets of cells of
    which each two share a quota of one piece: quotas of one piece too."""

    schema: Literal["judge.refutation/1"]
    n: int
    m: int
    nodes: tuple[Node, ...]
    cliques: tuple[tuple[Spot, ...], ...] = ()
