"""The boards of a hunt, in their order: what is tiny first and whole, with the edges of sizes and random ones between.

Most mistakes show on a board of at most 3 x 3, if only all of them are tried. What is left shows at random on small
boards with as many pieces as fit, one more or one less; or where n passes the word of a machine.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec
import numpy as np

from judge.errors import JudgeError, ValueFault
from judge.model import Instance
from judge.problems import TREE, Puzzle, SmallBoards, images, puzzle_named
from judge.problems.prove import fitting, most_pieces

TINY, SMALL = 3, 8
EDGES = (64, 65, 32, 33, 8, 16, 63, 31, 9, 17)  # around the words of a machine
STEPS = 1_250  # for the most pieces that fit on a board
EACH = 12  # random boards before larger ones come
IDLE = 2_000  # draws in which nothing is new
FIRST = 16  # tiny boards before all others: every pattern up to 2 x 2
_SHARES = (3, 1, 2)  # of tiny, edge and random boards among each six
Grid = np.ndarray[Any, np.dtype[np.int8]]
Sized = tuple[Grid, int]  # trees, and how many pieces


class Space(msgspec.Struct, frozen=True):
    """Which boards a puzzle has, of at most so many rows."""

    puzzle: str
    algorithms: tuple[Instance.Algorithm, ...]
    max_n: int

    @property
    def small(self) -> SmallBoards:
        """Return which small boards the puzzle has."""
        return puzzle_named(self.puzzle).small

    def fits(self, board: Instance) -> bool:
        """Say whether a board may be a case of the puzzle."""
        chosen = puzzle_named(self.puzzle)
        fits = 1 <= board.n <= self.max_n and board.pieces >= 1 and chosen.misfit(board) is None
        return fits and _is_case(chosen, board)

    def empty(self, n: int) -> Instance:
        """Return the board of n rows, of a puzzle of which nothing else varies."""
        recipes = puzzle_named(self.puzzle).recipes
        return recipes.board({**{key.name: key.default for key in recipes.keys}, "n": n}, 0, self.algorithms[0])

    def most(self, grid: Grid) -> int:
        """Return how many pieces fit, or, where that takes long, how many the plainest way places."""
        most = most_pieces(Instance(self.algorithms[0], len(grid), 1, grid), self.puzzle, STEPS)
        return fitting(grid) if most is None else most


def boards(space: Space, seed: int) -> Iterator[Instance]:
    """Yield the boards, each once, until new ones are hardly found; where trees vary that has no end."""
    space = msgspec.structs.replace(space, max_n=min(space.max_n, space.small.largest))
    if space.small.sized:
        made: Iterator[Instance | None] = _by_size(space)
    elif space.small.patterned:
        made = (Instance("ANY", len(grid), pieces, grid) for grid, pieces in _with_trees(space, seed))
    else:
        made = _drawn(space, np.random.default_rng([seed, 3]))
    write, seen, idle = puzzle_named(space.puzzle).cases.write, set[bytes](), 0
    for number, one in enumerate(made):
        algorithm = space.algorithms[number % len(space.algorithms)]
        board = one and msgspec.structs.replace(one, algorithm=algorithm)
        if board and (text := write(board)) not in seen and space.fits(board):
            seen.add(text)
            yield board
            idle = 0
        elif (idle := idle + 1) == IDLE:
            return


def patterns(n: int) -> list[Grid]:
    """Return every pattern of trees on n x n, one of those that turn into each other, the fewest trees first."""
    kept: dict[bytes, Grid] = {}
    for bits in sorted(range(1 << (n * n)), key=int.bit_count):
        grid = np.array([TREE * (bits >> k & 1) for k in range(n * n)], np.int8).reshape(n, n)
        first = min(image.cells for image in images(Instance("ANY", n, 1, grid)))
        kept.setdefault(first, grid)
    return list(kept.values())


def _is_case(puzzle: Puzzle, board: Instance) -> bool:
    """Say whether a board is one that a case can hold: written and read again, it is the same."""
    try:
        read, _ = puzzle.cases.read(text := puzzle.cases.write(board), "input.txt")
    except JudgeError:
        return False
    return (read.shape, read.pieces) == (board.shape, board.pieces) and puzzle.cases.write(read) == text


def _drawn(space: Space, rng: np.random.Generator) -> Iterator[Instance | None]:
    """Yield random boards, small ones first; None for a draw of which none is made."""
    puzzle, small = puzzle_named(space.puzzle), space.small
    largest = min(small.most, space.max_n)
    for number in itertools.count() if largest >= small.least else ():
        n = small.least + int(rng.integers(0, 1 + min(number // EACH, largest - small.least)))
        try:
            yield puzzle.recipes.board(small.values(rng, n), int(rng.integers(1 << 30)), space.algorithms[0])
        except ValueFault:
            yield None


def _by_size(space: Space) -> Iterator[Instance]:
    """Yield each size, for each algorithm: the small ones, then the edges, then all others. Where all arrangements are
    asked for nobody knows how many there are on large boards."""
    small = range(1, min(space.max_n, 12) + 1)
    more = () if puzzle_named(space.puzzle).goal.every is not None else (*EDGES, *range(13, space.max_n + 1))
    for n in dict.fromkeys((*small, *more)):
        yield from [space.empty(n)] * len(space.algorithms)


def _with_trees(space: Space, seed: int) -> Iterator[Sized]:
    """Yield the first tiny boards, then of each kind its share, for as long as there are any."""
    tiny = _tiny(space)
    edges = (one for made in zip(*(_edge(n) for n in EDGES if n <= space.max_n), strict=True) for one in made)
    large = _random(space, np.random.default_rng([seed, 1]), (*EDGES, 10, 12, 24, 48), _with_few)
    small = _random(space, np.random.default_rng([seed, 2]), range(TINY + 1, SMALL + 1), _with_most)
    yield from itertools.islice(tiny, FIRST)
    streams = zip((tiny, itertools.chain(edges, large), small), _SHARES, strict=True)
    order = [stream for stream, share in streams for _ in range(share)]
    while made := [one for stream in order for one in itertools.islice(stream, 1)]:
        yield from made


def _tiny(space: Space) -> Iterator[Sized]:
    """Yield all boards up to symmetry: first with as many pieces as fit and one more, then with any number."""
    grids = [(grid, space.most(grid)) for n in range(1, min(TINY, space.max_n) + 1) for grid in patterns(n)]
    for grid, most in grids:
        yield grid, max(1, most)
        yield grid, most + 1
    for grid, most in grids:
        free, cells = int((grid != TREE).sum()), grid.size
        yield from ((grid, pieces) for pieces in sorted({*range(1, most + 3), free, free + 1, cells, cells + 1} - {0}))


def _random(
    space: Space, rng: np.random.Generator, sizes: Iterable[int], amounts: Callable[[Space, Grid], Sequence[int]]
) -> Iterator[Sized]:
    """Yield random boards of these sizes, each with one of the amounts of pieces."""
    there = tuple(n for n in sizes if n <= space.max_n)
    for number in itertools.count() if there else ():
        grid = SmallBoards.wood(there[int(rng.integers(len(there)))], number, rng)
        choices = amounts(space, grid)
        yield grid, max(1, choices[int(rng.integers(len(choices)))])


def _with_most(space: Space, grid: Grid) -> Sequence[int]:
    """Return as many pieces as fit, one more, one less, and others."""
    most = space.most(grid)
    return most, most + 1, most, most - 1, most + 1, len(grid), 1


def _with_few(_: Space, grid: Grid) -> Sequence[int]:
    """Return no more pieces than the plainest way places, or more than there are cells."""
    fit = fitting(grid)
    return fit, fit // 2, 1, int((grid != TREE).sum()) + 1


def _edge(n: int) -> Iterator[Sized]:
    """Yield boards of n x n that are easy for every search: few free cells, or few pieces."""
    last, whole = n - 1, _filled(n, 0)
    yield whole, 1
    yield _only(n, (last, last)), 1
    yield whole, n * n + 1
    for one, other in (((0, 0), (0, last)), ((0, last), (last, last)), ((0, 0), (last, last)), ((0, last), (last, 0))):
        yield _only(n, one, other), 2  # they see each other
        ways = (np.rint(np.linspace(a, b, n)).astype(int).tolist() for a, b in zip(one, other, strict=True))
        yield _only(n, *zip(*ways, strict=True)), 2  # with free cells between them
    yield _only(n, (0, 0), (1, last)), 2
    yield _only(n, (0, last), (1, 0)), 2
    yield _filled(n, TREE), 1
    few = _only(n, *((0, column) for column in range(0, n, 2)))  # a tree stands between any two
    yield few, -(-n // 2)
    yield few.T.copy(), -(-n // 2)
    yield whole, fitting(whole)


def _filled(n: int, cell: int) -> Grid:
    return np.full((n, n), cell, np.int8)


def _only(n: int, *cells: tuple[int, ...]) -> Grid:
    """Return a board on which these cells alone are free."""
    grid = _filled(n, TREE)
    for cell in cells:
        grid[cell] = 0
    return grid
