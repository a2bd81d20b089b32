"""The standing leaderboards, out of the store: on the ground of one class of host, or across all classes."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from judge.model import Algorithm, Host, Problem
from judge.model.record import Conditions, Record
from judge.scoring import hosts
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

    def outline(
        self, problem: Problem, under: Conditions, before_s: float = math.inf, *, across: bool = False
    ) -> Leaderboard:
        """Return the board without its rows, as it was at the time `before_s`: on which ground it stands, and who can't
        be on it; `across` all classes of host."""
        everybody = {ground: self._scores.owners(ground, before_s) for ground in self._scores.grounds(problem)}
        return outline(problem, everybody, under, across=across)

    def board(self, whole: Leaderboard, algorithm: Algorithm | None = None, before_s: float = math.inf) -> Leaderboard:
        """Return the board of this outline with its rows; with `algorithm`, on its cases alone."""
        if whole.across and whole.beside:
            return self._across(whole, algorithm, before_s)
        outcomes = [score.outcome for score in self._scores.best(whole.ground, algorithm, before_s)]
        outcomes += [] if algorithm else self._scores.faulty(whole.ground, before_s)
        records = [self.record(outcome, whole.problem) for outcome in outcomes]
        board = _filled(whole, records, algorithm)
        return msgspec.structs.replace(board, uneven=hosts.uneven(self._scores.figures(whole.ground.host_class)))

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

    def _across(self, whole: Leaderboard, algorithm: Algorithm | None, before_s: float) -> Leaderboard:
        """Return the board of all classes of host, their times scaled to those of its ground."""
        grounds = (whole.ground, *whole.beside)
        figures = {ground.host_class: self._scores.figures(ground.host_class) for ground in grounds}
        scales = hosts.scales(figures, whole.ground.host_class)
        timed = [one for ground in grounds for one in self._scores.timed(ground, algorithm, before_s)]
        chosen = [(one.score.outcome, one.host_class) for one in hosts.together(timed, scales)]
        classes: dict[str, str] = {}
        records = []
        for outcome, host_class in [*chosen, *([] if algorithm else self._faulty(grounds, before_s))]:
            record = self.record(outcome, whole.problem)
            if record.owner not in classes:  # whom the judge got through with comes first
                classes[record.owner] = host_class
                if host_class != whole.ground.host_class:
                    made = hosts.scaled(record.judgement, scales[host_class])
                    record = msgspec.structs.replace(record, judgement=made)
                records.append(record)
        board = _filled(whole, records, algorithm)
        return msgspec.structs.replace(board, rows=hosts.marked(board.rows, classes, scales))

    def _faulty(self, grounds: Sequence[Ground], before_s: float) -> list[tuple[int, str]]:
        """Return the last outcome of each owner with whom the judge never got through on a ground, and its class of
        host."""
        return [(outcome, one.host_class) for one in grounds for outcome in self._scores.faulty(one, before_s)]


def _filled(whole: Leaderboard, records: Sequence[Record], algorithm: Algorithm | None) -> Leaderboard:
    """Return the board with these records ranked."""
    return msgspec.structs.replace(
        whole,
        rows=leaderboard(records, whole.ground.clock, algorithm),
        algorithm=algorithm,
        hosts=len({record.conditions.host for record in records if not record.judgement.faults}),
    )
