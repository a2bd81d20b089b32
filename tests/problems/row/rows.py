"""The shipped rows, those of rows.toml, boards of them, and an oracle of their rules written from the words alone."""

from __future__ import annotations

import random
import tomllib
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from judge.model import Answer, Instance
from judge.problems import Puzzle, puzzle_named
from judge.problems.generators.keys import Pieces
from judge.problems.row.file import reference_of
from judge.problems.row.read import check
from judge.problems.row.words import Row
from tests.shipped import ROOT

Board = np.ndarray[Any, np.dtype[np.int8]]
NEW: dict[str, Any] = tomllib.loads((Path(__file__).parent / "rows.toml").read_text())
SHIPPED: dict[str, Any] = tomllib.loads((ROOT / "judge/problems/puzzles.toml").read_text())
RAW = NEW | {name: {key: said[key] for key in said if key != "starter"} for name, said in SHIPPED.items()}
_QUEEN: list[tuple[int, int]] = [(0, 1), (1, 0), (1, 1), (1, -1)]
_RIDES: dict[Any, list[tuple[int, int]]] = {"queen": _QUEEN, "rook": _QUEEN[:2], "bishop": _QUEEN[2:]}
_LEAPS: dict[Any, list[tuple[int, int]]] = {"king": [(0, 1), (1, 1)], "knight": [(1, 2)], "camel": [(1, 3)]}


def row_of(name: str) -> Row:
    """Return the row of this name, which makes a puzzle."""
    row = msgspec.convert(RAW[name], Row)
    check(row)
    return row


def own(name: str) -> tuple[str, Puzzle]:
    """Return how a row's puzzle is named, and the puzzle."""
    reference = reference_of(row_of(name))
    return reference, puzzle_named(reference)


def made(name: str, n: int, seed: int) -> Instance:
    """Return a small board of a row, as its recipes make it."""
    puzzle, rng = own(name)[1], np.random.default_rng(seed)
    if puzzle.small:
        return puzzle.recipes.board(puzzle.small.values(rng, n), seed, "ANY")
    asked = n if "lizards" in puzzle.row.exact else int(rng.integers(1, n + 2))
    woods = {"density": 0.2 * ("tree" in puzzle.row.states), "pattern": "random", "trees": ()}
    return puzzle.recipes.board({"n": n, "pieces": Pieces("number", asked), **woods}, seed, "ANY")


def filled(board: Instance, pieces: int, dice: random.Random) -> Answer:
    """Return the board with so many pieces more, on free cells at random."""
    cells = board.grid.copy()
    free = [tuple(cell) for cell in np.argwhere(cells == 0).tolist()]
    for cell in dice.sample(free, min(pieces, len(free))):
        cells[cell] = 1
    return Answer(board=cells)


def keeps(name: str, board: Instance, cells: Board) -> bool:
    """Say whether a full board keeps the rules that the words of its row say."""
    return keeps_words(RAW[name], board, cells)


def keeps_words(said: dict[str, Any], board: Instance, cells: Board) -> bool:
    """Say whether a full board keeps the rules that these words say; a 2 is a tree."""
    pieces = [tuple(cell) for cell in np.argwhere(cells == 1).tolist()]
    return _apart(said, cells, pieces) and _in_line(said, pieces) and _shares(said, board, cells)


def _apart(said: dict[str, Any], cells: Board, pieces: list[Any]) -> bool:
    several = said.get("apart", [])
    n, m = cells.shape
    for one in several if isinstance(several, list) else [several]:
        kind = next(iter(one)) if isinstance(one, dict) else "ride" if one in _RIDES else "leap"
        steps = [one[kind]] if isinstance(one, dict) else (_RIDES | _LEAPS)[one]
        images = {(a * i, b * j) for x, y in steps for a, b in ((x, y), (y, x)) for i in (1, -1) for j in (1, -1)}
        for row, column in pieces:
            for down, right in images:
                for far in range(1, n * m + 1 if kind == "ride" else 2):
                    r, c = row + far * down, column + far * right
                    if said.get("torus"):
                        r, c = r % n, c % m
                    if not (0 <= r < n and 0 <= c < m) or (kind == "ride" and cells[r, c] == 2):
                        break
                    if (r, c) == (row, column):
                        break
                    if cells[r, c] == 1:
                        return False
    return True


def _in_line(said: dict[str, Any], pieces: list[Any]) -> bool:
    most = said.get("in_line", 0)
    for line in combinations(pieces, most + 1) if most else ():
        (r0, c0), (r1, c1) = line[:2]
        if all((r1 - r0) * (c - c0) == (c1 - c0) * (r - r0) for r, c in line[2:]):
            return False
    return True


def _shares(said: dict[str, Any], board: Instance, cells: Board) -> bool:
    n, m = cells.shape
    placed = cells == 1
    known = {"n": n, "m": m, "stars": board.pieces // n}
    parts = {
        "row": [placed[r] for r in range(n)],
        "column": [placed[:, c] for c in range(m)],
        "diagonal": [np.diagonal(one, k) for one in (placed, placed[:, ::-1]) for k in range(1 - n, m)],
        "region": [] if board.layer is None else [placed[board.layer == part] for part in np.unique(board.layer)],
    }
    for name, lines in parts.items():
        if (share := said.get(name)) is not None:
            least, most = (share.get("least", 0), share.get("most")) if isinstance(share, dict) else (share, share)
            for line in lines:
                low = known.get(least, least)
                if line.sum() < low or (most is not None and line.sum() > known.get(most, most)):
                    return False
    if window := said.get("window"):
        high, wide = window["size"]
        for r in range(n - high + 1):
            for c in range(m - wide + 1):
                held = placed[r : r + high, c : c + wide].sum()
                if held < window.get("least", 0) or held > window.get("most", high * wide):
                    return False
    return True
