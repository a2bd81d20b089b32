"""The decision table written a second time, from the specification, for the judge's own to be held against.

It shares nothing with `judge.executors.verdict`: it is told plain numbers, and says verdict and code. Where the
specification found the judge at odds with itself, what it proposes stands here.
"""

from __future__ import annotations

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
