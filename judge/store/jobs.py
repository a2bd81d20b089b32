"""Jobs as they are read: what was handed in, and what the last step of each says. Sources are not loaded."""

from __future__ import annotations

from sqlite3 import Row
from typing import Final

import msgspec

from judge.model.job import Ended, Job, JobCounts, JobState, RegradeWish
from judge.model.verdict import Verdict
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
_ENDED = """
SELECT over.job, over.at_s - (SELECT max(at_s) FROM step WHERE step.job = over.job AND step.word = 'taken') AS took_s,
    (SELECT CASE WHEN faults > 0 THEN 'JE' ELSE verdict END FROM outcome WHERE outcome.judgement = over.judgement
     ORDER BY faults > 0, id DESC LIMIT 1) AS verdict
FROM step AS over WHERE over.word = 'done' AND over.id = (SELECT max(id) FROM step WHERE step.job = over.job)
"""
# Over without a judgement, or with one in which the judge has failed, and nothing that counts has come since.
_FAILED = f"""
SELECT ended.job, ended.took_s, ended.verdict FROM ({_ENDED} ORDER BY over.id DESC LIMIT 1000) AS ended
JOIN job ON job.id = ended.job {LAST}
LEFT JOIN judgement ON judgement.id = step.judgement
WHERE job.kind = 'submit' AND (ended.verdict IS NULL OR ended.verdict = 'JE') AND NOT EXISTS (
    SELECT 1 FROM published WHERE published.owner = judgement.owner AND published.sha256 = judgement.sha256
    AND published.kind = judgement.kind AND published.problem = job.problem AND published.faults = 0)
ORDER BY step.id DESC LIMIT ?
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

    def ended(self, count: int) -> list[Ended]:
        """Return what was judged last, the latest first."""
        return [self._ended(row) for row in self._db.ask(f"{_ENDED} ORDER BY over.id DESC LIMIT ?", count)]

    def failed(self, count: int) -> list[Ended]:
        """Return submissions that could not be judged, of the last thousand jobs that are over, the latest first."""
        return [self._ended(row) for row in self._db.ask(_FAILED, count)]

    def version(self) -> tuple[object, ...]:
        """Return something that changes when a job is added or goes on; it is read quickly."""
        return tuple(self._db.ask("SELECT (SELECT max(id) FROM job), (SELECT max(id) FROM step)")[0])

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

    def _ended(self, row: Row) -> Ended:
        verdict = Verdict(row["verdict"]) if row["verdict"] else None
        return Ended(self.numbered(row["job"]), row["took_s"], verdict)


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
