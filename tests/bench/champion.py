"""The lizard champion against CP-SAT and HiGHS: `python -m tests.bench.champion [--sizes 20-40] [--seconds 10]`.

OK at the best known number of lizards, FAIL at the optimum + 1, on boards from seeds. Each solver runs on one thread,
one after the other on the same board, each in a process of its own (OR-Tools and highspy bring two copies of HiGHS,
which cannot be loaded together) that lives through the whole run. Times are CPU seconds from the board to the answer.
The other two get one at-most-one row a segment and a sum of at least p. `>` marks a run that `--seconds` ended.
"""

from __future__ import annotations

import argparse
import importlib.util
import multiprocessing
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from rich.console import Console
from rich.table import Table

from judge.problems.generate import random_grid, segment_heads

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

CHAMPION = Path(__file__).parents[2] / "solutions" / "lizards" / "champion.py"
Grid = np.ndarray[Any, np.dtype[np.int8]]
Decide = Callable[[Grid, int, float], str]

# n, per cent of trees, seed: the most lizards known. The boards of MOST_KNOWN are too large to prove that no more fit.
MOST_KNOWN = {
    (30, 10, 1): 82, (30, 10, 2): 82, (30, 20, 2): 107, (30, 30, 2): 128, (40, 10, 1): 147,
    (40, 10, 2): 137, (40, 20, 1): 189, (40, 20, 2): 188, (40, 30, 1): 228, (40, 30, 2): 227,
    (60, 10, 1): 277, (60, 10, 2): 287, (60, 20, 1): 425, (60, 20, 2): 411, (60, 30, 1): 506,
    (60, 30, 2): 498, (60, 40, 1): 540, (60, 40, 2): 547, (60, 50, 1): 547, (60, 50, 2): 554,
    (80, 10, 1): 480, (80, 10, 2): 479, (80, 20, 1): 718, (80, 20, 2): 722, (80, 30, 1): 879,
    (80, 30, 2): 883, (80, 40, 1): 959, (80, 40, 2): 949, (80, 50, 1): 973, (80, 50, 2): 978,
    (100, 10, 1): 723, (100, 10, 2): 733, (100, 20, 1): 1111, (100, 20, 2): 1119, (100, 30, 1): 1349,
    (100, 30, 2): 1366, (100, 40, 1): 1485, (100, 40, 2): 1489, (100, 50, 1): 1519, (100, 50, 2): 1509,
}  # fmt: skip
OPTIMUM = {
    (15, 10, 1): 26, (15, 10, 2): 27, (15, 20, 1): 30, (15, 20, 2): 29, (15, 30, 1): 34,
    (15, 30, 2): 33, (15, 40, 1): 37, (15, 40, 2): 35, (15, 50, 1): 36, (15, 50, 2): 36,
    (20, 10, 1): 43, (20, 10, 2): 37, (20, 20, 1): 54, (20, 20, 2): 53, (20, 30, 1): 57,
    (20, 30, 2): 61, (20, 40, 1): 62, (20, 40, 2): 63, (20, 50, 1): 63, (20, 50, 2): 64,
    (25, 20, 1): 80, (25, 20, 2): 81, (25, 30, 1): 94, (25, 30, 2): 91, (25, 40, 1): 99,
    (25, 40, 2): 102, (25, 50, 1): 97, (25, 50, 2): 102, (30, 20, 1): 115, (30, 30, 1): 133,
    (30, 40, 1): 137, (30, 40, 2): 140, (30, 50, 1): 139, (30, 50, 2): 145, (40, 40, 1): 250,
    (40, 40, 2): 246, (40, 50, 1): 250, (40, 50, 2): 248, (50, 40, 2): 375, (50, 50, 1): 384,
    (50, 50, 2): 382,
}  # fmt: skip


class Outcome(msgspec.Struct):
    """What a solver said (OK, FAIL, or "" when its time was up) after how many CPU seconds."""

    said: str
    cpu_s: float

    def __str__(self) -> str:
        return f"{'' if self.said else '>'}{1000 * self.cpu_s:,.1f}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--sizes", default="15-100", help="smallest and largest n, such as 20-30")
    options.add_argument("--seconds", type=float, default=40.0, help="wall clock of each run")
    given = options.parse_args()
    smallest, largest = map(int, given.sizes.split("-"))
    solvers = {"champion": Solver("champion"), "CP-SAT": Solver("cp_sat"), "HiGHS": Solver("highs")}
    for title, boards, more in (("OK", OPTIMUM | MOST_KNOWN, 0), ("FAIL", OPTIMUM, 1)):
        chosen = {key: most + more for key, most in boards.items() if smallest <= key[0] <= largest}
        compare(title, chosen, solvers, given.seconds)
    for solver in solvers.values():
        solver.stop()


