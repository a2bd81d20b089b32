"""A file of the schema judge.run/1 as it is read: its keys, and the problems and judgements that they hold. Other keys
are left; what came later may be missing. Each board is checked as it is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeVar

import msgspec
import numpy as np
from msgspec import UNSET

from judge.model import (
    Answer,
    Case,
    Finding,
    Given,
    Host,
    Instance,
    Judgement,
    Limits,
    Prepared,
    Problem,
    Programs,
    ReadWarning,
    Run,
    RunRecord,
    Submission,
    Verdict,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_S = 1e9  # thirty years: sums of such times are still numbers
_LAST_S = 2.5e11  # the year 9892: what comes later is no date
_Seconds = Annotated[float, msgspec.Meta(ge=0, le=MOST_S)]
_Side = Annotated[int, msgspec.Meta(ge=0, le=1 << 20)]
_Place = Annotated[int, msgspec.Meta(ge=-(1 << 31), le=1 << 31)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=1 << 60)]
_MOST_BYTES = 1 << 28  # of all boards of a file together, in memory
_CELL = "int8"
_LAYER = "int64"  # a cell of a case's layer, whatever the file has
_NAMED = 60  # characters of a name in a message
_MOST_KNOWN = 10**40  # more than any board has arrangements, or any case points
_Noun = TypeVar("_Noun", bound=msgspec.Struct)


def _as(noun: type[_Noun], row: msgspec.Struct, **changes: object) -> _Noun:
    """Return a row of keys, or what has more, as the noun of the model."""
    return noun(**{name: getattr(row, name) for name in noun.__struct_fields__} | changes)


class _Measured(msgspec.Struct):
    verdict: Verdict
    wall_s: _Seconds
    cpu_s: _Seconds
    memory_bytes: _Count = 0
    lost_s: _Seconds = 0.0
    load_cpu_s: _Seconds = 0.0
    round: int = 0
    unseen_s: _Seconds = 0.0


class _Said(msgspec.Struct):
    """What a finding says, in the keys of a run or of how it was prepared."""

    verdict: Verdict = Verdict.AC
    code: str = ""
    message: str = ""
    where: str = ""
    note: str = ""
    help: str = ""
    command: ClassVar = UNSET  # which the help ends with
    traceback: str = ""
    excerpt: Finding.Excerpt | None = None
    cells: tuple[tuple[_Place, _Place], ...] = ()

    @property
    def finding(self) -> Finding | None:
        """Return it as a finding; None without a code."""
        return _as(Finding, self) if self.code else None


class RunRow(_Said, kw_only=True):
    """One of `submissions[].runs`."""

    case: str
    group: str
    algorithm: Instance.Algorithm
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
    contract: Submission.Contract = "function"
    path: str | None = None
    words: str = ""
    sha256: str = ""
    expected: tuple[Verdict, ...] = (Verdict.AC,)
    points: float | None = None


class CaseRow(msgspec.Struct):
    """One of `problems.NAME.cases`."""

    name: str
    group: str
    algorithm: Instance.Algorithm
    n: _Side
    pieces: _Count
    answer: Literal["fail", "arrangement", "count", "text", "unknown"] = "unknown"
    known: Annotated[int, msgspec.Meta(ge=0)] | None = None
    why_fail: str = ""
    board: str | None = None
    regions: str | None = None
    weights: str | None = None


class _NamedGroup(Problem.Group, frozen=True, forbid_unknown_fields=False, kw_only=True):
    name: str


class _Bonus(Problem.Scheme.Bonus, frozen=True, forbid_unknown_fields=False):
    """The keys of a bonus."""


class ProblemRow(msgspec.Struct):
    """One of `problems`."""

    title: str
    puzzle: str
    piece: str
    cases: tuple[CaseRow, ...]
    algorithms: tuple[Instance.Algorithm, ...] = ()
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
    rounds: tuple[RunRecord.Settling, ...] = ()
    seed: str = ""


def judgements_in(said: object) -> tuple[Judgement, ...]:
    """Return what was judged by the object of a whole file. ValueError where it is none."""
    return Parts(msgspec.convert(said, RunFile)).judgements


class BrokenKeyError(ValueError):
    """A key that is not as it should be: where it is, and why."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(f"{where}: {why}")


