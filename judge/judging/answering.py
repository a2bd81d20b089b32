"""Answer the cases of a package that have none: ask solutions in their sandbox, prove what can not be done, write it.

Each case is written as soon as it is decided, so whatever ends the work, the next call goes on behind it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from judge.executors import EXECUTORS, Ready
from judge.files import write_file
from judge.judging import execute
from judge.model import Answer, Answered, Case, Finding, Problem, State, Submission, Verdict, WrongKey
from judge.problems import judge_answer, puzzle_named, write_answer
from judge.problems.prove import (
    CERTIFICATE,
    Decision,
    Found,
    certificate_fault,
    claim_fault,
    decide,
    is_known,
    write_arrangement,
    write_fail,
    write_proof,
)
from judge.sandbox import Sandbox
from judge.submissions import expected_in, read_submission

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
        self.due = waiting(problem, cases, again=again)
        self._submissions = solutions_of(problem, by)
        self._ready: dict[Submission, Ready | None] = {}
        self.unfit: dict[str, Finding] = {}  # those that could not be prepared, by name, and why

    def events(self, sandbox: Callable[[], Sandbox]) -> Iterator[Answered]:
        """Decide each case, write what is found, and yield what was done. JudgeError E435 where a file can't be
        written."""
        for case in self.due:
            start = time.monotonic()
            puzzle = self._problem.puzzle
            decision = decide(puzzle, case, self._seconds, partial(self._find, case, sandbox))
            decision = _held(self._problem, case, decision)
            state, witness = _write(self._problem, case, decision)
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
                asks=puzzle_named(puzzle).goal.asks,
                solver_missing=decision.solver_missing,
            )

    def _find(self, case: Case, sandbox: Callable[[], Sandbox]) -> Found | None:
        """Return the first arrangement that the rules accept, and whose it is; the best one, where that is asked."""
        puzzle, case, best = self._generous.puzzle, msgspec.structs.replace(case, answer=None), None
        for submission in self._submissions:
            ready = self._prepared(submission, sandbox)
            answer = self._asked(submission, ready, case, sandbox()) if ready else None
            if answer is None or answer.fail or claim_fault(puzzle, case, answer):
                continue
            if best is None or beats(puzzle, case, answer, best[0]):
                best = answer, submission.name
            if puzzle_named(puzzle).goal.asks != "best":
                break
        return best

    def _prepared(self, submission: Submission, sandbox: Callable[[], Sandbox]) -> Ready | None:
        if submission not in self._ready:
            place = execute.place(sandbox(), submission.contract)
            prepared, self._ready[submission] = execute.prepare(place, submission, self._generous)
            if prepared.finding and prepared.verdict is not Verdict.AC:
                self.unfit[submission.name] = prepared.finding
        return self._ready[submission]

    def _asked(self, submission: Submission, ready: Any, case: Case, sandbox: Sandbox) -> Answer | None:
        place = execute.place(sandbox, submission.contract)
        return EXECUTORS[ready.contract].attempt(place, ready, self._generous, case).answer


def beats(puzzle: str, case: Case, answer: Answer, known: Answer) -> bool:
    """Say whether an answer would refute another, as answer.txt of the case."""
    finding = judge_answer(msgspec.structs.replace(case, answer=known), puzzle, answer)
    return finding is not None and finding.refutes_key


def solutions_of(problem: Problem, files: Sequence[Path]) -> list[Submission]:
    """Return the solutions in these files; without any, those that the package accepts, or the champion of its puzzle
    in the folder solutions/."""
    root = Path(problem.path)
    if not files:
        found = [one for one, verdicts in expected_in(root, problem.programs) if verdicts == {Verdict.AC}]
        champion = Path("solutions", problem.puzzle, _CHAMPION)
        if found or not champion.is_file():
            return found
        files = [champion]
    return [read_submission(file, problem.name, str(file), problem.programs) for file in files]


def waiting(problem: Problem, cases: Sequence[Case], *, again: bool) -> list[Case]:
    """Return the cases that have no answer and need one, and with `again` those whose FAIL, or best, no certificate,
    count or theorem proves."""
    if problem.keyless or problem.validator:  # without a board, nothing here knows an answer
        return []
    root = Path(problem.path)

    def waits(case: Case) -> bool:
        if case.answer is None:
            return True
        if not again or not puzzle_named(problem.puzzle).goal.refutes(case):
            return False
        if certificate_fault(root, problem.puzzle, case) is not None:
            return True
        there = (root / case.group / case.name / CERTIFICATE).is_file()
        return not (there or (case.answer.fail and is_known(puzzle_named(problem.puzzle), case)))

    return [case for case in cases if waits(case)]


def _held(problem: Problem, case: Case, decision: Decision) -> Decision:
    """Return a decision whose answer the rules accept; one that they refuse is none, whoever has found it."""
    if decision.answer is not None and claim_fault(problem.puzzle, case, decision.answer):
        return Decision(most=decision.most, least=0)
    return decision


def _write(problem: Problem, case: Case, decision: Decision) -> tuple[State, str]:
    """Write what the case lacks; return what was done, and the file of an arrangement that refutes its key."""
    folder = Path(problem.path, case.group, case.name)
    if case.answer is None:
        if decision.answer is not None:
            write_arrangement(folder, problem.puzzle, decision.answer, decision.proof)
            return "arranged", ""
        if decision.proof is not None:
            write_fail(folder, decision.proof)
            return "proven", ""
        return "undecided", ""
    if decision.answer is not None:
        return "refuted", str(_keep(problem, case, decision.answer))
    if decision.proof is None:
        return "kept", ""
    write_proof(folder, decision.proof)  # a certificate that proves nothing goes
    known = case.answer.fail and is_known(puzzle_named(problem.puzzle), case)
    return "certified" if decision.proof.certificate or known else "kept", ""


def _keep(problem: Problem, case: Case, answer: Answer) -> Path:
    path = WrongKey.witness_path(problem.name, case.group, case.name)
    write_file(path, write_answer(answer, problem.puzzle))
    return path
