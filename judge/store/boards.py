"""What is shown of many judgements: the standing leaderboards, each on the ground of one class of host, and in brief
what came of the submissions of somebody, without reading what each case came to."""

from __future__ import annotations

import math
from collections.abc import Mapping
from sqlite3 import Row

from judge.model import Conditions, Host, Instance, Job, Judgement, Problem, Record, Submission, Verdict
from judge.scoring import Leaderboard, OwnRank, timing_of
from judge.store import codec
from judge.store.database import Database
from judge.store.people import People
from judge.store.ranks import Scores
from judge.store.writer import BEST_FIRST, record_in

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


class Boards:
    """Those of one store."""

    def __init__(self, db: Database, scores: Scores) -> None:
        self._db, self._scores = db, scores

    def outline(self, problem: Problem, under: Conditions, before_s: float = math.inf) -> Leaderboard:
        """Return the board without its rows, as it was at the time `before_s`: on which ground it stands, and who can't
        be on it."""
        everybody = {ground: self._scores.owners(ground, before_s) for ground in self._scores.grounds(problem)}
        return Leaderboard.outline(problem, everybody, under)

    def board(
        self, whole: Leaderboard, algorithm: Instance.Algorithm | None = None, before_s: float = math.inf
    ) -> Leaderboard:
        """Return the board of this outline with its rows; with `algorithm`, on its cases alone."""
        outcomes = [score.outcome for score in self._scores.best(whole.ground, algorithm, before_s)]
        outcomes += [] if algorithm else self._scores.faulty(whole.ground, before_s)
        return whole.filled([self.record(outcome, whole.problem) for outcome in outcomes], algorithm)

    def place(
        self, problem: Problem, under: Conditions, host: Host, owner: str, before_s: float = math.inf
    ) -> tuple[OwnRank | None, Leaderboard.Ground | None]:
        """Return one's own rank among those who were judged under the same conditions; and what the leaderboard is
        about where that is something else."""
        ground = Leaderboard.Ground(problem.name, under.package, under.limits).on(host)
        shown = self.outline(problem, under, before_s).ground
        cases = {case.place for case in problem.cases}
        best = self._scores.best(ground, before_s=before_s)
        place = OwnRank.of(
            *(best, owner, problem),
            lambda score: timing_of(self.record(score.outcome, problem).judgement, cases, ground.clock, since=1),
        )
        return place, None if shown == ground else shown

    def record(self, outcome: int, problem: Problem) -> Record:
        """Return the record of this id, as a Score names it."""
        [row] = self._db.ask("SELECT * FROM finished WHERE outcome = ?", outcome)
        return record_in(row, problem)


class Briefs:
    """Those of one store; every method raises JudgeError E352 to E355 when its file fails."""

    def __init__(self, db: Database, people: People) -> None:
        self._db, self._people = db, people

    def of(self, owner: str, problem: str = "") -> dict[Key, Judgement.Brief]:
        """Return what counts now for each submission of an owner, on one problem or on all."""
        found = self._db.ask(_OF, key=self._people.key(owner), problem=problem)
        return {(row["problem"], row["sha256"], row["kind"]): _brief(row) for row in found}


def brief_of(job: Job, briefs: Mapping[Key, Judgement.Brief]) -> Judgement.Brief | None:
    """Return what came of a job; None as long as nothing did."""
    if job.submission is None or job.state != "done":
        return None
    return briefs.get(key_of(job.problem, job.submission))


def key_of(problem: str, submission: Submission) -> Key:
    """Return what a Brief is found by."""
    return problem, submission.sha256, codec.kind(submission)


def _brief(row: Row) -> Judgement.Brief:
    verdict = Verdict.JE if row["faults"] else Verdict(row["verdict"])
    return Judgement.Brief(verdict, None if row["faults"] else row["points"], row["solved"], row["time_s"])
