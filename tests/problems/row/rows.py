"""The shipped rows, and those of rows.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from judge.problems import Puzzle, puzzle_named
from judge.problems.row.file import reference_of
from judge.problems.row.read import check
from judge.problems.row.words import Row
from tests.shipped import ROOT

Board = np.ndarray[Any, np.dtype[np.int8]]
NEW: dict[str, Any] = tomllib.loads((Path(__file__).parent / "rows.toml").read_text())
SHIPPED: dict[str, Any] = tomllib.loads((ROOT / "judge/problems/puzzles.toml").read_text())
RAW = NEW | {name: {key: said[key] for key in said if key != "starter"} for name, said in SHIPPED.items()}


def row_of(name: str) -> Row:
    """Return the row of this name, which makes a puzzle."""
    row = msgspec.convert(RAW[name], Row)
    check(row)
    return row


def own(name: str) -> tuple[str, Puzzle]:
    """Return how a row's puzzle is named, and the puzzle."""
    reference = reference_of(row_of(name))
    return reference, puzzle_named(reference)
