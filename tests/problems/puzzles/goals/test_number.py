"""The most weight as a number: compared with answer.txt, and nothing is said of what is right."""

from __future__ import annotations

import pytest

from judge.model import Answer
from judge.problems.formats.answer_format import numbers
from judge.problems.puzzles.constraints import no_attack
from judge.problems.puzzles.goals import MostWeight
from tests.problems.puzzles.made import case_of, code, judged, puzzle_of, shown

SCOOTERS = puzzle_of([no_attack], MostWeight(), numbers())
FAIL = Answer(fail=True)
KEYS = [Answer(count=4), shown(".. .L")]


@pytest.mark.parametrize("known", KEYS)
def test_the_number_is_compared(known: Answer) -> None:
    case = case_of(".. ..", 1, known, "12 34")
    assert judged(SCOOTERS, case, Answer(count=4)) is None
    for said, note in ((3, "too small"), (0, "too small"), (-4, "too small"), (5, "too large")):
        finding = judged(SCOOTERS, case, Answer(count=said))
        assert finding
        assert (finding.code, finding.note) == ("E130", f"it is {note}")
        assert "4" not in finding.message.replace(str(said), "")
    assert code(SCOOTERS, case, FAIL) == "E113"
    assert code(SCOOTERS, case, shown(".. .L")) == "E120"


def test_fail_is_right_where_the_package_says_it() -> None:
    case = case_of(".. ..", 2, FAIL, "12 34")
    assert judged(SCOOTERS, case, FAIL) is None
    for said in (0, -1, 4, -(10**400)):
        finding = judged(SCOOTERS, case, Answer(count=said))
        assert finding
        assert (finding.code, finding.note) == ("E130", "it is too large")


def test_without_answer_txt_nobody_knows() -> None:
    for answer in (Answer(count=4), FAIL):
        assert code(SCOOTERS, case_of(".. ..", 1, None, "12 34"), answer) == "E302"


def test_it_assumes_no_arrangement() -> None:
    goal = SCOOTERS.goal
    assert (goal.may_fail, goal.shows, goal.scored, goal.every) == (False, False, False, None)
