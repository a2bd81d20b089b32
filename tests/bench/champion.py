"""The lizard champion against CP-SAT and HiGHS: `python -m tests.bench.champion [--sizes 20-40] [--boards 5]`.

OK at the best known number of lizards (n = 20 to 100) against CP-SAT; FAIL at the optimum + 1 (n = 15 to 50) against
CP-SAT and HiGHS. The boards come from seeds. Each solver runs on one thread, one after the other on the same board,
each in a process of its own (OR-Tools and highspy bring two copies of HiGHS, which cannot be loaded together) that
lives through the whole run. Times are CPU seconds from the board to the answer. The other two get one at-most-one row
a segment and a sum of at least p.

`>` marks a run that was ended. The champion is given --seconds, and has lost the board after that. A rival is given
somewhat more than what its claim needs as a multiple of the champion's own time, but no more than half of --seconds or
a quarter more than the champion, and no less than 5 s. A ratio of such a run is a bound to the champion's disadvantage,
and the medians are those of these bounds. --keep FILE holds the times of each finished board: what stands there is not
run again. At the end stands each claim with PASS or FAIL; exit status 1 if one fails. All of it is 23 minutes of CPU.
"""

from __future__ import annotations

import argparse
import importlib.util
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import psutil
from rich.console import Console
from rich.table import Table

from judge.problems.generators.patterns import random_grid
from tests.bench.lizards import MOST_KNOWN, OPTIMUM, Grid, Key, grid_of, segments_of

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

CHAMPION = Path(__file__).parents[2] / "solutions" / "lizards" / "champion.py"
Decide = Callable[[Grid, int], str]


class Outcome(msgspec.Struct):
    """What a solver said (OK, FAIL, or "" when its time was up) after how many CPU seconds."""

    said: str
    cpu_s: float

    def __str__(self) -> str:
        return f"{'' if self.said else '>'}{1000 * self.cpu_s:,.1f}"


class Contest(msgspec.Struct):
    """A table: what all its boards are asked for, and against whom."""

    answer: str
    rivals: tuple[str, ...]
    needed: float  # how many times the champion's time the claim is about, and some more
    boards: dict[Key, int]  # how many lizards


