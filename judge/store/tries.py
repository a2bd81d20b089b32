"""What was submitted during a contest, with what counts of it: the rows that a scoreboard is made of."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from sqlite3 import Row
from typing import Final

import msgspec

from judge.model.schedule import Schedule, Try
from judge.model.verdict import Verdict
from judge.store import codec
from judge.store.database import Database
from judge.store.line import LAST
from judge.store.people import shown
from judge.store.writer import BEST_FIRST

QUEUED: Final = 1 << 40  # ids of tries that no judge has taken yet begin here, beyond those of judgements
_HANDED_IN = f"""
SELECT judgement.id, judgement.begun_s, judgement.owner, judgement.sha256, judgement.kind,
    {shown("judgement.owner")} AS name
FROM judgement JOIN batch ON batch.id = judgement.batch
WHERE batch.problem = :problem AND batch.kind = 'submit'
AND judgement.begun_s >= :from_s AND judgement.begun_s < :until_s
ORDER BY judgement.begun_s, judgement.id
"""
# A judge that takes a job writes down its judgement, and then that it is the job's: meanwhile it is not there twice.
_QUEUED = f"""
SELECT {QUEUED} + job.id AS id, job.at_s AS begun_s, job.owner, job.sha256, job.paper, {shown("job.owner")} AS name
FROM job {LAST}
WHERE job.problem = :problem AND job.kind = 'submit' AND job.at_s >= :from_s AND job.at_s < :until_s
AND step.judgement IS NULL AND step.word IS NOT 'replaced'
AND NOT EXISTS (SELECT 1 FROM judgement JOIN batch ON batch.id = judgement.batch WHERE judgement.owner = job.owner
    AND judgement.sha256 = job.sha256 AND judgement.begun_s = job.at_s
    AND batch.problem = :problem AND batch.kind = 'submit')
ORDER BY job.at_s, job.id
"""
# Outcomes that may count, the best first.
_OUTCOMES = f"""
SELECT judgement, owner, sha256, kind, verdict, points, faults, since_s, package, batch_kind FROM published
WHERE problem = :problem AND since_s < :until_s
{BEST_FIRST}
"""
_NEWEST = """
SELECT (SELECT max(id) FROM judgement), (SELECT max(id) FROM outcome), (SELECT max(at_s) FROM decision),
    (SELECT max(id) FROM job), (SELECT count(*) FROM person)
"""
_Key = tuple[str, str, str]  # owner, bytes, kind of file


class Tried(msgspec.Struct, frozen=True):
    """All tries of a contest, and how often somebody submitted who is in no team."""

    tries: tuple[Try, ...]
    unknown: dict[str, int]


class Tries:
    """Those of one store."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of(self, schedule: Schedule, now_ms: int) -> Tried:
        """Return what was submitted during the contest, as it is known at that time: a team's verdict is that of the
        newest judgement. What the judge itself failed on has none, and what waits for a judge."""
        teams = {owner: team.id for team in schedule.teams for owner in team.owners}
        tries: list[Try] = []
        unknown: dict[str, int] = {}
        for task in schedule.tasks:
            outcomes = self._outcomes(task.problem, now_ms)
            for row in self._handed_in(schedule, task.problem):
                if team := teams.get(row["name"]):
                    tries.append(_try(row, team, task.problem, outcomes))
                elif _ms(row["begun_s"]) <= now_ms:
                    unknown[row["name"]] = unknown.get(row["name"], 0) + 1
        return Tried(tuple(tries), dict(sorted(unknown.items())))

    def version(self) -> tuple[object, ...]:
        """Return something that changes with what `of` returns for the present; it is read quickly."""
        [row] = self._db.ask(_NEWEST)
        return tuple(row)

    def _handed_in(self, schedule: Schedule, problem: str) -> list[Row]:
        """Return a row for each try. A package that changes while it is judged gives it a second judgement."""
        bounds = {"from_s": schedule.start_ms / 1000, "until_s": schedule.end_ms / 1000}
        judged = self._db.ask(_HANDED_IN, problem=problem, **bounds)
        last = {(row["owner"], row["sha256"], row["kind"], row["begun_s"]): row for row in judged}
        return [*last.values(), *self._db.ask(_QUEUED, problem=problem, **bounds)]

    def _outcomes(self, problem: str, now_ms: int) -> Mapping[_Key, Sequence[Row]]:
        found: dict[_Key, list[Row]] = defaultdict(list)
        for row in self._db.ask(_OUTCOMES, problem=problem, until_s=(now_ms + 1) / 1000):
            found[row["owner"], row["sha256"], row["kind"]].append(row)
        return found


def _try(row: Row, team: str, problem: str, outcomes: Mapping[_Key, Sequence[Row]]) -> Try:
    """Return a try with the outcome that counts: one of its own, or of a regrade that came after it and judged the same
    bytes of the same owner."""
    queued = row["id"] >= QUEUED
    kind = codec.kind(codec.unpack_submission(row["paper"])) if queued else row["kind"]
    made = Try(row["id"], team, problem, _ms(row["begun_s"]), suffix=PurePath(kind).suffix or kind)
    known = outcomes.get((row["owner"], row["sha256"], kind), ())
    own = (one for one in known if one["judgement"] == row["id"] or _regrades(one, row))
    found = next(own, None)
    if found is None or found["faults"]:
        return made
    return msgspec.structs.replace(
        made,
        verdict=Verdict(found["verdict"]),
        points=found["points"],
        judged_ms=max(_ms(found["since_s"]), made.at_ms),
        package=found["package"],
    )


def _regrades(outcome: Row, row: Row) -> bool:
    return bool(outcome["batch_kind"] == "regrade" and outcome["judgement"] > row["id"])


def _ms(seconds: float) -> int:
    """Return whole milliseconds, rounded down."""
    return math.floor(seconds * 1000)
