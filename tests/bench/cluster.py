"""What a cluster costs beside the attempts: `python -m tests.bench.cluster [WORKERS ...]`.

The scheduler is Dask's own, and so are the workers and the client; only the sandboxes are none. A worker answers an
order at once, or with `--attempt 0.1` sleeps so long for each attempt. Workers share a few processes, some 25 each.

Without `--attempt` it prints what one order and one attempt cost in CPU, what heartbeats cost, and what follows for
clusters that are larger than this machine (cluster_model.py). The exit status is 1 where the cluster would cost more
than 5 % of the CPU of its attempts, of 0.1 s each.

With `--attempt SECONDS` it prints how much faster 1, 2, 4, 8 and 16 workers are. Sleep needs no core, so this works on
a small machine too. The exit status is 1 where four workers are not 3.5 times as fast as one.

An attempt that does not come back is an AssertionError.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.table import Table

from judge.cluster.address import read_address
from judge.cluster.client import connected
from judge.cluster.crew import ClusterCrew
from judge.cluster.fleet import Wanted
from judge.judging.contest import Contest
from judge.model import Entry, Problem, Ran, Readied, Submission
from judge.problems.package import read_package
from tests.bench.cluster_model import FULL, MOST, Idle, Model, Price, Run, fitted

ROOT = Path(__file__).parents[2]
EACH = 25  # workers in a process
ATTEMPT_S = 0.1  # of CPU, with its box: a small solution
SIZES = (10, 100, 300, 1000, 2000)  # of clusters in the model
FAR = 1_000_000  # attempts in the model
BATCHES = (1, 8, 100)  # attempts in a report at most: as few, some, and as many as there are cases
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


class Opened(msgspec.Struct, frozen=True):
    """A cluster that runs, and whose clocks can be read."""

    crew: ClusterCrew
    pids: tuple[int, ...]  # first the scheduler's

    def clocks(self) -> tuple[float, float, float]:
        """Return the seconds of CPU that scheduler, client and stations have used."""
        return cpu_s(self.pids[0]), time.process_time(), sum(map(cpu_s, self.pids[1:]))


@contextlib.contextmanager
def opened(workers: int, batch: int = 0, attempt_s: float = 0.0) -> Iterator[Opened]:
    """Start a scheduler and workers that run nothing, and join them. A report has `batch` attempts at most."""
    with contextlib.ExitStack() as stack:
        file = Path(stack.enter_context(tempfile.TemporaryDirectory()), "scheduler.json")
        listens = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show", "--scheduler-file", str(file)]
        pids = [_popen(stack, ["-m", "distributed.cli.dask_scheduler", *listens])]
        while not file.exists() or not file.read_text().endswith("}"):
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
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


def idle(one: Opened, workers: int) -> Idle:
    """Measure a cluster that has nothing to do: without a client's looks, then with them."""
    before = one.clocks()
    time.sleep(IDLE_S)
    quiet = (one.clocks()[0] - before[0]) / IDLE_S
    before, until_s = one.clocks(), time.monotonic() + IDLE_S
    while time.monotonic() < until_s:
        one.crew.stations.look()
        time.sleep(0.05)
    return Idle(workers, quiet, *((now - was) / IDLE_S for now, was in zip(one.clocks(), before, strict=True)))