class Line(msgspec.Struct):
    """A board and everybody's outcome, as --keep holds it."""

    answer: str
    key: Key
    pieces: int
    runs: dict[str, Outcome]

    @property
    def own(self) -> Outcome:
        return self.runs["champion"]

    @property
    def best(self) -> Outcome:
        """The rival that answered first; the one that was given the most if none did."""
        rivals = [run for name, run in self.runs.items() if name != "champion"]
        answered = [run for run in rivals if run.said]
        return min(answered, key=lambda run: run.cpu_s) if answered else max(rivals, key=lambda run: run.cpu_s)

    @property
    def times_faster(self) -> float:
        """Than the best rival; a lower bound if that one was ended."""
        return self.best.cpu_s / self.own.cpu_s


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--sizes", default="15-100", help="smallest and largest n, such as 20-30")
    options.add_argument("--boards", type=int, default=1000, help="at most so many a table, evenly chosen")
    options.add_argument("--seconds", type=float, default=60.0, help="CPU time at most of each run")
    options.add_argument("--keep", type=Path, help="file of finished boards, to go on from")
    given = options.parse_args()
    smallest, largest = map(int, given.sizes.split("-"))
    most = {key: pieces for key, pieces in (OPTIMUM | MOST_KNOWN).items() if key[0] >= 20}
    contests = (
        Contest("OK", ("CP-SAT",), 220, most),
        Contest("FAIL", ("CP-SAT", "HiGHS"), 3, {key: pieces + 1 for key, pieces in OPTIMUM.items()}),
    )
    field = Field(given.seconds, given.keep)
    console = Console()
    console.width = max(console.width, 110)  # a pipe has 80 columns, which would break each cell
    tables = {}
    for contest in contests:
        keys = [key for key in sorted(contest.boards) if smallest <= key[0] <= largest]
        step = max(1, -(-len(keys) // given.boards))
        tables[contest.answer] = list(field.lines(contest, keys[::step]))
        console.print(table_of(contest, tables[contest.answer]))
    field.stop()
    verdicts = list(claims(tables["OK"], tables["FAIL"]))
    for holds, claim in verdicts:
        console.print(f"{'PASS' if holds else 'FAIL'}  {claim}", soft_wrap=True)
    sys.exit(0 if all(holds for holds, _ in verdicts) else 1)


def table_of(contest: Contest, lines: list[Line]) -> Table:
    names = ("champion", *contest.rivals)
    times = [f"{name} ms" for name in names]
    table = Table("n", "trees", "seed", "lizards", *times, "times faster", title=contest.answer)
    for line in lines:
        n, percent, seed = line.key
        bound = "lost" if not line.own.said else f"{'' if line.best.said else '>'}{line.times_faster:,.1f}"
        runs = (line.runs[name] for name in names)
        table.add_row(*map(str, (n, f"{percent} %", seed, line.pieces, *runs)), bound)
    return table


def claims(ok: list[Line], fail: list[Line]) -> Iterator[tuple[bool, str]]:
    """Each claim about the two tables and whether it holds; none about an empty one."""
    if ok:
        lost = [f"{n} x {n} at {percent} %, seed {seed}" for n, percent, seed in (x.key for x in ok if not x.own.said)]
        least, ratios = min(ok, key=lambda line: line.times_faster), [line.times_faster for line in ok]
        yield not lost, f"OK: the champion lost {len(lost)} of {len(ok)} boards {lost or ''}"
        yield (
            median(ratios) >= 200,
            f"OK: CP-SAT / champion: median at least {median(ratios):,.0f} (claim: 200), "
            f"least {least.times_faster:,.1f} on {least.key}",
        )
    if fail:
        slower = [line.own.cpu_s / line.best.cpu_s for line in fail]
        proven = sum(bool(line.own.said) for line in fail)
        worst = max(fail, key=lambda line: line.own.cpu_s / line.best.cpu_s)
        yield proven == len(fail), f"FAIL: the champion proved {proven} of {len(fail)} boards"
        yield (
            max(slower) <= 1.2,
            f"FAIL: champion / better of CP-SAT and HiGHS: median at most {median(slower):.3f}, "
            f"worst {max(slower):.2f} on {worst.key} (claim: 1.2)",
        )


class Field:
    """The solvers, started when first needed, and the boards that are finished."""

    def __init__(self, seconds: float, keep: Path | None) -> None:
        self.seconds, self.keep = seconds, keep
        self.solvers: dict[str, Solver] = {}
        kept = keep.read_bytes().splitlines() if keep is not None and keep.exists() else []
        self.finished = [msgspec.json.decode(line, type=Line) for line in kept]

    def lines(self, contest: Contest, keys: list[Key]) -> Iterator[Line]:
        for number, key in enumerate(keys, 1):
            pieces = contest.boards[key]
            line = next(
                (x for x in self.finished if (x.answer, x.key, x.pieces) == (contest.answer, key, pieces)), None
            )
            if line is None:
                line = self.run(contest, key, pieces)
                if self.keep is not None:
                    with self.keep.open("ab") as file:
                        file.write(msgspec.json.encode(line) + b"\n")
            shown = ", ".join(f"{name} {run}" for name, run in line.runs.items())
            print(f"{contest.answer} {number}/{len(keys)} {key} {pieces}: {shown} ms", file=sys.stderr, flush=True)
            yield line

    def run(self, contest: Contest, key: Key, pieces: int) -> Line:
        grid = grid_of(key)
        runs = {"champion": self.solver("champion").run(grid, pieces, self.seconds)}
        own = runs["champion"].cpu_s
        limit = max(5.0, 1.25 * own, min(self.seconds / 2, contest.needed * own))
        runs |= {name: self.solver(name).run(grid, pieces, limit) for name in contest.rivals}
        assert all(run.said in ("", contest.answer) for run in runs.values()), (key, pieces, runs)
        return Line(contest.answer, key, pieces, runs)

    def solver(self, name: str) -> Solver:
        if name not in self.solvers:
            self.solvers[name] = Solver(name)
        return self.solvers[name]

    def stop(self) -> None:
        for solver in self.solvers.values():
            solver.process.kill()
            solver.process.join()


class Solver:
    """A process that answers boards, warmed up once."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.start()

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=serve, args=(self.name, other), daemon=True)
        self.process.start()
        for n in (4, 8):
            self.pipe.send((random_grid(n, 0.1, n), n))
            self.pipe.recv()
        self.usage = psutil.Process(self.process.pid)

    def run(self, grid: Grid, pieces: int, limit: float) -> Outcome:
        """At most `limit` CPU seconds, to a tenth; past that, the process is replaced."""
        before = self.spent()
        self.pipe.send((grid, pieces))
        while not self.pipe.poll(0.05):
            if self.spent() - before > limit:
                cpu_s = self.spent() - before
                self.process.kill()
                self.process.join()
                self.start()
                return Outcome("", cpu_s)
        said, cpu_s = self.pipe.recv()
        return Outcome(said, cpu_s)

    def spent(self) -> float:
        times = self.usage.cpu_times()
        return float(times.user + times.system)


def serve(name: str, pipe: Connection) -> None:
    decide = {"champion": load_champion, "CP-SAT": load_cp_sat, "HiGHS": load_highs}[name]()
    while True:
        grid, pieces = pipe.recv()
        start = time.process_time()
        said = decide(grid, pieces)
        pipe.send((said, time.process_time() - start))


def load_champion() -> Decide:
    spec = importlib.util.spec_from_file_location("lizards_champion", CHAMPION)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def decide(grid: Grid, pieces: int) -> str:
        return "FAIL" if module.solve("SA", len(grid), pieces, grid) is None else "OK"

    return decide


def load_cp_sat() -> Decide:
    from ortools.sat.python import cp_model

    def decide(grid: Grid, pieces: int) -> str:
        segments, cells = segments_of(grid)
        model = cp_model.CpModel()
        cell = [model.new_bool_var("") for _ in range(cells)]
        for members in segments:
            model.add_at_most_one(cell[k] for k in members)
        model.add(sum(cell) >= pieces)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        status = solver.solve(model)
        return {cp_model.OPTIMAL: "OK", cp_model.FEASIBLE: "OK", cp_model.INFEASIBLE: "FAIL"}.get(status, "")

    return decide


def load_highs() -> Decide:
    import highspy

    def decide(grid: Grid, pieces: int) -> str:
        segments, cells = segments_of(grid)
        model = highspy.Highs()  # type: ignore[no-untyped-call]  # its stubs lack this one
        for option, value in (("output_flag", False), ("threads", 1)):
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


if __name__ == "__main__":
    main()
