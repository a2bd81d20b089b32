"""What the judge adds to a case, and how true its clock is: `python -m tests.bench.overhead`.

100 tiny cases of a cached numba submission through a contest, beside a fresh interpreter for each case in the same
run, a few at a time and in turns, so that a slow moment hits both; and a loop that computes until the kernel says that
its thread has used so much CPU, beside what the judge reports.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from rich.table import Table

from judge.judging import Contest
from judge.model import Entry, Instance, Limits, Readied, Run, Verdict
from judge.sandbox import Sandbox, arena
from tests import make
from tests.bench.timing import show

CASES, ROUNDS, FRESH_A_ROUND = 100, 5, 2
BUSY_S, BUSY_REPEATS = 0.2, 9
TINY = b"""\
import numba

@numba.njit(cache=True)
def place(grid):
    n = grid.shape[0]
    for row in range(n):
        grid[row, (2 * row + 1) % (n + 1)] = 1
    return grid

def solve(algorithm, n, lizards, grid):
    return place(grid)
"""
BUSY = b"""\
import time
import numba

@numba.njit
def spin(rounds):
    value = 1
    for _ in range(rounds):
        value = value * 6364136223846793005 + 1442695040888963407
    return value

def solve(algorithm, n, lizards, grid):
    end = time.thread_time() + (%f if n == 8 else 0)
    while time.thread_time() < end:
        spin(1000)
    return grid
""" % (BUSY_S,)
FRESH = """\
import sys
import numpy as np
sys.path.insert(0, sys.argv[1])
import tiny
tiny.solve("DFS", 4, 4, np.zeros((4, 4), np.int8))
"""


def main() -> None:
    with arena() as (sandbox,):
        ours_s, fresh_s = overhead(sandbox)
        busy_s = [run.cpu_s for run in judged(sandbox, BUSY, 8, BUSY_REPEATS)]
    off = [100 * (one / BUSY_S - 1) for one in busy_s]
    table = Table("what", "measured", "beside it", "ratio")
    fresh_said, times = f"{1000 * fresh_s:.0f} ms for a fresh interpreter", f"{fresh_s / ours_s:.1f} times less"
    table.add_row(f"wall time of the judge per case, {CASES} tiny cases", f"{1000 * ours_s:.1f} ms", fresh_said, times)
    range_said, middle = f"from {min(off):+.2f} % to {max(off):+.2f} %", f"{statistics.median(off):+.2f} %"
    table.add_row(f"a loop of {BUSY_S:g} s of CPU", f"{statistics.median(busy_s):.4f} s", range_said, middle)
    show(table)


def overhead(sandbox: Sandbox) -> tuple[float, float]:
    """Seconds of wall time per case: by the judge, and by a loop that starts an interpreter for each."""
    ours: list[float] = []
    theirs: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "tiny.py").write_bytes(TINY)
        fresh(folder)  # fills its kernel cache
        for _ in range(ROUNDS):
            events = contest_of(sandbox, TINY, 4, CASES // ROUNDS).events()
            next(event for event in events if isinstance(event, Readied))  # from here on there are only cases
            start_s = time.monotonic()
            list(events)
            ours.append((time.monotonic() - start_s) / (CASES // ROUNDS))
            theirs += [fresh(folder) for _ in range(FRESH_A_ROUND)]
    return statistics.median(ours), statistics.median(theirs)


def fresh(folder: str) -> float:
    """Seconds that one case costs in an interpreter of its own, kernels cached."""
    start_s = time.monotonic()
    environment = {"PATH": os.environ["PATH"], "NUMBA_CACHE_DIR": folder}
    subprocess.run([sys.executable, "-c", FRESH, folder], check=True, env=environment, cwd=folder)
    return time.monotonic() - start_s


def judged(sandbox: Sandbox, source: bytes, n: int, count: int) -> tuple[Run, ...]:
    """All runs of this source on `count` cases of n x n."""
    contest = contest_of(sandbox, source, n, count)
    list(contest.events())
    (judgement,) = contest.judgements()
    assert all(run.verdict in (Verdict.AC, Verdict.WA) for run in judgement.runs), judgement.runs[0].message
    return judgement.runs


def contest_of(sandbox: Sandbox, source: bytes, n: int, count: int) -> Contest:
    """A contest of one submission on `count` empty boards."""
    board = Instance("DFS", n, n, np.zeros((n, n), np.int8))
    problem = make.problem(count, on=board, limits=Limits())
    return Contest([sandbox], [Entry(problem, (make.submission(source, "bench.py"),))])


if __name__ == "__main__":
    main()
