"""How fast the validator is: `python -m tests.bench.validator`.

Each row is the median and the minimum of repeats, beside a plain pass of the same data in the same minute (a
copy of the board, numpy's divisions of all slopes), because a ratio outlives the machine. `reachable` are the
prototype's times on one core of a 2-core machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import msgspec
import numpy as np
from rich.table import Table

from judge.model import Answer
from judge.problems.formats.answer import write_answer
from judge.problems.puzzles import read_answer
from judge.problems.rules import find_attack, find_in_line
from tests.bench.timing import show

Thunk = Callable[[], object]


class Measure(msgspec.Struct):
    """One row: what is timed, the plain pass beside it, both as functions, and the prototype's milliseconds."""

    name: str
    subject: Thunk
    plain_name: str
    plain: Thunk
    reachable_ms: float | None
    repeats: int = 41


def main() -> None:
    table = Table("what", "median ms", "min ms", "reachable ms", "beside it", "its median ms", "ratio")
    for measure in measures():
        subject, plain = timed(measure)
        reachable = "" if measure.reachable_ms is None else f"{measure.reachable_ms:g}"
        table.add_row(
            measure.name,
            f"{median(subject):.3f}",
            f"{min(subject):.3f}",
            reachable,
            measure.plain_name,
            f"{median(plain):.3f}",
            f"{median(subject) / median(plain):.1f}",
        )
    show(table)


def timed(measure: Measure) -> tuple[list[float], list[float]]:
    """Milliseconds of the subject and of the plain pass, taken in turns so that a slow moment hits both."""
    measure.subject()
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(measure.repeats):
        for function, taken in zip((measure.subject, measure.plain), times, strict=True):
            start = time.perf_counter()
            function()
            taken.append(1000 * (time.perf_counter() - start))
    return times


def measures() -> list[Measure]:
    board = crowded(1000, 98_000)
    large = tiled(board, 5)
    assert find_attack(board) is None
    assert find_attack(large) is None
    text = write_answer(Answer(board=board))
    rows = [
        attack("attack, 1000 x 1000, 98,000 pieces", board, 0.23),
        attack(f"attack, 5000 x 5000, {int((large == 1).sum()):,} pieces", large, 8),
        collinear(parabola(999, 1009), 1.2),
        collinear(parabola(5001, 5003), 26),
        Measure(
            "reading 1000 x 1000, strictly",
            lambda: read_answer(text, "lizards", (1000, 1000), strict=True),
            "copy of the bytes",
            lambda: bytearray(text),
            1,
        ),
    ]
    assert isinstance(read_answer(text, "lizards", (1000, 1000), strict=True), Answer)
    return rows


def attack(name: str, board: np.ndarray, reachable_ms: float) -> Measure:
    return Measure(name, lambda: find_attack(board), "copy of the board", board.copy, reachable_ms)


def collinear(columns: np.ndarray, reachable_ms: float) -> Measure:
    points = list(enumerate(columns.tolist()))
    assert find_in_line(points) is None
    n = len(columns)
    rows = np.arange(n, dtype=np.float64)
    at = columns.astype(np.float64)

    def slopes() -> None:
        for row in range(n - 1):
            (at[row + 1 :] - at[row]) / (rows[row + 1 :] - rows[row])

    name = f"no three in line, n = {n}"
    return Measure(name, lambda: find_in_line(points), "numpy's slopes", slopes, reachable_ms, 15)


def crowded(n: int, pieces: int) -> np.ndarray:
    """A valid board, three cells in ten trees, with `pieces` pieces placed row by row wherever none is seen."""
    board = np.where(np.random.default_rng(1).random((n, n)) < 0.3, 2, 0).astype(np.int8)
    views = np.zeros((3, n + 2), dtype=bool)  # seen from above, up-left, up-right; one column more on each side
    for row in board:
        seen = views[:, 1:-1]
        sees_left = False
        for column, closed in enumerate(np.any(seen, axis=0).tolist()):
            if row[column] == 2:
                sees_left = False
            elif not (sees_left or closed):
                row[column], sees_left = 1, True
        seen |= row == 1
        seen &= row != 2
        views[1, 1:], views[2, :-1] = views[1, :-1].copy(), views[2, 1:].copy()
        views[:, 0] = views[:, -1] = False
    surplus = np.flatnonzero(board == 1)[pieces:]
    assert len(np.flatnonzero(board == 1)) >= pieces
    board.flat[surplus] = 0
    return board


def tiled(board: np.ndarray, times: int) -> np.ndarray:
    """Copies of a valid board with trees on their last rows and columns, which no view from copy to copy passes."""
    closed = board.copy()
    closed[-1, :] = closed[:, -1] = 2
    return np.tile(closed, (times, times))


def parabola(n: int, prime: int) -> np.ndarray:
    """Columns with no three in line, not even modulo the prime."""
    rows = np.arange(n, dtype=np.int64)
    return rows * rows % prime


if __name__ == "__main__":
    main()
