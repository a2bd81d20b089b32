"""All that a student has handed in on a problem, for graders: each submission, and which of them counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import tzinfo
from typing import Final

import msgspec

from judge.model import Deadline, Graded, Job, Judgement, Problem, Verdict
from judge.text import moment, number, span

_STATES: Final = {
    "waiting": "waits",
    "preparing": "is compiled",
    "running": "is run",
    "done": "was not judged",
    "replaced": "was replaced by a newer one before it was judged",
}
_RULES: Final = {
    "newest": "Of several submissions the newest counts.",
    "best": "Of several submissions the one with the most points counts, bonus and lateness included.",
    "last-on-time": "Of several submissions the last that was on time counts, or the newest where none was.",
}


class Try(msgspec.Struct, frozen=True):
    """One submission in words. `verdict` is None where nothing was judged yet: then `state` says how far it is."""

    code: str
    at: str
    file: str
    verdict: Verdict | None
    state: str
    solved: str
    points: str
    late: str
    counts: bool


def tries(
    jobs: Iterable[Job],
    judged: Mapping[str, Judgement],
    row: Graded,
    due: Deadline | None,
    zone: tzinfo | None = None,
) -> list[Try]:
    """Return the submissions in this order. `judged` has the judgement that counts for each code, `due` is when the
    student had to hand in."""
    return [_try(job, judged.get(job.code), row, due, zone) for job in jobs]


def _try(job: Job, made: Judgement | None, row: Graded, due: Deadline | None, zone: tzinfo | None) -> Try:
    late_s = due.late_s(job.at_s) if due else 0
    return Try(
        code=job.code,
        at=moment(job.at_s, zone),
        file=job.submission.path.name if job.submission else "",
        verdict=made.verdict if made else None,
        state="" if made else job.words or _STATES[job.state],
        solved=f"{sum(run.verdict is Verdict.AC for run in made.runs)} of {len(made.problem.cases)}" if made else "",
        points=("wait" if made.points is None else number(made.points)) if made else "",
        late=span(late_s) if late_s and due and due.is_late(late_s) else "",
        counts=job.code == row.folder,
    )


def rule(problem: Problem) -> str:
    """Return which of several submissions counts."""
    return _RULES[problem.attempt]
