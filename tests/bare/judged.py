"""Runs a file as the judge does, in each of the ways that must make no difference."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from judge.errors import JudgeError
from judge.executors import Ready
from judge.model import Case, Finding, Problem, Submission
from judge.sandbox import TIERS, Cache, Sandbox, Tier
from tests.bare.inside.outcome import of_finding, of_outcome
from tests.executors.make import FUNCTION

QUICK: Final = ("first", "kept")
MODES: Final = (*QUICK, "session", "no cache")
STARVED: Final = "E307"  # others had the core all the time: that says nothing of the file
TRIES: Final = 3

Outcomes = dict[str, str]  # by case


class Judged(contextlib.ExitStack):
    """Judges files in one tier: with an empty cache, with what is kept there, in another session, without a cache.

    It takes a sandbox that is there, or starts one. Use it as a context manager.
    """

    def __init__(self, tier: Tier = "auto", sandbox: Sandbox | None = None) -> None:
        super().__init__()
        self._folder = Path(self.enter_context(TemporaryDirectory(prefix="bare-cache-")))
        self._sandbox = sandbox or self.enter_context(Sandbox(tier=tier))
        self._later: Sandbox | None = None
        if not self._sandbox.warm:
            self._sandbox.warm_up()

    @property
    def tier(self) -> str:
        """Return the tier that is in force."""
        return self._sandbox.tier

    def run(self, mode: str, mine: Submission, problem: Problem, cases: Sequence[Case]) -> Outcomes:
        """Return what came of each case in a mode. Of a file, "first" comes first; what is kept serves the others."""
        if mine.fault or mine.contract != "function":
            said = of_finding(mine.fault) if mine.fault else "taken for a program"
            return dict.fromkeys(map(called, cases), said)
        sandbox = self._other_session() if mode == "session" else self._sandbox
        with self._cached(sandbox, mode):
            return _outcomes(sandbox, mine, problem, cases)

    def _other_session(self) -> Sandbox:
        if self._later is None:
            self._later = self.enter_context(Sandbox(tier=self._sandbox.asked))
        return self._later

    @contextlib.contextmanager
    def _cached(self, sandbox: Sandbox, mode: str) -> Iterator[None]:
        if mode == "no cache":
            yield
            return
        with Cache(self._folder / "kept") as cache:
            sandbox.cache = cache
            try:
                yield
            finally:
                sandbox.cache = None


def _outcomes(sandbox: Sandbox, mine: Submission, problem: Problem, cases: Sequence[Case]) -> Outcomes:
    ready = _prepared(sandbox, mine, problem)
    if isinstance(ready, Finding):
        return {called(case): of_finding(ready) for case in cases}
    try:
        return {called(case): _attempted(sandbox, ready, problem, case) for case in cases}
    finally:
        sandbox.forget(ready.home)


def _prepared(sandbox: Sandbox, mine: Submission, problem: Problem) -> Finding | Ready:
    for _ in range(TRIES):
        ready = FUNCTION.prepare(sandbox, mine, problem)
        if not isinstance(ready, Finding) or ready.code != STARVED:
            break
    return ready


def _attempted(sandbox: Sandbox, ready: Ready, problem: Problem, case: Case) -> str:
    for _ in range(TRIES):
        outcome = FUNCTION.attempt(sandbox, ready, problem, case)
        if outcome.finding is None or outcome.finding.code != STARVED:
            break
    return of_outcome(outcome)


def called(case: Case) -> str:
    """Return what a case is called."""
    return f"{case.group}/{case.name}"


def tiers() -> tuple[Tier, ...]:
    """Return the tiers that this host gives."""
    found: list[Tier] = []
    for tier in TIERS:
        with contextlib.suppress(JudgeError), Sandbox(tier=tier, warm=False) as sandbox:
            if sandbox.tier == tier:
                found.append(tier)
    return tuple(found)
