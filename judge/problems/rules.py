"""The rules of a row, as the judge asks them: the constraints (`constraints.py`) with the judge's arrays and words.

A small board is looked at by the constraints themselves, so that a check of one need not import numba (0.4 s); the
kernels (`kernels.py`) and numpy serve the rest. Both name the same pieces for every board; tests hold them against each
other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

import msgspec
import numpy as np

from judge.errors import JudgeError
from judge.model import Finding, Instance
from judge.problems.constraints import (
    BACKWARDS,
    FAMILIES,
    KING,
    KNIGHT,
    PIECE,
    SLANTING,
    STRAIGHT,
    TREE,
    Board,
    Cell,
    Lines,
    Quota,
    Rides,
)
from judge.problems.puzzles import findings, puzzle_named, puzzle_names
from judge.problems.puzzles.findings import Trial
from judge.problems.row.case import values_of
from judge.problems.row.words import Row

SMALL = 32  # up to this n the constraints themselves take at most about a millisecond
Grid = np.ndarray[Any, np.dtype[np.int8]]
Found = tuple[str, list[Cell]]  # the part that holds too few or too many, "" where none does, and the pieces


class Rule(msgspec.Struct, frozen=True):
    """Holds a constraint: its family and its words; and the name by which certificates know its quotas."""

    name: str
    words: tuple[Any, ...]
    values: Callable[[Instance], dict[str, int]] | None = None  # the numbers of a case, where words name them

    def __call__(self, trial: Trial) -> Finding | None:
        """Return what is wrong with an arrangement, or None."""
        found: Found | None = None
        quick = _QUICK.get(self.words[0]) if trial.case.board.grid.size > SMALL * SMALL else None
        if quick is None:
            found = self.constraint.conflict(self._board(trial.case.board, trial.points))
        elif pieces := quick(trial, *self.words[1:]):
            found = "", pieces
        if found is None:
            return None
        told: Callable[[Trial, Any], Finding] | None = _TOLD.get(self.name)
        return self._broken(trial, *found) if told is None else told(trial, found[1])

    def quotas(self, board: Instance) -> Iterator[Quota]:
        """Return the sets of cells of a board, and how many pieces each may hold."""
        found: Iterator[Quota] = self.constraint.quotas(self._board(board))
        return found

    @property
    def constraint(self) -> Any:
        """Return the constraint itself."""
        return FAMILIES[self.words[0]](*self.words[1:])

    def _board(self, board: Instance, pieces: Sequence[Cell] = ()) -> Board:
        if self.words[:2] == ("share", "region") and board.layer is None:
            raise JudgeError("E410", "the case has no regions", help="write the regions below the board")
        regions = () if board.layer is None else board.layer.tolist()
        values = self.values(board) if self.values else None
        return Board((board.n, board.columns), pieces, cells_with(board.grid, TREE), regions, values)

    def _broken(self, trial: Trial, part: str, pieces: list[Cell]) -> Finding:
        constraint, board = self.constraint, self._board(trial.case.board)
        if part:
            return findings.wrong_share(trial, part, pieces, constraint.bounds(board))
        return findings.broken(trial, constraint.broken(trial.words.many, trial.words.attack, board), pieces)


def rules_of(row: Row) -> tuple[Rule, ...]:
    """Return the rules of a row, in the order in which a conflict is named."""
    return tuple(_rule(words, partial(values_of, row)) for words in row.constraints)


def _rule(words: tuple[Any, ...], values: Callable[[Instance], dict[str, int]]) -> Rule:
    """Return a rule by its name; one of shipped puzzles has its steps in their own order."""
    family, *rest = words
    if family == "share":
        return Rule(f"{rest[0]}_alike", words, values)
    if family in ("ride", "leap") and not rest[1]:
        known = (rule for rule in _KNOWN if rule.words[0] == family and set(rule.words[1]) == set(rest[0]))
        return next(known, Rule({"ride": "rides", "leap": "leaps_apart"}[family], words))
    names = {"window": "windows", "ride": "rides", "leap": "leaps", "line": "in_line"}
    return Rule("none_in_line" if words == ("line", 2) else names.get(family, family), words)


_KNOWN: Final = (
    Rule("no_attack", ("ride", BACKWARDS, False)),
    Rule("rooks_apart", ("ride", STRAIGHT, False)),
    Rule("bishops_apart", ("ride", SLANTING, False)),
    Rule("knights_apart", ("leap", KNIGHT, False)),
    Rule("none_touch", ("leap", KING, False)),
)
_TOLD: Final[dict[str, Callable[[Trial, Any], Finding]]] = {
    **dict.fromkeys(("no_attack", "rooks_apart", "bishops_apart"), findings.attack),
    **dict.fromkeys(("rides", "leaps"), findings.seen),
    **dict.fromkeys(("knights_apart", "leaps_apart"), findings.leap),
    "none_touch": findings.touching,
    "none_in_line": findings.in_line,
    "in_line": findings.too_many_in_line,
}


def _attack(trial: Trial, steps: Sequence[Cell], torus: bool) -> list[Cell] | None:
    """Look at columns alone where no tree ends a view: that is quick at any size."""
    grid = trial.case.board.grid
    if trial.columns is None or torus or (grid.any() and (grid == TREE).any()):
        return find_attack(trial.placed, steps, torus)
    return _pieces(Rides(steps).conflict(Board((trial.case.board.n, trial.case.board.columns), trial.points)))


def _leap(trial: Trial, steps: Sequence[Cell], torus: bool) -> list[Cell] | None:
    return find_leap(trial.placed, steps, torus)


def _line(trial: Trial, most: int) -> list[Cell] | None:
    return find_in_line(trial.points, most)


_QUICK: Final[dict[str, Callable[..., list[Cell] | None]]] = {"ride": _attack, "leap": _leap, "line": _line}


def find_attack(board: Grid, steps: Sequence[Cell] = BACKWARDS, torus: bool = False) -> list[Cell] | None:
    """Return two pieces that see each other on `board` along these steps, those of a queen unless others are given.

    `board` is int8 (n, m): 0 free, 1 piece, 2 tree, 3 closed. Cells are (row, column) from 0. The kernel knows the
    steps of queens, rooks and bishops.
    """
    if torus or board.size <= SMALL * SMALL or set(steps) not in (set(BACKWARDS), set(STRAIGHT), set(SLANTING)):
        there = Board(board.shape, cells_with(board, PIECE), cells_with(board, TREE))
        return _pieces(Rides(steps, torus).conflict(there))
    from judge.problems.kernels import fast_attack

    return fast_attack(board, steps)


def find_leap(board: Grid, steps: Sequence[Cell], torus: bool = False) -> list[Cell] | None:
    """Return two pieces that are one of these leaps apart on `board`, or None."""
    if torus or board.size <= SMALL * SMALL:
        return _pieces(FAMILIES["leap"](steps, torus).conflict(Board(board.shape, cells_with(board, PIECE))))
    placed, (n, m) = board == PIECE, board.shape
    reached = np.zeros((len(steps), n, m), bool)  # whether a leap leads from a cell to a piece
    for leads, (down, right) in zip(reached, steps, strict=True):
        if -down < n and abs(right) < m:
            there = placed[: n + down, max(0, right) : m + min(0, right)]
            leads[-down:, max(0, -right) : m + min(0, -right)] = there
    both = reached.any(axis=0) & placed
    row, column = divmod(int(both.argmax()), m)
    if not both[row, column]:
        return None
    down, right = steps[int(reached[:, row, column].argmax())]
    return [(row + down, column + right), (row, column)]


def find_in_line(points: Sequence[Cell], most: int = 2) -> list[Cell] | None:
    """Return the first points, one more than `most`, on one line of any slope, or None. They come in reading order."""
    if most != 2 or len(points) <= SMALL:
        return _pieces(Lines(most).conflict(Board((0, 0), points)))
    from judge.problems.kernels import fast_in_line

    return fast_in_line(points)


def cells_with(board: Grid, value: int) -> list[Cell]:
    """Return the cells that hold a value, in reading order."""
    rows, columns = (board == value).nonzero()
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def _pieces(found: Found | None) -> list[Cell] | None:
    return None if found is None else found[1]


def disagreeing_rule() -> tuple[str, int]:
    """Return the kernel that finds something else than its constraint on the sample boards of the puzzles, "" where
    none does; and how many these boards are: `judge doctor` asks with the numba of a host."""
    grids = [board.grid for name in puzzle_names() for board in puzzle_named(name).boards]
    samples = {(grid.shape, grid.tobytes()): grid for grid in grids}
    for grid in samples.values():
        for step in range(1, grid.size):
            board = grid.copy()
            board.flat[np.flatnonzero(grid == 0)[::step]] = PIECE
            if kernel := _disagreement(board):
                return kernel, len(samples)
    return "", len(samples)


def _disagreement(board: Grid) -> str:
    from judge.problems.kernels import fast_attack, fast_in_line  # loads numba

    points = cells_with(board, PIECE)  # boards of at most 4 x 4: small
    found = {
        "fast_attack": find_attack(board) == fast_attack(board),
        "fast_in_line": find_in_line(points) == fast_in_line(points),
    }
    return next((name for name, agree in found.items() if not agree), "")
