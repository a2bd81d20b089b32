"""What a contest asks of its workers, and what they are: a core of this host each (crew.py), or a cluster."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

import msgspec

from judge.judging.attempts import Looks, Task
from judge.model import Host, Prepared, Problem, Run, Submission


def nothing(_: object) -> None:
    """Do nothing."""


class Work(msgspec.Struct, frozen=True, eq=False):
    """Attempts that one worker makes, one after the other. None begins later than `until_s` of the monotonic clock.

    Works with an equal `together` that follow each other run on one host: their times are compared, unless they are
    `apart`. Where `made` is there, nothing has to be run. A worker of this host asks `spared` before each attempt, as
    others have ended meanwhile; what it returns takes the attempt's place.
    """

    class Done(NamedTuple):
        """An attempt that was made, and the seconds on the wall that it took with all that belongs to it."""

        task: Task
        run: Run
        took_s: float = 0.0

    tasks: tuple[Task, ...]
    together: Hashable = None
    apart: bool = False
    until_s: float = math.inf
    made: Run | None = None
    spared: Callable[[Task], Run | None] = nothing


Heard = Callable[[Work.Done], object]


class Workers(Protocol):
    """What prepares submissions and makes attempts, wherever that is; of this machine, unless it says otherwise."""

    looks: Looks

    @property
    def size(self) -> int:
        """Return how many attempts are made at once."""

    @property
    def far(self) -> bool:
        """Say whether a worker has to prepare again what another one has prepared."""
        return False

    def get_ready(self, contracts: Iterable[Submission.Contract]) -> None:
        """Let what these contracts need start, while the judge does other work."""

    def expect(self, preparations: Iterable[tuple[Problem, Submission]]) -> None:
        """Take note of all preparations that a contest will ask for: idle workers may do them ahead, in this order."""

    def prepare(self, problem: Problem, submissions: Sequence[Submission]) -> Generator[Prepared]:
        """Prepare each submission once; yield how that ended, in their order."""

    def attempt(self, works: Iterable[Work], heard: Heard = nothing) -> Iterator[Work.Done]:
        """Make the attempts; each work is taken when there is a worker for it. Yield them in the order of the works;
        `heard` is told of each as soon as it is over, before its turn."""

    def forget(self, problem: Problem) -> None:
        """Let go of the submissions of a problem that is over."""

    def end(self) -> None:
        """Let go of every submission, and break off what is prepared ahead: the contest is over."""

    def seen(self) -> list[Host.Seen]:
        """Return the machines that work, and those that may not; none where it is this one."""
        return []
