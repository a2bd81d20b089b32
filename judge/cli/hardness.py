"""The part of `judge generate --difficulty` that runs solutions: on the cases, and on boards around the maximum."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from judge.cli.machine import machine
from judge.cli.options import RunOptions
from judge.cli.running import follow, sandboxes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from judge.model import Entry, Judgement, Problem, Submission
    from judge.model.difficulty import Aims, Hardness
    from judge.model.made import Made
    from judge.sandbox.sandbox import Sandbox


def show_hardness(package: Path, made: Sequence[Made], seconds: float) -> tuple[list[Hardness], Aims | None]:
    """Measure the cases that are there, and where boards of their size are hard; print both, and return them."""
    from judge.judging.difficulty import hardness, solvers
    from judge.model import Entry
    from judge.problems.package import read_package
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.difficulty import aims_table, hardness_table

    console, problem = plain_console(), read_package(package)
    asked = {one.case for one in made}
    cases = tuple(case for case in problem.cases if f"{case.group}/{case.name}" in asked)
    problem = msgspec.structs.replace(problem, cases=cases)
    with sandboxes(RunOptions(machine=machine()).shared, console) as (opened, _):
        entry = Entry(problem, solvers(problem))
        rows = hardness(entry, _judged(opened, entry))
        console.print(hardness_table(rows, {one.case: one for one in made}))
        found = _aims(opened, problem, entry.submissions, seconds)
    if found:
        console.print(aims_table(found))
    return rows, found


def _aims(opened: Sequence[Sandbox], problem: Problem, solvers: Sequence[Submission], seconds: float) -> Aims | None:
    """Measure boards around the maximum; None for a package whose recipes have no board with random trees."""
    from pathlib import Path

    from judge.judging.difficulty import aimed, aims
    from judge.model import Entry
    from judge.problems.generators.aim import probes, size_of
    from judge.problems.generators.read import read_generators
    from judge.problems.manifest import read_manifest

    package = Path(problem.path)
    n = size_of(read_generators(package, read_manifest(package)).recipes)
    boards, undecided = probes(n, problem.algorithms[0], seconds) if n else ([], 0)
    if not boards:
        return None
    entry = Entry(aimed(problem, boards), tuple(solvers))
    return aims(entry, _judged(opened, entry), boards, undecided)


def _judged(opened: Sequence[Sandbox], entry: Entry) -> list[Judgement]:
    """Run a contest to its end, and show how far it is; Ctrl-C ends the command."""
    from judge.judging.contest import Contest
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.progress import Live

    contest = Contest(opened, [entry])
    if not follow(contest.events(), Live(plain_console(), contest.total, [entry], cases=False)):
        raise KeyboardInterrupt
    return contest.judgements()
