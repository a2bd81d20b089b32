"""The nouns of what is judged: a problem, its limits, how programs and functions are given a case and answer it, and
how that is scored."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import tzinfo
from typing import ClassVar, Literal

import msgspec

from judge.model.case import Answer, Case, Instance
from judge.model.deadline import Deadline
from judge.model.host import unlike

LOAD_S = 10.0  # four times what kernels of the usual size take to compile


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `[limits]` of problem.toml, with the units of the ICPC problem package."""

    HOPELESS = 2  # time-outs in a group, after which cases of it that are larger than both are not run
    BORDER: ClassVar = 0.1  # of a limit: how near to it a run is borderline
    time_limit: float = 5.0  # seconds of CPU
    memory: int = 512  # MiB
    output: int = 16  # MiB
    compilation_time: float = 60.0  # seconds of CPU, the whole prepare phase
    processes: int = 64

    @classmethod
    def of(cls, problem: Problem, language: str) -> Limits:
        """Return the limits of the problem for a language: problem.toml may give slow ones more time."""
        limits = problem.limits
        return msgspec.structs.replace(limits, time_limit=limits.time_limit * problem.programs.factor(language))

    @property
    def missed_s(self) -> float:
        """Return what PAR-2 counts for a missed case."""
        return 2 * self.time_limit

    @property
    def wall_limit_s(self) -> float:
        """Return what ends sleepers: the larger of twice the limit and the limit + 1 s. Time that others took does not
        count."""
        return _wall_s(self.time_limit)

    @property
    def stop_s(self) -> float:
        """Return the CPU at which a run is ended. What it uses above the limit is too late, and tells how near it
        was."""
        return (1 + self.BORDER) * self.time_limit

    @property
    def stop_wall_s(self) -> float:
        """Return the same on the wall clock."""
        return (1 + self.BORDER) * self.wall_limit_s

    @property
    def compilation_wall_s(self) -> float:
        """Return the same for the prepare phase."""
        return _wall_s(self.compilation_time)

    @property
    def load_limit_s(self) -> float:
        """Return the CPU that an attempt may use before it is given its case. It imports the file and loads its
        kernels: some 0.1 s, or what compiling takes where they can't be kept."""
        return min(self.compilation_time, max(LOAD_S, 2 * self.time_limit))

    @property
    def load_wall_s(self) -> float:
        """Return the same on the wall clock: who sleeps there holds a core."""
        return _wall_s(self.load_limit_s)

    def digest(self, repeat: int) -> str:
        """Return the SHA-256 of the limits, and of how often each case is run."""
        return hashlib.sha256(msgspec.json.encode((_named(self, _LIMITS), repeat))).hexdigest()

    def unlike(self, other: Limits) -> list[str]:
        """Return what differs from other limits, each as `memory 512 and 256`."""
        return unlike(self, other)

    @property
    def memory_bytes(self) -> int:
        return self.memory << 20

    @property
    def output_bytes(self) -> int:
        return self.output << 20


# Results lie in stores below these digests, so the keys that are digested are named here, in their order: a Struct may
# get others. A key that came later is left out where a package says nothing.
_LIMITS = ("time_limit", "memory", "output", "compilation_time", "processes")
_ALWAYS = ("io", "input_file", "output_file", "dialect", "shapes", "multipliers")
_LATER = ("arguments", "reads", "bytes", "parameters", "fail_words", "pairs")


def _named(noun: msgspec.Struct, keys: Iterable[str]) -> dict[str, object]:
    return {key: getattr(noun, key) for key in keys}


def _wall_s(cpu_s: float) -> float:
    return max(2 * cpu_s, cpu_s + 1)


