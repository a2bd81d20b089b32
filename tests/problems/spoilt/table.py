"""Judge the spoilt answers of a package, and count by kind what came of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from judge.model import Answer, Case, Finding, Problem, Verdict
from judge.model.wrong_key import REFUTED
from judge.problems.puzzles import judge, named
from judge.problems.puzzles.puzzle import Puzzle, is_homeworks
from judge.problems.reading import read_output
from tests.problems.spoilt.answers import KINDS, spoilt_answers
from tests.problems.spoilt.made import Spoilt
from tests.problems.spoilt.truth import Truth, asks_for_all, drawn, fits

Outcome = Literal["refused", "right", "forgiven", "accepted", "wronged"]
_LARGEST_N = 2_000  # larger boards would keep the plain rules busy for minutes


class SpoiltKind(msgspec.Struct, frozen=True):
    """How answers that were spoilt in one way were judged. Each of the two last counts is a fault."""

    kind: str
    made: int = 0
    refused: int = 0
    right: int = 0  # after all, and accepted
    forgiven: int = 0  # right, and accepted with a warning: another form
    accepted: int = 0  # although wrong
    wronged: int = 0  # refused although right
    where: tuple[str, ...] = ()  # of these two

    @property
    def faults(self) -> int:
        return self.accepted + self.wronged

    def counted(self, outcome: str, where: str) -> SpoiltKind:
        """Return it with one more answer, named by its outcome."""
        named = (*self.where, where) if outcome in ("accepted", "wronged") else self.where
        one_more = {"made": self.made + 1, outcome: getattr(self, outcome) + 1, "where": named}
        return msgspec.structs.replace(self, **one_more)


def spoilt_kinds(problem: Problem) -> tuple[SpoiltKind, ...]:
    """Return a row for each kind that the package's cases give rise to, each with a right answer."""
    puzzle = named(problem.puzzle)
    if not (is_homeworks(puzzle) or puzzle.goal.shows):  # what is right there is not known here
        return ()
    return spoilt_table(problem, [truth for case in problem.cases if (truth := _truth(puzzle, case)) is not None])


def _truth(puzzle: Puzzle, case: Case) -> Truth | None:
    """Return what is right for a case; None where the package does not say it, or the board is too large."""
    answer = case.answer
    if answer is None or case.board.n > _LARGEST_N:
        return None
    if answer.fail or asks_for_all(puzzle):
        return Truth(case, puzzle)
    board = answer.board if answer.columns is None else drawn(answer.columns[0], case.board.n)
    return Truth(case, puzzle, board) if board is not None and fits(board, case.board) else None


def spoilt_table(problem: Problem, truths: Iterable[Truth]) -> tuple[SpoiltKind, ...]:
    """Return a row for each kind that the truths give rise to, in the order of KINDS."""
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
    return read_output(spoilt.text, problem, case.board)


def _named(spoilt: Spoilt, case: Case) -> str:
    return f"{case.group}/{case.name}, {'a text' if spoilt.text is not None else 'an array'}"
