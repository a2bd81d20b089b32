"""The line of the queue: who is next, and about how long that takes.

The line is fair between owners, as packets are in start-time fair queueing (Goyal, Vin and Cheng, 1996), each job of
size one: a job's turn is that of what was taken last, or the one after its owner's last job. So somebody who hands in
ten files waits nine turns, and whoever comes meanwhile goes between. Of one owner one job is at work at most. Regrades
come after all submissions.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from sqlite3 import Row
from typing import Final

import msgspec

from judge.model import Job
from judge.store.database import Database

REST_S = 10.0  # that a job rests before it is tried again; each further time twice as long
LONGEST_REST_S = 600.0
AT_WORK: Final = ("taken", "preparing", "running")
_LATEST = 20  # jobs whose seconds an honest time is the median of

LAST: Final = "LEFT JOIN step ON step.id = (SELECT max(id) FROM step WHERE step.job = job.id)"
_OPEN = f"""
SELECT job.id, job.kind, job.problem, job.owner, job.turn, job.since_s, coalesce(step.word, 'waiting') AS word,
    coalesce(step.tries, 0) AS tries, coalesce(step.at_s, job.at_s) AS changed_s
FROM queued CROSS JOIN job ON job.id = queued.job {LAST}
"""
# The seconds from when a job was taken last until it was over.
_TOOK = "over.at_s - (SELECT max(at_s) FROM step AS begun WHERE begun.job = over.job AND begun.word = 'taken')"
_OF_PROBLEM = f"""
SELECT {_TOOK} AS took_s FROM (
    SELECT id FROM job WHERE problem = ? AND kind = 'submit' AND id NOT IN (SELECT job FROM queued)
    ORDER BY id DESC LIMIT {5 * _LATEST}
) AS job
JOIN step AS over ON over.job = job.id WHERE over.word = 'done' AND took_s IS NOT NULL LIMIT {_LATEST}
"""
_OF_ALL = f"""
SELECT {_TOOK} AS took_s FROM step AS over CROSS JOIN job ON job.id = over.job
WHERE over.word = 'done' AND job.kind = 'submit' AND took_s IS NOT NULL ORDER BY over.id DESC LIMIT {_LATEST}
"""
_TURN_NOW = """
SELECT turn FROM job WHERE EXISTS (SELECT 1 FROM step WHERE step.job = job.id AND step.word = 'taken')
ORDER BY turn DESC LIMIT 1
"""


class Open(msgspec.Struct, frozen=True):
    """An open job in the line. `one_of` names those of whom one is at work at most: an owner, or the regrades of a
    problem."""

    id: int
    problem: str
    one_of: tuple[str, str]
    regrade: bool
    at_work: bool
    rest_s: float  # that are left until it is tried again
    turn: int
    since_s: float
    changed_s: float

    @property
    def order(self) -> tuple[object, ...]:
        """Return by what the line is sorted."""
        if self.at_work:
            return (0, self.changed_s, self.id)
        return (1, self.regrade, self.rest_s > 0, self.turn, self.since_s, self.id)


class Line:
    """The line of one store."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def now(self) -> list[Open]:
        """Return those at work, then those that wait, in the order in which they will be taken."""
        now_s = time.time()
        return sorted((_open(row, now_s) for row in self._db.ask(_OPEN)), key=lambda one: one.order)

    def waiting_of(self, owner: str, problem: str) -> list[Open]:
        """Return what waits of the owner of this key on a problem."""
        mine = f"{_OPEN} WHERE job.owner = ? AND job.problem = ? AND job.kind = 'submit'"
        found = (_open(row, 0.0) for row in self._db.ask(mine, owner, problem))
        return [one for one in found if not one.at_work]

    def turn_of(self, owner: str) -> int:
        """Return the turn of the next job of the owner of this key."""
        after = self._db.number("SELECT max(turn) + 1 FROM job WHERE owner = ?", owner)
        return max(self._db.number(_TURN_NOW), after)

    def places(self, judges: int) -> dict[int, Job.Place]:
        """Return the place of each job that waits: the seconds that those ahead of it are likely to take are shared out
        among the judges."""
        line, now_s = self.now(), time.time()
        usual_s = {problem: self._usual_s(problem) for problem in {one.problem for one in line}}
        found: dict[int, Job.Place] = {}
        ahead_s: float | None = 0.0 if judges else None
        for ahead, one in enumerate(line):
            if not one.at_work:
                found[one.id] = Job.Place(ahead, None if ahead_s is None else max(ahead_s / judges, one.rest_s), judges)
            took_s = usual_s[one.problem]
            if ahead_s is not None:
                gone_s = now_s - one.changed_s if one.at_work else 0.0
                ahead_s = None if took_s is None else ahead_s + max(0.0, took_s - gone_s)
        return found

    def _usual_s(self, problem: str) -> float | None:
        """Return the median of the seconds that the last jobs of the problem took, or of any problem."""
        found = self._db.ask(_OF_PROBLEM, problem) or self._db.ask(_OF_ALL)
        return statistics.median(row["took_s"] for row in found) if found else None


def takeable(line: Sequence[Open]) -> list[Open]:
    """Return which of a line a judge may take now: those at work, should their judge have ended, and of those that wait
    the first of each owner of whom none is at work."""
    busy = {one.one_of for one in line if one.at_work}
    found = [one for one in line if one.at_work]
    for one in line:
        if not (one.at_work or one.rest_s or one.one_of in busy):
            busy.add(one.one_of)
            found.append(one)
    return found


def _open(row: Row, now_s: float) -> Open:
    regrade = row["kind"] == "regrade"
    rest_s = min(REST_S * 2 ** min(row["tries"] - 1, 20), LONGEST_REST_S) if row["word"] == "again" else 0.0
    gone_s = abs(now_s - row["changed_s"])  # a clock may be set back
    return Open(
        id=row["id"],
        problem=row["problem"],
        one_of=(row["kind"], row["problem"] if regrade else row["owner"]),
        regrade=regrade,
        at_work=row["word"] in AT_WORK,
        rest_s=max(0.0, rest_s - gone_s),
        turn=row["turn"],
        since_s=row["since_s"],
        changed_s=row["changed_s"],
    )
