"""A store that was judged without running anything: problems, submissions, results, batches and regrades."""

from __future__ import annotations

import math
import os
import signal
import sqlite3
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from judge.model import Batch, Conditions, Instance, Job, Limits, Prepared, Problem, Record, Run, Submission, Verdict
from judge.scoring import Leaderboard, judgement_of
from judge.store import Store
from tests.conftest import there
from tests.make import HOST, batch, problem, replace, run, submission

KINDS: tuple[Instance.Algorithm, ...] = ("DFS", "SA")


def problem_of(pieces: int = 1, points: float = 50) -> Problem:
    """Four cases, two of each algorithm."""
    facts: dict[str, Any] = {"algorithms": KINDS, "limits": Limits(), "groups": {"secret": Problem.Group(points)}}
    return problem("c0 c1:secret/SA c2 c3:secret/SA", pieces=pieces, **facts)


PROBLEM, NEW = problem_of(), problem_of(pieces=2)
UNDER = Conditions.of(PROBLEM, HOST)


def submission_of(text: str = "x", name: str = "mine.py") -> Submission:
    return submission(text, name)


def runs_of(verdicts: Sequence[Verdict], time_s: float = 1.0) -> tuple[Run, ...]:
    made = [run(case, (verdict, time_s), wall=0) for case, verdict in zip(PROBLEM.cases, verdicts, strict=False)]
    return tuple(replace(one, samples=(Run.Measurement(one.verdict, 2, time_s, 3),)) for one in made)


def batch_of(store: Store, of: Problem = PROBLEM, **more: object) -> Batch:
    return store.begin(batch(of, **more))


def finish(store: Store, ticket: Batch.Ticket, verdicts: Sequence[Verdict], of: Problem = PROBLEM) -> None:
    """Let a ticket end so."""
    store.finish(ticket, judgement_of(ticket.submission, of, Prepared(), runs_of(verdicts)))


def judge_it(
    store: Store, under: Batch, owner: str, verdicts: Sequence[Verdict], text: str = "", *, time_s: float = 1.0
) -> int:
    """Enter a submission of its own for this owner, run it to its end; its ticket."""
    ticket = store.enter(under, submission_of(text or owner), owner)
    runs = runs_of(verdicts, time_s)
    for one in runs:
        store.record_run(ticket, one)
    store.finish(ticket, judgement_of(ticket.submission, under.problem, Prepared(), runs))
    return ticket.id


def add(store: Store, owner: str, at_s: float, to: str = "pkg", *, text: str = "", replaces: bool = False) -> Job:
    """Put a submission into the queue."""
    made = submission_of(text or f"{owner} {at_s}")
    return store.queue.add(to, owner, owner, made, at_s, replaces=replaces)


def take(store: Store) -> Job:
    """Take the job that is next."""
    return there(store.queue.take("judge 1"))


class Clock:
    """The time that the store reads, in seconds; it stands still until somebody moves it."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now_s = 1000.0
        patch.setattr("time.time", lambda: self.now_s)


Work = Callable[[], Iterator[object]]


class Child:
    """Another process. It does its work when it is asked, answers with a line, and waits to be killed with all that is
    open. It is made before this process opens the store: SQLite must not be carried into a child."""

    def __init__(self, work: Work) -> None:
        (self._heard, self._ask), (self._answers, self._said) = os.pipe(), os.pipe()
        self._pid = os.fork()
        if self._pid:
            os.close(self._said)
            return
        try:
            os.read(self._heard, 1)
            kept = work()
            os.write(self._said, f"{next(kept)}\n".encode())
            signal.pause()
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)

    def begin(self) -> None:
        os.write(self._ask, b".")

    def answer(self) -> str:
        """What it says once its work is done."""
        said = b""
        while not said.endswith(b"\n"):
            more = os.read(self._answers, 1 << 16)
            assert more, "it has ended"
            said += more
        return said.decode().strip()

    def asked(self) -> str:
        self.begin()
        return self.answer()

    def kill(self) -> None:
        """End it, and wait for that."""
        if self._pid:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
            for end in (self._heard, self._ask, self._answers):
                os.close(end)
        self._pid = 0


Fork = Callable[[Work], Child]
Hearer = Callable[..., object]  # the connection, the statement and its values


def hear(patch: pytest.MonkeyPatch, heard: Hearer) -> None:
    """Let the connections of stores that are opened from now on say each statement before SQLite does it, which does
    not do it where that raises."""

    class Heard(sqlite3.Connection):
        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            heard(self, statement, *values)
            return super().execute(statement, *values)

    patch.setattr("sqlite3.connect", partial(sqlite3.connect, factory=Heard))


def meanwhile(patch: pytest.MonkeyPatch, begin: str, act: Callable[[], object]) -> None:
    """Let this happen before each statement that begins so."""
    hear(patch, lambda _, statement, *__: act() if statement.startswith(begin) else None)


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
    store: Store,
    of: Problem = PROBLEM,
    under: Conditions = UNDER,
    algorithm: Instance.Algorithm | None = None,
    before_s: float = math.inf,
) -> Leaderboard:
    """The standing leaderboard, with its rows."""
    return store.boards.board(store.boards.outline(of, under, before_s), algorithm, before_s)


def state(store: Store) -> dict[str, tuple[Verdict, float | None]]:
    """What counts, by owner."""
    return {row.owner: (row.judgement.verdict, row.judgement.points) for row in Record.latest(store.records(PROBLEM))}


def regrade(store: Store, results: Mapping[str, Sequence[Verdict]]) -> tuple[Batch, list[Record.Change]]:
    """Begin a regrade on the mended package, and judge these owners in it."""
    begun = store.regrades.begin(batch(NEW, kind="regrade", reason="case c1 was wrong"))
    for ticket in store.regrades.tickets(begun):
        if ticket.owner in results and not ticket.done:
            finish(store, ticket, results[ticket.owner], NEW)
    return begun, store.regrades.changes(begun)


OWNERS = ("ann", "bob")


def seen(store: Store) -> dict[str, dict[str, Any]]:
    """What the store says of each owner, in plain words."""
    tickets, counts = {one.owner: one for one in store.regrades.tickets(batch_of(store))}, state(store)
    deeds, terms = [deed for _, deed in reversed(store.deeds.latest(99))], store.terms.of("pkg")
    found = {}
    for owner in OWNERS:
        ticket, account = tickets.get(owner), store.accounts.of(owner)
        done = bool(ticket and ticket.done)
        assert counts.get(owner) == ((Verdict.WA, 37.5) if done else None)
        runs = [] if done or ticket is None else [one.case for one in ticket.runs]
        found[owner] = {
            "runs": runs if ticket else None,
            "seed": store.seed(ticket.id) if ticket else "",
            "done": done,
            "jobs": [(job.at_s, job.state) for job in reversed(store.queue.of(owner))],
            "said": [deed.what for deed in deeds if deed.author == owner],
            "opened": [word.at_s for word in store.contest_words.of(owner)],
            "marks": [one.kind for one in store.marks.of("pkg", "") if one.owner == owner],
            "due": terms[owner].deadline if owner in terms else None,
            "account": account.student.name if account else False,
            "links": len(store.credentials.of(owner, "link")),
        }
    return found
