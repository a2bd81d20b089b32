"""The nouns of a contest on the clock: its problems, its teams, when it begins, freezes and ends, and what was tried.

`Contest` is a run of the judge; what people call a contest is a Schedule here. Times are whole milliseconds since 1970,
UTC, as event feeds have them: so a scoreboard that is computed from a feed is the same.
"""

from __future__ import annotations

from datetime import datetime, tzinfo
from typing import Literal

import msgspec

from judge.model.verdict import Verdict
from judge.text import exact_moment

Scoring = Literal["pass-fail", "score"]
MINUTE_MS = 60_000


class Schedule(msgspec.Struct, frozen=True):
    """A contest file, read. From `freeze_ms` on, verdicts are hidden from the public."""

    class Task(msgspec.Struct, frozen=True):
        """One problem of a contest: its label, its package, and the colour of its balloon."""

        label: str
        package: str  # by name or by folder
        colour: str = ""
        rgb: str = ""
        title: str = ""
        problem: str = ""  # the package's name, once it was read
        digest: str = ""  # of its cases and rules
        cases: int = 0
        time_limit_s: float = 0.0
        most: float = 0.0  # points

    class Team(msgspec.Struct, frozen=True):
        """Who competes. What is submitted by one of the `owners` is the team's; nobody else is shown them."""

        id: str
        name: str
        owners: tuple[str, ...]
        affiliation: str = ""
        groups: tuple[str, ...] = ()

    class Try(msgspec.Struct, frozen=True):
        """What a team submitted, and what counts of it. Without a verdict it waits: it is not judged yet, the judge
        itself failed on it, or it is hidden."""

        id: int
        team: str  # its id
        problem: str
        at_ms: int
        verdict: Verdict | None = None
        points: float = 0.0
        judged_ms: int = 0
        suffix: str = ""  # of the file: its language
        package: str = ""  # digest of what it was judged on

    Word = Literal["start", "freeze", "unfreeze", "reveal", "hide"]

    id: str
    name: str
    start_ms: int
    end_ms: int
    tasks: tuple[Task, ...]
    teams: tuple[Team, ...]
    freeze_ms: int | None = None
    penalty: int = 20  # minutes for each wrong try
    scoring: Scoring = "pass-fail"
    ce_counts: bool = False  # whether a compilation error is a wrong try
    zone: tzinfo | None = None  # None: the host's

    def counts(self, verdict: Verdict) -> bool:
        """Say whether this verdict makes a wrong try."""
        return verdict not in (Verdict.AC, Verdict.JE) and (verdict is not Verdict.CE or self.ce_counts)

    def holds(self, at_ms: int) -> bool:
        """Say whether that is during the contest: its end is outside."""
        return self.start_ms <= at_ms < self.end_ms

    def minute(self, at_ms: int) -> int:
        """Return the minute of the contest, rounded down."""
        return (at_ms - self.start_ms) // MINUTE_MS

    def clock(self, at_ms: int) -> datetime:
        """Return that moment in the contest's zone."""
        whole, rest = divmod(at_ms, 1000)
        return datetime.fromtimestamp(whole, self.zone).astimezone(self.zone).replace(microsecond=rest * 1000)

    def said(self, at_ms: int) -> str:
        """Return that moment as people read it, with the zone."""
        return exact_moment(at_ms / 1000, self.zone)

    def course(self, now_ms: int) -> str:
        """Return what the contest does at that time, as `runs until 2026-11-20 23:59:00 CET`."""
        if now_ms < self.start_ms:
            return f"begins on {self.said(self.start_ms)}"
        return f"{'runs until' if now_ms < self.end_ms else 'is over since'} {self.said(self.end_ms)}"

    def refusal(self, now_ms: int) -> str:
        """Return why nothing can be handed in at that time for a problem of the contest; "" where it can."""
        if now_ms < self.start_ms:
            return f"The contest has not begun: it {self.course(now_ms)}."
        return "" if now_ms < self.end_ms else f"The contest {self.course(now_ms)}: nothing can be handed in any more."

    def team_of(self, owner: str) -> Schedule.Team | None:
        """Return whose what this owner submits is; None for one who is in no team."""
        return next((team for team in self.teams if owner in team.owners), None)

    def has(self, problem: str) -> bool:
        """Say whether the problem is one of the contest."""
        return any(task.problem == problem for task in self.tasks)
