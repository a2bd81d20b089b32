"""Prepare a submission, and run it on one case, whichever contract it keeps; and the one way to say whether an answer
is right, whoever gave it and wherever it was read.

Facts beat the validator: killed for memory, output or time first, then how the process ended, then the answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import UNSET

from judge.executors import Outcome, Ready, executor_of
from judge.model import Case, Finding, Given, Prepared, Problem, Run, Submission, Verdict
from judge.problems import judge_answer, puzzle_named

if TYPE_CHECKING:
    from judge.sandbox import Sandbox


def prepare(sandbox: Sandbox, submission: Submission, problem: Problem) -> tuple[Prepared, Ready | None]:
    """Import or compile, once. None instead of Ready on CE, and on JE when others had the core all the time.
    JudgeError E303 when the sandbox fails."""
    if submission.fault:
        verdict = Verdict.JE if submission.fault.verdict is Verdict.JE else Verdict.CE  # the judge failed to read it
        return Prepared(verdict, 0.0, submission.fault.message, submission.fault), None
    start_s = time.monotonic()
    made: Finding | Ready = executor_of(submission.contract).prepare(sandbox, submission, problem)
    wall_s = time.monotonic() - start_s
    if isinstance(made, Finding):
        return Prepared(made.verdict, wall_s, made.message, made), None
    return Prepared(Verdict.AC, wall_s, made.note, None, made.language, made.startup_s), made


def run_case(sandbox: Sandbox, ready: Ready, problem: Problem, case: Case) -> Run:
    """Make one attempt in a fresh box. JudgeError E303 when the sandbox fails."""
    outcome = executor_of(ready.contract).attempt(sandbox, ready, problem, case)
    outcome = decided(outcome, problem, case)
    finding, if_refuted = (_hinted(one, ready) for one in judged(outcome, problem, case, lambda: sandbox))
    score = _score(problem, case, outcome, finding)
    return msgspec.structs.replace(_attempt(case, outcome, finding, if_refuted), score=score)


def _hinted(finding: Finding | None, ready: Ready) -> Finding | None:
    return finding.noted("the compiler had warned:", ready.hint) if finding and ready.hint else finding


def _score(problem: Problem, case: Case, outcome: Outcome, finding: Finding | None) -> float | None:
    """Return what a right answer is worth; None for another, and where the problem has no scores."""
    if not problem.scored or finding is not None or outcome.answer is None:
        return None
    return puzzle_named(problem.puzzle).goal.score(case, outcome.answer)


def _attempt(case: Case, outcome: Outcome, finding: Finding | None, if_refuted: Finding | None) -> Run:
    verdict = finding.verdict if finding else Verdict.AC
    facts, answer = outcome.facts, outcome.answer
    told = finding is not None or case.answer is None  # else the key has an arrangement to show
    memory_bytes, lost_s, load_cpu_s = facts.memory_bytes, facts.lost_s, facts.load_cpu_s
    unseen_s = facts.unseen_s or UNSET
    sample = Run.Measurement(verdict, facts.wall_s, facts.counts_s, memory_bytes, lost_s, load_cpu_s, unseen_s=unseen_s)
    return Run(
        case=case.name,
        group=case.group,
        algorithm=case.board.algorithm,
        verdict=verdict,
        code=finding.code if finding else "",
        message=finding.message if finding else "",
        cells=finding.cells if finding else (),
        wall_s=facts.wall_s,
        cpu_s=facts.counts_s,
        memory_bytes=facts.memory_bytes,
        samples=(sample,),
        finding=finding,
        notices=(*(answer.warnings if answer else ()), *(() if finding else outcome.notices)),
        board=answer.drawn(case.board.shape) if told and answer else None,
        given=Given.of(answer, case.board.shape) if answer else None,
        if_refuted=if_refuted or UNSET,
    )


# --- whether an answer is right ---------------------------------------------------------------------------------------
NOTHING: Final = Finding("E304", "a run came to nothing: no finding, and no answer", verdict=Verdict.JE)


def decided(outcome: Outcome, problem: Problem, case: Case) -> Outcome:
    """Return the outcome with the one answer that decides: of several in a text the first wrong one, or the first."""
    if outcome.answer is None or not outcome.answer.others:
        return outcome
    several = (outcome.answer, *outcome.answer.others)
    deciding = next((one for one in several if judge_answer(case, problem.puzzle, one)), several[0])
    return msgspec.structs.replace(outcome, answer=deciding)


def judged(
    outcome: Outcome, problem: Problem, case: Case, sandbox: Callable[[], Sandbox]
) -> tuple[Finding | None, Finding | None]:
    """Return what is wrong, and of a FAIL that nothing refutes yet what is wrong with it once an arrangement is
    known. `sandbox` is asked for where a program of the package looks at the answer."""
    answer = outcome.answer
    if answer is None:
        return outcome.finding or NOTHING, None
    if answer.text is not None:
        from judge.executors import validate_answer

        return _noted(outcome, validate_answer(sandbox, problem, case, answer.text)), None
    finding = _noted(outcome, judge_answer(case, problem.puzzle, answer))
    holds = finding is None or finding.verdict is Verdict.JE
    return finding, _noted(outcome, judge_answer(case, problem.puzzle, answer, refuted=True)) if holds else None


def _noted(outcome: Outcome, finding: Finding | None) -> Finding | None:
    """Return a finding about an answer; about a wrong one of a program that failed, say how it failed."""
    if finding is None or finding.verdict is not Verdict.WA or outcome.otherwise is None:
        return finding
    return outcome.otherwise.noted(before=f"the answer it left is wrong: {finding.message}")
