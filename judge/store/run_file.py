"""The keys of judge.run/1 as they are read. What else is there, is left; what came later may be missing."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET

from judge.model import (
    Algorithm,
    Bonus,
    Contract,
    Excerpt,
    Finding,
    Group,
    Host,
    Limits,
    Measurement,
    ReadWarning,
    Settling,
    Verdict,
)

MOST_S = 1e9  # thirty years: sums of such times are still numbers
_LAST_S = 2.5e11  # the year 9892: what comes later is no date
_Seconds = Annotated[float, msgspec.Meta(ge=0, le=MOST_S)]
_Side = Annotated[int, msgspec.Meta(ge=0, le=1 << 20)]
_Place = Annotated[int, msgspec.Meta(ge=-(1 << 31), le=1 << 31)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=1 << 60)]


class _Measured(msgspec.Struct):
    verdict: Verdict
    wall_s: _Seconds
    cpu_s: _Seconds
    memory_bytes: _Count = 0
    lost_s: _Seconds = 0.0
    load_cpu_s: _Seconds = 0.0
    round: int = 0
    unseen_s: _Seconds = 0.0

    @property
    def measurement(self) -> Measurement:
        """Return it as the model has it."""
        return Measurement(
            self.verdict, self.wall_s, self.cpu_s, self.memory_bytes, self.lost_s, self.load_cpu_s, self.round,
            self.unseen_s or UNSET,
        )  # fmt: skip


class _Said(msgspec.Struct):
    """What a finding says, in the keys of a run or of how it was prepared."""

    verdict: Verdict = Verdict.AC
    code: str = ""
    message: str = ""
    where: str = ""
    note: str = ""
    help: str = ""
    traceback: str = ""
    excerpt: Excerpt | None = None
    cells: tuple[tuple[_Place, _Place], ...] = ()

    @property
    def finding(self) -> Finding | None:
        """Return it as a finding; None without a code."""
        if not self.code:
            return None
        named = {name: getattr(self, name) for name in Finding.__struct_fields__}
        return Finding(**named)


class RunRow(_Said, kw_only=True):
    """One of `submissions[].runs`."""

    case: str
    group: str
    algorithm: Algorithm
    verdict: Verdict
    refuted_by: str = ""
    notices: tuple[ReadWarning, ...] = ()
    board: str | None = None
    given: str | None = None
    score: Annotated[float, msgspec.Meta(ge=0, le=1)] | None = None
    wall_s: _Seconds = 0.0
    cpu_s: _Seconds = 0.0
    memory_bytes: _Count = 0
    samples: tuple[_Measured, ...] = ()


class PrepareRow(_Said):
    """How a submission was prepared."""

    wall_s: _Seconds = 0.0
    language: str = ""
    startup_s: _Seconds = 0.0


class SubmissionRow(msgspec.Struct):
    """One of `submissions`."""

    name: str
    problem: str
    verdict: Verdict
    runs: tuple[RunRow, ...]
    prepare: PrepareRow
    contract: Contract = "function"
    path: str | None = None
    words: str = ""
    sha256: str = ""
    expected: tuple[Verdict, ...] = (Verdict.AC,)
    points: float | None = None
    rank: int | None = None


class CaseRow(msgspec.Struct):
    """One of `problems.NAME.cases`."""

    name: str
    group: str
    algorithm: Algorithm
    n: _Side
    pieces: _Count
    answer: Literal["fail", "arrangement", "count", "text", "unknown"] = "unknown"
    known: Annotated[int, msgspec.Meta(ge=0)] | None = None
    why_fail: str = ""
    board: str | None = None
    regions: str | None = None
    weights: str | None = None


class _NamedGroup(Group, frozen=True, forbid_unknown_fields=False, kw_only=True):
    name: str


class _Bonus(Bonus, frozen=True, forbid_unknown_fields=False):
    @property
    def bonus(self) -> Bonus:
        """Return it as the model has it."""
        return Bonus(self.share, self.points, self.algorithms)


class ProblemRow(msgspec.Struct):
    """One of `problems`."""

    title: str
    puzzle: str
    piece: str
    cases: tuple[CaseRow, ...]
    algorithms: tuple[Algorithm, ...] = ()
    strict: bool = False
    path: str = ""
    rule: Literal["groups", "all-or-count"] = "groups"
    bonus: _Bonus | None = None
    scored: bool = False
    parted: bool = False
    groups: tuple[_NamedGroup, ...] = ()


class LimitsRow(Limits, frozen=True, forbid_unknown_fields=False):
    """One of `limits`."""

    time_limit: Annotated[float, msgspec.Meta(gt=0, le=MOST_S)] = Limits().time_limit
    memory: _Count = Limits().memory
    output: _Count = Limits().output
    processes: _Count = Limits().processes
    multipliers: dict[str, Annotated[float, msgspec.Meta(gt=0, le=MOST_S)]] = msgspec.field(default_factory=dict)

    @property
    def limits(self) -> Limits:
        """Return the limits alone."""
        return Limits(**{name: getattr(self, name) for name in Limits.__struct_fields__})


class RunFile(msgspec.Struct):
    """The whole file."""

    schema: Literal["judge.run/1"]
    host: Host
    limits: dict[str, LimitsRow]
    submissions: tuple[SubmissionRow, ...]
    problems: dict[str, ProblemRow] = {}
    complete: bool = True
    ranked: bool = True
    made_s: Annotated[float, msgspec.Meta(ge=0, le=_LAST_S)] | None = None
    judge: str = ""
    noise: float | None = None
    rounds: tuple[Settling, ...] = ()
    seed: str = ""
