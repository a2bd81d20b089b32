"""What a cluster costs beside the attempts: `python -m tests.bench.cluster [WORKERS ...]`.

The scheduler is Dask's own, and so are the workers and the client; only the sandboxes are none. A worker answers an
order at once, or with `--attempt 0.1` sleeps so long for each attempt. Workers share a few processes, some 25 each.

Without `--attempt` it prints what each attempt costs in CPU of scheduler, client and stations, in orders as large as
the judge makes them of attempts of 20 ms, 0.1 s and 1 s, and for how many workers there is room at least. The exit
status is 1 where that is more than 5 % of attempts of 0.1 s.

With `--attempt SECONDS` it prints how much faster 1, 2, 4, 8 and 16 workers are. Sleep needs no core, so this works on
a small machine too. The exit status is 1 where four workers are not 3.5 times as fast as one.

An attempt that does not come back is an AssertionError.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click
from rich.table import Table

from judge.cluster import ClusterCrew
from judge.cluster.address import read_address
from judge.cluster.client import connected
from judge.cluster.crew import ORDERS_A_S
from judge.cluster.fleet import Wanted
from judge.cluster.jobs import SLICE_S
from judge.judging import Contest
from judge.model import Entry, Problem, Ran, Readied
from judge.problems import read_package
from tests.bench.timing import show
from tests.cluster.real import cluster
from tests.make import replace, submission
from tests.shipped import ROOT

EACH = 25  # workers in a process
ATTEMPT_S = 0.1  # of CPU, with its box: a small solution
ATTEMPTS_S = (0.02, ATTEMPT_S, 1.0)
FULL = 0.8  # of a core: beyond that each answer waits for others
SHARE = 0.05
AT_ONCE = (1, 2, 4, 8, 16)
CLASS = 48, 8  # submissions and cases, for the speed
FASTER = 4, 3.5
IDLE_S = 5.0
WORKERS = """
import asyncio, sys
from tests.bench import stations
asyncio.run(stations.serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])))
"""

Clocks = tuple[float, ...]  # of scheduler, client and stations


class Opened(NamedTuple):
    """A cluster that runs, and whose clocks can be read."""

    crew: ClusterCrew
    pids: tuple[int, ...]  # first the scheduler's

    def clocks(self) -> Clocks:
        """Return the seconds of CPU that scheduler, client and stations have used."""
        return cpu_s(self.pids[0]), time.process_time(), sum(map(cpu_s, self.pids[1:]))


@contextlib.contextmanager
def opened(workers: int, batch: int = 0, attempt_s: float = 0.0) -> Iterator[Opened]:
    """Start a scheduler and workers that run nothing, and join them. A report has `batch` attempts at most."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        made = stack.enter_context(cluster(folder / "cluster", 0))
        pids, address = [made.scheduler.pid], made.address
        for first in range(0, workers, EACH):
            words = (address, min(EACH, workers - first), batch, attempt_s)
            pids.append(_popen(stack, ["-c", WORKERS, *map(str, words)]))
        client = stack.enter_context(connected(read_address(address)))
        crew = ClusterCrew(client, address, Wanted("bench", "bench", "bench", trust=True), workers)
        crew.wait_for_stations()
        yield Opened(crew, tuple(pids))


