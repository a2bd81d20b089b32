"""What was submitted during a contest, with what counts of it: the rows that a scoreboard is made of."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import PurePath
from sqlite3 import Row

import msgspec

from judge.model.schedule import Schedule, Try
from judge.model.verdict import Verdict
from judge.store.database import Database
from judge.store.people import shown

_HANDED_IN = f"""
SELECT judgement.id, judgement.begun_s, judgement.owner, judgement.sha256, judgement.kind,
    {shown("judgement.owner")} AS name
FROM judgement JOIN batch ON batch.id = judgement.batch
WHERE batch.problem = :problem AND batch.kind = 'submit'
AND judgement.begun_s >= :from_s AND judgement.begun_s < :until_s
ORDER BY judgement.begun_s, judgement.id
"""
# Its own outcomes, and those of regrades that came after it and judged the same bytes of the same owner.
_COUNTS = """
SELECT verdict, points, faults, since_s, package FROM published
WHERE owner = :owner AND sha256 = :sha256 AND kind = :kind AND problem = :problem AND since_s < :until_s
AND (judgement = :id OR (batch_kind = 'regrade' AND judgement > :id))
ORDER BY faults > 0, since_s DESC, outcome DESC LIMIT 1
"""


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
        newest judgement. What the judge itself failed on has none."""
        teams = {owner: team.id for team in schedule.teams for owner in team.owners}
        tries: list[Try] = []
        unknown: dict[str, int] = {}
        for task in schedule.tasks:
            for row in self._handed_in(schedule, task.problem):
                if team := teams.get(row["name"]):
                    tries.append(self._try(row, team, task.problem, now_ms))
                elif _ms(row["begun_s"]) <= now_ms:
                    unknown[row["name"]] = unknown.get(row["name"], 0) + 1
        return Tried(tuple(tries), dict(sorted(unknown.items())))

    def _handed_in(self, schedule: Schedule, problem: str) -> list[Row]:
        bounds = {"from_s": schedule.start_ms / 1000, "until_s": schedule.end_ms / 1000}
        return list(self._db.ask(_HANDED_IN, problem=problem, **bounds))

    def _try(self, row: Row, team: str, problem: str, now_ms: int) -> Try:
        facts: Mapping[str, object] = {key: row[key] for key in ("id", "owner", "sha256", "kind")}
        made = Try(row["id"], team, problem, _ms(row["begun_s"]), suffix=PurePath(row["kind"]).suffix or row["kind"])
        found = self._db.ask(_COUNTS, **facts, problem=problem, until_s=(now_ms + 1) / 1000)
        if not found or found[0]["faults"]:
            return made
        one = found[0]
        return msgspec.structs.replace(
            made,
            verdict=Verdict(one["verdict"]),
            points=one["points"],
            judged_ms=max(_ms(one["since_s"]), made.at_ms),
            package=one["package"],
        )


def _ms(seconds: float) -> int:
    """Return whole milliseconds, rounded down."""
    return math.floor(seconds * 1000)