def run(one: Opened, contest: Contest, batch: int, rest: Idle) -> Run:
    """Run a contest; return what its orders have cost, from when all is prepared."""
    left, ran, before, begun_s = len(contest.entries[0].submissions), 0, one.clocks(), time.monotonic()
    for event in contest.events():
        ran += isinstance(event, Ran)
        if isinstance(event, Readied):
            left -= 1
            if not left:
                before, begun_s = one.clocks(), time.monotonic()
    took_s = time.monotonic() - begun_s
    assert ran == contest.total, f"{ran} of {contest.total} attempts came back"
    resting = (rest.scheduler, rest.client, rest.stations)
    spent = (now - was - took_s * each for now, was, each in zip(one.clocks(), before, resting, strict=True))
    entry = contest.entries[0]
    orders = len(entry.submissions) * -(-len(entry.problem.cases) // batch)
    return Run(rest.workers, orders, ran, *spent)


def contest_of(crew: ClusterCrew, problem: Problem, submissions: int) -> Contest:
    """Return a class on a problem, as `judge grade` runs it."""
    sources = [f"# {number}\n".encode() for number in range(submissions)]
    field = tuple(
        Submission(f"s{number}", problem.name, "function", Path("s.py"), source, f"{number:064x}")
        for number, source in enumerate(sources)
    )
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
    console = Console(highlight=False)
    console.width = max(console.width, 120)
    console.print(f"load of this machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    if attempt_s:
        problem = msgspec.structs.replace(whole, cases=cases[: CLASS[1]])
        missed = speeds(console, problem, workers or AT_ONCE, attempt_s)
    else:
        problem = msgspec.structs.replace(whole, cases=cases)
        missed = costs(console, problem, workers or (4, 25, 100), attempts)
    sys.exit(int(missed))


# --- how fast --------------------------------------------------------------------------------------------------------
def speeds(console: Console, problem: Problem, sizes: Sequence[int], attempt_s: float) -> bool:
    """Print how much faster more workers are; say whether too little."""
    submissions, cases = CLASS
    table = Table("workers", "seconds", "times as fast", "of the most that is possible")
    found: dict[int, float] = {}
    for size in sizes:
        with opened(size, attempt_s=attempt_s) as one:
            contest, begun_s = contest_of(one.crew, problem, submissions), time.monotonic()
            ran = sum(isinstance(event, Ran) for event in contest.events())
            found[size] = time.monotonic() - begun_s
        assert ran == contest.total, f"{ran} of {contest.total} attempts came back"
        faster = found[sizes[0]] / found[size] * sizes[0]
        table.add_row(str(size), f"{found[size]:.1f}", f"{faster:.2f}", f"{faster / size:.0%}")
    console.print(f"{submissions} submissions x {cases} cases, each attempt sleeps {attempt_s:g} s:")
    console.print(table)
    four, least = FASTER
    return {1, four} <= found.keys() and found[1] / found[four] < least


# --- how much CPU ----------------------------------------------------------------------------------------------------
def costs(console: Console, problem: Problem, sizes: Sequence[int], attempts: int) -> bool:
    """Print what was measured, and what follows; say whether it is too much."""
    idles, runs = [], []
    for size in sizes:
        for batch in BATCHES:
            with opened(size, batch) as one:
                if batch == BATCHES[0]:
                    idles.append(idle(one, size))
                contest = contest_of(one.crew, problem, max(1, attempts // len(problem.cases)))
                runs.append(run(one, contest, batch, idles[-1]))
    console.print("\nThe scheduler without any work, in thousandths of a core:")
    console.print(idle_table(idles))
    console.print("\nWork, in ms of CPU for each attempt:")
    console.print(run_table(runs))
    if len(set(sizes)) < 2:
        console.print("Name two sizes or more: one alone does not tell what is due to its workers.")
        return False
    model = fitted(idles, runs)
    return tell(console, model)


def idle_table(found: Sequence[Idle]) -> Table:
    table = Table("workers", "scheduler alone", "asked by a client", "client", "all stations")
    for one in found:
        cells = (one.quiet, one.scheduler, one.client, one.stations)
        table.add_row(str(one.workers), *(f"{1e3 * cell:.1f}" for cell in cells))
    return table


def run_table(found: Sequence[Run]) -> Table:
    table = Table("workers", "orders", "attempts", "scheduler", "client", "stations", "all")
    for one in found:
        parts = [1e3 * spent / one.attempts for spent in (one.scheduler_s, one.client_s, one.stations_s)]
        counts = (one.workers, one.orders, one.attempts)
        table.add_row(*map(str, counts), *(f"{part:.2f}" for part in (*parts, sum(parts))))
    return table


def tell(console: Console, model: Model) -> bool:
    """Print what follows from the prices; say whether it is too much."""
    console.print("\nWhat explains that best:")
    alone, beat, told = 1e3 * model.alone, 1e6 * model.beat_s, 1e6 * model.told_s
    console.print(f"  scheduler   {alone:.1f} thousandths of a core alone, {beat:.0f} us a heartbeat,")
    console.print(f"              {told:.0f} us for each worker when a client asks who is there")
    for name in ("scheduler", "client", "stations"):
        price: Price = getattr(model, name)
        order, attempt = 1e3 * price.order_s, 1e3 * price.attempt_s
        console.print(f"  {name:11} {order:.2f} ms an order, {attempt:.3f} ms more for each attempt in it")
    console.print(f"\nWhat follows for attempts of {ATTEMPT_S:g} s, and how long {FAR:,} of them take:")
    table = Table("workers", "attempts an order", "load of the scheduler", "load of the client", "cost", "minutes")
    missed = False
    for size in SIZES:
        loads = model.scheduler_load(size, ATTEMPT_S), model.client_load(size, ATTEMPT_S)
        share = model.share(size, ATTEMPT_S)
        missed |= share > SHARE
        minutes = FAR * ATTEMPT_S / size * max(1.0, *loads) / 60
        batch = model.batch(size, ATTEMPT_S)
        cells = (str(size), str(batch), *(f"{load:.0%}" for load in loads), f"{share:.1%}", f"{minutes:.1f}")
        table.add_row(*cells)
    console.print(table)
    least = model.least_batch(ATTEMPT_S, SHARE)
    console.print(
        f"Least attempts in an order that keep the cost of orders below {SHARE:.0%} of the attempts: {least:g}."
    )
    for name, load in (("scheduler", model.scheduler_load), ("client", model.client_load)):
        most = [f"{_size(model.largest(load, one_s))} (attempts of {one_s:g} s)" for one_s in (0.02, 0.1, 1.0)]
        console.print(f"The {name} is busy for {FULL:.0%} of the time with so many workers: {', '.join(most)}.")
    console.print("This client keeps no store. One that grades is full sooner.")
    console.print("With more of them a host starts a second scheduler with workers of its own, and a judge for it.")
    return missed


def _size(workers: int | None) -> str:
    return f"{workers:,}" if workers else f"over {MOST:,}"


if __name__ == "__main__":
    main()
