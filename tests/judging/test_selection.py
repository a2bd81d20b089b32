"""Which runs a regrade's words choose, and what is taken over of all others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.classroom import submissions_of
from judge.judging import Regrading
from judge.model import Batch, Conditions, Job, Prepared, Problem, Roll, Run, Verdict
from judge.scoring import judgement_of
from judge.store import Store
from tests.conftest import refused
from tests.judging.make import facts_of, problem_of, rows_of
from tests.make import HOST, member, problem, replace

ROWS, PROBLEM = rows_of("by_hand.toml"), problem_of(4)
CALM = "calm calm calm calm"
C0, C1 = ("secret/c0",), ("secret/c0", "c1")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "s.db") as opened:
        yield opened


def judged(store: Store, kinds: str, problem: Problem = PROBLEM, repeat: int = 1) -> None:
    """Write down what ada's submission came to: a kind for each case, or why there is none."""
    [(owner, paper)] = submissions_of(Roll("plain", (member("ada"),)), problem)
    runs = []
    for case, kind in zip(problem.cases, kinds.split(), strict=False):
        word, code, lost_s = ROWS["kinds"][kind]
        verdict = Verdict(word)
        samples = (Run.Measurement(verdict, 1.0, 0.5, 1, lost_s),) * repeat
        runs.append(Run(case.name, case.group, case.board.algorithm, verdict, code, samples=samples))
    batch = store.begin(Batch("grade", problem, HOST, Conditions.of(problem, HOST, repeat), repeat=repeat))
    store.finish(store.enter(batch, paper, owner), judgement_of(paper, problem, Prepared(), tuple(runs)))


def again(store: Store, repeat: int = 1, **wish: Any) -> list[str] | None:
    """The cases that are run again by such a wish; None where there are none."""
    regrading = Regrading(store, PROBLEM, Job.Wish("why", **facts_of(wish)), repeat)
    if not regrading.finds_any():
        return None
    batch = regrading.begin(HOST)
    [ticket] = store.regrades.tickets(batch)
    store.regrades.decide(batch, "cancelled")
    held = [run.place for run in ticket.runs]
    assert {held.count(place) for place in held} <= {repeat}, "every repetition is taken over"
    return [case.name for case in PROBLEM.cases if case.place not in held]


@pytest.mark.parametrize(("kinds", "wish", "cases"), ROWS["narrows"])
def test_every_word_narrows(tmp_path: Path, kinds: str, wish: dict[str, Any], cases: str) -> None:
    with Store(tmp_path / "s.db") as store:
        judged(store, kinds)
        assert again(store, **wish) == (cases.split() or None)


def test_every_repetition_is_taken_over(store: Store) -> None:
    judged(store, CALM, repeat=3)
    assert again(store, 3, cases=C0) == ["c0"]


@pytest.mark.parametrize(
    ("problem", "repeat", "what"),
    [
        (replace(PROBLEM, strict=True), 1, "cases or rules"),
        (PROBLEM, 3, "limits or --repeat"),
        (replace(PROBLEM, strict=True), 3, "limits or --repeat and other cases or rules"),
    ],
)
def test_other_conditions_are_not_taken_over_silently(tmp_path: Path, problem: Problem, repeat: int, what: str) -> None:
    with Store(tmp_path / "s.db") as store:
        judged(store, "late calm calm calm", problem, repeat)
        error = refused(again, store, disturbed=True)
        assert (error.code, error.note) == ("E457", f"the rest was judged with other {what}")
        assert "ada's submission" in error.message
        assert again(store, students=("ada",)) == ["c0", "c1", "c2", "c3"], "nothing is taken over"
        if repeat > 1:
            assert refused(again, store, cases=C0).code == "E457"
        else:
            assert again(store, cases=C0) == ["c0"], "that is what has changed"


def test_a_case_that_is_gone_is_not_taken_over(store: Store) -> None:
    judged(store, CALM)
    fewer = replace(PROBLEM, cases=PROBLEM.cases[:2])
    batch = Regrading(store, fewer, Job.Wish("why", cases=C0)).begin(HOST)
    [ticket] = store.regrades.tickets(batch)
    assert [run.case for run in ticket.runs] == ["c1"]


@pytest.mark.parametrize("disturbed", [True, False])
def test_the_same_choice_has_the_same_words(store: Store, disturbed: bool) -> None:
    def words(*owners: str, cases: tuple[str, ...] = ()) -> str:
        return Regrading(store, PROBLEM, Job.Wish("why", students=owners, cases=cases, disturbed=disturbed)).part

    said = words("c;d", "ada", "bob lee", cases=("secret/c0", "c1"))
    assert said == words("ada", "bob lee", "c;d", cases=("c1", "secret/c0"))
    assert said.startswith("--disturbed " * disturbed + "--student ada --student 'bob lee'")
    assert words() == "--disturbed" * disturbed


# --- cases by name or with their group -------------------------------------------------------------------------------
TWICE = problem("one:sample two:sample one two", groups={"sample": Problem.Group(0), "secret": Problem.Group(1)})


def test_a_case_is_meant_in_each_group_and_one_that_is_unknown_is_refused(store: Store) -> None:
    assert Regrading(store, TWICE, Job.Wish("why", cases=("two",))).part == "--case sample/two --case secret/two"
    assert Regrading(store, TWICE, Job.Wish("why", cases=("secret/one",))).part == "--case secret/one"
    assert refused(Regrading, store, TWICE, Job.Wish("why", cases=("tow",))).code == "E433"
