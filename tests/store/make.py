"""A store that was judged without running anything: problems, submissions, results, batches and regrades."""

from __future__ import annotations

import math
import os
import signal
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from judge.model import (
    Algorithm,
    Batch,
    Case,
    Change,
    Conditions,
    Group,
    Instance,
    Job,
    Limits,
    Measurement,
    Prepared,
    Problem,
    Record,
    Run,
    Submission,
    Ticket,
    Verdict,
)
from judge.scoring import Leaderboard, judgement_of
from judge.store import Store
from tests.make import HOST, submission

ROOT = Path(__file__).parents[2]
KINDS: tuple[Algorithm, ...] = ("DFS", "SA")


def problem_of(pieces: int = 1, points: float = 50) -> Problem:
    """Four cases, two of each algorithm."""
    grid = np.zeros((2, 2), dtype=np.int8)
    cases = [Case(f"c{index}", "secret", Instance(KINDS[index % 2], 2, pieces, grid)) for index in range(4)]
    groups = {"secret": Group(points)}
    return Problem("pkg", "The pkg", "lizards", KINDS, False, Limits(), groups, tuple(cases), "testcases/pkg")


PROBLEM = problem_of()


def submission_of(text: str = "x", name: str = "mine.py") -> Submission:
    return submission(text, name)


def runs_of(verdicts: Sequence[Verdict], time_s: float = 1.0) -> tuple[Run, ...]:
    return tuple(
        Run(
            case.name,
            case.group,
            case.board.algorithm,
            verdict,
            cpu_s=time_s,
            samples=(Measurement(verdict, 2, time_s, 3),),
        )
        for case, verdict in zip(PROBLEM.cases, verdicts, strict=False)
    )


def batch_of(store: Store, problem: Problem = PROBLEM, **more: object) -> Batch:
    facts: dict[str, Any] = {
        "kind": "grade",
        "problem": problem,
        "host": HOST,
        "conditions": Conditions.of(problem, HOST),
        **more,
    }
    return store.begin(Batch(**facts))


def finish(store: Store, ticket: Ticket, verdicts: Sequence[Verdict], problem: Problem | None = None) -> None:
    """Let a ticket end so."""
    made = judgement_of(ticket.submission, problem or PROBLEM, Prepared(), runs_of(verdicts))
    store.finish(ticket, made)


def judge_it(
    store: Store, batch: Batch, owner: str, verdicts: Sequence[Verdict], text: str = "", *, time_s: float = 1.0
) -> int:
    """Enter a submission of its own for this owner, run it to its end; its ticket."""
    ticket = store.enter(batch, submission_of(text or owner), owner)
    runs = runs_of(verdicts, time_s)
    for run in runs:
        store.record_run(ticket, run)
    store.finish(ticket, judgement_of(ticket.submission, batch.problem, Prepared(), runs))
    return ticket.id


def add(store: Store, owner: str, at_s: float, problem: str = "pkg", *, text: str = "", replaces: bool = False) -> Job:
    """Put a submission into the queue."""
    made = submission_of(text or f"{owner} {at_s}")
    return store.queue.add(problem, owner, owner, made, at_s, replaces=replaces)


class Clock:
    """The time that the store reads, in seconds; it stands still until somebody moves it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now_s = 1000.0
        patch.setattr("time.time", lambda: self.now_s)


class Child:
    """Another process. It does its work when it is asked, answers with a line, and waits to be killed. It is made
    before this process opens the store: SQLite must not be carried into a child."""

    def __init__(self, work: Callable[[], object]) -> None:
        (self._heard, self._ask), (self._answers, self._said) = os.pipe(), os.pipe()
        self._pid = os.fork()
        if not self._pid:
            os.read(self._heard, 1)
            kept = work()
            os.write(self._said, f"{kept}\n".encode())
            signal.pause()

    def begin(self) -> None:
        os.write(self._ask, b".")

    def answer(self) -> str:
        """What it says once its work is done."""
        said = b""
        while not said.endswith(b"\n"):
            said += os.read(self._answers, 1 << 16)
        return said.decode().strip()

    def asked(self) -> str:
        self.begin()
        return self.answer()

    def kill(self) -> None:
        """End it, and wait for that."""
        if self._pid:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
            for end in (self._heard, self._ask, self._answers, self._said):
                os.close(end)
        self._pid = 0


Fork = Callable[[Callable[[], object]], Child]


Hearer = Callable[..., object]  # the connection, the statement and its values


def hear(patch: pytest.MonkeyPatch, heard: Hearer) -> None:
    """Let the connections of stores that are opened from now on say each statement before SQLite does it, which does
    not do it where that raises."""

    class Heard(sqlite3.Connection):
        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            heard(self, statement, *values)
            return super().execute(statement, *values)

    patch.setattr("sqlite3.connect", partial(sqlite3.connect, factory=Heard))


def plans(patch: pytest.MonkeyPatch) -> list[str]:
    """The steps of SQLite's plans for all that stores which are opened from now on are asked: a scan of a table would
    show there, as its cost grows with the store."""
    steps: list[str] = []

    def explained(connection: sqlite3.Connection, statement: str, values: Sequence[object] = ()) -> None:
        if statement.lstrip().startswith(("SELECT", "INSERT", "UPDATE")):
            plan = sqlite3.Connection.execute(connection, f"EXPLAIN QUERY PLAN {statement}", values)
            steps.extend(row["detail"] for row in plan)

    hear(patch, explained)
    return steps


def fault(kind: int) -> sqlite3.OperationalError:
    """What SQLite raises for a file that fails so."""
    made = sqlite3.OperationalError("it failed")
    made.sqlite_errorcode = kind
    return made


def sql(path: Path, question: str, *values: object) -> list[tuple[Any, ...]]:
    """What the file holds, asked past the judge."""
    with closing(sqlite3.connect(path)) as raw:
        return raw.execute(question, values).fetchall()


def script(path: Path, text: str) -> None:
    """Change the file past the judge."""
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript(text)


def board_of(
    store: Store, problem: Problem, under: Conditions, algorithm: Algorithm | None = None, before_s: float = math.inf
) -> Leaderboard:
    """The standing leaderboard, with its rows."""
    return store.boards.board(store.boards.outline(problem, under, before_s), algorithm, before_s)


def state(store: Store, problem: Problem = PROBLEM) -> dict[str, tuple[Verdict, float | None]]:
    """What counts, by owner."""
    return {row.owner: (row.judgement.verdict, row.judgement.points) for row in Record.latest(store.records(problem))}


NEW = problem_of(pieces=2)


def regrade(store: Store, results: Mapping[str, Sequence[Verdict]]) -> tuple[Batch, list[Change]]:
    """Begin a regrade on the mended package, and judge these owners in it."""
    batch = store.regrades.begin(Batch("regrade", NEW, HOST, Conditions.of(NEW, HOST), reason="case c1 was wrong"))
    for ticket in store.regrades.tickets(batch):
        if ticket.owner in results and not ticket.done:
            finish(store, ticket, results[ticket.owner], NEW)
    return batch, store.regrades.changes(batch)