class Programs(msgspec.Struct, frozen=True):
    """How whole programs are given a case and answer it. `io`: files, stdin and stdout, or whichever the program uses;
    `dialect` "no-algorithm" leaves line 1 of the case out, "as-is" has no board, so that nothing but a program
    reads it; `shapes` reads answers in whatever shape they come; `multipliers` stretch the time limit, by language.

    `arguments` are put on the command line; `reads` is a line that is read instead of the case: both have words in
    braces. `bytes` "as-is" gives input.txt as it lies in the package, "canonical" as the judge writes it. `parameters`
    are those of a function; () where only programs are judged. An answer that is one of
    `fail_words` means FAIL; `pairs` says which number of a pair is the row, and from which they count, where anybody
    does.
    """

    Pairs = Literal["row column from 0", "row column from 1", "column row from 0", "column row from 1"]

    io: Literal["any", "files", "stdio"] = "any"
    input_file: str = "input.txt"
    output_file: str = "output.txt"
    dialect: Literal["homework", "no-algorithm", "as-is"] = "homework"
    shapes: bool = False
    multipliers: dict[str, float] = {}
    arguments: tuple[str, ...] = ()
    reads: str = ""
    bytes: Literal["canonical", "as-is"] = "canonical"
    parameters: tuple[str, ...] = ("algorithm", "n", "lizards", "grid")
    fail_words: tuple[str, ...] = ()
    pairs: Pairs | None = None

    def factor(self, language: str) -> float:
        """Return by what the time limit is stretched for programs in this language."""
        return next((one for name, one in self.multipliers.items() if name.lower() == language.lower()), 1.0)

    @property
    def declared(self) -> bool:
        """Say whether the package says how programs are given a case or answer it: then it expects them."""
        return msgspec.structs.replace(self, multipliers={}, parameters=UNSAID.parameters) != UNSAID

    @property
    def only(self) -> bool:
        """Say whether nothing but a program can be judged: a function has no command line, and reads no text."""
        return self.parameters == () or bool(self.arguments or self.reads)

    @property
    def stdin(self) -> bool:
        """Say whether a case is given on stdin. What is on the command line is not there once more."""
        return self.io == "stdio" or (self.io == "any" and not self.arguments)


UNSAID = Programs()  # of a package that says nothing of programs


