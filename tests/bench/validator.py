"""How fast the validator is: `python -m tests.bench.validator`.

Each row is the median and the minimum of repeats, beside a plain pass of the same data in the same minute (a
copy of the board, numpy's divisions of all slopes), because a ratio outlives the machine. `reachable` are the times
that a prototype of the rule alone had on one core of a 2-core machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import NamedTuple

import numpy as np
from rich.table import Table

from judge.model import Answer, Instance
from judge.problems import read_output, read_package
from judge.problems.kernels import fast_attack, fast_in_line
from tests import make
from tests.bench.timing import show
from tests.conftest import there
from tests.shipped import ROOT

LIZARDS = make.problem(1, strict=True)


class Measure(NamedTuple):
    """One row: what is timed, the plain pass beside it, both as functions, and the prototype's milliseconds."""

    name: str
    subject: Callable[[], object]
    beside: str
    plain: Callable[[], object]
    reachable_ms: float
    repeats: int = 41

    def timed(self) -> tuple[list[float], list[float]]:
        """Milliseconds of the subject and of the plain pass, taken in turns so that a slow moment hits both."""
        self.subject()
        times: tuple[list[float], list[float]] = ([], [])
        for _ in range(self.repeats):
            for function, taken in zip((self.subject, self.plain), times, strict=True):
                start = time.perf_counter()
                function()
                taken.append(1000 * (time.perf_counter() - start))
        return times


def main() -> None:
    table = Table("what", "median ms", "min ms", "reachable ms", "beside it", "its median ms", "ratio")
    for measure in measures():
        subject, plain = measure.timed()
        times = (f"{median(subject):.3f}", f"{min(subject):.3f}", f"{measure.reachable_ms:g}")
        ratio = median(subject) / median(plain)
        table.add_row(measure.name, *times, measure.beside, f"{median(plain):.3f}", f"{ratio:.1f}")
    show(table)


def measures() -> list[Measure]:
    forest = next(case for case in read_package(ROOT / "testcases/lizards").cases if case.name == "forest-1000")
    board = there(there(forest.answer).board)
    return [
        attack(board, 0.23),
        attack(tiled(board, 5), 8),
        collinear(999, 1009, 1.2),
        collinear(5001, 5003, 26),
        reading(board, 1),
    ]


def attack(board: np.ndarray, reachable_ms: float) -> Measure:
    assert fast_attack(board) is None
    name = f"attack, {len(board)} x {len(board)}, {int((board == 1).sum()):,} pieces"
    return Measure(name, lambda: fast_attack(board), "copy of the board", board.copy, reachable_ms)


def collinear(n: int, prime: int, reachable_ms: float) -> Measure:
    """On a parabola no three are in line, not even modulo the prime."""
    rows = np.arange(n, dtype=np.int64)
    at = (rows * rows % prime).astype(np.float64)
    points = [*enumerate((rows * rows % prime).tolist())]
    assert fast_in_line(points) is None

    def slopes() -> None:
        for row in range(n - 1):
            (at[row + 1 :] - at[row]) / (rows[row + 1 :] - rows[row])

    name = f"no three in line, n = {n}"
    return Measure(name, lambda: fast_in_line(points), "numpy's slopes", slopes, reachable_ms, 15)


def reading(board: np.ndarray, reachable_ms: float) -> Measure:
    rows = "".join(f"{''.join(map(str, row))}\n" for row in board.tolist())
    text, shown = f"OK\n{rows}".encode(), Instance("DFS", len(board), 1, board)
    assert isinstance(read_output(text, LIZARDS, shown), Answer)
    name = f"reading {len(board)} x {len(board)}, strictly"
    return Measure(
        name, lambda: read_output(text, LIZARDS, shown), "copy of the bytes", lambda: bytearray(text), reachable_ms
    )


def tiled(board: np.ndarray, times: int) -> np.ndarray:
    """Copies of a valid board with trees on their last rows and columns, which no view from copy to copy passes."""
    closed = board.copy()
    closed[-1, :] = closed[:, -1] = 2
    return np.tile(closed, (times, times))


if __name__ == "__main__":
    main()
