"""Answer the cases of a package that have none: ask solutions in their sandbox, prove what can not be done, write it.

Each case is written as soon as it is decided, so whatever ends the work, the next call goes on behind it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec

from judge.executors import Ready, executor_of
from judge.judging import execute
from judge.judging.witnesses import write_witness
from judge.model import Answer, Answered, Case, Finding, Problem, Submission, Verdict
from judge.problems.prove import decide, needs_answer
from judge.sandbox import Sandbox
from judge.submissions import expected_submissions, read_submission

_SHARE = 0.25  # of the time of a case that one solution gets, if that is more than the package's limit
_CHAMPION = "champion.py"


class Answering:
    """Answers those of the cases of a package that are `due`: without an answer that they need, and with `again` those
    whose FAIL, or best, no certificate, count or theorem proves. Solutions in the files `by`, or those that the package
    accepts, may know an arrangement. A sandbox is opened, and each is prepared, when it is asked first."""

    def __init__(
        self, problem: Problem, cases: Sequence[Case], by: Sequence[Path], seconds: float, *, again: bool = False
    ) -> None:
        self._problem, self._seconds = problem, seconds
        self._generous = problem.within(max(problem.limits.time_limit, _SHARE * seconds))
        self.due = [case for case in cases if needs_answer(problem, case, again=again)]
        self._submissions = solutions_of(problem, by)
        self._ready: dict[Submission, Ready | None] = {}
        self.unfit: dict[str, Finding] = {}  # those that could not be prepared, by name, and why

    def events(self, sandbox: Callable[[], Sandbox]) -> Iterator[Answered]:
        """Decide each case, write what is found, and yield what was done. JudgeError E435 where a file can't be
        written."""
        for case in self.due:
            start = time.monotonic()
            found = decide(self._problem.puzzle, case, self._seconds, partial(self._find, case, sandbox))
            decision, state = found.written(self._problem, case)
            refutes = state == "refuted" and decision.answer
            witness = str(write_witness(self._problem, *case.place, refutes)) if refutes else ""
            yield Answered(
                group=case.group,
                case=case.name,
                state=state,
                by=decision.by,
                best=decision.proven,
                proof=decision.proof.line if decision.proof else "",
                certificate=bool(decision.proof and decision.proof.certificate),
                pieces=case.board.pieces,
                least=decision.least,
                most=decision.most,
                wall_s=time.monotonic() - start,
                witness=witness,
                asks=self._problem.asks,
                solver_missing=decision.solver_missing,
            )

    def _find(self, case: Case, sandbox: Callable[[], Sandbox]) -> Iterator[tuple[Answer, str]]:
        """Yield what each solution answers where the case has no answer, and whose it is."""
        case = msgspec.structs.replace(case, answer=None)
        for submission in self._submissions:
            executor = executor_of(submission.contract)
            place = executor.place(sandbox())
            ready = self._prepared(submission, place)
            if ready and (answer := executor.attempt(place, ready, self._generous, case).answer):
                yield answer, submission.name

    def _prepared(self, submission: Submission, place: Sandbox) -> Ready | None:
        if submission not in self._ready:
            prepared, self._ready[submission] = execute.prepare(place, submission, self._generous)
            if prepared.finding and prepared.verdict is not Verdict.AC:
                self.unfit[submission.name] = prepared.finding
        return self._ready[submission]


def solutions_of(problem: Problem, files: Sequence[Path]) -> list[Submission]:
    """Return the solutions in these files; without any, those that the package accepts, or the champion of its puzzle
    in the folder solutions/."""
    root = Path(problem.path)
    if not files:
        found = [one for one in expected_submissions(root, problem.programs) if one.expected == (Verdict.AC,)]
        champion = Path("solutions", problem.puzzle, _CHAMPION)
        if found or not champion.is_file():
            return found
        files = [champion]
    return [read_submission(file, problem.name, str(file), problem.programs) for file in files]
