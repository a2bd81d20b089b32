"""What was submitted during a contest, with what counts of it: the rows that a scoreboard is made of."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from sqlite3 import Row
from typing import Final

import msgspec

from judge.model import Schedule, Verdict
from judge.store import codec
from judge.store.database import Database
from judge.store.line import LAST
from judge.store.people import shown
from judge.store.writer import BEST_FIRST

QUEUED: Final = 1 << 40  # ids of tries that came by the queue begin here, beyond those of judgements
# A judgement that was begun when a job was handed in is the job's; so the try has one id, before a judge takes it too.
_JOB = """
FROM job WHERE job.owner = judgement.owner AND job.problem = :problem AND job.kind = 'submit'
AND job.sha256 = judgement.sha256 AND job.at_s = judgement.begun_s
"""
_HANDED_IN = f"""
SELECT judgement.id, judgement.begun_s, judgement.owner, judgement.sha256, judgement.kind,
    {shown("judgement.owner")} AS name, (SELECT min(job.id) {_JOB}) AS job,
    EXISTS (SELECT 1 {_JOB} AND job.id IN (SELECT job FROM queued)) AS open
FROM judgement JOIN batch ON batch.id = judgement.batch
WHERE batch.problem = :problem AND batch.kind = 'submit'
AND judgement.begun_s >= :from_s AND judgement.begun_s < :until_s
ORDER BY judgement.begun_s, judgement.id
"""
_QUEUED = f"""
SELECT job.id, job.at_s AS begun_s, job.owner, job.sha256, job.paper, {shown("job.owner")} AS name
FROM job {LAST}
WHERE job.problem = :problem AND job.kind = 'submit' AND job.at_s >= :from_s AND job.at_s < :until_s
AND step.judgement IS NULL AND step.word IS NOT 'replaced'
ORDER BY job.at_s, job.id
"""
# Outcomes that may count, the best first.
_OUTCOMES = f"""
SELECT judgement, owner, sha256, kind, verdict, points, faults, since_s, package, batch_kind FROM published
WHERE problem = :problem AND since_s < :until_s
{BEST_FIRST}
"""
_NEWEST = """
SELECT (SELECT max(id) FROM judgement), (SELECT max(id) FROM outcome), (SELECT count(*) FROM decision),
    (SELECT max(id) FROM job), (SELECT count(*) FROM queued), (SELECT count(*) FROM person)
"""
_Key = tuple[str, str, str]  # owner, bytes, kind of file


class Tried(msgspec.Struct, frozen=True):
    """All tries of a contest, and how often somebody submitted who is in no team."""

    tries: tuple[Schedule.Try, ...]
    unknown: dict[str, int]


class _Handed(msgspec.Struct, frozen=True):
    """Something that was handed in once, and the judgements of it: a second one where the package has changed."""

    id: int
    at_ms: int
    name: str
    key: _Key
    judgements: tuple[int, ...] = ()

    def tried(self, team: str, problem: str, outcomes: Mapping[_Key, Sequence[Row]]) -> Schedule.Try:
        """Return the try with the outcome that counts: one of its own, or of a regrade that came after it and judged
        the same bytes of the same owner."""
        kind = self.key[2]
        made = Schedule.Try(self.id, team, problem, self.at_ms, suffix=PurePath(kind).suffix or kind)
        found = self._counting(outcomes)
        if found is None or found["faults"]:
            return made
        return msgspec.structs.replace(
            made,
            verdict=Verdict(found["verdict"]),
            points=found["points"],
            judged_ms=max(_ms(found["since_s"]), made.at_ms),
            package=found["package"],
        )

    def failed(self, outcomes: Mapping[_Key, Sequence[Row]]) -> bool:
        """Say whether the judge has failed on it."""
        found = self._counting(outcomes)
        return found is not None and found["faults"] > 0

    def _counting(self, outcomes: Mapping[_Key, Sequence[Row]]) -> Row | None:
        first = min(self.judgements, default=math.inf)
        known = (
            row
            for row in outcomes.get(self.key, ())
            if row["judgement"] in self.judgements or (row["batch_kind"] == "regrade" and row["judgement"] > first)
        )
        return next(known, None)


class Tries:
    """Those of one store."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def of(self, schedule: Schedule, now_ms: int) -> Tried:
        """Return what was submitted during the contest, as it is known at that time: a team's verdict is that of the
        newest judgement. What the judge itself failed on has none, and what waits for a judge."""
        teams = {owner: team.id for team in schedule.teams for owner in team.owners}
        tries: list[Schedule.Try] = []
        unknown: dict[str, int] = {}
        for task in schedule.tasks:
            outcomes = self._outcomes(task.problem, now_ms)
            for one in self._handed_in(schedule, task.problem, outcomes):
                if team := teams.get(one.name):
                    tries.append(one.tried(team, task.problem, outcomes))
                elif one.at_ms <= now_ms:
                    unknown[one.name] = unknown.get(one.name, 0) + 1
        return Tried(tuple(tries), dict(sorted(unknown.items())))

    def version(self) -> tuple[object, ...]:
        """Return something that changes with what `of` returns for the present; it is read quickly."""
        [row] = self._db.ask(_NEWEST)
        return tuple(row)

    def _handed_in(self, schedule: Schedule, problem: str, outcomes: Mapping[_Key, Sequence[Row]]) -> Iterator[_Handed]:
        bounds = {"from_s": schedule.start_ms / 1000, "until_s": schedule.end_ms / 1000}
        by: dict[tuple[_Key, float], list[Row]] = defaultdict(list)
        for row in self._db.ask(_HANDED_IN, problem=problem, **bounds):
            by[(row["owner"], row["sha256"], row["kind"]), row["begun_s"]].append(row)
        failed, begun = set(), set(by)
        for (key, begun_s), rows in by.items():
            first, ids = rows[0], tuple(row["id"] for row in rows)
            known = first["id"] if first["job"] is None else QUEUED + first["job"]
            one = _Handed(known, _ms(begun_s), first["name"], key, ids)
            if not first["open"] and one.failed(outcomes):
                failed.add(key)  # whoever hands it in again goes on with it
            yield one
        for row in self._db.ask(_QUEUED, problem=problem, **bounds):
            key = row["owner"], row["sha256"], codec.kind(codec.unpack_submission(row["paper"]))
            if key not in failed and (key, row["begun_s"]) not in begun:
                yield _Handed(QUEUED + row["id"], _ms(row["begun_s"]), row["name"], key)

    def _outcomes(self, problem: str, now_ms: int) -> Mapping[_Key, Sequence[Row]]:
        found: dict[_Key, list[Row]] = defaultdict(list)
        for row in self._db.ask(_OUTCOMES, problem=problem, until_s=(now_ms + 1) / 1000):
            found[row["owner"], row["sha256"], row["kind"]].append(row)
        return found


def _ms(seconds: float) -> int:
    """Return whole milliseconds, rounded down."""
    return math.floor(seconds * 1000)