class Problem(msgspec.Struct, frozen=True, eq=False):
    """A package `testcases/<name>/`, read and checked."""

    SAMPLES = "sample"  # the group whose cases students see whole
    SUBMISSIONS = "submissions"  # the folder of a package with solutions and their verdicts
    VALIDATORS = "output_validators"  # the one with a program that says what is right, as in the ICPC's package
    Asks = Literal["one", "best", "all", "number", "decision"]
    AttemptRule = Literal["newest", "best", "last-on-time"]

    class Validator(msgspec.Struct, frozen=True):
        """The program of a package that looks at each answer, in the ICPC's interface. Without `files` the judge
        compares the answer with the known one, token by token. `flags` are for either; `flags_of` has others for a
        group, or for a case, as `group/case`."""

        files: tuple[tuple[str, bytes], ...] = ()  # by path within its folder
        flags: tuple[str, ...] = ()
        flags_of: tuple[tuple[str, tuple[str, ...]], ...] = ()
        limits: Limits = Limits()  # of one look at one answer

        def flags_for(self, case: Case) -> tuple[str, ...]:
            """Return the flags that are said nearest to the case."""
            said = dict(self.flags_of)
            return said.get(case.path, said.get(case.group, self.flags))

    class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
        points: float = 0.0
        score_aggregation: Literal["sum", "pass-fail"] = "sum"  # shared by the cases, or all of them or none
        visibility: Literal["full", "sentence"] = "sentence"  # of a case's board in feedback; samples are always shown
        require_pass: str = ""  # a group without whose cases, all of them, this one is worth nothing

    class Scheme(msgspec.Struct, frozen=True):
        """How a problem is scored, beside the points of its groups."""

        class Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
            """The `[bonus]` of problem.toml: `share` is above 0 and at most 1, no `algorithms` means those of the
            problem."""

            share: float
            points: float
            algorithms: tuple[Instance.Algorithm, ...] = ()

        COUNTED_MOST: ClassVar = 100  # cases of "all-or-count", which gives as many points for all of them
        rule: Literal["groups", "all-or-count"] = "groups"
        bonus: Bonus | None = None

    name: str
    title: str
    puzzle: str  # its name; problems/puzzles/ knows them
    algorithms: tuple[Instance.Algorithm, ...]
    strict: bool
    limits: Limits
    groups: dict[str, Group]
    cases: tuple[Case, ...]
    path: str = ""
    programs: Programs = Programs()
    scheme: Scheme = Scheme()
    piece: str = "piece"  # what the puzzle calls one
    keyless: bool = False  # rules or a validator judge every answer alone, so no case needs an answer.txt
    parted: bool = False  # the layer of a case says in which region each cell lies
    asks: Asks = "one"  # what the goal of the puzzle asks for
    scored: bool = False  # it asks for the best: right answers have scores, which rank before times
    deadline: Deadline | None = None
    attempt: AttemptRule = "newest"  # which one of a student counts
    main: str = ""  # of a class, the file that students were asked to hand in; "" where any name will do
    validator: Validator | None = None  # of a problem that is about no board

    def within(self, time_limit: float) -> Problem:
        """Return it with this time limit, in seconds of CPU."""
        return msgspec.structs.replace(self, limits=msgspec.structs.replace(self.limits, time_limit=time_limit))

    def counted_cases(self, algorithm: Instance.Algorithm | None = None) -> list[tuple[str, str]]:
        """Return group and name of the cases of groups with points, of one algorithm if it is named. The record of a
        run may hold cases without their groups."""
        worth = {name for name, group in self.groups.items() if group.points > 0}
        return [case.place for case in self.cases if case.group in worth and algorithm in (None, case.board.algorithm)]

    def required_by(self, group: str) -> tuple[str, ...]:
        """Return the groups of which no case may be wrong if this one is to be worth anything: the one that it
        requires, the one that that requires, and so on."""
        found: list[str] = []
        while group in self.groups and (group := self.groups[group].require_pass) and group not in found:
            found.append(group)
        return tuple(found)

    @property
    def zone(self) -> tzinfo | None:
        """Return the zone in which its times are said: of its due date; None for the host's."""
        return self.deadline.due.tzinfo if self.deadline else None

    @property
    def with_boards(self) -> tuple[Instance.Algorithm, ...]:
        """Return the algorithms that have a leaderboard of their own: those of its cases, where there are several."""
        used = tuple(name for name in self.algorithms if any(case.board.algorithm == name for case in self.cases))
        return used if len(used) > 1 else ()

    @property
    def most_points(self) -> float:
        """Return what a submission without a fault gets on the chosen cases, without the bonus."""
        groups = {group for group, _ in self.counted_cases()}
        if self.scheme.rule == "all-or-count":
            return float(self.scheme.COUNTED_MOST) if groups else 0.0
        return sum(self.groups[name].points for name in groups)

    @property
    def unanswered(self) -> tuple[Case, ...]:
        """Return the cases that lack an answer: nobody knows whether a FAIL is right there, or, without a board,
        whether anything is."""
        return () if self.keyless else tuple(case for case in self.cases if case.answer is None)

    def shows(self, group: str) -> bool:
        """Say whether a student may see the boards of the group's cases: samples, and what says visibility = "full"."""
        row = self.groups.get(group)
        return group == self.SAMPLES or (row is not None and row.visibility == "full")

    @property
    def digest(self) -> str:
        """Return the SHA-256 of all that decides verdicts: the rules, and each chosen case with its board and answer.

        The points are no part of it: another scheme needs no other run."""
        programs, found = self.programs, hashlib.sha256()
        later = (key for key in _LATER if getattr(programs, key) != getattr(UNSAID, key))
        rules = (self.name, self.puzzle, self.strict, _named(programs, (*_ALWAYS, *later)), "all")
        found.update(msgspec.json.encode(rules))
        for case in self.cases:
            board, answer = case.board, case.answer or Answer()
            facts = (case.group, case.name, board.algorithm, board.n, board.pieces, case.answer is None)
            found.update(msgspec.json.encode((*facts, answer.fail, answer.count)))
            layers = () if board.layer is None else (board.layer,)  # a puzzle without one has the digest that it had
            for table in (board.grid, *layers, answer.board, answer.columns):
                found.update(b"-" if table is None else f"{table.dtype} {table.shape}".encode() + table.tobytes())
            for text in (case.text, answer.text):
                found.update(b"" if text is None else f"{len(text)}\n".encode() + text)
            if case.as_is is not None and programs.bytes == "as-is":
                found.update(case.as_is)
        if self.validator:
            said = _named(self.validator, ("files", "flags", "flags_of"))
            found.update(msgspec.json.encode({**said, "limits": _named(self.validator.limits, _LIMITS)}))
        return found.hexdigest()
