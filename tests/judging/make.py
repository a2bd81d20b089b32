"""A class that is graded by a sandbox that is none: its problem, its members and their batch, and other judges."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from judge.classroom import submissions_of
from judge.judging import GradingSession, enter_all
from judge.model import Batch, Conditions, Instance, Limits, Problem, Record, Roll, Verdict
from judge.store import Store
from tests.make import HOST, batch, judgement, member, problem, replace
from tests.pretended import Pretended

PLAIN = Problem.Scheme()
KINDS: tuple[Instance.Algorithm, ...] = ("DFS", "BFS", "SA")


def problem_of(count: int, scheme: Problem.Scheme = PLAIN) -> Problem:
    """`count` cases, of the three algorithms in turn."""
    words = " ".join(f"c{at}:secret/{KINDS[at % 3]}" for at in range(count))
    groups = {"secret": Problem.Group(10)}
    return problem(words, groups=groups, algorithms=KINDS, limits=Limits(), path="pkg", scheme=scheme)


def rows_of(file: str) -> dict[str, Any]:
    """The tables of a TOML file of this folder."""
    return tomllib.loads((Path(__file__).parent / file).read_text("utf-8"))


def facts_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """What a row says of a noun, as it takes that: by name, so that it refuses a word that it does not know."""
    return {key: tuple(one) if isinstance(one, list) else one for key, one in row.items()}


def begun(store: Store, of: Problem) -> Batch:
    return store.begin(batch(of, label="class"))


class Elsewhere:
    """Another judge as the claims show it: it holds `tickets`, and does `then` when it has been asked so often."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, store: Store, tickets: set[int], asked: int, then: Callable[[], object]
    ) -> None:
        self.held, self.left, self.then = tickets, asked, then
        monkeypatch.setattr(store.claims, "take", self.take)
        monkeypatch.setattr("time.sleep", lambda _: None)

    def take(self, ticket: int) -> bool:
        if self.held and not self.left:
            self.held = set()
            self.then()
        self.left -= ticket in self.held
        return ticket not in self.held


class Sitting:
    """A class in a store, which judges grade one after the other."""

    def __init__(self, path: Path, pretended: Pretended, names: str = "ab", cases: int = 2, repeat: int = 1) -> None:
        self.path, self.problem, self.repeat = path, problem_of(cases), repeat
        self.roll = Roll("plain", tuple(map(member, names)))
        self.hands = pretended.hands

    def begin(self, store: Store) -> tuple[GradingSession, list[Batch.Ticket]]:
        """Begin what is left of it."""
        under = Conditions.of(self.problem, HOST, self.repeat)
        made = store.begin(batch(self.problem, conditions=under, label="class", repeat=self.repeat))
        tickets = enter_all(store, made, submissions_of(self.roll, self.problem))
        return GradingSession(store, made, tickets), tickets

    def sit(self, events: int = 10**9) -> list[Any]:
        """A judge that is stopped after so many events: what it said."""
        with Store(self.path) as store:
            return list(islice(self.begin(store)[0].events(self.hands), events))

    def records(self) -> dict[str, Record]:
        """What counts of each member."""
        with Store(self.path) as store:
            return {record.owner: record for record in Record.latest(store.records(self.problem))}

    def verdicts(self) -> dict[str, list[Verdict]]:
        return {owner: [run.verdict for run in record.judgement.runs] for owner, record in self.records().items()}

    def finish(self, store: Store, ticket: Batch.Ticket, verdict: Verdict) -> None:
        """Do as another judge that has run all of it."""
        made = judgement(self.problem, [verdict] * len(self.problem.cases))
        store.finish(ticket, replace(made, submission=ticket.submission))