class Parts:
    """The problems and judgements of a file. BrokenKeyError where two of its keys contradict each other."""

    def __init__(self, read: RunFile) -> None:
        self._read = read
        self._bytes_left = _MOST_BYTES
        by_problem: dict[str, list[SubmissionRow]] = {}
        for row in read.submissions:
            by_problem.setdefault(row.problem, []).append(row)
        self._problems = {name: self._problem(name, rows) for name, rows in by_problem.items()}
        self._known = {name: {case.place for case in one.cases} for name, one in self._problems.items()}
        self.judgements = tuple(self._judgement(at, row) for at, row in enumerate(read.submissions))

    def _problem(self, name: str, rows: Sequence[SubmissionRow]) -> Problem:
        limits = self._read.limits.get(name)
        if limits is None:
            raise BrokenKeyError(f"limits.{name[:_NAMED]}", "it is missing, and submissions[] name this problem")
        if (row := self._read.problems.get(name)) is None:
            return _former(name, rows, limits)
        cases = tuple(self._case(f"problems.{name[:_NAMED]}.cases[{at}]", one, row) for at, one in enumerate(row.cases))
        if len({case.place for case in cases}) < len(cases):
            raise BrokenKeyError(f"problems.{name[:_NAMED]}.cases", "two of them have the same name")
        groups = {one.name: _as(Problem.Group, one) for one in row.groups}
        scheme = Problem.Scheme(row.rule, row.bonus and _as(Problem.Scheme.Bonus, row.bonus))
        return Problem(
            name, row.title, row.puzzle, row.algorithms, row.strict, _as(Limits, limits), groups, cases, row.path,
            scheme=scheme, piece=row.piece, scored=row.scored, parted=row.parted,
            programs=Programs(multipliers=limits.multipliers),
        )  # fmt: skip

    def _case(self, where: str, row: CaseRow, problem: ProblemRow) -> Case:
        grid: NDArray[np.int8] = np.zeros((0, 0), np.int8)
        if row.board is not None:
            grid = self._board(f"{where}.board", row.board)
            if len(grid) != row.n or not Instance.takes(grid):
                raise BrokenKeyError(f"{where}.board", f"expected {row.n} rows with cells of 0, 1, 2 or 3")
        regions = self._layer(f"{where}.regions", row.regions, _CELL, grid)
        weights = self._layer(f"{where}.weights", row.weights, Given.Packed.WEIGHT, grid)
        board = Instance(row.algorithm, row.n, row.pieces, grid, regions if problem.parted else weights)
        text = b"" if row.answer == "text" else None
        return Case(row.name, row.group, board, _answer(where, row), row.why_fail, text)

    def _layer(self, where: str, text: str | None, kind: str, grid: NDArray[np.int8]) -> NDArray[np.int64] | None:
        if text is None:
            return None
        layer = self._board(where, text, kind, _LAYER).astype(_LAYER)
        if layer.shape != grid.shape:
            raise BrokenKeyError(where, "expected one for each cell of the board")
        return layer

    def _board(self, where: str, text: str, kind: str = _CELL, held: str = _CELL) -> NDArray[Any]:
        """Return the board of a text with numbers of this `kind`. It counts as large as it is `held` in memory."""
        try:
            found = Given.Packed.in_text(text)
            taken = found.rows * found.columns * np.dtype(held).itemsize
            board = found.board(kind) if taken <= self._bytes_left else None
        except ValueError as error:
            raise BrokenKeyError(where, f"it is no board: {error}") from error
        if board is None:
            raise BrokenKeyError(where, f"{found.rows} x {found.columns} cells are too many")
        self._bytes_left -= taken
        return board

    def _judgement(self, at: int, row: SubmissionRow) -> Judgement:
        problem, prepare = self._problems[row.problem], row.prepare
        known, runs = self._known[row.problem], []
        for number, run in enumerate(row.runs):
            where = f"submissions[{at}].runs[{number}]"
            if not {(run.group, run.case), (run.group, run.case.rpartition("~")[0])} & known:
                why = f"problems.{row.problem[:_NAMED]}.cases has none of this group and name"
                raise BrokenKeyError(f"{where}.case", why)
            runs.append(self._result(where, run))
        prepared = _as(Prepared, prepare)
        path = Path(row.name if row.path is None else row.path)
        submission = Submission(
            row.name, row.problem, row.contract, path, b"", row.sha256, row.expected, words=row.words
        )
        return Judgement(submission, problem, prepared, tuple(runs), row.verdict, row.points)

    def _result(self, where: str, run: RunRow) -> Run:
        try:
            given = None if run.given is None else Given.in_text(run.given)
        except ValueError as error:
            raise BrokenKeyError(f"{where}.given", f"it is no answer: {error}") from error
        samples = tuple(_as(Run.Measurement, one, unseen_s=one.unseen_s or UNSET) for one in run.samples)
        return Run(
            run.case, run.group, run.algorithm, run.verdict, run.code, run.message, run.cells, run.wall_s, run.cpu_s,
            run.memory_bytes, samples, run.finding, run.notices,
            board=None if run.board is None else self._board(f"{where}.board", run.board),
            given=given,
            score=run.score,
            found_by=run.refuted_by or UNSET,
        )  # fmt: skip


def _answer(where: str, row: CaseRow) -> Answer | None:
    """Return what answer.txt says, as far as a report needs it."""
    if row.answer != "count":
        kinds = {"fail": Answer(fail=True), "arrangement": Answer(), "text": Answer(text=b"")}
        return kinds.get(row.answer)
    if row.known is not None and row.known >= _MOST_KNOWN:
        raise BrokenKeyError(f"{where}.known", "expected a whole number of at most 40 digits")
    if row.known is None:  # a former file does not say the number
        return Answer(columns=np.zeros((0, 0), np.int64))
    return Answer(count=row.known)


def _former(name: str, rows: Sequence[SubmissionRow], limits: LimitsRow) -> Problem:
    """Return a problem of a file that does not describe it: its cases are those that were run, without boards."""
    found: dict[tuple[str, str], Case] = {}
    for run in (run for row in rows for run in row.runs):
        if (run.group, run.case) not in found:
            board = Instance(run.algorithm, 0, 0, np.zeros((0, 0), np.int8))
            found[run.group, run.case] = Case(run.case, run.group, board)
    cases = tuple(found.values())
    return Problem(name, name, "", (), False, _as(Limits, limits), {}, cases, name)
