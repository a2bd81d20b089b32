"""The nouns of the judge: frozen, without I/O, and the same in every room.

Units stand in the names (`cpu_s`, `memory_bytes`); values are kept as measured and rounded where they are shown.
Rows and columns of a board count from 1 wherever a person reads them, so in `Finding.cells` too.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal

import msgspec

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np

Algorithm = Literal["BFS", "DFS", "SA", "ANY"]
Contract = Literal["function", "program"]
VerdictRule = Literal["all", "any", "majority"]
Clock = Literal["cpu", "wall"]
STARVED = "E307"  # the code of what others kept from its core


class Verdict(StrEnum):
    """ICPC's names. JE is the judge's own fault: it costs nobody a point and gives nobody one."""

    AC = "AC"
    WA = "WA"
    TLE = "TLE"
    MLE = "MLE"
    OLE = "OLE"
    RTE = "RTE"
    CE = "CE"
    JE = "JE"


LOAD_S = 10.0  # four times what kernels of the usual size take to compile


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `[limits]` of problem.toml, with the units of the ICPC problem package."""

    time_limit: float = 5.0  # seconds of CPU
    memory: int = 512  # MiB
    output: int = 16  # MiB
    compilation_time: float = 60.0  # seconds of CPU, the whole prepare phase
    processes: int = 64

    @property
    def wall_limit_s(self) -> float:
        """Ends sleepers: the larger of twice the limit and the limit + 1 s. Time that others took does not count."""
        return _wall_s(self.time_limit)

    @property
    def compilation_wall_s(self) -> float:
        """The same for the prepare phase."""
        return _wall_s(self.compilation_time)

    @property
    def load_limit_s(self) -> float:
        """CPU that an attempt may use before it is given its case. It imports, loads kernels and warms up again what
        the prepare phase has done before: some 0.1 s, or what compiling takes where numba can't keep the kernels."""
        return min(self.compilation_time, max(LOAD_S, 2 * self.time_limit))

    @property
    def memory_bytes(self) -> int:
        return self.memory << 20

    @property
    def output_bytes(self) -> int:
        return self.output << 20


def _wall_s(cpu_s: float) -> float:
    return max(2 * cpu_s, cpu_s + 1)


class Instance(msgspec.Struct, frozen=True, eq=False):
    """What an input.txt says. `grid` is int8, C-contiguous, (n, n): 0 free, 2 tree."""

    algorithm: Algorithm
    n: int
    pieces: int
    grid: np.ndarray[Any, np.dtype[np.int8]]


class ReadWarning(msgspec.Struct, frozen=True):
    """Something that was read tolerantly: a W code, one sentence, and the line where it first occurs."""

    code: str
    message: str
    line: int = 0


class Answer(msgspec.Struct, frozen=True, eq=False):
    """What a submission answered, from whichever source; exactly one of the four kinds.

    `board`: int8 (n, n), 0/1/2.  `columns`: integer (k, n), 0-based, one arrangement a row (spies: k = 1).
    `count`: the number of arrangements.  `fail`: it says that there is none.
    """

    fail: bool = False
    board: np.ndarray[Any, np.dtype[np.int8]] | None = None
    columns: np.ndarray[Any, np.dtype[np.int64]] | None = None
    count: int | None = None
    first_line: int = 0  # the line of the text that holds row 1; 0 when the answer was no text
    warnings: tuple[ReadWarning, ...] = ()


class Finding(msgspec.Struct, frozen=True):
    """Why an answer or a run is not accepted: a code, one sentence, the cells (row, column) from 1."""

    code: str
    message: str
    cells: tuple[tuple[int, int], ...] = ()
    where: str = ""  # "output.txt line 3, column 5"
    note: str = ""
    help: str = ""
    verdict: Verdict = Verdict.WA
    traceback: str = ""  # of an error of the judge, for whoever repairs it; students are never shown it


class Case(msgspec.Struct, frozen=True, eq=False):
    """One case of a package; `answer` is what answer.txt says, None where there is none."""

    name: str
    group: str
    board: Instance
    answer: Answer | None = None
    why_fail: str = ""  # how answer.txt says that FAIL was proven


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: float = 0.0
    score_aggregation: Literal["sum", "pass-fail"] = "sum"  # shared by the cases, or all of them or none
    visibility: Literal["full", "sentence"] = "sentence"  # of a case's board in feedback; samples are always shown


class Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `[bonus]` of problem.toml: `share` is above 0 and at most 1, no `algorithms` means those of the problem."""

    share: float
    points: float
    algorithms: tuple[Algorithm, ...] = ()


class Scheme(msgspec.Struct, frozen=True):
    """How a problem is scored, beside the points of its groups."""

    rule: Literal["groups", "all-or-count"] = "groups"
    bonus: Bonus | None = None


class Programs(msgspec.Struct, frozen=True):
    """How whole programs are given a case and answer it. `io`: files, stdin and stdout, or whichever the program uses;
    `dialect` "no-algorithm" leaves line 1 of the case out; `shapes` reads answers in whatever shape they come;
    `multipliers` stretch the time limit, by language."""

    io: Literal["any", "files", "stdio"] = "any"
    input_file: str = "input.txt"
    output_file: str = "output.txt"
    dialect: Literal["homework", "no-algorithm"] = "homework"
    shapes: bool = False
    multipliers: dict[str, float] = {}


class Problem(msgspec.Struct, frozen=True, eq=False):
    """A package `testcases/<name>/`, read and checked."""

    name: str
    title: str
    puzzle: str  # its name; problems/puzzles/ knows them
    algorithms: tuple[Algorithm, ...]
    strict: bool
    limits: Limits
    groups: dict[str, Group]
    cases: tuple[Case, ...]
    path: str = ""
    programs: Programs = Programs()
    verdict_rule: VerdictRule = "all"  # of the repetitions of a case, how many must be right
    scheme: Scheme = Scheme()
    piece: str = "piece"  # what the puzzle calls one


class Submission(msgspec.Struct, frozen=True):
    """Sources that compete: one file, or a folder of them by relative path, of which `source` is run.

    `expected` holds the verdicts its author declares, AC if none; `fault` says why it can't even be prepared, when
    reading it was enough to see that.
    """

    name: str
    problem: str
    contract: Contract
    path: Path
    source: bytes
    sha256: str
    expected: tuple[Verdict, ...] = (Verdict.AC,)
    fault: Finding | None = None
    words: str = ""  # that name it on a command line
    files: tuple[tuple[str, bytes], ...] = ()  # of a folder


class Entry(msgspec.Struct, frozen=True):
    """A problem and those who compete on it."""

    problem: Problem
    submissions: tuple[Submission, ...]


class Measurement(msgspec.Struct, frozen=True):
    """One repetition, as measured."""

    verdict: Verdict
    wall_s: float
    cpu_s: float
    memory_bytes: int
    lost_s: float = 0.0
    load_cpu_s: float = 0.0  # CPU that a function used before it was given the case

    @property
    def disturbed(self) -> bool:
        """Whether so much of the window was taken away that its times say little."""
        return self.lost_s > max(0.02, 0.2 * self.wall_s)


class CaseResult(msgspec.Struct, frozen=True):
    """One submission on one case: the row of `judge.run/1`, with its diagnostic."""

    case: str
    group: str
    algorithm: Algorithm
    verdict: Verdict
    code: str = ""
    message: str = ""
    cells: tuple[tuple[int, int], ...] = ()
    wall_s: float = 0.0
    cpu_s: float = 0.0
    memory_bytes: int = 0
    samples: tuple[Measurement, ...] = ()
    finding: Finding | None = None
    notices: tuple[ReadWarning, ...] = ()  # how an answer was read that is not as it should be written
    board: Any = None  # the refused or refuting board, for the picture; never exported

    @property
    def not_run(self) -> bool:
        """Whether it was left out, after two time-outs on smaller cases."""
        return self.verdict is Verdict.TLE and not self.samples

    @property
    def disturbed(self) -> bool:
        """Whether no repetition had its core for itself; out of CPU time is so all the same."""
        return (
            self.code not in ("E201", "E210")
            and bool(self.samples)
            and all(sample.disturbed for sample in self.samples)
        )

    @property
    def starved(self) -> bool:
        """Whether others kept it from its core so long that there is no verdict."""
        return self.verdict is Verdict.JE and self.code == STARVED

    @property
    def in_doubt(self) -> bool:
        """Whether the work of others may have cost its verdict: starved, or out of time while it was disturbed."""
        late = self.verdict is Verdict.TLE and self.code != "E201"
        return self.starved or (late and any(one.disturbed and one.verdict is Verdict.TLE for one in self.samples))


class Prepared(msgspec.Struct, frozen=True):
    """How the prepare phase of a submission ended; a verdict other than AC is CE, or JE when the judge failed."""

    verdict: Verdict = Verdict.AC
    wall_s: float = 0.0
    message: str = ""
    finding: Finding | None = None
    language: str = ""
    startup_s: float = 0.0  # CPU of an empty program in this language

    @property
    def starved(self) -> bool:
        """Whether others kept it from its core so long that nothing was compiled."""
        return self.verdict is Verdict.JE and self.finding is not None and self.finding.code == STARVED


class Judgement(msgspec.Struct, frozen=True):
    """One submission on one problem, whole: what a leaderboard row and a feedback page are made of.

    `points` is None where the judge itself has failed on something that counts: they wait until it is judged again.
    """

    submission: Submission
    problem: Problem
    prepare: Prepared
    runs: tuple[CaseResult, ...]
    verdict: Verdict
    points: float | None = 0.0
    rank: int | None = None

    @property
    def faults(self) -> int:
        """Count how often the judge itself failed."""
        return [self.prepare.verdict, *(run.verdict for run in self.runs)].count(Verdict.JE)


class Host(msgspec.Struct, frozen=True):
    """The machine and what it enforces; written into every result."""

    sandbox: str
    enforced: tuple[str, ...]
    missing: tuple[str, ...]
    clock: str  # "cgroup" or "process"
    system: str
    python: str
    numba: str
    cores: int


class Readied(msgspec.Struct, frozen=True):
    """Event: a submission's prepare phase is over."""

    submission: Submission
    prepared: Prepared


class Ran(msgspec.Struct, frozen=True):
    """Event: one repetition of one case is over; `done` of `total` attempts are."""

    submission: Submission
    run: CaseResult
    done: int
    total: int


Event = Readied | Ran


class Standing(msgspec.Struct, frozen=True):
    """One row of a leaderboard. Ties share a rank; PAR-2 counts a missed case as twice the limit, in CPU seconds.

    Whom the judge failed on has no rank, and NaN for the sum and the ratio.
    """

    rank: int | None
    judgement: Judgement
    solved: int
    par2_s: float
    ratio: float  # PAR-2 over the best one's
    slowest_case: str
    slowest_s: float


class Check(msgspec.Struct, frozen=True):
    """One line of `judge doctor`: what was looked at, what was found, and the command that mends it."""

    name: str
    state: Literal["ok", "warning", "missing"]
    found: str
    mend: str = ""
