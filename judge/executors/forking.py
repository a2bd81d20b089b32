"""Whose CPU is known exactly where no cgroup counts: a process that starts no other one.

There a submission runs without the right to start processes (threads are free), so that the clock of its process is all
that it used. One that starts some dies at that, is run again with the right, and keeps it: it is judged as it always
was, and what counts for its rank is the time that nobody else had.
"""

from __future__ import annotations

import signal
from collections.abc import Callable

import msgspec

from judge.executors.request import Answered
from judge.model import ReadWarning
from judge.sandbox.request import Facts
from judge.sandbox.sandbox import Sandbox

NOTICE = ReadWarning(
    "W130", "it starts processes, whose CPU this host can't count: what counts is its time on the wall"
)


class Forks(msgspec.Struct):
    """Whether a submission has been seen to start processes."""

    seen: bool = False


def measured(sandbox: Sandbox, known: Forks, run: Callable[[bool], Answered]) -> Answered:
    """Return what `run` does, which is told whether it may start processes; again where it needs that."""
    if sandbox.exact or sandbox.tier == "plain":
        return run(True)
    if not known.seen:
        seen = run(False)
        if seen.facts.status != -signal.SIGSYS:
            return seen
        known.seen = True
    seen = run(True)
    return seen._replace(facts=msgspec.structs.replace(seen.facts, exact=False))


def noticed(facts: Facts) -> tuple[ReadWarning, ...]:
    """Return what to tell the author of a submission whose CPU is not known exactly."""
    return () if facts.exact else (NOTICE,)
