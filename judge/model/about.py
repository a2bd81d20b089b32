"""What a problem tells those who solve it, beside what it is judged by; what the shipped solutions did on one day."""

from __future__ import annotations

from collections.abc import Mapping

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


class About(msgspec.Struct, frozen=True):
    """What a page tells beside the problem itself: how it was `called`, the `statement` as Markdown, the `head` of the
    function to write, its `task`."""

    called: str
    statement: str
    head: str
    task: str
    reference: Reference | None = None
    answers: Mapping[str, str] = {}  # of samples, by group and name, where an answer is said and no arrangement shown
    elsewhere: str = ""  # the path in the package of a statement that is no Markdown, where there is no other
