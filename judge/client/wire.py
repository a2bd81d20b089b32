"""The nouns that a site and `judge submit --to` speak: what is sent as JSON, and read again. Frozen; their keys are
described in `judge help json`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

import msgspec
import numpy as np

from judge.errors import JudgeError
from judge.model import Case, Instance, Job, Limits, Problem, Run, Verdict

PROBLEMS: Final = "judge.problems/1"
SUBMISSION: Final = "judge.submission/1"
_MOST_S: Final = 1e9
_Seconds = Annotated[float, msgspec.Meta(ge=0, le=_MOST_S)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]
_Name = Annotated[str, msgspec.Meta(max_length=300)]


class Offered(msgspec.Struct, frozen=True):
    """A problem of a site. `due` is ISO 8601 with its zone, for who asks; "" without a deadline."""

    name: str
    title: str
    algorithms: tuple[Instance.Algorithm, ...] = ()
    cases: int = 0
    due: str = ""


class Offer(msgspec.Struct, frozen=True):
    """What a site has."""

    problems: tuple[Offered, ...]
    schema: str = PROBLEMS

    @classmethod
    def of(cls, problems: Iterable[tuple[Problem, str]]) -> Offer:
        """Return that of problems, each with when it is due."""
        return cls(tuple(Offered(one.name, one.title, one.algorithms, len(one.cases), due) for one, due in problems))


class Outlined(msgspec.Struct, frozen=True):
    """What everybody may know of a case."""

    name: _Name
    group: _Name
    algorithm: Instance.Algorithm
    n: _Count = 0


class Outline(msgspec.Struct, frozen=True):
    """What everybody may know of a problem: enough to show a submission being judged."""

    name: _Name
    title: str
    time_limit: _Seconds
    cases: tuple[Outlined, ...]

    @classmethod
    def of(cls, problem: Problem) -> Outline:
        """Return that of a problem."""
        cases = (Outlined(one.name, one.group, one.board.algorithm, one.board.n) for one in problem.cases)
        return cls(problem.name, problem.title, problem.limits.time_limit, tuple(cases))


class Letter(msgspec.Struct, frozen=True):
    """What everybody who may see a submission may see of one attempt at a case."""

    case: _Name
    group: _Name
    algorithm: Instance.Algorithm
    verdict: Verdict
    code: _Name = ""
    cpu_s: _Seconds = 0.0
    wall_s: _Seconds = 0.0
    lost_s: _Seconds = 0.0
    ran: bool = True  # false where it was left out after time-outs

    @classmethod
    def of(cls, run: Run) -> Letter:
        """Return that of an attempt: no word of what was answered, and none of the case."""
        return cls(
            run.case, run.group, run.algorithm, run.verdict, run.code, run.cpu_s, run.wall_s, run.lost_s,
            bool(run.samples),
        )  # fmt: skip

    def attempt(self) -> Run:
        """Return an attempt with that."""
        sample = Run.Measurement(self.verdict, self.wall_s, self.cpu_s, 0, self.lost_s)
        return Run(
            self.case, self.group, self.algorithm, self.verdict, self.code,
            wall_s=self.wall_s, cpu_s=self.cpu_s, samples=(sample,) if self.ran else (),
        )  # fmt: skip


class Progress(msgspec.Struct, frozen=True):
    """How far a submission is. `ahead` and `wait_s` are those of the queue while it waits; `letters` are the attempts
    after the one that was asked for, and `after` is what to ask for next, in `again_s` seconds.

    `outline` is there in the first answer alone. `why` says why it waits to be tried again, or is over without a
    judgement. `remarks` are on what was handed in.
    """

    job: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{1,64}$")]
    problem: _Name
    state: Job.State
    ahead: _Count = 0
    wait_s: _Seconds | None = None
    letters: tuple[Letter, ...] = ()
    after: _Count = 0
    again_s: _Seconds = 1.0
    outline: Outline | None = None
    judged: bool = False
    why: str = ""
    remarks: tuple[str, ...] = ()
    schema: str = SUBMISSION

    def telling(self, runs: Iterable[Run], problem: Problem | None) -> Progress:
        """Return it with the letters of these attempts, and in a first answer with what its problem is."""
        letters, outline = tuple(map(Letter.of, runs)), Outline.of(problem) if problem else None
        return msgspec.structs.replace(self, letters=letters, outline=outline)

    @property
    def outlined(self) -> Problem:
        """Return the problem that it is judged on, without the boards of its cases. JudgeError E522 where the site has
        not said what is run."""
        if self.outline is None:
            raise JudgeError("E522", "the site does not say what it runs", help="look at its page of the submission")
        said, none = self.outline, np.zeros((0, 0), np.int8)
        cases = tuple(Case(one.name, one.group, Instance(one.algorithm, one.n, 0, none)) for one in said.cases)
        limits = Limits(time_limit=said.time_limit)
        return Problem(said.name, said.title, "", (), False, limits, {}, cases, said.name)

    @property
    def over(self) -> bool:
        """Say whether nothing more comes of it."""
        return self.state in ("done", "replaced")
