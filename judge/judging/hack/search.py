"""The boards of a hunt, in their order: what is tiny first and whole, with the edges of sizes and random ones between.

Most mistakes show on a board of at most 3 x 3, if only all of them are tried. What is left shows at random on small
boards with as many pieces as fit, one more or one less; or where n passes the word of a machine.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import msgspec
import numpy as np

from judge.errors import JudgeError
from judge.judging.hack.families import EDGES, Grid, Sized, at_random, edges, empty
from judge.model import Algorithm, Instance
from judge.problems import puzzles
from judge.problems.generators.keys import ValueFault
from judge.problems.prove.bounds import fitting
from judge.problems.prove.small import most_pieces
from judge.problems.puzzles.puzzle import Puzzle
from judge.problems.row.small import SmallBoards
from judge.problems.rules.plain import TREE
from judge.problems.symmetry import SYMMETRIES

TINY, SMALL = 3, 8
STEPS = 1_250  # for the most pieces that fit on a board
EACH = 12  # random boards before larger ones come
IDLE = 2_000  # draws in which nothing is new
FIRST = 16  # tiny boards before all others: every pattern up to 2 x 2
_SHARES = (3, 1, 2)  # of tiny, edge and random boards among each six


class Space(msgspec.Struct, frozen=True):
    """Which boards a puzzle has: any n alone, or trees and a number of pieces as well."""

    puzzle: str
    algorithms: tuple[Algorithm, ...]
    max_n: int

    @property
    def varies(self) -> bool:
        """Say whether more than n may be chosen."""
        return self.fits(Instance(self.algorithms[0], 2, 1, np.array([[TREE, 0], [0, 0]], np.int8)))

    @property
    def small(self) -> SmallBoards | None:
        """Return the boards of a puzzle that are not the homework's."""
        return puzzles.named(self.puzzle).small

    @property
    def counts(self) -> bool:
        """Say whether all arrangements are asked for: on large boards nobody knows how many there are."""
        return puzzles.named(self.puzzle).goal.every is not None

    def fits(self, board: Instance) -> bool:
        """Say whether a board may be a case of the puzzle."""
        chosen = puzzles.named(self.puzzle)
        small = 1 <= board.n <= self.max_n and board.pieces >= 1
        fits = small and chosen.misfit(board) is None
        return fits and (chosen.small is None or _is_case(chosen, board))


def boards(space: Space, seed: int) -> Iterator[Instance]:
    """Yield the boards, each once; without an end where trees vary."""
    if space.small:
        yield from _drawn(space, space.small, np.random.default_rng([seed, 3]))
        return
    seen: set[tuple[str, int, bytes]] = set()
    made = _with_trees(space, seed) if space.varies else _by_size(space)
    for number, (grid, pieces) in enumerate(made):
        algorithm = space.algorithms[number % len(space.algorithms)]
        key = (algorithm, pieces, grid.tobytes())
        board = Instance(algorithm, len(grid), pieces, grid)
        if key not in seen and space.fits(board):
            seen.add(key)
            yield board


def _is_case(puzzle: Puzzle, board: Instance) -> bool:
    """Say whether a board is one that a case can hold: written and read again, it is the same."""
    try:
        read, _ = puzzle.cases.read(text := puzzle.cases.write(board), "input.txt")
    except JudgeError:
        return False
    return (read.shape, read.pieces) == (board.shape, board.pieces) and puzzle.cases.write(read) == text


