"""The nouns of what is known of a problem beforehand: what the shipped solutions did on one host, on one day."""

from __future__ import annotations

import msgspec

from judge.model.verdict import Verdict


class ReferenceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One solution; `par2_s` is CPU time, a missed case counted as twice the limit."""

    name: str
    verdict: Verdict
    solved: int
    par2_s: float
    slowest_case: str
    slowest_s: float


class Reference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The leaderboard of one package, as it was measured, the best first. `host` names its processor."""

    date: str
    host: str
    time_limit: float
    cases: int
    solutions: tuple[ReferenceRow, ...]