def _popen(stack: contextlib.ExitStack, words: Sequence[str]) -> int:
    process = subprocess.Popen([sys.executable, *words], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    stack.callback(process.wait)
    stack.callback(process.kill)
    return process.pid


def cpu_s(pid: int) -> float:
    """Return the CPU that all threads of a process have used: clock_getcpuclockid(3), as Linux makes its number."""
    return time.clock_gettime((~pid << 3) | 2)


def contest_of(crew: ClusterCrew, problem: Problem, submissions: int) -> Contest:
    """Return a class on a problem, as `judge grade` runs it."""
    field = tuple(submission(f"# {number}\n", f"s{number}.py", problem=problem.name) for number in range(submissions))
    contest = Contest(crew, [Entry(problem, field)], hopeless=True)
    contest.apart, contest.exchanges = True, False
    return contest


@click.command()
@click.argument("workers", type=click.IntRange(1, 1000), nargs=-1)
@click.option("--attempts", type=int, default=3000, help="In each run.")
@click.option("--attempt", "attempt_s", type=float, default=0.0, help="Seconds that each sleeps: shows the speed.")
def main(workers: Sequence[int], attempts: int, attempt_s: float) -> None:
    """Measure, and say what follows for a cluster that is larger than this machine."""
    whole = read_package(ROOT / "testcases/queens")
    cases = tuple(case for case in whole.cases if case.board.n <= 100)
    print(f"load of this machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    if attempt_s:
        missed = speeds(replace(whole, cases=cases[: CLASS[1]]), workers or AT_ONCE, attempt_s)
    else:
        missed = costs(replace(whole, cases=cases), workers or (4, 25, 100), attempts)
    sys.exit(int(missed))


# --- how fast --------------------------------------------------------------------------------------------------------
def speeds(problem: Problem, sizes: Sequence[int], attempt_s: float) -> bool:
    """Print how much faster more workers are; say whether too little."""
    submissions, cases = CLASS
    title = f"{submissions} submissions x {cases} cases, each attempt sleeps {attempt_s:g} s"
    table = Table("workers", "seconds", "times as fast", "of the most that is possible", title=title)
    found: dict[int, float] = {}
    for size in sizes:
        with opened(size, attempt_s=attempt_s) as one:
            contest, begun_s = contest_of(one.crew, problem, submissions), time.monotonic()
            ran = sum(isinstance(event, Ran) for event in contest.events())
            found[size] = time.monotonic() - begun_s
        assert ran == contest.total, f"{ran} of {contest.total} attempts came back"
        faster = found[sizes[0]] / found[size] * sizes[0]
        table.add_row(str(size), f"{found[size]:.1f}", f"{faster:.2f}", f"{faster / size:.0%}")
    show(table)
    four, least = FASTER
    return {1, four} <= found.keys() and found[1] / found[four] < least


# --- how much CPU ----------------------------------------------------------------------------------------------------
def costs(problem: Problem, sizes: Sequence[int], attempts: int) -> bool:
    """Print what an attempt costs in orders as large as the judge makes them, and how many workers that leaves room
    for; say whether it is too much."""
    clocks = ("scheduler, ms", "client, ms", "stations, ms")
    title = "CPU beside each attempt, the cost as a part of it, and how many workers there is room for"
    table = Table("workers", "attempt", "in an order", *clocks, "cost", "room for", title=title)
    missed = False
    for size, attempt_s in itertools.product(sizes, ATTEMPTS_S):
        batch = math.ceil(max(SLICE_S, size / ORDERS_A_S) / attempt_s)
        with opened(size, batch) as one:
            resting = idle(one)
            contest = contest_of(one.crew, problem, max(1, attempts // len(problem.cases)))
            spent = run(one, contest, resting)
        busiest = FULL - max(resting[:2]), max(spent[:2])
        share = sum(spent) / attempt_s + sum(resting) / size
        missed |= attempt_s == ATTEMPT_S and share > SHARE
        cells = (*(f"{1e3 * part:.3f}" for part in spent), f"{share:.1%}")
        room = f"{busiest[0] * attempt_s / busiest[1]:,.0f}"
        table.add_row(str(size), f"{attempt_s:g} s", str(batch), *cells, room)
    show(
        table,
        f"There scheduler or client is busy for {FULL:.0%} of the time. One that grades is full sooner.",
        "With more of them a host starts a second scheduler with workers of its own, and a judge for it.",
    )
    return missed


def idle(one: Opened) -> Clocks:
    """Return the CPU of each in a second without attempts, in which a client looks who is there."""
    before, until_s = one.clocks(), time.monotonic() + IDLE_S
    while time.monotonic() < until_s:
        one.crew.stations.look()
        time.sleep(0.05)
    return _apart(before, one.clocks(), IDLE_S)


def run(one: Opened, contest: Contest, resting: Clocks) -> Clocks:
    """Run a contest; return the CPU that each attempt has cost from when all is prepared, above that of an idle one."""
    left, ran, before, begun_s = len(contest.entries[0].submissions), 0, one.clocks(), time.monotonic()
    for event in contest.events():
        ran += isinstance(event, Ran)
        if isinstance(event, Readied):
            left -= 1
            if not left:
                before, begun_s = one.clocks(), time.monotonic()
    took_s = time.monotonic() - begun_s
    assert ran == contest.total, f"{ran} of {contest.total} attempts came back"
    now = one.clocks()
    spent = (after - was - took_s * rest for after, was, rest in zip(now, before, resting, strict=True))
    return _apart((0.0, 0.0, 0.0), tuple(max(0.0, cpu) for cpu in spent), ran)


def _apart(before: Clocks, after: Clocks, parts: float) -> Clocks:
    """Return what each clock has gone since, for each part."""
    return tuple((now - was) / parts for now, was in zip(after, before, strict=True))


if __name__ == "__main__":
    main()
