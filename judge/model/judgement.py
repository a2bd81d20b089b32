"""The nouns of a judgement: what was measured, what came out of each case, and of all of them."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from judge.model.case import Instance
from judge.model.host import Host
from judge.model.problem import Limits, Problem
from judge.model.stored_answer import Given
from judge.model.submission import Submission
from judge.model.verdict import REFUTES_KEY, Finding, ReadWarning, Verdict

STARVED = "E307"  # the code of what others kept from its core


class Run(msgspec.Struct, frozen=True):
    """One submission on one case, in one attempt or in several (`of`): the row of `judge.run/1`, with its diagnostic.
    `samples` holds the Measurement of each attempt, or none where nothing was run."""

    class Measurement(msgspec.Struct, frozen=True):
        """One attempt, as measured."""

        RESOLUTION_S: ClassVar = 0.0005  # a case's time is not known more exactly than this
        # Of one sum: copies of a file differ by up to 11 % on a quiet machine, 25 % on a busy one.
        LONE_SPREAD: ClassVar = 0.25

        verdict: Verdict
        wall_s: float
        cpu_s: float
        memory_bytes: int
        lost_s: float = 0.0
        load_cpu_s: float = 0.0  # CPU that a function used before it was given the case
        round: int = 0  # of measuring; what two submissions have on one case in one round was taken side by side
        # Of cpu_s, where not all CPU is seen: nobody else had the core, so it counts.
        unseen_s: float | UnsetType = UNSET

        @property
        def disturbed(self) -> bool:
            """Say whether so much of the window was taken away that its times say little."""
            return self.lost_s > max(0.02, 0.2 * self.wall_s)

        def time_s(self, clock: Host.Clock) -> float:
            """Return the seconds that it took by this clock."""
            return self.cpu_s if clock == "cpu" else self.wall_s

    case: str
    group: str
    algorithm: Instance.Algorithm
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
    board: Any = None  # the refused or refuting board, or one that no key knows, for the picture
    given: Given | None = None  # what it answered, where that is small; reports draw it
    # Of a right answer its share of the best that is known, where the problem asks for the best; else None.
    score: float | None = None
    # Of a FAIL that holds: what it is once an arrangement is known; of one that does not: who has found that in the
    # same contest. Nothing of them is stored.
    if_refuted: Finding | UnsetType = UNSET
    found_by: str | UnsetType = UNSET

    @property
    def place(self) -> tuple[str, str]:
        """Return group and name of its case."""
        return self.group, self.case

    @property
    def path(self) -> str:
        """Return the same as people write it: group/name."""
        return f"{self.group}/{self.case}"

    @property
    def earned(self) -> float:
        """Return the score of a right answer, 1 where it has none of its own, 0 for any other."""
        if self.verdict is not Verdict.AC:
            return 0.0
        return 1.0 if self.score is None else self.score

    def time_s(self, clock: Host.Clock) -> float:
        """Return the seconds that it took by this clock."""
        return self.cpu_s if clock == "cpu" else self.wall_s

    @staticmethod
    def earned_by(runs: Iterable[Run]) -> float:
        """Return the sum of the scores of what was solved: where no answer has a score of its own, how many those
        are. Sums of the same scores in another order are one and the same."""
        return round(math.fsum(run.earned for run in runs), 9)

    @property
    def refuter(self) -> str:
        """Return who has found an arrangement where this one says FAIL; empty where nobody has."""
        return "" if self.found_by is UNSET else self.found_by

    @property
    def not_run(self) -> bool:
        """Say whether it was left out, after two time-outs on smaller cases."""
        return self.verdict is Verdict.TLE and not self.samples

    @property
    def disturbed(self) -> bool:
        """Say whether no repetition had its core for itself; out of CPU time is so all the same."""
        return self.code != "E201" and bool(self.samples) and all(sample.disturbed for sample in self.samples)

    @property
    def starved(self) -> bool:
        """Say whether others kept it from its core so long that there is no verdict."""
        return self.verdict is Verdict.JE and self.code == STARVED

    @property
    def refutes_key(self) -> bool:
        """Say whether its answer shows that answer.txt is wrong."""
        return self.code == REFUTES_KEY

    @property
    def in_doubt(self) -> bool:
        """Say whether the work of others may have cost its verdict: starved, or out of time while it was disturbed."""
        late = self.verdict is Verdict.TLE and self.code != "E201"
        return self.starved or (late and any(one.disturbed and one.verdict is Verdict.TLE for one in self.samples))

    @property
    def lost_s(self) -> float:
        """How much of its windows others took."""
        return sum(sample.lost_s for sample in self.samples)

    @property
    def doubt_s(self) -> float:
        """How much others may have cost it: of several runs the least counts. It is the time that they took, and more
        than any where that may have cost the verdict."""
        return self.lost_s + 1e6 * self.in_doubt

    @classmethod
    def of(cls, decides: Run, attempts: Sequence[Run]) -> Run:
        """Put attempts together; the one that decides gives the verdict and its reasons, the times are medians. The
        least score counts: what it reaches each time."""
        timed = [one for one in attempts if one.verdict is not Verdict.JE] or attempts
        right = [one for one in attempts if one.verdict is Verdict.AC]
        return msgspec.structs.replace(
            decides,
            wall_s=statistics.median(one.wall_s for one in timed),
            cpu_s=statistics.median(one.cpu_s for one in timed),
            memory_bytes=max(one.memory_bytes for one in attempts),
            score=min((one.score for one in right if one.score is not None), default=None),
            samples=tuple(sample for one in attempts for sample in one.samples),
        )

    def attempts(self) -> tuple[Run, ...]:
        """Take it apart, without judge errors. What was found out is kept of those with its verdict."""
        if not self.samples:
            return (self,)
        bare = Run(self.case, self.group, self.algorithm, self.verdict)
        found = []
        for sample in (one for one in self.samples if one.verdict is not Verdict.JE):
            one = self if sample.verdict is self.verdict else msgspec.structs.replace(bare, verdict=sample.verdict)
            times = {"wall_s": sample.wall_s, "cpu_s": sample.cpu_s, "memory_bytes": sample.memory_bytes}
            found.append(msgspec.structs.replace(one, samples=(sample,), **times))
        return tuple(found)


_NO_LANGUAGE = ("E220", "E438")  # no compiler or interpreter, and no row of the table


class Prepared(msgspec.Struct, frozen=True):
    """How the prepare phase of a submission ended; a verdict other than AC is CE, or JE when the judge failed."""

    verdict: Verdict = Verdict.AC
    wall_s: float = 0.0
    message: str = ""
    finding: Finding | None = None
    language: str = ""
    startup_s: float = 0.0  # CPU of an empty program in this language

    @classmethod
    def failed(cls, fault: Finding) -> Prepared:
        """Return how it ended where the judge itself failed."""
        return cls(Verdict.JE, 0.0, fault.message, fault)

    @property
    def lacks_language(self) -> bool:
        """Say whether nothing on this host runs the language, so that nothing was tried."""
        return self.finding is not None and self.finding.code in _NO_LANGUAGE

    @property
    def starved(self) -> bool:
        """Say whether others kept it from its core so long that nothing was compiled."""
        return self.verdict is Verdict.JE and self.finding is not None and self.finding.code == STARVED


_Phase = TypeVar("_Phase", Prepared, Run)


class Judgement(msgspec.Struct, frozen=True):
    """One submission on one problem, whole: what a leaderboard row and a feedback page are made of.

    `points` is None where the judge itself has failed on something that counts: they wait until it is judged again.
    """

    class Brief(msgspec.Struct, frozen=True):
        """What came of a submission, in brief. `points` is None where the judge itself has failed on it; `time_s` is
        that of the cases that were solved, by the clock that ranks. `bonus` is what it was given on top, where that is
        known."""

        verdict: Verdict
        points: float | None
        solved: int
        time_s: float
        bonus: float = 0.0

    class Disturbance(msgspec.Struct, frozen=True):
        """Of so many `runs`, one for each case, those that had no core for themselves, and of these the starved ones,
        which have no verdict. Compiling that was starved counts as a run."""

        runs: int = 0
        disturbed: int = 0
        starved: int = 0

        @classmethod
        def of(cls, judgements: Iterable[Judgement]) -> Judgement.Disturbance:
            """Return that of all these judgements together."""
            runs = disturbed = starved = 0
            for judgement in judgements:
                lost = judgement.prepare.starved
                hungry = sum(run.starved for run in judgement.runs) + lost
                runs += len(judgement.runs) + lost
                disturbed += sum(run.disturbed and not run.starved for run in judgement.runs) + hungry
                starved += hungry
            return cls(runs, disturbed, starved)

        def __str__(self) -> str:
            """Return the sentence for whoever runs the judge; empty for none."""
            if not self.disturbed:
                return ""
            said = f"{_of(self.disturbed, self.runs)} disturbed: others had the core for a fifth of the time or more"
            return said + (f"; {self.starved} got so little of it that there is no verdict" if self.starved else "")

        def to_student(self) -> str:
            """Return the sentence for whose submission it is; empty for none."""
            if not self.disturbed:
                return ""
            said = (
                f"{_of(self.disturbed, self.runs)} disturbed by other work on this machine, whose time does not count."
            )
            if self.starved:
                have = "has" if self.starved == 1 else "have"
                said += f" {self.starved} of them {have} no verdict yet, which costs no points."
            return said

    submission: Submission
    problem: Problem
    prepare: Prepared
    runs: tuple[Run, ...]
    verdict: Verdict
    points: float | None = 0.0

    def of_same_bytes(self, submission: Submission) -> Judgement:
        """Return the same of another submission with the same bytes, which is told of its own file alone."""
        was, file = self.submission.path, submission.path

        def own(phase: _Phase) -> _Phase:
            if phase.finding is None or was == file:
                return phase
            finding = phase.finding.of_file(was, file)
            return msgspec.structs.replace(phase, finding=finding, message=finding.message)

        prepare, runs = own(self.prepare), tuple(map(own, self.runs))
        return msgspec.structs.replace(self, submission=submission, prepare=prepare, runs=runs)

    @property
    def limits(self) -> Limits:
        """Return the limits of its runs: those of its language."""
        return Limits.of(self.problem, self.prepare.language)

    @property
    def faults(self) -> int:
        """Count how often the judge itself failed."""
        return [self.prepare.verdict, *(run.verdict for run in self.runs)].count(Verdict.JE)

    @property
    def as_expected(self) -> bool:
        """Say whether every verdict is AC or one that the author declared, and each declared one occurred.

        `@EXPECTED_RESULTS@: AC, TLE` allows either; a single TLE demands that it happens. What is skipped did nothing
        else.
        """
        expected = self.submission.expected
        runs = [run.verdict for run in self.runs if run.verdict is not Verdict.AC]
        return self.skipped or (self.verdict in expected and all(verdict in expected for verdict in runs))

    @property
    def skipped(self) -> bool:
        """Say whether this is a submission of the package itself, in a language that this host lacks."""
        own = Path(self.problem.path, self.problem.SUBMISSIONS)
        return self.prepare.lacks_language and own in self.submission.path.parents

    @property
    def refutes_key(self) -> bool:
        """Say whether all that the judge failed on in it is wrong keys."""
        failed = [run for run in self.runs if run.verdict is Verdict.JE]
        return self.prepare.verdict is Verdict.AC and bool(failed) and all(run.refutes_key for run in failed)

    @property
    def in_doubt(self) -> bool:
        """Say whether the work of others may have cost it a point: such a judgement is made again."""
        return self.prepare.starved or any(run.in_doubt for run in self.runs)


def _of(count: int, runs: int) -> str:
    return f"{count} of {runs} run{'s' * (runs != 1)} {'was' if count == 1 else 'were'}"
