"""Say whether the answer of an outcome is right: the one way there is, whoever gave it and wherever it was read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec

from judge.executors import Outcome
from judge.model import Case, Finding, Problem, Verdict
from judge.problems import judge_answer

if TYPE_CHECKING:
    from judge.sandbox import Sandbox

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

        return _placed(outcome, validate_answer(sandbox, problem, case, answer.text)), None
    finding = _placed(outcome, judge_answer(case, problem.puzzle, answer))
    holds = finding is None or finding.verdict is Verdict.JE
    return finding, _placed(outcome, judge_answer(case, problem.puzzle, answer, refuted=True)) if holds else None


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
