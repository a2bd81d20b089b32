"""What grading costs beyond the runs themselves, in a young store and an old one: `python -m tests.bench.grading`.

A class of 200 whose `solve` returns at once, in real boxes, after 10 and after 100,000 stored judgements on the same
problem by the same students; then what a student waits for after a submission, the board, and what an export reads.
`--stored` and `--class` make it smaller, `--cores` names the core of the boxes.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from judge.classroom.gradebook.grades import submissions_of
from judge.judging.entering import enter_all
from judge.judging.session import GradingSession
from judge.model import (
    Case,
    CaseResult,
    Group,
    Host,
    Instance,
    Limits,
    Measurement,
    Prepared,
    Problem,
    Ran,
    Readied,
    Verdict,
)
from judge.model.classroom import Member, Roll, Student
from judge.model.record import Batch, conditions
from judge.sandbox.pool import arena
from judge.sandbox.sandbox import Sandbox
from judge.scoring import ranking
from judge.scoring.leaderboard import Ground, placed
from judge.scoring.verdict import judgement_of
from judge.store import Store
from judge.submissions.read import handed_in

OWNERS = 200
SOURCE = "def solve(algorithm, n, lizards, grid):\n    grid[0, 0] = 1\n    return grid  # {}\n"
PROBLEM = Problem(
    "instant", "Instant", "lizards", ("DFS",), False, Limits(), {"secret": Group(10)},
    (Case("one", "secret", Instance("DFS", 2, 1, np.zeros((2, 2), dtype=np.int8))),), "instant",
)  # fmt: skip


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("--stored", type=int, default=100_000)
    words.add_argument("--class", dest="students", type=int, default=200)
    words.add_argument("--cores", default="")
    asked = words.parse_args()
    with tempfile.TemporaryDirectory() as folder, arena(core_words=asked.cores) as (sandbox,):
        few = measured(Path(folder, "few.db"), sandbox, 10, asked.students)
        many = measured(Path(folder, "many.db"), sandbox, asked.stored, asked.students)
    table = Table("what", "10 stored", f"{asked.stored:,} stored")
    for what in few:
        table.add_row(what, f"{1000 * few[what]:.1f} ms", f"{1000 * many[what]:.1f} ms")
    Console(highlight=False).print(table)


def measured(path: Path, sandbox: Sandbox, stored: int, students: int) -> dict[str, float]:
    """Seconds of each."""
    host = sandbox.host()
    under = conditions(PROBLEM, host)
    ground = Ground(PROBLEM.name, under.package, under.limits, ranking.clock_of(host), host.sandbox != "plain")
    members = [
        Member(Student(f"s{k}"), f"s{k}", "", "h.py", (("h.py", SOURCE.format(k).encode()),)) for k in range(students)
    ]
    handed = submissions_of(Roll("plain", tuple(members)), PROBLEM)
    with Store(path) as store:
        fill(store, host, stored)
        begun_s, begun_cpu_s = time.perf_counter(), time.process_time()
        batch = store.begin(Batch("grade", PROBLEM, host, under, label="class"))
        sitting = GradingSession(store, batch, enter_all(store, batch, handed))
        events = list(sitting.events([sandbox]))
        spent_s, cpu_s = time.perf_counter() - begun_s, time.process_time() - begun_cpu_s
        runs_s = sum(event.run.wall_s for event in events if isinstance(event, Ran))
        ready_s = sum(event.prepared.wall_s for event in events if isinstance(event, Readied))
        again = store.begin(Batch("grade", PROBLEM, host, under, label="another"))
        return {
            f"a submission of {students}, beyond its run": (spent_s - runs_s) / students,
            "the same, beyond getting ready as well": (spent_s - runs_s - ready_s) / students,
            "CPU of the judge itself for it": cpu_s / students,
            "a submission that was judged before": timed(lambda: enter_all(store, again, handed), 1) / students,
            "the rank of a submission": timed(lambda: placed(store.scores.best(ground), "s1", PROBLEM)),
            "the board": timed(lambda: store.boards.board(store.boards.outline(PROBLEM, under))),
            f"what an export of {students} reads": timed(lambda: store.counting(PROBLEM, handed)),
        }


def fill(store: Store, host: Host, count: int, owners: int = OWNERS) -> None:
    """Judgements as if `count` submissions had been judged, each of its own bytes."""
    batch = store.begin(Batch("submit", PROBLEM, host, conditions(PROBLEM, host)))
    with store._db.writing():
        for number in range(count):
            paper = handed_in(f"s{number % owners}", PROBLEM.name, "h.py", (("h.py", b"# %d" % number),))
            time_s = 1 + number / count
            sample = Measurement(Verdict.AC, time_s, time_s, 1 << 20)
            run = CaseResult("one", "secret", "DFS", Verdict.AC, wall_s=time_s, cpu_s=time_s, samples=(sample,))
            store._writer.add_source(paper)
            ticket = store._writer.add_judgement(batch.id, paper, paper.name)
            store._writer.add_outcome(ticket, judgement_of(paper, PROBLEM, Prepared(), (run,)))


def timed(work: Callable[[], object], times: int = 5) -> float:
    """The median of a few."""
    spent = []
    for _ in range(times):
        begun_s = time.perf_counter()
        work()
        spent.append(time.perf_counter() - begun_s)
    return statistics.median(spent)


if __name__ == "__main__":
    main()
