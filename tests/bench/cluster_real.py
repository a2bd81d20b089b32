"""What a case costs more through a real cluster than here: `python -m tests.bench.cluster_real`.

A class is judged by a sandbox of this process, and by one real station with a real scheduler, in turns, so that a busy
minute hits both alike. Told is the CPU of all processes for each case, from when all is prepared: of the judge with its
store, of the scheduler, and of the sandbox with its boxes. The issue allows MOST_MS more for a case.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
import psutil
from rich.console import Console
from rich.table import Table

from judge.classroom.gradebook.grades import submissions_of
from judge.judging.crew import Hands
from judge.judging.entering import enter_all
from judge.judging.session import GradingSession
from judge.model import Host, Problem, Ran, Readied, Verdict
from judge.model.classroom import Member, Roll, Student
from judge.model.record import Batch, conditions
from judge.problems.package import read_package
from judge.sandbox.pool import arena
from judge.store import Store
from tests.bench.cluster import cpu_s
from tests.bench.overhead import TINY
from tests.bench.programs import CPP
from tests.cluster.real import Cluster, cluster, crew

MOST_MS = 3.0
KINDS = {"numba": ("homework.py", TINY.decode(), "# {}\n"), "C++": ("homework.cpp", CPP, "// {}\n")}


class Spent(msgspec.Struct, frozen=True):
    """Milliseconds for each case: on the wall, and of CPU."""

    wall: float
    judge: float
    scheduler: float
    boxes: float

    @property
    def cpu(self) -> float:
        return self.judge + self.scheduler + self.boxes


def package(folder: Path, cases: int) -> Problem:
    """Write empty boards of 6 x 6, for which all solutions here know an arrangement."""
    for number in range(cases):
        case = folder / "secret" / f"c-{number:03}"
        case.mkdir(parents=True)
        (case / "input.txt").write_text("ANY\n6\n6\n" + "000000\n" * 6)
    (folder / "problem.toml").write_text(
        'title = "Small"\npuzzle = "queens"\nalgorithms = ["ANY"]\n[limits]\ntime_limit = 5.0\n'
        "[groups.secret]\npoints = 1\n"
    )
    return read_package(folder)


def roll(kind: str, students: int) -> Roll:
    main, text, comment = KINDS[kind]
    files = [((main, (comment.format(number) + text).encode()),) for number in range(students)]
    return Roll(
        "plain", tuple(Member(Student(f"s{at}"), f"s{at}", "", main=main, files=one) for at, one in enumerate(files))
    )


def judged(path: Path, problem: Problem, members: Roll, side: Side, host: Host) -> Spent:
    """Judge a class in a store of its own."""
    with Store(path) as store:
        batch = store.begin(Batch("grade", problem, host, conditions(problem, host), label="class"))
        tickets = enter_all(store, batch, submissions_of(members, problem))
        left, ran, before, begun_s = len(tickets), 0, side.clocks(), time.monotonic()
        for event in GradingSession(store, batch, tickets).events(side.hands):
            if isinstance(event, Ran):
                ran += 1
                assert event.run.verdict is Verdict.AC, event.run.message
            elif isinstance(event, Readied):
                left -= 1
                if not left:
                    before, begun_s = side.clocks(), time.monotonic()
        wall_s, after = time.monotonic() - begun_s, side.clocks()
    assert ran >= len(tickets) * len(problem.cases), "each case was run"
    return Spent(1e3 * wall_s / ran, *(1e3 * (now - was) / ran for now, was in zip(after, before, strict=True)))


class Side:
    """One of the two ways to judge: the workers, and the CPU of all that has a part in it."""

    def __init__(self, hands: Hands, made: Cluster | None = None) -> None:
        self.hands, self._made = hands, made

    def clocks(self) -> tuple[float, float, float]:
        """Return the seconds of the judge, of the scheduler, and of the boxes with what holds them."""
        own = time.process_time()
        here = tree_s(os.getpid()) - cpu_s(os.getpid())
        if not self._made:
            return own, 0.0, here
        return own, cpu_s(self._made.scheduler.pid), sum(tree_s(one.pid) for one in self._made.stations)


def tree_s(pid: int) -> float:
    """Return the CPU of a process and of all that it has started, those included that have ended."""
    whole = 0.0
    root = psutil.Process(pid)
    for one in (root, *root.children(recursive=True)):
        try:
            times = one.cpu_times()
            whole += cpu_s(one.pid) + times.children_user + times.children_system
        except (psutil.NoSuchProcess, OSError):  # it has just ended: its parent counts it
            continue
    return whole


def turns(kind: str, students: int, problem: Problem, folder: Path, count: int) -> Iterator[tuple[Spent, Spent]]:
    """Yield what a case costs here and there, turn by turn. The first turn compiles, and is not told."""
    members = roll(kind, students)
    with cluster(folder / "cluster", 1) as made, arena(share_core=True) as (sandbox,):
        for turn in range(count + 1):
            here = judged(folder / f"here{turn}.db", problem, members, Side([sandbox]), sandbox.host())
            with crew(made, 1) as joined:
                there = judged(folder / f"there{turn}.db", problem, members, Side(joined, made), sandbox.host())
            if turn:
                yield here, there


@click.command()
@click.option("--students", default=6)
@click.option("--cases", default=20)
@click.option("--turns", "count", default=5)
@click.option("--only", type=click.Choice(tuple(KINDS)))
def main(students: int, cases: int, count: int, only: str | None) -> None:
    """Measure both kinds of submission."""
    console = Console(highlight=False)
    console.width = max(console.width, 120)
    console.print(f"load of this machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    table = Table("ms for each case", "wall", "CPU", "judge", "scheduler", "sandbox, station", "CPU more", "allowed")
    missed = False
    for kind in [only] if only else KINDS:
        with tempfile.TemporaryDirectory() as scratch:
            problem = package(Path(scratch, "small"), cases)
            found = list(turns(kind, students, problem, Path(scratch), count))
        here, there = (middle([pair[at] for pair in found]) for at in (0, 1))
        more = statistics.median(there.cpu - here.cpu for here, there in found)
        ratio = statistics.median(there.cpu / here.cpu for here, there in found)
        missed |= more > MOST_MS
        table.add_row(f"{kind}, here", *cells(here), "", "")
        table.add_row(f"{kind}, a station", *cells(there), f"{more:+.2f}, {ratio:.2f} x", f"{MOST_MS:+.1f}")
    console.print(f"{students} submissions x {cases} cases, the median of {count} turns:")
    console.print(table)
    sys.exit(int(missed))


def middle(found: list[Spent]) -> Spent:
    fields = Spent.__struct_fields__
    return Spent(*(statistics.median(getattr(one, field) for one in found) for field in fields))


def cells(one: Spent) -> list[str]:
    return [f"{part:.2f}" for part in (one.wall, one.cpu, one.judge, one.scheduler, one.boxes)]


if __name__ == "__main__":
    main()
