"""So many pieces in each row, column and region.

Regions are the layer of a case: cells with one number are one region. `regions_alike` and its neighbours share the
pieces of the case evenly; `each_region` asks for a number of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from judge.errors import JudgeError
from judge.model import Finding, Instance
from judge.problems.puzzles import findings
from judge.problems.puzzles.findings import Trial
from judge.problems.puzzles.rules.quota import Quota, Quoted
from judge.problems.rules.plain import PIECE
from judge.problems.rules.shares import find_share
from judge.problems.rules.shares.plain import Share

Parts = np.ndarray[Any, np.dtype[np.int64]]
Split = Callable[[Instance], Parts]


def _rows(board: Instance) -> Parts:
    return np.repeat(np.arange(board.n, dtype=np.int64)[:, None], board.columns, axis=1)


def _columns(board: Instance) -> Parts:
    return np.repeat(np.arange(board.columns, dtype=np.int64)[None, :], board.n, axis=0)


def parts_of(name: str, board: Instance) -> Parts:
    """Return the number of the row, or of the column, of each cell."""
    return _rows(board) if name == "row" else _columns(board)


def regions_of(board: Instance) -> Parts:
    """Return the region of each cell. JudgeError E410 for a case without regions."""
    if board.layer is None:
        raise JudgeError("E410", "the case has no regions", help="write the regions below the board")
    return board.layer


def _share(split: Split, name: str, each: int | None) -> Quoted:
    def due(board: Instance, parts: Parts) -> int:
        return board.pieces // len(np.unique(parts)) if each is None else each

    def find(trial: Trial) -> Share | None:
        parts = split(trial.case.board)
        return find_share(trial.placed, parts, due(trial.case.board, parts))

    def told(trial: Trial, share: Share) -> Finding:
        parts = split(trial.case.board)
        cells = [(int(row), int(column)) for row, column in np.argwhere((parts == share[0]) & (trial.placed == PIECE))]
        row, column = np.argwhere(parts == share[0])[0]
        number = {"row": int(row) + 1, "column": int(column) + 1}.get(name)
        part = f"{name} {number}" if number else f"the region of row {int(row) + 1}, column {int(column) + 1}"
        each = due(trial.case.board, parts)
        return findings.wrong_share(trial, part, cells, (each, each))

    def quotas(board: Instance) -> Iterator[Quota]:
        parts = split(board)
        wanted = due(board, parts)
        for number in np.unique(parts):
            cells = [(int(row), int(column)) for row, column in np.argwhere(parts == number)]
            yield Quota(tuple(cells), wanted, wanted)

    return Quoted(f"{name}_alike", find, told, quotas)


def each_region(pieces: int) -> Quoted:
    """Return the rule that each region holds so many pieces."""
    return _share(regions_of, "region", pieces)


rows_alike = _share(_rows, "row", None)
columns_alike = _share(_columns, "column", None)
regions_alike = _share(regions_of, "region", None)