def compare(answer: str, boards: dict[tuple[int, int, int], int], solvers: dict[str, Solver], seconds: float) -> None:
    """A table with a line a board, and below it the medians of the ratios."""
    table = Table(
        "n", "trees", "seed", "lizards", *(f"{name} ms" for name in solvers), "CP-SAT / champion", title=answer
    )
    ratios, against_best, lost = [], [], 0
    for (n, percent, seed), pieces in boards.items():
        grid = random_grid(n, percent / 100, 1000 * n + percent + seed)
        runs = {name: solver.run(grid, pieces, seconds) for name, solver in solvers.items()}
        assert all(run.said in ("", answer) for run in runs.values()), (n, percent, seed, runs)
        own, rival = runs["champion"], runs["CP-SAT"]
        lost += own.said == ""
        ratios.append(rival.cpu_s / own.cpu_s)
        against_best.append(own.cpu_s / min(run.cpu_s for name, run in runs.items() if name != "champion"))
        table.add_row(*map(str, (n, f"{percent} %", seed, pieces, *runs.values())), f"{ratios[-1]:,.0f}")
    console = Console()
    console.width = max(console.width, 110)  # a pipe has 80 columns, which would break each cell
    console.print(table)
    if ratios:
        console.print(f"{answer}: {len(ratios)} boards, {lost} lost by the champion")
        console.print(f"median of CP-SAT / champion: {median(ratios):,.0f}, least {min(ratios):,.2f}")
        console.print(
            f"champion / better of the other two: median {median(against_best):.3f}, most {max(against_best):.2f}\n"
        )


class Solver:
    """A process that answers boards, warmed up once."""

    def __init__(self, name: str) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.name = name
        self.process = context.Process(target=serve, args=(name, other), daemon=True)
        self.process.start()
        for n in (4, 8):
            self.run(random_grid(n, 0.1, n), n, 10.0)

    def run(self, grid: Grid, pieces: int, seconds: float) -> Outcome:
        """The champion knows no time limit: past it, its process is replaced."""
        self.pipe.send((grid, pieces, seconds))
        if not self.pipe.poll(seconds + 10):
            self.stop()
            self.__init__(self.name)  # type: ignore[misc]
            return Outcome("", seconds)
        said, cpu_s = self.pipe.recv()
        return Outcome(said, cpu_s)

    def stop(self) -> None:
        self.process.kill()
        self.process.join()


def serve(name: str, pipe: Connection) -> None:
    decide = {"champion": load_champion, "cp_sat": load_cp_sat, "highs": load_highs}[name]()
    while True:
        grid, pieces, seconds = pipe.recv()
        start = time.process_time()
        said = decide(grid, pieces, seconds)
        pipe.send((said, time.process_time() - start))


def load_champion() -> Decide:
    spec = importlib.util.spec_from_file_location("lizards_champion", CHAMPION)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def decide(grid: Grid, pieces: int, seconds: float) -> str:
        return "FAIL" if module.solve("SA", len(grid), pieces, grid) is None else "OK"

    return decide


def load_cp_sat() -> Decide:
    from ortools.sat.python import cp_model

    def decide(grid: Grid, pieces: int, seconds: float) -> str:
        segments, cells = segments_of(grid)
        model = cp_model.CpModel()
        cell = [model.new_bool_var("") for _ in range(cells)]
        for members in segments:
            model.add_at_most_one(cell[k] for k in members)
        model.add(sum(cell) >= pieces)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = seconds
        status = solver.solve(model)
        return {cp_model.OPTIMAL: "OK", cp_model.FEASIBLE: "OK", cp_model.INFEASIBLE: "FAIL"}.get(status, "")

    return decide


def load_highs() -> Decide:
    import highspy

    def decide(grid: Grid, pieces: int, seconds: float) -> str:
        segments, cells = segments_of(grid)
        model = highspy.Highs()  # type: ignore[no-untyped-call]
        for option, value in (("output_flag", False), ("threads", 1), ("time_limit", seconds)):
            model.setOptionValue(option, value)
        every = np.arange(cells, dtype=np.int32)
        model.addVars(cells, np.zeros(cells), np.ones(cells))
        model.changeColsIntegrality(cells, every, np.full(cells, highspy.HighsVarType.kInteger))
        for members in segments:
            model.addRow(-np.inf, 1.0, len(members), np.array(members, np.int32), np.ones(len(members)))
        model.addRow(float(pieces), np.inf, cells, every, np.ones(cells))
        model.run()
        status = model.getModelStatus()
        names = {highspy.HighsModelStatus.kOptimal: "OK", highspy.HighsModelStatus.kInfeasible: "FAIL"}
        return names.get(status, "")

    return decide


def segments_of(grid: Grid) -> tuple[list[list[int]], int]:
    """The tree-free segments of two cells and more, as numbers of free cells, and how many free cells there are."""
    free = {(int(r), int(c)): k for k, (r, c) in enumerate(np.argwhere(grid != 2))}
    steps = {"row": (0, 1), "column": (1, 0), "falling diagonal": (1, 1), "rising diagonal": (1, -1)}
    segments = []
    for direction, (down, right) in steps.items():
        for r, c in np.argwhere(segment_heads(grid, direction)).tolist():
            members, y, x = [], r, c
            while (y, x) in free:
                members.append(free[y, x])
                y, x = y + down, x + right
            if len(members) > 1:
                segments.append(members)
    return segments, len(free)


if __name__ == "__main__":
    main()
