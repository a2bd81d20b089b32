"""Cover all free cells with as few segments of two directions as possible: each segment holds one piece.

A cell joins one segment of each direction, so the segments are the two sides of a bipartite graph. A cover is as small
as the largest matching (König, 1931), which is found by shortest augmenting paths (Hopcroft and Karp, 1973).
"""

from __future__ import annotations

from collections import deque
from itertools import combinations

import numpy as np

from judge.model import Instance
from judge.problems.proofs.certificate import Direction
from judge.problems.proofs.counting import counted, segments_word
from judge.problems.proofs.making import certificate_of, weighed
from judge.problems.proofs.proof import Bound, Proof
from judge.problems.proofs.sets import Free

_LARGEST = 300_000  # free cells: a second or two for each pair of directions
_FAR = 1 << 60
Near = list[list[int]]


def cover_bound(board: Instance, free: Free) -> Bound | None:
    """Return the smallest cover by segments of two directions; None where it is larger than it needs to be, or the
    board is too large. It is no bound then, as the search ends once it can prove nothing."""
    if len(free.cells) > _LARGEST:
        return None
    ways = free.directions()
    for (one, first), (other, second) in combinations(list(enumerate(ways)), 2):
        near: Near = [[] for _ in range(first[2] - first[1])]
        for a, b in np.unique(free.lines[:, (one, other)], axis=0).tolist():
            near[a - first[1]].append(b - second[1])
        matching = _Matching(near, second[2] - second[1])
        if not matching.grow(board.pieces):
            left, right = matching.cover()
            weights = np.zeros(len(free.length), np.int64)
            weights[[first[1] + a for a in left] + [second[1] + b for b in right]] = 1
            line = _line(board, (len(left), first[0]), (len(right), second[0]))
            return Bound(len(left) + len(right), Proof(line, certificate_of(board, 1, segments=weighed(free, weights))))
    return None


def _line(board: Instance, one: tuple[int, Direction], other: tuple[int, Direction]) -> str:
    parts = " and ".join(counted(count, segments_word(direction)) for count, direction in (one, other) if count)
    return f"{counted(board.pieces, 'piece')}, but {parts or 'nothing'} cover all free cells and can hold one each"


class _Matching:
    """Pairs of left and right that share a cell; `near` holds the right ones of each left one."""

    def __init__(self, near: Near, right: int) -> None:
        self.near = near
        self.mate, self.holder = [-1] * len(near), [-1] * right
        for a, some in enumerate(near):
            b = next((b for b in some if self.holder[b] < 0), -1)
            if b >= 0:
                self.mate[a], self.holder[b] = b, a
        self.size = sum(b >= 0 for b in self.mate)

    def grow(self, enough: int) -> bool:
        """Make it as large as can be, or stop at `enough`; say whether there are as many."""
        while self.size < enough:
            depth = self._depths()
            grown = sum(self.size < enough and self._augment(a, depth) for a, b in enumerate(self.mate) if b < 0)
            if not grown:
                return False
            self.size += grown
        return True

    def cover(self) -> tuple[list[int], list[int]]:
        """Return the smallest cover: the left ones that no unmatched one leads to, the right ones that one leads to."""
        depth = self._depths()
        seen = {b for a, some in enumerate(self.near) if depth[a] < _FAR for b in some}
        return [a for a, at in enumerate(depth) if at == _FAR], sorted(seen)

    def _depths(self) -> list[int]:
        """Return how many steps each left one is from an unmatched one, along free and matched edges in turn."""
        depth = [0 if b < 0 else _FAR for b in self.mate]
        queue = deque(a for a, b in enumerate(self.mate) if b < 0)
        while queue:
            a = queue.popleft()
            for b in self.near[a]:
                after = self.holder[b]
                if after >= 0 and depth[after] == _FAR:
                    depth[after] = depth[a] + 1
                    queue.append(after)
        return depth

    def _augment(self, start: int, depth: list[int]) -> bool:
        """Walk a shortest path from an unmatched left one to an unmatched right one, and swap its edges."""
        path, ways = [start], [iter(self.near[start])]
        while path:
            for b in ways[-1]:
                after = self.holder[b]
                if after < 0:
                    self._swap(path, b)
                    return True
                if depth[after] == depth[path[-1]] + 1:
                    path.append(after)
                    ways.append(iter(self.near[after]))
                    break
            else:
                depth[path.pop()] = _FAR
                ways.pop()
        return False

    def _swap(self, path: list[int], b: int) -> None:
        for a in reversed(path):
            self.mate[a], self.holder[b], b = b, a, self.mate[a]
