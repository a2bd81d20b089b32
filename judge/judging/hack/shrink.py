"""Make a board smaller that shows a difference: hypothesis chooses what to leave out, and each try is a run.

A strategy draws what is kept of the board. Small draws keep little, and hypothesis shrinks to small draws; large ones
keep all, and most random draws are large. So its first random examples are the board itself, or nearly.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from judge.judging.hack.boards import Space
from judge.model import Instance
from judge.problems import TREE
from judge.problems.prove import Truth, most_pieces

MANY = 1_000  # a draw: 0 keeps least, and what is as large as the board keeps all
GROUPS = 48  # of trees or lines that are kept or left out together
TRIES = 600
STEPS = 1_250
Shows = Callable[[Instance], bool]


class Shrinker:
    """Holds the smallest board so far that shows the difference."""

    def __init__(self, space: Space, board: Instance, shows: Shows, seconds: float) -> None:
        self._space, self._shows = space, shows
        self._until_s = time.monotonic() + seconds
        self._seen: dict[tuple[int, tuple[int, int], bytes], bool] = {_key(board): True}
        self.best = board
        self.tried = 0

    def run(self) -> Instance:
        """Shrink again and again, in two ways by turns, until neither leaves out more or the time is over."""
        idle, tandem = 0, self.best.n <= Truth.SEARCHED_N  # above that nobody knows how many fit
        while idle < 2 and time.monotonic() < self._until_s:
            before = self.best
            self._once(before, tandem=tandem)
            idle, tandem = (idle + 1 if self.best is before else 0), not tandem
        return self.best

    def _once(self, board: Instance, *, tandem: bool) -> None:
        import hypothesis.strategies  # 0.3 s, where a board is found

        settings = hypothesis.settings(
            database=None,
            derandomize=True,
            deadline=None,
            max_examples=TRIES,
            phases=(hypothesis.Phase.generate, hypothesis.Phase.shrink),
            suppress_health_check=list(hypothesis.HealthCheck),
            verbosity=hypothesis.Verbosity.quiet,
        )
        kept = hypothesis.strategies.composite(lambda draw: self._kept(board, draw, tandem=tandem))()
        with contextlib.suppress(hypothesis.errors.HypothesisException):  # it found none, or was told to stop
            hypothesis.find(kept, self._holds, settings=settings)

    def _kept(self, board: Instance, draw: Callable[[Any], Any], *, tandem: bool) -> Instance | None:
        """Return a part of the board, as drawn."""
        from hypothesis.strategies import integers

        def number() -> int:
            return int(draw(integers(0, MANY)))

        if time.monotonic() > self._until_s:
            return None
        if not (self._space.small.sized or self._space.small.patterned):
            return self._space.small.part(board, number)
        n = min(board.n, number() + 1)
        if self._space.small.sized:
            return msgspec.structs.replace(self._space.empty(n), algorithm=board.algorithm)
        pieces = number()
        down, right = (board.n - n - min(board.n - n, number()) for _ in range(2))
        grid = board.grid[down : down + n, right : right + n].copy()
        grid = _without(grid, _groups(list(range(n)), number))
        trees = [(int(r), int(c)) for r, c in np.argwhere(grid == TREE)]
        for tree in _groups(trees, number):
            grid[tree] = 0
        made = Instance(board.algorithm, len(grid), 1, np.ascontiguousarray(grid))
        most = self._pieces(made, pieces) if tandem else pieces + 1
        return msgspec.structs.replace(made, pieces=max(1, min(board.pieces, most)))

    def _pieces(self, board: Instance, drawn: int) -> int:
        """Return as many pieces as fit on a board, one more, or one more than free cells; else as many as before. So a
        board can lose cells and pieces at once."""
        if drawn == 2:
            return int((board.grid != TREE).sum()) + 1
        most = most_pieces(board, self._space.puzzle, STEPS) if drawn < 2 else None
        return MANY * MANY if most is None else most + drawn

    def _holds(self, board: Instance | None) -> bool:
        """Say whether a board shows the difference. What was seen is not run again; when the time is over, nothing
        is."""
        if board is None or not self._space.fits(board):
            return False
        key = _key(board)
        if key not in self._seen:
            if time.monotonic() > self._until_s:
                return False
            self.tried += 1
            self._seen[key] = self._shows(board)
        if self._seen[key] and size(board) < size(self.best):
            self.best = board
        return self._seen[key]


def size(board: Instance) -> tuple[int, ...]:
    """Return by what a board is smaller than another."""
    layer = 0 if board.layer is None else int(board.layer.sum())
    return board.n, board.columns, int(np.count_nonzero(board.grid)), board.pieces, layer


def _key(board: Instance) -> tuple[int, tuple[int, int], bytes]:
    return board.pieces, board.shape, board.cells


def _groups(things: list[Any], number: Callable[[], int]) -> list[Any]:
    """Return which of the things are left out, many at once where there are many: those whose draw is 0."""
    step = max(1, -(-len(things) // GROUPS))
    return [thing for at in range(0, len(things), step) if number() == 0 for thing in things[at : at + step]]


def _without(grid: Any, lines: list[int]) -> Any:
    """Leave out these rows, and the columns of the same numbers."""
    kept = [k for k in range(len(grid)) if k not in set(lines)] or [0]
    return grid[np.ix_(kept, kept)]
