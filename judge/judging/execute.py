"""Prepare a submission, and run it on one case, whichever contract it keeps: from bytes and Facts to a verdict.

Facts beat the validator: killed for memory, output or time first, then how the process ended, then the answer.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec
from msgspec import UNSET

from judge.executors import function, program, validator
from judge.executors.contract import Executor, Ready
from judge.executors.outcome import Outcome
from judge.model import Attempt, Case, Contract, Finding, Measurement, Prepared, Problem, Submission, Verdict
from judge.problems import puzzles
from judge.problems.check import drawing
from judge.problems.symmetry import Symmetry, turn_back, turn_board
from judge.sandbox.sandbox import Sandbox

# The only place that tells contracts apart. A Ready goes back to the executor of its contract, which has made it.
EXECUTORS: dict[Contract, Executor[Any]] = {"function": function, "program": program}


def place(sandbox: Sandbox, contract: Contract) -> Sandbox:
    """Return which of the sandboxes on this core the boxes of a contract come from."""
    return EXECUTORS[contract].place(sandbox)


def prepare(sandbox: Sandbox, submission: Submission, problem: Problem) -> tuple[Prepared, Ready | None]:
    """Import or compile, once. None instead of Ready on CE, and on JE when others had the core all the time.
    JudgeError E303 when the sandbox fails."""
    if submission.fault:
        verdict = Verdict.JE if submission.fault.verdict is Verdict.JE else Verdict.CE  # the judge failed to read it
        return Prepared(verdict, 0.0, submission.fault.message, submission.fault), None
    start_s = time.monotonic()
    made: Finding | Ready = EXECUTORS[submission.contract].prepare(sandbox, submission, problem)
    wall_s = time.monotonic() - start_s
    if isinstance(made, Finding):
        return Prepared(made.verdict, wall_s, made.message, made), None
    return Prepared(Verdict.AC, wall_s, made.note, None, made.language, made.startup_s), made


def forget(sandbox: Sandbox, ready: Ready) -> None:
    """Let go of the submission's home, and of the memory that it took: the last case is over."""
    sandbox.forget(ready.home)


def run_case(sandbox: Sandbox, ready: Ready, problem: Problem, case: Case, symmetry: Symmetry | None = None) -> Attempt:
    """Make one attempt in a fresh box, on the case or an image of it. JudgeError E303 when the sandbox fails."""
    given = case
    if symmetry:
        given = msgspec.structs.replace(case, board=turn_board(case.board, symmetry))
    outcome = EXECUTORS[ready.contract].attempt(sandbox, ready, problem, given)
    if outcome.answer is not None and symmetry:
        outcome = msgspec.structs.replace(outcome, answer=turn_back(outcome.answer, symmetry))
    finding, if_refuted = (_hinted(one, ready) for one in _judged(sandbox, outcome, problem, case))
    score = _score(problem, case, outcome, finding)
    if symmetry:
        case = msgspec.structs.replace(case, name=f"{case.name}~{symmetry.name}")
    return msgspec.structs.replace(_attempt(case, outcome, finding, if_refuted), score=score)


def look_closer(sandbox: Sandbox, ready: Ready, problem: Problem, case: Case, run: Attempt) -> Attempt:
    """Return a run whose answer was wrong, with a note on what a further run on the case has found. The verdict and the
    times stay."""
    found = EXECUTORS[ready.contract].why_wrong(sandbox, ready, problem, case)
    if run.finding is None or not found:
        return run
    note = "\n".join(filter(None, (run.finding.note, found)))
    return msgspec.structs.replace(run, finding=msgspec.structs.replace(run.finding, note=note))


def _hinted(finding: Finding | None, ready: Ready) -> Finding | None:
    if finding is None or not ready.hint:
        return finding
    note = "\n".join(filter(None, (finding.note, "the compiler had warned:", ready.hint)))
    return msgspec.structs.replace(finding, note=note)


def _judged(sandbox: Sandbox, outcome: Outcome, problem: Problem, case: Case) -> tuple[Finding | None, Finding | None]:
    """Return what is wrong, and of a FAIL that nothing refutes yet what is wrong with it once an arrangement is
    known."""
    answer = outcome.answer
    if answer is None:
        return outcome.finding, None
    if answer.text is not None:
        return _placed(outcome, validator.check(sandbox, problem, case, answer.text)), None
    finding = _placed(outcome, puzzles.judge(case, problem.puzzle, answer))
    holds = finding is None or finding.verdict is Verdict.JE
    return finding, _placed(outcome, puzzles.judge_refuted(case, problem.puzzle, answer)) if holds else None


def _score(problem: Problem, case: Case, outcome: Outcome, finding: Finding | None) -> float | None:
    """Return what a right answer is worth; None for another, and where the problem has no scores."""
    if not problem.scored or finding is not None or outcome.answer is None:
        return None
    return puzzles.score(case, problem.puzzle, outcome.answer)


def _placed(outcome: Outcome, finding: Finding | None) -> Finding | None:
    """Return a finding about an answer with the file that holds it; about a wrong one of a program that failed, say how
    it failed."""
    if finding and finding.where.startswith("output.txt"):  # what its reader calls every answer
        where = outcome.file + finding.where.removeprefix("output.txt")
        finding = msgspec.structs.replace(finding, where=where)
    if finding is None or finding.verdict is not Verdict.WA or outcome.otherwise is None:
        return finding
    note = "\n".join(filter(None, (f"the answer it left is wrong: {finding.message}", outcome.otherwise.note)))
    return msgspec.structs.replace(outcome.otherwise, note=note)


def _attempt(case: Case, outcome: Outcome, finding: Finding | None, if_refuted: Finding | None) -> Attempt:
    verdict = finding.verdict if finding else Verdict.AC
    facts, answer = outcome.facts, outcome.answer
    told = finding is not None or case.answer is None  # else the key has an arrangement to show
    return Attempt(
        case=case.name,
        group=case.group,
        algorithm=case.board.algorithm,
        verdict=verdict,
        code=finding.code if finding else "",
        message=finding.message if finding else "",
        cells=finding.cells if finding else (),
        wall_s=facts.wall_s,
        cpu_s=facts.cpu_s,
        memory_bytes=facts.memory_bytes,
        samples=(Measurement(verdict, facts.wall_s, facts.cpu_s, facts.memory_bytes, facts.lost_s, facts.load_cpu_s),),
        finding=finding,
        notices=(*(answer.warnings if answer else ()), *(() if finding else outcome.notices)),
        board=drawing(answer, case.board.shape) if told and answer else None,
        if_refuted=if_refuted or UNSET,
    )
