"""What a cluster costs beside the boxes: `python -m tests.bench.cluster [WORKERS ...] [--attempts N]`.

The scheduler is Dask's own, and so are the workers and the client; only the sandboxes are none. A worker answers an
order at once with as many attempts as were asked for, so that all that is left is what the cluster costs: CPU of the
scheduler, of the client, and of the workers, for each order and attempt. Workers share a few processes, some 25 each.

The model goes on where this machine ends: the scheduler is one thread, so it is saturated when orders a second times
CPU an order, and CPU of the workers' heartbeats, come to one core. `judge.cluster` sends at most ORDERS_A_S orders a
second, and makes each longer where there are more slots. The table says what that comes to with 1,000 workers and 10^6
attempts of ATTEMPT_S.

The exit status is 1 where an attempt is lost, or where the cluster would cost over 5 % of an attempt's CPU.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import msgspec
import psutil
from rich.console import Console
from rich.table import Table

from judge.cluster.address import read_address
from judge.cluster.client import connected
from judge.cluster.crew import ORDERS_A_S, ClusterCrew
from judge.cluster.fleet import Wanted
from judge.cluster.jobs import SLICE_S
from judge.judging.contest import Contest
from judge.model import Entry, Problem, Ran, Submission
from judge.problems.package import read_package

ROOT = Path(__file__).parents[2]
EACH = 25  # workers in a process
ATTEMPT_S = 0.1  # of CPU, with its box: a small solution
FAR = (1000, 1_000_000)  # workers and attempts of the model
SHARE = 0.05
WORKERS = """
import asyncio, sys
from tests.bench import stations
asyncio.run(stations.serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
"""


class Costs(msgspec.Struct, frozen=True):
    """Seconds of CPU of a run of so many attempts in orders of `batch`."""

    workers: int
    batch: int
    attempts: int
    wall_s: float
    scheduler_s: float
    client_s: float
    workers_s: float
    idle_s: float  # of the scheduler, a second and worker, when nothing runs

    @property
    def orders(self) -> float:
        return self.attempts / self.batch

    @property
    def scheduler_an_order_s(self) -> float:
        return max(0.0, self.scheduler_s - self.idle_s * self.workers * self.wall_s) / self.orders

    @property
    def an_attempt_s(self) -> float:
        """Return what all three need for one attempt."""
        return (self.scheduler_s + self.client_s + self.workers_s) / self.attempts


@contextlib.contextmanager
def started(workers: int, batch: int, folder: Path) -> Iterator[tuple[str, list[psutil.Process]]]:
    """Start a scheduler and workers that run nothing; yield its address and all their processes."""
    file = folder / "scheduler.json"
    file.unlink(missing_ok=True)
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    made = [subprocess.Popen([*command, "--no-dashboard", "--no-show", "--scheduler-file", str(file)], **quiet)]  # type: ignore[call-overload]
    try:
        while not file.exists() or not file.read_text().endswith("}"):
            time.sleep(0.05)
        address = json.loads(file.read_text())["address"]
        for first in range(0, workers, EACH):
            words = [address, str(min(EACH, workers - first)), str(batch)]
            made.append(subprocess.Popen([sys.executable, "-c", WORKERS, *words], cwd=ROOT, **quiet))  # type: ignore[call-overload]
        yield address, [psutil.Process(one.pid) for one in made]
    finally:
        for one in made:
            one.kill()
            one.wait()


def measured(workers: int, batch: int, attempts: int, problem: Problem) -> Costs:
    """Run a contest of so many attempts through so many workers."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        address, processes = stack.enter_context(started(workers, batch, folder))
        client = stack.enter_context(connected(read_address(address)))
        crew = ClusterCrew(client, address, Wanted("bench", "bench", "bench", trust=True), workers)
        crew.wait_for_stations()
        before = [cpu_s(one) for one in processes]
        time.sleep(5.0)
        idle_s = (cpu_s(processes[0]) - before[0]) / 5.0 / workers
        count = max(1, attempts // len(problem.cases))
        submissions = tuple(submission(number, problem) for number in range(count))
        contest = Contest(crew, [Entry(problem, submissions)], hopeless=True)
        contest.apart, contest.exchanges = True, False
        before, own_s, begun_s = [cpu_s(one) for one in processes], time.process_time(), time.monotonic()
        ran = sum(isinstance(event, Ran) for event in contest.events())
        wall_s, own_s = time.monotonic() - begun_s, time.process_time() - own_s
        scheduler_s, *others = (cpu_s(one) - was for one, was in zip(processes, before, strict=True))
        assert ran == contest.total, f"{ran} of {contest.total} attempts came back"
    return Costs(workers, batch, ran, wall_s, scheduler_s, own_s, sum(others), idle_s)


def cpu_s(process: psutil.Process) -> float:
    """Return the CPU that a process has used."""
    times = process.cpu_times()
    return float(times.user + times.system)


def submission(number: int, problem: Problem) -> Submission:
    source = f"# {number}\n".encode()
    return Submission(f"s{number}", problem.name, "function", Path("s.py"), source, f"{number:064x}")


def far(one: Costs, workers: int, attempts: int) -> tuple[float, float, float]:
    """Return of a run with so many workers the load of the scheduler, how long it takes in hours, and the share of the
    CPU that the cluster costs, if an order costs what it has cost here."""
    slice_s = max(SLICE_S, workers / ORDERS_A_S)
    orders_a_s = workers / max(slice_s, ATTEMPT_S)
    load = orders_a_s * one.scheduler_an_order_s + workers * one.idle_s
    slower = max(1.0, load)
    each_s = one.an_attempt_s * one.batch / max(1.0, slice_s / ATTEMPT_S)
    return load, attempts * ATTEMPT_S / workers * slower / 3600, each_s / ATTEMPT_S


@click.command()
@click.argument("workers", type=int, nargs=-1)
@click.option("--attempts", type=int, default=4000)
def main(workers: Sequence[int], attempts: int) -> None:
    """Measure, and tell what follows for a cluster that is larger than this machine."""
    whole = read_package(ROOT / "testcases/queens")
    cases = tuple(case for case in whole.cases if case.board.n <= 100)
    problem = msgspec.structs.replace(whole, cases=cases)
    console, missed = Console(), False
    table = Table(
        "workers", "batch", "attempts", "scheduler, ms an order", "client, ms an attempt", "all, ms an attempt"
    )
    beyond = Table("measured with", f"load of the scheduler, {FAR[0]} workers", "hours", "cost of the cluster")
    for count in workers or (4, 25, 100):
        for batch in (1, 5):
            one = measured(count, batch, attempts, problem)
            cells = (count, batch, one.attempts, f"{1e3 * one.scheduler_an_order_s:.2f}")
            own, all_ = 1e3 * one.client_s / one.attempts, 1e3 * one.an_attempt_s
            table.add_row(*map(str, cells), f"{own:.2f}", f"{all_:.2f}")
            if batch > 1:
                load, hours, share = far(one, *FAR)
                missed |= share > SHARE
                beyond.add_row(f"{count} workers", f"{load:.0%}", f"{hours:.2f}", f"{share:.1%}")
            print(*cells, f"{own:.2f} {all_:.2f} idle {1e6 * one.idle_s:.0f} us", file=sys.stderr)
    console.print(table)
    console.print(beyond)
    sys.exit(int(missed))


if __name__ == "__main__":
    main()
