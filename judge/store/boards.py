"""The standing leaderboards, out of the store, each on the ground of one class of host."""

from __future__ import annotations

import math

import msgspec

from judge.model import Algorithm, Host, Problem
from judge.model.record import Conditions, Record
from judge.scoring.leaderboard import Ground, Leaderboard, OwnRank, Score, leaderboard, outline, placed
from judge.scoring.ranking import clock_of
from judge.scoring.statistics import Times
from judge.scoring.times import times_of
from judge.store.database import Database
from judge.store.ranks import Scores
from judge.store.writer import record_in


class Boards:
    """Those of one store."""

    def __init__(self, db: Database, scores: Scores) -> None:
        self._db, self._scores = db, scores

    def outline(self, problem: Problem, under: Conditions, before_s: float = math.inf) -> Leaderboard:
        """Return the board without its rows, as it was at the time `before_s`: on which ground it stands, and who can't
        be on it."""
        everybody = {ground: self._scores.owners(ground, before_s) for ground in self._scores.grounds(problem)}
        return outline(problem, everybody, under)

    def board(self, whole: Leaderboard, algorithm: Algorithm | None = None, before_s: float = math.inf) -> Leaderboard:
        """Return the board of this outline with its rows; with `algorithm`, on its cases alone."""
        outcomes = [score.outcome for score in self._scores.best(whole.ground, algorithm, before_s)]
        outcomes += [] if algorithm else self._scores.faulty(whole.ground, before_s)
        records = [self.record(outcome, whole.problem) for outcome in outcomes]
        return msgspec.structs.replace(
            whole,
            rows=leaderboard(records, whole.ground.clock, algorithm),
            algorithm=algorithm,
            hosts=len({record.conditions.host for record in records if not record.judgement.faults}),
        )

    def place(
        self, problem: Problem, under: Conditions, host: Host, owner: str, before_s: float = math.inf
    ) -> tuple[OwnRank | None, Ground | None]:
        """Return one's own rank among those who were judged under the same conditions; and what the leaderboard is
        about where that is something else."""
        clock, boxed = clock_of(host), host.sandbox != "plain"
        ground = Ground(problem.name, under.package, under.limits, clock, boxed, host.host_class)
        shown = self.outline(problem, under, before_s).ground
        cases = {(case.group, case.name) for case in problem.cases}

        def times(score: Score) -> Times:
            return times_of(self.record(score.outcome, problem).judgement, cases, clock, since=1)

        best = self._scores.best(ground, before_s=before_s)
        return placed(best, owner, problem, times), None if shown == ground else shown

    def record(self, outcome: int, problem: Problem) -> Record:
        """Return the record of this id, as a Score names it."""
        [row] = self._db.ask("SELECT * FROM finished WHERE outcome = ?", outcome)
        return record_in(row, problem)
