"""A class that real stations judge, in a store of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from judge.classroom import submissions_of
from judge.judging import GradingSession, Hands, enter_all
from judge.model import Batch, Conditions, Judgement, Problem, Roll, Submission, Verdict
from judge.sandbox import Sandbox
from judge.store import Store
from judge.submissions import read_submission
from tests import make
from tests.conftest import RIGHT, WRONG
from tests.make import case_text

CASES = {f"secret/c{number}": (case_text(6 if number == 3 else 4), "") for number in range(6)}
TEXTS = {
    "right": RIGHT,
    "wrong": WRONG,
    "again": RIGHT + "# again\n",
    "raises": "def solve(algorithm, n, lizards, grid):\n    raise ValueError(n)\n",
    "broken": "def solve(\n",
    "late": RIGHT.replace("    for row,", "    while n == 6:\n        pass\n    for row,"),
}


def roll() -> Roll:
    texts = {name: (("homework.py", text.encode()),) for name, text in TEXTS.items()}
    return make.roll(*(make.member(name, files=files) for name, files in texts.items()))


class Sitting:
    """A class in a store of its own."""

    def __init__(self, path: Path, problem: Problem, sandbox: Sandbox) -> None:
        self.store = Store(path)
        host = sandbox.host()
        self.batch = self.store.begin(Batch("grade", problem, host, Conditions.of(problem, host), label="class"))
        self.tickets: list[Batch.Ticket] = enter_all(self.store, self.batch, submissions_of(roll(), problem))

    def events(self, hands: Hands) -> Iterator[object]:
        yield from GradingSession(self.store, self.batch, self.tickets).events(hands)

    def judged(self) -> dict[str, Judgement]:
        """Return what is in the store, without what is measured."""
        records = {one.owner: self.store.record(one.id, self.batch.problem) for one in self.tickets}
        return {owner: timeless(record.judgement) for owner, record in records.items() if record}

    def attempts(self) -> Counter[tuple[str, str]]:
        """Return how often each case of each student was written down."""
        return Counter(
            (ticket.owner, f"{run.group}/{run.case}")
            for ticket in self.tickets
            for run in self.store.taken_up(ticket).runs
        )


def timeless(made: Judgement) -> Judgement:
    """Return a judgement without its times and paths."""
    bare: dict[str, Any] = {"wall_s": 0.0, "cpu_s": 0.0, "memory_bytes": 0, "samples": ()}
    runs = tuple(msgspec.structs.replace(run, board=None, **bare) for run in made.runs)
    prepare = msgspec.structs.replace(made.prepare, wall_s=0.0, startup_s=0.0)
    late = {"message": "late", "finding": None}
    told = tuple(msgspec.structs.replace(run, **late) if run.verdict is Verdict.TLE else run for run in runs)
    return msgspec.structs.replace(made, runs=told, prepare=prepare, problem=None, submission=None)


def named(name: str, problem: Problem) -> Submission:
    path = Path(problem.path).parent / f"{name}.py"
    path.write_text(TEXTS[name])
    return read_submission(path, problem.name)
