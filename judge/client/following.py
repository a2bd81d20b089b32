"""A submission that is judged at a site, as the events that a contest on this machine tells."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final

import msgspec
import numpy as np

from judge.client.site import Site
from judge.client.wire import Progress
from judge.errors import JudgeError
from judge.model import Case, Instance, Limits, Prepared, Preparing, Problem, Ran, Readied, Submission

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


def followed(
    site: Site, begun: Progress, submission: Submission, sleep: Callable[[float], object] = time.sleep
) -> Iterator[Told]:
    """Tell what happens to a submission, as `begun` and then the site say it, until it is over. JudgeError E522 to E524
    where the site fails, or it is over without a judgement."""
    cases = {(case.group, case.name) for case in problem_of(begun).cases}
    now, waits, state, ran, letters = begun, None, "", 0, 0
    while True:
        if now.state == "waiting":
            before, waits = waits, Waits(now.ahead, now.wait_s, now.why)
            if before is None or (before.ahead, before.why) != (waits.ahead, waits.why):
                yield waits
        elif not state:
            state = "preparing"
            yield Preparing(submission)
        if state == "preparing" and (now.letters or now.state == "running"):
            state = "running"
            yield Readied(submission, Prepared())
        for letter in now.letters if state else ():
            if (letter.group, letter.case) in cases:  # of what it has said, so that this has an end
                ran += 1
                yield Ran(submission, letter.attempt(), ran, max(len(cases), ran))
        if now.over and not now.letters:
            break
        if not now.over:
            sleep(min(max(now.again_s, _AGAIN_S[0]), _AGAIN_S[1]))
        before_this, now = now, site.progress(now.job, now.after)
        letters += len(now.letters)
        if (now.letters and now.after <= before_this.after) or letters > _MOST:
            raise JudgeError("E522", "what the site says has no end", help="tell its host")
    if not now.judged:
        raise _unjudged(now, site.page(now.job))


def _unjudged(last: Progress, page: str) -> JudgeError:
    if last.state == "replaced":
        said = "a newer submission of yours has taken its place in the queue"
        return JudgeError("E524", said, help=f"look at the newer one: {page}")
    why = last.why or "it does not say why"
    return JudgeError("E524", "the judge of the site has failed on it", note=why, help="tell its host")


def problem_of(begun: Progress) -> Problem:
    """Return the problem that a submission is judged on, without the boards of its cases. JudgeError E522 where the
    site has not said what is run."""
    if begun.outline is None:
        raise JudgeError("E522", "the site does not say what it runs", help="look at its page of the submission")
    outline = begun.outline
    cases = tuple(Case(one.name, one.group, Instance(one.algorithm, one.n, 0, _NO_GRID)) for one in outline.cases)
    limits = Limits(time_limit=outline.time_limit)
    return Problem(outline.name, outline.title, "", (), False, limits, {}, cases, outline.name)
