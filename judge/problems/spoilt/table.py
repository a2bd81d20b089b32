"""Judge the spoilt answers of a package, and count by kind what came of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from judge.model import Answer, Case, Finding, Problem, Verdict
from judge.model.validation import SpoiltKind
from judge.model.wrong_key import REFUTED
from judge.problems.puzzles import judge, named, read_answer, read_shape
from judge.problems.spoilt import KINDS, spoilt_answers
from judge.problems.spoilt.made import Spoilt
from judge.problems.spoilt.truth import Truth

Outcome = Literal["refused", "right", "forgiven", "accepted", "wronged"]


def spoilt_table(problem: Problem, truths: Iterable[Truth]) -> tuple[SpoiltKind, ...]:
    """Return a row for each kind that the package's cases give rise to, in the order of KINDS."""
    rows = {kind: SpoiltKind(kind) for kind in KINDS}
    for truth in truths:
        for spoilt in spoilt_answers(truth):
            outcome = outcome_of(spoilt, problem, truth)
            rows[spoilt.kind] = rows[spoilt.kind].counted(outcome, _named(spoilt, truth.case))
    return tuple(row for row in rows.values() if row.made)


def outcome_of(spoilt: Spoilt, problem: Problem, truth: Truth) -> Outcome:
    """Judge a spoilt answer as a submission's, and say what came of it.

    It has to be refused where it is wrong, and as WA: a JE says that the package is refuted, which no wrong answer
    does. Where it is right after all, it has to be accepted; in a form that is forgiven, only with a warning, and
    never by a strict package.
    """
    heard = _heard(spoilt, problem, truth.case)
    finding = heard if isinstance(heard, Finding) else judge(truth.case, problem.puzzle, heard)
    means = spoilt.means
    if means is None and problem.programs.shapes and isinstance(heard, Answer):
        means = heard  # who reads any shape finds answers where nobody has written one
    right = means is not None and truth.is_right(means)
    if right and finding is not None and finding.code == REFUTED and named(problem.puzzle).goal.asks == "best":
        return "right"  # better than the package knows: it is no longer the best, and the judge says so
    if finding is not None:
        if right and (spoilt.form == "written" or finding.verdict is not Verdict.WA):
            return "wronged"
        return "refused" if finding.verdict is Verdict.WA else "accepted"
    if not right:
        return "accepted"
    if spoilt.form == "written" or spoilt.text is None:
        return "right"
    assert isinstance(heard, Answer), "a Finding is refused"
    allowed = problem.programs.shapes if spoilt.form == "shape" else not problem.strict
    return "forgiven" if allowed and heard.warnings else "accepted"


def _heard(spoilt: Spoilt, problem: Problem, case: Case) -> Answer | Finding:
    if spoilt.text is None:
        assert spoilt.returned is not None, "a spoilt answer is a text or what was returned"
        return spoilt.returned
    shape = case.board.shape
    read = read_answer(spoilt.text, problem.puzzle, shape, problem.strict)
    if isinstance(read, Finding) and problem.programs.shapes:
        return read_shape(spoilt.text, problem.puzzle, shape) or read
    return read


def _named(spoilt: Spoilt, case: Case) -> str:
    return f"{case.group}/{case.name}, {'a text' if spoilt.text is not None else 'an array'}"
