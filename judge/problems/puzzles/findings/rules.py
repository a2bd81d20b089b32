"""Put into words how pieces break a rule, with the cells that do."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from judge.model import Finding
from judge.problems.puzzles.findings.trial import Trial, count_of, from_1, listed, named, where_of
from judge.problems.rules.plain import PIECE, TREE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge.problems.rules.plain import Cell, Pair


def attack(trial: Trial, pair: Pair) -> Finding:
    """Return E106: two pieces see each other."""
    words, ((row, column), (row2, column2)) = trial.words, pair
    between = max(abs(row2 - row), abs(column2 - column)) - 1
    line = "in the row" if row == row2 else "in the column" if column == column2 else "on the diagonal"
    cells = "no cell" if between == 0 else "1 free cell" if between == 1 else f"{between} free cells"
    trees = " and no tree" if between and (trial.case.board.grid == TREE).any() else ""
    repair = f"move the {words.one} at {_movable(trial, pair)} to a cell that no other {words.one} sees"
    return Finding(
        "E106",
        f"two {words.many} {words.attack}",
        cells=from_1(pair),
        where=where_of(trial, pair),
        note=f"{cells}{trees} between them {line}",
        help=repair,
    )


def leap(trial: Trial, pair: Pair) -> Finding:
    """Return E106: two pieces see each other by a leap, as knights do; nothing blocks it."""
    words, ((row, column), (row2, column2)) = trial.words, pair
    step = sorted((abs(row2 - row), abs(column2 - column)))
    down, right = count_of(abs(row2 - row), "row"), count_of(abs(column2 - column), "column")
    apart = "a knight's move" if step == [1, 2] else f"a ({step[0]}, {step[1]}) leap"
    return Finding(
        "E106",
        f"two {words.many} {words.attack}",
        from_1(pair),
        where_of(trial, pair),
        f"{apart} apart: {down} and {right}; no cell between blocks it",
        f"move the {words.one} at {_movable(trial, pair)} to a cell that no other {words.one} sees",
    )


def seen(trial: Trial, pair: Pair) -> Finding:
    """Return E106: two pieces see each other along a line that is none of a queen's, or over an edge."""
    words = trial.words
    return Finding(
        "E106",
        f"two {words.many} {words.attack}",
        from_1(pair),
        where_of(trial, pair),
        help=f"move the {words.one} at {_movable(trial, pair)} to a cell that no other {words.one} sees",
    )


def too_many_in_line(trial: Trial, cells: Sequence[Cell], most: int) -> Finding:
    """Return E107: more pieces on one straight line than may stand there."""
    return Finding(
        "E107",
        f"{len(cells)} {trial.words.many} stand on one straight line, where at most {most} may",
        from_1(cells),
        where_of(trial, cells),
        help="compare whole numbers, (y2 - y1) * (x3 - x1) == (y3 - y1) * (x2 - x1): y = a * x + b rounds",
    )


def touching(trial: Trial, pair: Pair) -> Finding:
    """Return E128: two pieces stand on neighbouring cells."""
    words, ((row, column), (row2, column2)) = trial.words, pair
    side = "at a side" if row == row2 or column == column2 else "at a corner"
    return Finding(
        "E128",
        f"two {words.many} touch each other",
        from_1(pair),
        where_of(trial, pair),
        f"their cells meet {side}",
        f"move the {words.one} at {_movable(trial, pair)}: none may stand on any of the eight cells around it",
    )


def in_line(trial: Trial, cells: Sequence[Cell]) -> Finding:
    """Return E107: three pieces, in reading order, on one line of any slope."""
    (row, column), (row2, column2), _ = cells
    common = gcd(row2 - row, column2 - column)
    down, right = (row2 - row) // common, (column2 - column) // common
    steps = [f"{count_of(down, 'row')} down"] if down else []
    if right:
        steps.append(f"{count_of(abs(right), 'column')} {'right' if right > 0 else 'left'}")
    places = listed([f"({row + 1}, {column + 1})" for row, column in cells])
    return Finding(
        "E107",
        f"three {trial.words.many} stand on one straight line",
        from_1(cells),
        where_of(trial, cells),
        f"{places}: one step is {', '.join(steps)}",
        "compare whole numbers, (y2 - y1) * (x3 - x1) == (y3 - y1) * (x2 - x1): y = a * x + b rounds",
    )


def wrong_share(trial: Trial, part: str, cells: Sequence[Cell], bounds: tuple[int, int]) -> Finding:
    """Return E129: a row, column or region, as `part` names it, holds fewer or more pieces than these bounds: those on
    `cells`."""
    words, counted, (least, most) = trial.words, len(cells), bounds
    off = f"{counted - most} too many" if counted > most else f"{least - counted} too few"
    each = str(least) if least == most else f"at most {most}" if counted > most else f"at least {least}"
    return Finding(
        "E129",
        f"{part} holds {named(counted, words)}, but it must hold {each}",
        from_1(cells),
        where_of(trial, cells) if cells else "",
        off,
        f"count the {words.many} of each row, column and region as you place them",
    )


def _movable(trial: Trial, pair: Pair) -> str:
    """Name the later of two pieces that the case does not give."""
    grid = trial.case.board.grid
    row, column = next((cell for cell in reversed(pair) if grid[cell[0], cell[1]] != PIECE), pair[1])
    return f"row {row + 1}, column {column + 1}"
