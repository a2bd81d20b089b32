"""What every executor offers: how a submission of one contract becomes something that runs in a sandbox.

An executor is a module with the five names of `Executor`; function.py and program/ are the two. `executor_of` picks one
by the contract, and nothing else tells them apart: whoever has a Ready asks it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

import msgspec

from judge.model import Answer, Case, Finding, Limits, Problem, ReadWarning, Submission, Verdict
from judge.sandbox import Facts, protocol
from judge.submissions import Source

if TYPE_CHECKING:
    from judge.sandbox import Sandbox


class Outcome(msgspec.Struct, frozen=True, eq=False):
    """What one attempt came to: a finding, or an answer that is still to be judged. `otherwise` is the finding if that
    answer turns out wrong, `notices` are told if it is right."""

    facts: Facts
    finding: Finding | None = None
    answer: Answer | None = None
    otherwise: Finding | None = None
    notices: tuple[ReadWarning, ...] = ()

    @classmethod
    def unread(cls, facts: Facts, limits: Limits) -> Outcome:
        """Return that of an output file that was not even read, and why: the fault of these facts."""
        fault = facts.output_fault
        if facts.output_too_long:
            return cls(facts, Finding("E204", f"{fault}; the limit is {limits.output} MiB", verdict=Verdict.OLE))
        repair = "open a file of that name for writing: it may be no folder, no link, and have no second name"
        return cls(facts, Finding("E122", fault, help=repair))


class Habits(msgspec.Struct):
    """What was seen of a submission in its runs so far.

    `forks`: it starts processes. `looks` is what a closer look has found on a case, if anything: nobody looks at a case
    twice. It `distrusts` kernels that are kept: a case ended better without them. After some `genuine` crashes, which
    came again without them, they are trusted.
    """

    forks: bool = False
    looks: dict[str, Finding | None] = {}
    distrusts: bool = False
    genuine: int = 0


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """A prepared submission: where it lies, and what is to be said of how it was made."""

    contract: ClassVar[Submission.Contract]

    home: protocol.Home
    source: Source
    limits: Limits  # of its attempts: problem.toml may give slow languages more time
    note: str = ""  # for its author, beside a preparation that went well
    hint: str = ""  # warnings of the compiler that explain a run that went wrong
    language: str = ""  # of a program
    startup_s: float = 0.0  # CPU of a program in this language that does nothing
    habits: Habits = msgspec.field(default_factory=Habits)


ReadyT = TypeVar("ReadyT", bound=Ready)


class Executor(Protocol[ReadyT]):
    """Makes submissions ready, and tries each on cases. Both raise JudgeError E303 when the sandbox fails."""

    PROBE: bytes  # the source of a trivial submission, which answers FAIL to every case

    def place(self, sandbox: Sandbox, /) -> Sandbox:
        """Return which of the sandboxes on a core its boxes come from."""
        ...

    def prepare(self, sandbox: Sandbox, submission: Submission, problem: Problem, /) -> Finding | ReadyT:
        """Import or compile, once; why that failed, or what its attempts start from."""
        ...

    def attempt(self, sandbox: Sandbox, ready: ReadyT, problem: Problem, case: Case, /) -> Outcome:
        """Run it on the case in a fresh box: the facts, and what they say or the answer that is to be judged."""
        ...

    def why_wrong(self, sandbox: Sandbox, ready: ReadyT, problem: Problem, case: Case, /) -> str:
        """Look closer at a case whose answer was wrong, which may take longer than an attempt. Return a note; empty
        where nothing is found."""
        ...


def executor_of(contract: Submission.Contract) -> Executor[Any]:
    """Return the executor of a contract. It is loaded here: one of functions needs nothing of what runs programs."""
    if contract == "function":
        from judge.executors import function

        return function
    from judge.executors import program

    return program
