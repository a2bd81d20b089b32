"""The decision table written a second time, from the specification, for the judge's own to be held against.

It shares nothing with `judge.executors.verdict`: it is told plain numbers, and says verdict and code. `settle` says the
same of several runs. Where the specification found the judge at odds with itself, what it proposes stands here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

PHASES: Final = ("prepare", "compile", "load", "window", "program", "validator")
ROWS: Final = {  # the hardest fact first; "-" can't be, or does not decide
    "starved":   "JE:E307   JE:E307   JE:E307   JE:E307   JE:E307   JE:E307",
    "memory":    "CE:E215   CE:E215   MLE:E203  MLE:E203  MLE:E203  JE:E309",
    "output":    "CE:E204   CE:E204   OLE:E204  OLE:E204  OLE:E204  JE:E309",
    "answer":    "CE:E208   -         RTE:E208  WA:E112   -         -",
    "early":     "-         -         -         RTE:E208  -         -",
    "cpu":       "CE:E214   CE:E214   TLE:E210  TLE:E201  TLE:E201  JE:E309",
    "wall":      "CE:E214   CE:E214   TLE:E210  TLE:E202  TLE:E202  JE:E309",
    "protocol":  "CE:E208   -         RTE:E208  -         -         -",
    "killed":    "CE:E219   -         RTE:E206  RTE:E206  -         JE:E309",
    "exited":    "CE:E219   -         RTE:E207  RTE:E207  -         JE:E309",
}  # fmt: skip


class Measured(NamedTuple):
    """What was seen of one phase."""

    phase: str
    stop: str = ""
    status: int | None = None
    wall_s: float = 0.0
    cpu_s: float = 0.0
    lost_s: float = 0.0
    framed: bool = False


class Run(NamedTuple):
    """A run that was made; one that could not be made is JE, and was not measured."""

    verdict: str
    code: str = ""
    cpu_s: float = 0.0
    wall_s: float = 0.0
    lost_s: float = 0.0

    @property
    def disturbed(self) -> bool:
        return self.lost_s > max(0.02, 0.2 * self.wall_s)

    @property
    def in_doubt(self) -> bool:
        return self.disturbed and self.verdict == "TLE" and self.code != "E201"

    @property
    def timely(self) -> bool:
        return self.verdict == "AC" or self.code in ("E201", "E202")

    def share(self, limit_s: float) -> float:
        return max(self.cpu_s / limit_s, (self.wall_s - self.lost_s) / wall_limit(limit_s))

    def is_near(self, limit_s: float) -> bool:
        return self.timely and abs(self.share(limit_s) - 1) <= 0.1


def wall_limit(limit_s: float) -> float:
    return max(2 * limit_s, limit_s + 1)


def decided(seen: Measured, limit_s: float) -> str:
    """Return `TLE:E201`; "-" where what came back decides."""
    fact = _fact(seen, limit_s)
    return ROWS[fact].split()[PHASES.index(seen.phase)] if fact else "-"


def on_a_warm_up(seen: Measured) -> str:
    """Return the same while `solve` runs on a board of no package: "-" where the cases decide."""
    runs_on = not seen.framed and seen.stop in ("", "cpu", "wall", "memory")
    return "-" if runs_on else decided(seen._replace(phase="prepare"), 1.0)


def _fact(seen: Measured, limit_s: float) -> str:
    timed = seen.phase in ("window", "program", "validator")
    if timed and seen.cpu_s > limit_s and seen.stop in ("", "cpu", "wall", "starved"):
        return "cpu"
    if seen.stop:
        return seen.stop
    if timed and seen.wall_s - seen.lost_s > wall_limit(limit_s):
        return "wall"
    if seen.framed:
        return "" if timed else "protocol"
    if seen.phase == "validator" and seen.status in (42, 43):
        return ""
    return "killed" if seen.status is not None and seen.status < 0 else "exited"


def settle(runs: Sequence[Run], limit_s: float) -> tuple[int, bool]:
    """Return which of the runs made so far counts, and whether one more is to be made; four at most."""
    counts, made = 0, 1
    if runs[0].disturbed and (runs[0].verdict == "AC" or runs[0].code in ("E202", "E210")):
        if len(runs) == 1:
            return 0, True
        made, again = 2, runs[1]
        surer = (again.in_doubt, again.lost_s) < (runs[0].in_doubt, runs[0].lost_s)
        taken_back = runs[0].verdict == "AC" and again.verdict != "AC"
        counts = int(again.verdict != "JE" and not taken_back and surer)
    if not runs[counts].is_near(limit_s):
        return counts, False
    tries = [counts]
    for at in range(made, made + 2):
        if at == len(runs):
            return counts, True
        if not runs[at].timely:
            return counts, False
        tries.append(at)
    return sorted(tries, key=lambda at: runs[at].share(limit_s))[1], False
