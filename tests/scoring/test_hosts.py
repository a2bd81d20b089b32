"""Times of several classes of host: which of them count, by what they are multiplied, and what is said of them."""

from __future__ import annotations

import msgspec
import pytest

from judge.model import Measurement, Verdict
from judge.scoring import hosts
from judge.scoring.hosts import Timed, marked, scaled, scales, together, uneven
from judge.scoring.leaderboard import Row, Score
from judge.scoring.ranking import standings
from tests.scoring.made import judged, problem_of

AC, WA, JE = Verdict.AC, Verdict.WA, Verdict.JE


# --- by what times are multiplied ------------------------------------------------------------------------------------
def test_a_machine_that_needs_twice_the_time_has_its_times_halved() -> None:
    assert scales({"a": [0.01], "b": [0.02], "c": [0.005]}, "a") == {"a": 1.0, "b": 0.5, "c": 2.0}


def test_one_figure_of_a_bad_moment_moves_nothing() -> None:
    assert scales({"a": [0.01, 0.01, 0.05], "b": [0.02, 0.9, 0.02]}, "a") == {"a": 1.0, "b": 0.5}


def test_without_figures_there_is_no_scale_but_to_itself() -> None:
    assert scales({"": [], "b": [0.02]}, "b") == {"": None, "b": 1.0}
    assert scales({"": [], "b": [0.02]}, "") == {"": 1.0, "b": None}


@pytest.mark.parametrize(
    ("figures", "more"), [([], 0.0), ([0.01], 0.0), ([0.01, 0.0109], 0.0), ([0.03, 0.02, 0.025], 0.5)]
)
def test_hosts_of_one_class_that_differ_are_worth_a_word(figures: list[float], more: float) -> None:
    assert uneven(figures) == pytest.approx(more)


def test_a_difference_as_large_as_the_bound_is_worth_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "UNEVEN", 0.5)
    assert (uneven([2.0, 3.0]), uneven([2.0, 4.0])) == (0.0, 1.0)


# --- which score of an owner counts ----------------------------------------------------------------------------------
def timed(owner: str, host_class: str, time_s: float, text: str = "x", *, solved: int = 4, number: int = 1) -> Timed:
    """`number` counts the outcomes; a later one has a greater."""
    return Timed(Score(owner, number, text, solved, time_s, ".py"), float(number), host_class)


BY = {"quick": 1.0, "slow": 0.5, "old": None}


def test_the_best_of_an_owner_is_the_best_once_scaled() -> None:
    found = together([timed("ann", "quick", 1.5, "x"), timed("ann", "slow", 2.0, "y", number=2)], BY)
    assert [(one.score.time_s, one.host_class) for one in found] == [(2.0, "slow")]


def test_times_without_a_scale_are_compared_as_measured() -> None:
    found = together([timed("ann", "quick", 2.0, "x"), timed("ann", "old", 1.5, "y", number=2)], BY)
    assert [one.host_class for one in found] == ["old"]


def test_more_cases_are_better_than_less_time() -> None:
    found = together([timed("ann", "quick", 0.1, "x", solved=3), timed("ann", "old", 9.0, "y", number=2)], BY)
    assert [one.score.solved for one in found] == [4]


def test_of_the_same_submission_the_last_counts_wherever_it_was_judged() -> None:
    """Or one could wait for a lucky moment of some machine."""
    again = [timed("ann", "slow", 3.0, number=2), timed("ann", "quick", 1.0, number=1)]
    assert [one.host_class for one in together(again, BY)] == ["slow"]
    other_file = msgspec.structs.replace(again[0], score=msgspec.structs.replace(again[0].score, run_as="Main.java"))
    assert len(together([other_file, again[1]], BY)) == 1
    assert together([other_file, again[1]], BY)[0].host_class == "quick"


def test_each_owner_has_one_score() -> None:
    many = [timed(owner, name, 1.0, name, number=2) for owner in ("ann", "bob") for name in BY]
    assert sorted(one.score.owner for one in together(many, BY)) == ["ann", "bob"]


# --- what becomes of the times ---------------------------------------------------------------------------------------
def test_all_times_of_a_judgement_are_multiplied_and_were_not_taken_beside_others() -> None:
    made = judged(problem_of(), [(AC, 1.0), (WA, 2.0)])
    sample = Measurement(AC, 4.0, 1.0, 7, lost_s=0.5, round=3)
    made = msgspec.structs.replace(made, runs=(msgspec.structs.replace(made.runs[0], samples=(sample,)), made.runs[1]))
    found = scaled(made, 0.5)
    assert [(run.cpu_s, run.wall_s, run.verdict) for run in found.runs] == [(0.5, 1.0, AC), (1.0, 2.0, WA)]
    assert found.runs[0].samples == (Measurement(AC, 2.0, 0.5, 7, lost_s=0.5),)
    assert msgspec.structs.replace(found, runs=made.runs) == made
    assert scaled(found, None) == found, "without a scale, as measured"


def test_rows_say_where_they_were_timed_and_by_what_they_were_multiplied() -> None:
    problem = problem_of()
    rows = [
        Row(one.judgement.submission.name, "", one)
        for one in standings([judged(problem, [(AC, 1.0)] * 4, "ann"), judged(problem, [(JE, 0.0)] * 4, "bob")])
    ]
    found = {row.owner: row for row in marked(rows, {"ann": "slow", "bob": "old"}, BY)}
    assert {owner: row.host_class for owner, row in found.items()} == {"ann": "slow", "bob": "old"}
    assert {owner: row.standing.scale for owner, row in found.items()} == {"ann": 0.5, "bob": 1.0}, "bob has no time"
