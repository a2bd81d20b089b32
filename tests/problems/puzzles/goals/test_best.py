"""As many as possible, and most weight as an arrangement: what is accepted, what it is worth, what refutes the key."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.model import Answer, Verdict
from judge.problems.puzzles.constraints import no_attack
from judge.problems.puzzles.goals import HeaviestArrangement, MostPieces
from judge.problems.rules.plain import plain_attack
from tests.problems.puzzles.made import case_of, code, judged, puzzle_of, shown

MOST = puzzle_of([no_attack], MostPieces())
HEAVIEST = puzzle_of([no_attack], HeaviestArrangement())
FAIL = Answer(fail=True)
BOARD, BEST = "..T. .... T..#", "..TL L... T.L#"


@pytest.mark.parametrize(
    ("picture", "score"),
    [("..TL L... T.L#", 1.0), ("..TL L... T..#", 2 / 3), ("L.T. .... T...", 1 / 3)],
)
def test_any_valid_arrangement_is_accepted_and_has_a_share(picture: str, score: float) -> None:
    case = case_of(BOARD, 1, shown(BEST))
    assert judged(MOST, case, shown(picture)) is None
    assert MOST.goal.score(case, shown(picture)) == score
    assert MOST.goal.score(case_of(BOARD, 1, Answer(count=3)), shown(picture)) == score


def test_more_than_the_package_knows_refutes_it() -> None:
    for known in (shown("..TL L... T..#"), Answer(count=2)):
        finding = judged(MOST, case_of(BOARD, 1, known), shown(BEST))
        assert finding
        assert (finding.code, finding.verdict) == ("E301", Verdict.JE)
        assert "2" in finding.message
        assert "worth 3" in finding.message


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (FAIL, "E113"),
        (shown(BOARD), "E108"),
        (shown("LLT. .... T..#"), "E106"),
        (shown("..TL L... TL.#"), "E106"),
        (shown("L.T. .... T..L"), "E126"),
        (shown("L.L. .... T..#"), "E109"),
        (shown("..T .... T.."[:3] + " ... T.."), "E105"),
        (Answer(count=3), "E120"),
    ],
)
def test_what_is_refused(answer: Answer, found: str) -> None:
    assert code(MOST, case_of(BOARD, 1, shown(BEST)), answer) == found


def test_without_a_known_best_only_faults_can_be_told() -> None:
    case = case_of(BOARD, 1)
    assert code(MOST, case, shown(BEST)) == "E302"
    assert code(MOST, case, shown("LLT. .... T..#")) == "E106"
    assert code(MOST, case, FAIL) == "E113"


def test_nothing_is_all_where_nothing_fits() -> None:
    case = case_of("T# #T", 1, shown("T# #T"))
    assert judged(MOST, case, shown("T# #T")) is None
    assert MOST.goal.score(case, shown("T# #T")) == 1.0
    assert MOST.goal.enough(case, 0)
    assert not MOST.goal.enough(case_of(BOARD, 1, shown(BEST)), 0)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_turns_change_neither_verdict_nor_score(seed: int) -> None:
    rng = np.random.default_rng(seed)
    grid = rng.choice([0, 2, 3], (3, 5), p=[0.7, 0.2, 0.1]).astype(np.int8)
    board = np.where((grid == 0) & (rng.random(grid.shape) < 0.25), 1, grid).astype(np.int8)
    case = case_of(BOARD, 1, Answer(count=15))
    found = set()
    for turn in range(4):
        for flip in (False, True):
            images = [np.ascontiguousarray(np.rot90(one.T if flip else one, turn)) for one in (grid, board)]
            turned = case.__class__("", "", case.board.__class__("ANY", len(images[0]), 1, images[0]), case.answer)
            answer = Answer(board=images[1])
            found.add((code(MOST, turned, answer), MOST.goal.score(turned, answer)))
    [(said, score)] = found
    pieces = int((board == 1).sum())
    assert said == ("E106" if plain_attack(board) else "" if pieces else "E108")
    assert score == pieces / 15


WEIGHTS = "12 34"


def test_only_the_heaviest_arrangement_of_p_pieces_is_right() -> None:
    for known in (shown(".. .L"), Answer(count=4)):
        case = case_of(".. ..", 1, known, WEIGHTS)
        assert judged(HEAVIEST, case, shown(".. .L")) is None
        finding = judged(HEAVIEST, case, shown(".. L."))
        assert finding
        assert finding.code == "E131"
        assert "worth 3" in finding.message
        assert "4" not in finding.message
        assert code(HEAVIEST, case, shown("L. .L")) == "E108"
        assert code(HEAVIEST, case, FAIL) == ("E113" if known.board is not None else "E305")
    assert code(HEAVIEST, case_of(".. ..", 1, Answer(count=3), WEIGHTS), shown(".. .L")) == "E301"
    assert code(HEAVIEST, case_of(".. ..", 1, FAIL, WEIGHTS), shown(".. .L")) == "E301"
    assert code(HEAVIEST, case_of(".. ..", 2, FAIL, WEIGHTS), FAIL) == ""
    assert code(HEAVIEST, case_of(".. ..", 1, None, WEIGHTS), shown(".. .L")) == "E302"
    assert HEAVIEST.goal.score(case_of(".. ..", 1), shown(".. .L")) == 1.0
