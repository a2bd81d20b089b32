"""The nouns of the queue: what is to be judged by one of the judges at a store, and how far it is. Frozen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal

import msgspec

from judge.model.submission import Submission
from judge.model.verdict import Verdict


class Job(msgspec.Struct, frozen=True):
    """One thing to judge. `code` names it in addresses and says nothing. `author` handed it in, mostly the `owner`.

    `judgement` is the ticket of the store, from when a judge has taken it; `batch` that of a regrade. Of a regrade
    `owner` is "", and `submission` is None. `at_s` is when it was handed in, seconds since 1970, UTC.
    """

    State = Literal["waiting", "preparing", "running", "done", "replaced"]
    Kind = Literal["submit", "regrade"]
    CODE_BYTES: ClassVar = 8  # of its code

    class Wish(msgspec.Struct, frozen=True):
        """What is to be judged again, as `judge regrade` takes it, and why."""

        reason: str
        students: tuple[str, ...] = ()
        cases: tuple[str, ...] = ()
        disturbed: bool = False

    class Ended(msgspec.Struct, frozen=True):
        """A job that is over: how long it was judged since a judge took it last, and its verdict. None where nothing
        says that, as of a regrade; the verdict is JE where the judge itself has failed on it."""

        job: Job
        took_s: float | None
        verdict: Verdict | None

    class Counts(msgspec.Struct, frozen=True):
        """What students have handed in on a problem: how many of them did, and how many submissions are open and
        judged."""

        students: int = 0
        open: int = 0
        judged: int = 0

    class Place(msgspec.Struct, frozen=True):
        """Where a job stands in the queue: how many are `ahead` of it, and about how long until it is begun; None where
        nothing says that. `judges` is how many judges are at work."""

        ahead: int
        wait_s: float | None
        judges: int

    id: int
    code: str
    kind: Kind
    problem: str
    owner: str
    author: str
    at_s: float
    state: State = "waiting"
    submission: Submission | None = None
    wish: Wish | None = None
    judgement: int | None = None
    batch: int | None = None
    changed_s: float = 0.0  # when the state became what it is
    takes: int = 0  # how often a judge has taken it since it waited: more than once where judges have ended on it
    tries: int = 0  # how often it had to be tried again
    words: str = ""  # why it waits to be tried again, or is over, where no judgement says that

    @staticmethod
    def newest_first(jobs: Iterable[Job]) -> list[Job]:
        """Return the submissions in the order in which one takes the place of another: by when they were handed in."""
        return sorted((job for job in jobs if job.submission), key=lambda job: (job.at_s, job.id), reverse=True)

    @property
    def lost(self) -> bool:
        """Say whether the judge has given it up."""
        return self.over and bool(self.words)

    @property
    def over(self) -> bool:
        """Say whether nothing more comes of it."""
        return self.state in ("done", "replaced")
