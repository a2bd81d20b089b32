"""A submission that is judged at a site, as the events that a contest on this machine tells."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final

import msgspec
import numpy as np

from judge.client.site import Site
from judge.errors import JudgeError
from judge.model import Case, Instance, Limits, Prepared, Preparing, Problem, Ran, Readied, Submission
from judge.model.online import Outline, Progress

_AGAIN_S: Final = (0.2, 30.0)  # however often, or seldom, a site wants to be asked
_MOST: Final = 200_000  # letters: a thousand cases, each two hundred times
_NO_GRID: Final = np.zeros((0, 0), np.int8)


class Waits(msgspec.Struct, frozen=True):
    """Event: it waits in the queue of the site, behind so many; or, with `why`, to be tried again. Told again when that
    has changed."""

    ahead: int
    wait_s: float | None
    why: str = ""


Told = Waits | Preparing | Readied | Ran


class Following:
    """What `begun` says is followed until it is over. Consume `events()`."""

    def __init__(
        self, site: Site, begun: Progress, submission: Submission, sleep: Callable[[float], object] = time.sleep
    ) -> None:
        """Raise JudgeError E522 where the site has not said what is run."""
        if begun.outline is None:
            raise JudgeError("E522", "the site does not say what it runs", help="look at its page of the submission")
        self.problem, self.submission, self.last = problem_of(begun.outline), submission, begun
        self._site, self._sleep = site, sleep
        self._cases = {(case.group, case.name) for case in self.problem.cases}
        self._readied = self._prepared = False
        self._waited: Waits | None = None
        self._ran = self._told_of = 0

    def events(self) -> Iterator[Told]:
        """Tell what happens. JudgeError E522 to E524 where the site fails, or it is over without a judgement."""
        yield from self._told(self.last)
        while not (self.last.over and not self.last.letters):
            if not self.last.over:
                self._sleep(min(max(self.last.again_s, _AGAIN_S[0]), _AGAIN_S[1]))
            now = self._site.progress(self.last.job, self.last.after)
            self._told_of += len(now.letters)
            if (now.letters and now.after <= self.last.after) or self._told_of > _MOST:
                raise JudgeError("E522", "what the site says has no end", help="tell its host")
            self.last = now
            yield from self._told(now)
        if not self.last.judged:
            raise self._unjudged()

    def _told(self, now: Progress) -> Iterator[Told]:
        if now.state == "waiting":
            before, self._waited = self._waited, Waits(now.ahead, now.wait_s, now.why)
            if before is None or (before.ahead, before.why) != (now.ahead, now.why):
                yield self._waited
            return
        if not self._prepared:
            self._prepared = True
            yield Preparing(self.submission)
        if not self._readied and (now.letters or now.state == "running"):
            self._readied = True
            yield Readied(self.submission, Prepared())
        for letter in now.letters:
            if (letter.group, letter.case) in self._cases:  # of what it has said, so that this has an end
                self._ran += 1
                total = max(len(self._cases), self._ran)
                yield Ran(self.submission, letter.attempt(), self._ran, total)

    def _unjudged(self) -> JudgeError:
        if self.last.state == "replaced":
            return JudgeError(
                "E524",
                "a newer submission of yours has taken its place in the queue",
                help=f"look at the newer one: {self._site.page(self.last.job)}",
            )
        why = self.last.why or "it does not say why"
        return JudgeError("E524", "the judge of the site has failed on it", note=why, help="tell its host")


def problem_of(outline: Outline) -> Problem:
    """Return a problem with these cases, without their boards."""
    cases = tuple(Case(one.name, one.group, Instance(one.algorithm, one.n, 0, _NO_GRID)) for one in outline.cases)
    limits = Limits(time_limit=outline.time_limit)
    return Problem(outline.name, outline.title, "", (), False, limits, {}, cases, outline.name)
