"""A class that is graded by a sandbox that is none: its problem, its members and their batch, and other judges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from judge.model import Algorithm, Batch, Case, Conditions, Instance, Limits, Problem, Roll, Student
from judge.store import Store
from tests.make import HOST

PLAIN = Problem.Scheme()
KINDS: tuple[Algorithm, ...] = ("DFS", "BFS", "SA")


def problem_of(count: int, scheme: Problem.Scheme = PLAIN) -> Problem:
    """`count` cases, of the three algorithms in turn."""
    grid = np.zeros((2, 2), dtype=np.int8)
    cases = tuple(Case(f"c{index}", "secret", Instance(KINDS[index % 3], 2, 1, grid)) for index in range(count))
    return Problem(
        "pkg", "The pkg", "lizards", KINDS, False, Limits(), {"secret": Problem.Group(10)}, cases, "pkg", scheme=scheme
    )


def member(name: str, text: str = "", **more: object) -> Roll.Member:
    source = (text or name).encode()
    facts: dict[str, Any] = {"main": "homework.py", "files": (("homework.py", b"print(1) # " + source),), **more}
    return Roll.Member(Student(name), name, f"{name}/feedback", **facts)


def begun(store: Store, problem: Problem) -> Batch:
    return store.begin(Batch("grade", problem, HOST, Conditions.of(problem, HOST), label="class"))


class Elsewhere:
    """Another judge as the claims show it: it holds `tickets`, and does `then` when it has been asked so often."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        store: Store,
        tickets: set[int],
        asked: int,
        then: Callable[[], object],
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
