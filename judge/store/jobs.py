"""Jobs as they are read: what was handed in, and what the last step of each says. Sources are not loaded."""

from __future__ import annotations

from sqlite3 import Row
from typing import Final

import msgspec

from judge.model.job import Job, JobCounts, JobState, RegradeWish
from judge.store import codec
from judge.store.database import Database
from judge.store.line import LAST
from judge.store.people import People, shown
from judge.store.writer import named

_STATES: Final[dict[str, JobState]] = {
    "taken": "preparing",
    "preparing": "preparing",
    "running": "running",
    "waiting": "waiting",
    "again": "waiting",
    "done": "done",
    "replaced": "replaced",
}
_JOBS = f"""
SELECT job.id, job.code, job.kind, job.problem, job.paper, job.at_s,
    CASE job.owner WHEN '' THEN '' ELSE {shown("job.owner")} END AS owner,
    CASE job.author WHEN '' THEN '' ELSE {shown("job.author")} END AS author,
    coalesce(step.word, 'waiting') AS word, step.judgement, step.batch,
    coalesce(step.takes, 0) AS takes, coalesce(step.tries, 0) AS tries, coalesce(step.words, '') AS words,
    coalesce(step.at_s, job.at_s) AS changed_s
FROM job {LAST}
"""
_COUNTS = f"""
SELECT job.problem, count(DISTINCT job.owner) AS owners, sum(step.word IS NOT 'done') AS open,
    sum(step.word IS 'done') AS judged
FROM job {LAST}
WHERE job.kind = 'submit' AND step.word IS NOT 'replaced'
    AND (SELECT role FROM account WHERE account.owner = job.owner ORDER BY account.id DESC LIMIT 1) = 'student'
GROUP BY job.problem
"""


class Jobs:
    """Those of one store."""

    def __init__(self, db: Database, people: People) -> None:
        self._db, self._people = db, people

    def job(self, code: str) -> Job | None:
        """Return the job of this code."""
        found = self._db.ask(f"{_JOBS} WHERE job.code = ?", code)
        return _job(found[0]) if found else None

    def of(self, owner: str, problem: str = "") -> list[Job]:
        """Return the jobs of an owner, on one problem or on all, the newest first."""
        on = "AND job.problem = :problem" if problem else ""
        asked = f"{_JOBS} WHERE job.owner = :key AND job.kind = 'submit' {on} ORDER BY job.id DESC"
        return [_job(row) for row in self._db.ask(asked, key=self._people.key(owner), problem=problem)]

    def regrades(self, problem: str) -> list[Job]:
        """Return the regrades of a problem, the newest first."""
        asked = f"{_JOBS} WHERE job.problem = ? AND job.kind = 'regrade' ORDER BY job.id DESC"
        return [_job(row) for row in self._db.ask(asked, problem)]

    def handed_in(self, problem: str) -> list[Job]:
        """Return every submission of the problem that was not replaced, the oldest first."""
        asked = f"{_JOBS} WHERE job.problem = ? AND job.kind = 'submit' AND step.word IS NOT 'replaced' ORDER BY job.id"
        return [_job(row) for row in self._db.ask(asked, problem)]

    def counts(self) -> dict[str, JobCounts]:
        """Return by problem how many submissions of students there are, and how far they are."""
        found = self._db.ask(_COUNTS)
        return {row["problem"]: JobCounts(row["owners"], row["open"], row["judged"]) for row in found}

    def numbered(self, number: int) -> Job:
        """Return the job of this id, which is there."""
        return _job(self._db.ask(f"{_JOBS} WHERE job.id = ?", number)[0])

    def steps(self) -> dict[int, tuple[int, int]]:
        """Return of each open job the id of its last step, and its judgement; 0 where there is none yet."""
        found = self._db.ask(
            "SELECT queued.job, coalesce(step.id, 0) AS step, coalesce(step.judgement, 0) AS judgement FROM queued"
            " LEFT JOIN step ON step.id = (SELECT max(id) FROM step WHERE step.job = queued.job)"
        )
        return {row["job"]: (row["step"], row["judgement"]) for row in found}

    def queued(self) -> dict[int, Job]:
        """Return the open jobs by their ids."""
        found = self._db.ask(f"{_JOBS} WHERE job.id IN (SELECT job FROM queued)")
        return {row["id"]: _job(row) for row in found}


def _job(row: Row) -> Job:
    regrade = row["kind"] == "regrade"
    return Job(
        id=row["id"],
        code=row["code"],
        kind=row["kind"],
        problem=row["problem"],
        owner=row["owner"],
        author=row["author"],
        at_s=row["at_s"],
        state=_STATES[row["word"]],
        submission=None if regrade else named(codec.unpack_submission(row["paper"]), row["owner"]),
        wish=msgspec.json.decode(row["paper"], type=RegradeWish) if regrade else None,
        judgement=row["judgement"],
        batch=row["batch"],
        changed_s=row["changed_s"],
        takes=row["takes"],
        tries=row["tries"],
        words=row["words"] if row["word"] in ("again", "done") else "",
    )
