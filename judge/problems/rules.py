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
from judge.problems.formats.cells import cells_with
from judge.problems.puzzles import findings, puzzle_named, puzzle_names
from judge.problems.puzzles.trial import Trial
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
        if not self._is_fast(trial):
            found = self.constraint.conflict(self._board(trial.case.board, trial.points))
        elif pieces := _FAST[self.words[0]](trial, self.words[1]):
            found = "", pieces
        if found is None:
            return None
        told: Callable[[Trial, Any], Finding] | None = _TOLD.get(self.name)
        return self._broken(trial, *found) if told is None else told(trial, found[1])

    def _is_fast(self, trial: Trial) -> bool:
        """Say whether there is a fast form for a board of this size. Columns alone are quick at any size, where no tree
        ends a view."""
        family, rest, grid = self.words[0], self.words[1:], trial.case.board.grid
        if grid.size <= SMALL * SMALL or family not in _FAST:
            return False
        if family == "line":
            return rest == (2,) and len(trial.points) > SMALL
        steps, torus = rest
        if torus or family == "leap":
            return not torus
        seen = trial.columns is None or bool((grid == TREE).any())
        return seen and set(steps) in (set(BACKWARDS), set(STRAIGHT), set(SLANTING))

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
        return findings.broken(trial, constraint.broken(trial.row.many, trial.row.conflict, board), pieces)


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


def _attack(trial: Trial, steps: Sequence[Cell]) -> list[Cell] | None:
    from judge.problems.kernels import fast_attack

    return fast_attack(trial.placed, steps)


def _line(trial: Trial, _: int) -> list[Cell] | None:
    from judge.problems.kernels import fast_in_line

    return fast_in_line(trial.points)


_FAST: Final[dict[str, Callable[[Trial, Any], list[Cell] | None]]] = {
    "ride": _attack,
    "leap": lambda trial, steps: fast_leap(trial.placed, steps),
    "line": _line,
}


def fast_leap(board: Grid, steps: Sequence[Cell]) -> list[Cell] | None:
    """Return two pieces that are one of these leaps apart on `board`, or None. `board` is int8 (n, m): 0 free, 1 piece,
    2 tree, 3 closed. Cells are (row, column) from 0."""
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

    there = Board(board.shape, cells_with(board, PIECE), cells_with(board, TREE))
    asked: dict[str, tuple[Any, list[Cell] | None]] = {
        "fast_attack": (Rides(BACKWARDS), fast_attack(board)),
        "fast_in_line": (Lines(2), fast_in_line(there.pieces)),
    }
    said = {name: (constraint.conflict(there) or ("", None))[1] for name, (constraint, _) in asked.items()}
    return next((name for name, (_, found) in asked.items() if found != said[name]), "")
