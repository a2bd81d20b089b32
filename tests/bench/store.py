"""A store of years: `python -m tests.bench.store`.

Fifteen homeworks of two hundred students, with twenty cases each, three runs a case and a judge error here and there.
Told are how long `judge store info` and `judge board` take, each as a command of its own, and what a backup,
pruning and forgetting a student cost. `--homeworks`, `--students` and `--cases` say how large it is.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from judge.model import Attempt, CaseResult, Host, Machine, Measurement, Prepared, Problem, Verdict
from judge.model.record import Batch, conditions
from judge.problems.package import read_package
from judge.scoring.verdict import judgement_of
from judge.store import PATH, Store
from judge.submissions.read import handed_in

ROOT = Path(__file__).parents[2]
HOST = Host("namespaces", (), (), "cgroup", "Linux", "3.11", "0.63", 2, machine=Machine("a CPU", calibration_s=0.01))
REPEAT = 3
PROMISED_S = 1.0  # of info and of board


def main() -> None:
    parser = argparse.ArgumentParser(description="A store of years.")
    parser.add_argument("--homeworks", type=int, default=15)
    parser.add_argument("--students", type=int, default=200)
    parser.add_argument("--cases", type=int, default=20)
    asked = parser.parse_args()
    table = Table("what", "seconds", "CPU", "promised")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        write(folder, asked.homeworks, asked.students, asked.cases)
        size = (folder / PATH).stat().st_size
        for words in ("store info", "board hw00", "board hw00 --algorithm DFS"):
            table.add_row(*timed(folder, words), f"{PROMISED_S:g}")
        for words in ("store backup copy.db", "store forget student007 --yes", "store prune --before 2101-01-01"):
            table.add_row(*timed(folder, words))
    console = Console()
    console.print(f"{asked.homeworks} homeworks x {asked.students} students, {size / 2**20:.1f} MiB")
    console.print(table)


def timed(folder: Path, words: str) -> tuple[str, str, str]:
    """Run one command; what it was, and the seconds on the clock and of CPU that it took."""
    begun_s, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    command(folder, words.split())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return f"judge {words}", f"{time.perf_counter() - begun_s:.2f}", f"{used_s:.2f}"


def command(folder: Path, words: Sequence[str]) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "judge", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"judge {' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")


def write(folder: Path, homeworks: int, students: int, cases: int) -> None:
    """Judge everybody on everything, without running anything. One transaction for each homework, to be quick."""
    dice = random.Random(1)
    with Store(folder / PATH) as store:
        store._db.add("PRAGMA synchronous = OFF")
        for number in range(homeworks):
            problem = read_package(package(folder / f"testcases/hw{number:02}", cases))
            batch = store.begin(Batch("grade", problem, HOST, conditions(problem, HOST), label=f"hw{number}.zip"))
            for student in range(students):
                judged(store, batch, f"student{student:03}", dice)


def package(folder: Path, cases: int) -> Path:
    """Write a package of empty boards."""
    for number in range(cases):
        case = folder / "secret" / f"n-{number:02}"
        case.mkdir(parents=True)
        n = 4 + number
        (case / "input.txt").write_text(f"{'DFS' if number % 2 else 'SA'}\n{n}\n{n}\n" + f"{'0' * n}\n" * n)
    manifest = (
        f'title = "{folder.name}"\npuzzle = "lizards"\nalgorithms = ["DFS", "SA"]\n[groups.secret]\npoints = 100\n'
    )
    (folder / "problem.toml").write_text(manifest)
    return folder


def judged(store: Store, batch: Batch, owner: str, dice: random.Random) -> None:
    source = f"# {batch.problem.name} of {owner}\n" + "".join(f"x{k} = {dice.random()}\n" for k in range(100))
    submission = handed_in(owner, batch.problem.name, "homework.py", (("homework.py", source.encode()),))
    ticket = store.enter(batch, submission, owner)
    runs = results(batch.problem, dice)
    for run in runs:
        for attempt in run.attempts():
            store.record_run(ticket, attempt)
    store.finish(ticket, judgement_of(submission, batch.problem, Prepared(), runs))


def results(problem: Problem, dice: random.Random) -> tuple[CaseResult, ...]:
    found = []
    for case in problem.cases:
        verdict = dice.choices((Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.JE), (80, 12, 7, 0.05))[0]
        samples = tuple(Measurement(verdict, 1.0, dice.random(), 1 << 26) for _ in range(REPEAT))
        first = Attempt(
            case.name, case.group, case.board.algorithm, verdict, cpu_s=samples[0].cpu_s, samples=samples[:1]
        )
        attempts = [msgspec.structs.replace(first, cpu_s=one.cpu_s, samples=(one,)) for one in samples]
        found.append(CaseResult.of(first, attempts))
    return tuple(found)


if __name__ == "__main__":
    main()
