"""The nouns of a package's commands: what a problem tells those who solve it, and what became of its cases when they
were generated, answered, validated and refuted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from judge.model.judgement import Judgement
from judge.model.problem import Problem
from judge.model.verdict import Finding, ReadWarning, Verdict
from judge.text import listed

_REFUTED = Path(".judge/refuted")  # where arrangements are kept that refute a key


class ReferenceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One solution; `par2_s` is CPU time, a missed case counted as twice the limit."""

    name: str
    verdict: Verdict
    solved: int
    par2_s: float
    slowest_case: str
    slowest_s: float


class About(msgspec.Struct, frozen=True):
    """What a page tells beside the problem itself: how it was `called`, the `statement` as Markdown, the `head` of the
    function to write, its `task`."""

    class Reference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
        """The leaderboard of one package, as it was measured, the best first. `host` names its processor."""

        date: str
        host: str
        time_limit: float
        cases: int
        solutions: tuple[ReferenceRow, ...]

    called: str
    statement: str
    head: str
    task: str
    reference: Reference | None = None
    answers: Mapping[str, str] = {}  # of samples, by group and name, where an answer is said and no arrangement shown
    elsewhere: str = ""  # the path in the package of a statement that is no Markdown, where there is no other


# --- generate ---------------------------------------------------------------------------------------------------------
CaseState = Literal["same", "new", "stale", "edited", "undecided", "orphan", "removed"]


class Made(msgspec.Struct, frozen=True):
    """Holds the state of one case, and what is to be known of it. `pieces` is 0 where it is not decided,
    or where as many as possible are asked for.

    same: as its recipe makes it. new: there was none. stale: a former recipe made it. edited: somebody else did, so it
    is left alone. undecided: nobody knows how many pieces it needs. orphan: no recipe makes it, and it is not declared
    as made by hand.
    """

    case: str  # group/name
    state: CaseState
    n: int = 0
    trees: int = 0
    pieces: int = 0
    note: str = ""
    most: int = 0  # that the board is known to hold; 0: nobody has asked
    most_proven: bool = False
    columns: int = 0  # as many as rows, in most puzzles
    board: str = ""  # what its cells are known by, where the recipe asks what they hold


# --- answers ----------------------------------------------------------------------------------------------------------
class Answered(msgspec.Struct, frozen=True):
    """What a case has now: an arrangement or FAIL that was written (`arranged`, `proven`), a proof of the FAIL that was
    there (`certified`), nothing new (`kept`, `undecided`), or a FAIL that an arrangement refutes."""

    State = Literal["arranged", "proven", "certified", "kept", "undecided", "refuted"]

    group: str
    case: str
    state: State
    by: str = ""  # what found the answer
    proof: str = ""  # the line behind FAIL
    certificate: bool = False
    pieces: int = 0  # that the case asks for
    least: int = 0  # that are known to fit
    most: int = 0  # that may fit
    wall_s: float = 0.0
    witness: str = ""  # the file that holds the arrangement that refutes the key
    best: bool = False  # it is proven that no arrangement is better
    asks: Problem.Asks = "one"  # what the goal of the puzzle asks for
    solver_missing: bool = False  # sums and CP-SAT were not tried


# --- validate ---------------------------------------------------------------------------------------------------------
OF_THE_JUDGE = ("E419",)  # which can't be trusted with the package
KEPT = 3  # places of a kind that are named


class Validated(msgspec.Struct, frozen=True):
    """What was found of a package. `trials` says how many submissions it has, `judgements` what those got that were
    run."""

    class Spoilt(msgspec.Struct, frozen=True):
        """How answers that were spoilt in one way were judged."""

        kind: str
        made: int = 0
        refused: int = 0
        accepted: int = 0  # which is a fault
        where: tuple[str, ...] = ()  # the first of these

        def counted(self, where: str, *, refused: bool) -> Validated.Spoilt:
            """Return it with one more answer."""
            named = self.where if refused else (*self.where, where)[:KEPT]
            counts = {"refused": self.refused + refused, "accepted": self.accepted + (not refused)}
            return msgspec.structs.replace(self, made=self.made + 1, **counts, where=named)

    class Remark(msgspec.Struct, frozen=True):
        """One remark on a package: a fault of it or of the judge, something that was read tolerantly, or what it
        lacks."""

        case: str  # "secret/forest-07"; nothing where it is about the whole package
        file: str  # the path of the input.txt, answer.txt or problem.toml
        what: Finding | ReadWarning

    problem: Problem
    remarks: tuple[Remark, ...]
    spoilt: tuple[Spoilt, ...] = ()
    trials: int = 0
    judgements: tuple[Judgement, ...] = ()

    @property
    def faults(self) -> list[Finding]:
        """Return what is wrong with the package, or with the judge."""
        return [remark.what for remark in self.remarks if isinstance(remark.what, Finding)]

    @property
    def status(self) -> int:
        """Return the exit status that the remarks lead to."""
        return 3 if any(one.code in OF_THE_JUDGE for one in self.faults) else 2 if self.faults else 0


class WrongKey(msgspec.Struct, frozen=True):
    """A case whose answer.txt is refuted: who has found an arrangement where it says FAIL, or a better one, and how the
    package says that FAIL was proven. `package` is its folder. `witness` holds an arrangement as an answer.txt would;
    none is kept of a large board. Where `scored`, answer.txt has one too, and is not the best."""

    problem: str
    package: str
    group: str
    case: str
    by: tuple[str, ...]
    note: str = ""
    witness: Path | None = None
    scored: bool = False

    @staticmethod
    def witness_path(problem: str, group: str, case: str) -> Path:
        """Return the file that holds the arrangement that was found for a case."""
        return _REFUTED / f"{problem}-{group}-{case}.txt"

    def __str__(self) -> str:
        """Return it as one sentence."""
        who = listed(self.by, 3)
        kept = f", kept in {self.witness}" if self.witness else ""
        wrong, found = ("it is not the best", "a better one") if self.scored else ("it says FAIL", "an arrangement")
        return f"the answer key of {self.group}/{self.case} is wrong: {wrong}, {who} found {found}{kept}"

    @property
    def repairs(self) -> tuple[str, str]:
        """Return what is to be done about it, first and then."""
        answer = Path(self.package, self.group, self.case, "answer.txt")
        put = f"cp {self.witness} {answer}" if self.witness else f"write an arrangement into {answer}"
        return put, f"judge regrade --problem {self.package or self.problem} --reason TEXT"

    @property
    def help(self) -> str:
        """Return the same on one line."""
        return "   and then   ".join(self.repairs)
