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
_RIDES: Final = (set(BACKWARDS), set(STRAIGHT), set(SLANTING))  # of which kernels have a fast form
Found = tuple[str, list[Cell]]  # the part that holds too few or too many, "" where none does, and the pieces


class Rule(msgspec.Struct, frozen=True):
    """Holds a constraint: its family and its words; and the name by which certificates know its quotas."""

    name: str
    words: tuple[Any, ...]
    values: Callable[[Instance], dict[str, int]] | None = None  # the numbers of a case, where words name them

    def __call__(self, trial: Trial) -> Finding | None:
        """Return what is wrong with an arrangement, or None."""
        found: Found | None
        if fast := self._fast_form(trial):
            pieces = fast()
            found = ("", pieces) if pieces else None
        else:
            found = self.constraint.conflict(self._board(trial.case.board, trial.points))
        if found is None:
            return None
        told: Callable[[Trial, Any], Finding] | None = _TOLD.get(self.name)
        return self._broken(trial, *found) if told is None else told(trial, found[1])

    def _fast_form(self, trial: Trial) -> Callable[[], list[Cell] | None] | None:
        """Return the fast form for a board of this size, where there is one. Columns alone are quick at any size, where
        no tree ends a view."""
        grid = trial.case.board.grid
        if grid.size <= SMALL * SMALL:
            return None
        match self.words:
            case ("leap", steps, False):
                return partial(fast_leap, trial.placed, steps)
            case ("line", 2) if len(trial.points) > SMALL:
                from judge.problems.kernels import fast_in_line  # loads numba

                return partial(fast_in_line, trial.points)
            case ("ride", steps, False) if set(steps) in _RIDES and (trial.columns is None or (grid == TREE).any()):
                from judge.problems.kernels import fast_attack  # loads numba

                return partial(fast_attack, trial.placed, steps)
        return None

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
    match words:
        case ("share", part, *_):
            return Rule(f"{part}_alike", words, values)
        case ("ride" | "leap" as family, steps, False):
            for name, own in _KNOWN[family].items():
                if set(own) == set(steps):
                    return Rule(name, (family, own, False))
            return Rule("rides" if family == "ride" else "leaps_apart", words)
        case ("line", 2):
            return Rule("none_in_line", words)
    names = {"window": "windows", "ride": "rides", "leap": "leaps", "line": "in_line"}
    return Rule(names.get(words[0], words[0]), words)


_KNOWN: Final[dict[str, dict[str, Sequence[Cell]]]] = {
    "ride": {"no_attack": BACKWARDS, "rooks_apart": STRAIGHT, "bishops_apart": SLANTING},
    "leap": {"knights_apart": KNIGHT, "none_touch": KING},
}
_TOLD: Final[dict[str, Callable[[Trial, Any], Finding]]] = {
    **dict.fromkeys(("no_attack", "rooks_apart", "bishops_apart"), findings.attack),
    **dict.fromkeys(("rides", "leaps"), findings.seen),
    **dict.fromkeys(("knights_apart", "leaps_apart"), findings.leap),
    "none_touch": findings.touching,
    "none_in_line": findings.in_line,
    "in_line": findings.too_many_in_line,
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
