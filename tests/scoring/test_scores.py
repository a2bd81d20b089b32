"""Scores: what they are worth in points, and that they rank before times, in a contest and among what is stored."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.model import Bonus, Group, Judgement, Measurement, Problem, Run, Scheme
from judge.scoring.claims import Claims, Entrant
from judge.scoring.leaderboard import OwnRank, Score, placed
from judge.scoring.points import bonuses, in_words, points, points_by_group
from judge.scoring.ranking import standings
from judge.scoring.scores import score_of
from judge.scoring.verdict import judgement_of
from tests.scoring.made import AC, WA, judged, problem_of

BEST = msgspec.structs.replace(problem_of(4), scored=True)


def scored(
    scores: Sequence[float | None], name: str = "mine", time_s: float = 1.0, problem: Problem = BEST
) -> Judgement:
    """None is a case that was missed."""
    made = judged(problem, [(WA if score is None else AC, time_s) for score in scores], name)
    runs = [msgspec.structs.replace(run, score=score) for run, score in zip(made.runs, scores, strict=True)]
    return judgement_of(made.submission, problem, made.prepare, tuple(runs))


def ranks(*rows: Judgement) -> list[tuple[str, int | None, int, float | None]]:
    return [(row.judgement.submission.name, row.rank, row.solved, row.score) for row in standings(rows)]


def test_the_score_ranks_before_the_time_and_before_what_was_solved() -> None:
    quick, good = scored([0.5, 0.5, 0.5, 0.5], "quick", 0.1), scored([1.0, 1.0, 0.9, None], "good", 1.9)
    assert ranks(quick, good) == [("good", 1, 3, 2.9), ("quick", 2, 4, 2.0)]


def test_the_ratio_is_to_the_fastest_whatever_its_score() -> None:
    rows = standings([scored([1.0] * 4, "good", 1.5), scored([0.5] * 4, "quick", 0.5)])
    assert [(row.judgement.submission.name, row.ratio) for row in rows] == [("good", 3.0), ("quick", 1.0)]


def test_of_one_score_the_time_decides() -> None:
    slow, quick = scored([0.9, 1.0, 1.0, 1.0], "slow", 1.5), scored([1.0, 1.0, 1.0, 0.9], "quick", 0.5)
    assert ranks(slow, quick) == [("quick", 1, 4, 3.9), ("slow", 2, 4, 3.9)]


@given(st.lists(st.floats(0.001, 1.0), min_size=4, max_size=4), st.randoms(use_true_random=False))
def test_the_order_of_cases_changes_no_sum(scores: list[float], order: random.Random) -> None:
    runs = list(scored(scores).runs)
    before = score_of(runs)
    order.shuffle(runs)
    assert score_of(runs) == before


def test_a_case_gives_its_share_times_its_score() -> None:
    assert points(BEST, scored([1.0, 0.5, 0.5, None]).runs) == 25.0
    assert points(BEST, scored([1.0] * 4).runs) == 50.0
    assert points(BEST, scored([1.0, 0.5, None, None]).runs[:2]) == 18.75
    assert "shared evenly by 4 cases; a case gives its share times its score." in in_words(BEST)[0]
    assert "score" not in in_words(problem_of(4))[0]


def test_pass_fail_asks_for_right_answers_alone() -> None:
    problem = msgspec.structs.replace(BEST, groups={"secret": Group(50, "pass-fail")})
    assert points_by_group(problem, scored([0.1] * 4).runs) == {"secret": 50}
    assert points_by_group(problem, scored([1.0, 1.0, 1.0, None]).runs) == {"secret": 0}
    assert points_by_group(problem, scored([1.0] * 4).runs[:3]) == {"secret": 0}
    counted = msgspec.structs.replace(BEST, scheme=Scheme("all-or-count"))
    assert points(counted, scored([0.1] * 4).runs) == 100.0


def test_the_bonus_is_for_who_reached_the_best_everywhere() -> None:
    problem = msgspec.structs.replace(BEST, scheme=Scheme(bonus=Bonus(1.0, 5.0)))
    rows = [scored([1.0] * 4, "best", 1.0, problem), scored([1.0, 1.0, 1.0, 0.99], "near", 0.1, problem)]
    assert bonuses(rows) == [{"DFS": 5.0}, {}]


def test_claims_tell_apart_by_score_whatever_was_solved() -> None:
    rows = [Entrant(3, 9.0, "a", 2.5), Entrant(4, 1.0, "b", 2.0), Entrant(4, 1.0, "c", 2.0)]
    assert Claims(rows).ranks() == [1, 2, 2]
    copies = [Entrant(4, 1.0, "a", 2.5), Entrant(4, 1.0, "a", 2.0)]
    assert Claims(copies).ranks() == [1, 2], "copies of other scores are told apart"
    assert Claims([Entrant(4, 1.0, "", 0.0), Entrant(4, 9.0, "", 0.0)]).settled(0, 1)


def test_a_missed_case_costs_twice_its_limit_in_a_tie_of_scores() -> None:
    """Whatever the times are: they were measured, and the limit is certain."""
    five = scored([0.4, 0.4, 0.4, 0.4], "four", 1.5)
    three = scored([0.8, 0.8, None, None], "two", 0.1)
    assert ranks(three, five) == [("four", 1, 4, 1.6), ("two", 2, 2, 1.6)]
    slow = scored([0.4, 0.4, 0.4, 0.4], "slow", 1.9)
    near = scored([0.5, 0.5, 0.6, None], "near", 1.4)
    assert ranks(near, slow) == [("slow", 1, 4, 1.6), ("near", 1, 3, 1.6)], "7.6 s and 8.2 s: the times may be off"
    assert Claims([Entrant(4, 6.0, "", 2.0), Entrant(2, 0.2, "", 2.0, 8.0)]).unsettled() == []
    copies = [Entrant(4, 1.0, "a", 2.0), Entrant(2, 1.0, "a", 2.0, 8.0)]
    assert Claims(copies).ranks() == [1, 1], "the same bytes, which search by chance"


SCORES = [
    Score("ann", 1, "", 3, 9.0, score=2.9),
    Score("bob", 2, "", 4, 1.0, score=2.0),
    Score("cy", 3, "", 4, 9.0, score=2.0),
]


def test_ones_own_rank_and_how_far_behind() -> None:
    bob, cy = placed(SCORES, "bob", BEST), placed(SCORES, "cy", BEST)
    assert bob
    assert (bob.rank, bob.above, bob.cases_behind, bob.behind_s) == (2, "ann", 0, 0.0)
    assert bob.score_behind == pytest.approx(0.9)
    assert cy
    assert (cy.rank, cy.above, cy.score_behind, cy.behind_s) == (3, "bob", 0.0, 8.0)


def test_who_ties_is_behind_by_the_score_of_the_row_above_the_tie() -> None:
    two = [msgspec.structs.replace(SCORES[0], score=2.5), SCORES[1], Score("di", 4, "", 4, 1.1, score=2.0)]
    assert placed(two, "di", BEST) == OwnRank(2, 3, two[2], "ann", tied=True, score_behind=0.5)


def test_of_repetitions_the_least_score_of_a_right_answer_counts() -> None:
    def attempt(score: float | None) -> Run:
        verdict = WA if score is None else AC
        return Run("c", "secret", "DFS", verdict, score=score, samples=(Measurement(verdict, 1.0, 1.0, 1),))

    attempts = [attempt(0.9), attempt(0.7), attempt(None)]
    assert Run.of(attempts[0], attempts).score == 0.7
    assert Run.of(attempts[2], attempts[2:]).score is None
    made = Run.of(attempts[0], attempts[:2])
    assert [one.score for one in made.attempts()] == [0.7, 0.7]
