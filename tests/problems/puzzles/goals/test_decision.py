"""Verify a given board: the rules decide, and answer.txt is not asked."""

from __future__ import annotations

import pytest

from judge.model import Answer
from judge.problems.formats.answer_format import decisions
from judge.problems.puzzles.constraints import no_attack
from judge.problems.puzzles.goals import Decision
from tests.problems.puzzles.made import case_of, code, judged, puzzle_of, shown

EIGHT = puzzle_of([no_attack], Decision(), decisions("valid", "invalid"))
VALID, INVALID = Answer(count=1), Answer(count=0)


@pytest.mark.parametrize(
    ("board", "pieces", "right"),
    [
        (".L.. ...L L... ..L.", 4, VALID),
        (".L.. ...L L... ..L.", 5, INVALID),
        (".L.. ...L L... .L..", 4, INVALID),
        ("L.L T.T", 2, INVALID),
        ("LTL ...", 2, VALID),
        ("L#L ...", 2, INVALID),
    ],
)
def test_the_rules_decide(board: str, pieces: int, right: Answer) -> None:
    wrong = INVALID if right is VALID else VALID
    for known in (None, right, wrong):
        case = case_of(board, pieces, known)
        assert judged(EIGHT, case, right) is None
        assert code(EIGHT, case, wrong) == "E132"
        assert code(EIGHT, case, Answer(fail=True)) == ("" if right is INVALID else "E132")


def test_the_fault_is_named_with_its_cells() -> None:
    finding = judged(EIGHT, case_of("L.L ...", 2), VALID)
    assert finding
    assert finding.note == "two pieces attack each other"
    assert finding.cells == ((1, 1), (1, 3))


@pytest.mark.parametrize("answer", [Answer(count=2), Answer(count=-1), shown(".L")])
def test_another_kind_is_refused(answer: Answer) -> None:
    assert code(EIGHT, case_of(".L", 1), answer) == "E120"
