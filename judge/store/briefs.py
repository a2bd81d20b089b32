"""What came of the submissions of somebody, in brief: for lists of them, without reading what each case came to."""

from __future__ import annotations

from collections.abc import Mapping
from sqlite3 import Row

from judge.model import Submission, Verdict
from judge.model.job import Brief, Job
from judge.store import codec
from judge.store.database import Database
from judge.store.people import People
from judge.store.writer import BEST_FIRST

_OF = f"""
SELECT counts.problem, counts.sha256, counts.kind, counts.verdict, counts.points, counts.faults, solved, time_s
FROM (
    SELECT problem, sha256, kind, verdict, points, faults, outcome, row_number() OVER (
        PARTITION BY problem, sha256, kind {BEST_FIRST}
    ) AS place FROM published WHERE owner = :key
) AS counts
JOIN score ON score.outcome = counts.outcome AND score.algorithm = ''
WHERE place = 1 AND :problem IN ('', counts.problem)
"""
Key = tuple[str, str, str]  # a problem, the SHA-256 of a submission, and how it is run


class Briefs:
    """Those of one store; every method raises JudgeError E352 to E355 when its file fails."""

    def __init__(self, db: Database, people: People) -> None:
        self._db, self._people = db, people

    def of(self, owner: str, problem: str = "") -> dict[Key, Brief]:
        """Return what counts now for each submission of an owner, on one problem or on all."""
        found = self._db.ask(_OF, key=self._people.key(owner), problem=problem)
        return {(row["problem"], row["sha256"], row["kind"]): _brief(row) for row in found}


def brief_of(job: Job, briefs: Mapping[Key, Brief]) -> Brief | None:
    """Return what came of a job; None as long as nothing did."""
    if job.submission is None or job.state != "done":
        return None
    return briefs.get(key_of(job.problem, job.submission))


def key_of(problem: str, submission: Submission) -> Key:
    """Return what a Brief is found by."""
    return problem, submission.sha256, codec.kind(submission)


def _brief(row: Row) -> Brief:
    verdict = Verdict.JE if row["faults"] else Verdict(row["verdict"])
    return Brief(verdict, None if row["faults"] else row["points"], row["solved"], row["time_s"])
