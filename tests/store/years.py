"""A store of years: homeworks of a whole class, judged without running anything, with a judge error here and there."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec

from judge.model import Host, Machine, Measurement, Prepared, Problem, Run, Verdict
from judge.model.record import Batch, conditions
from judge.problems.package import read_package
from judge.scoring.verdict import judgement_of
from judge.store import PATH, Store
from judge.submissions.read import handed_in

HOST = Host("namespaces", (), (), "cgroup", "Linux", "3.11", "0.63", 2, machine=Machine("a CPU", calibration_s=0.01))
REPEAT = 3


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


def results(problem: Problem, dice: random.Random) -> tuple[Run, ...]:
    found = []
    for case in problem.cases:
        verdict = dice.choices((Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.JE), (80, 12, 7, 0.05))[0]
        samples = tuple(Measurement(verdict, 1.0, dice.random(), 1 << 26) for _ in range(REPEAT))
        first = Run(case.name, case.group, case.board.algorithm, verdict, cpu_s=samples[0].cpu_s, samples=samples[:1])
        attempts = [msgspec.structs.replace(first, cpu_s=one.cpu_s, samples=(one,)) for one in samples]
        found.append(Run.of(first, attempts))
    return tuple(found)