def _drawn(space: Space, small: SmallBoards, rng: np.random.Generator) -> Iterator[Instance]:
    """Yield random boards, each once, small ones first; end where new ones are hardly found."""
    puzzle, seen, idle = puzzles.named(space.puzzle), set[bytes](), 0
    largest = min(small.most, space.max_n)
    for number in itertools.count():
        if idle == IDLE or largest < small.least:
            return
        n = small.least + int(rng.integers(0, 1 + min(number // EACH, largest - small.least)))
        try:
            board = puzzle.recipes.board(small.values(rng, n), int(rng.integers(1 << 30)), space.algorithms[0])
        except ValueFault:
            idle += 1
            continue
        text = puzzle.cases.write(board)
        idle = idle + 1 if text in seen or not space.fits(board) else 0
        if not idle:
            seen.add(text)
            yield board


def _by_size(space: Space) -> Iterator[Sized]:
    """Yield each size, for each algorithm: the small ones, then the edges, then all others."""
    small = range(1, min(space.max_n, 12) + 1)
    more = () if space.counts else (*EDGES, *range(13, space.max_n + 1))
    for n in dict.fromkeys((*small, *more)):
        yield from [(empty(n), n)] * len(space.algorithms)


def _with_trees(space: Space, seed: int) -> Iterator[Sized]:
    streams: list[Iterator[Sized]] = [
        _tiny(space),
        itertools.chain(edges(space.max_n), _large(space, np.random.default_rng([seed, 1]))),
        _small(space, np.random.default_rng([seed, 2])),
    ]
    yield from itertools.islice(streams[0], FIRST)
    order = [stream for stream, share in zip(streams, _SHARES, strict=True) for _ in range(share)]
    more = True
    while more:
        more = False
        for stream in order:
            for sized in itertools.islice(stream, 1):
                more = True
                yield sized


def _tiny(space: Space) -> Iterator[Sized]:
    """Yield all boards up to symmetry: first with as many pieces as fit and one more, then with any number."""
    grids = [grid for n in range(1, min(TINY, space.max_n) + 1) for grid in patterns(n)]
    fitting = [_most(space, grid) for grid in grids]
    for grid, most in zip(grids, fitting, strict=True):
        yield grid, max(1, most)
        yield grid, most + 1
    for grid, most in zip(grids, fitting, strict=True):
        free, cells = int((grid != TREE).sum()), grid.size
        yield from ((grid, pieces) for pieces in sorted({*range(1, most + 3), free, free + 1, cells, cells + 1} - {0}))


def patterns(n: int) -> list[Grid]:
    """Return every pattern of trees on n x n, one of those that turn into each other, the fewest trees first."""
    kept: dict[bytes, Grid] = {}
    for bits in sorted(range(1 << (n * n)), key=int.bit_count):
        grid = np.array([TREE * (bits >> k & 1) for k in range(n * n)], np.int8).reshape(n, n)
        first = min(grid.tobytes(), *(symmetry.of(grid).tobytes() for symmetry in SYMMETRIES))
        kept.setdefault(first, grid)
    return list(kept.values())


def _small(space: Space, rng: np.random.Generator) -> Iterator[Sized]:
    """Yield random boards with as many pieces as fit, one more, one less, and others."""
    sizes = tuple(n for n in range(4, SMALL + 1) if n <= space.max_n)
    for number in itertools.count() if sizes else ():
        grid = at_random(rng, sizes, number)
        most = _most(space, grid)
        choices = (most, most + 1, most, most - 1, most + 1, len(grid), 1)
        yield grid, max(1, choices[int(rng.integers(len(choices)))])


def _large(space: Space, rng: np.random.Generator) -> Iterator[Sized]:
    """Yield random boards of the edge sizes, with no more pieces than the plainest way places."""
    sizes = tuple(n for n in (*EDGES, 10, 12, 24, 48) if n <= space.max_n)
    for number in itertools.count() if sizes else ():
        grid = at_random(rng, sizes, number)
        fit = fitting(grid)
        choices = (fit, fit // 2, 1, int((grid != TREE).sum()) + 1)
        yield grid, max(1, choices[int(rng.integers(len(choices)))])


def _most(space: Space, grid: Grid) -> int:
    """Return how many pieces fit, or, where that takes long, how many the plainest way places."""
    board = Instance(space.algorithms[0], len(grid), 1, grid)
    most = most_pieces(board, space.puzzle, STEPS)
    return fitting(grid) if most is None else most
