"""Hidden cases are run in a sequence that is drawn; what is shown, left out or gone on with does not depend on it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import hypothesis.strategies as st
import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from judge.judging import Contest
from judge.model import Case, Entry, Instance, Limits, Problem, Ran, Verdict
from judge.reports import Results
from judge.store import Store
from tests.judging.make import Sitting
from tests.make import batch, submission
from tests.pretended import Pretended

GROUPS = {
    "sample": Problem.Group(0),
    "easy": Problem.Group(10),
    "open": Problem.Group(10, visibility="full"),
    "hard": Problem.Group(10),
}
SIZES = {"sample": (9, 4), "easy": (4, 6, 4, 5, 6, 4), "open": (9, 8, 7), "hard": (8, 8, 7, 10)}
_Sizes = Mapping[str, Sequence[int]]


def problem_of(sizes: _Sizes) -> Problem:
    cases = tuple(
        Case(f"c{at}", group, Instance("DFS", n, 1, np.zeros((n, n), np.int8)))
        for group, sides in sizes.items()
        for at, n in enumerate(sides)
    )
    return Problem("pkg", "The pkg", "lizards", ("DFS",), False, Limits(), GROUPS, cases, "pkg")


PROBLEM, MINE = problem_of(SIZES), submission()
sizes = st.fixed_dictionaries({name: st.lists(st.integers(1, 5), max_size=6) for name in GROUPS})
seeds = st.text("0123456789abcdef", min_size=1, max_size=16)


def names(cases: Sequence[Case]) -> list[str]:
    return [case.path for case in cases]


def ran(contest: Contest) -> list[str]:
    return [event.run.path for event in contest.events() if isinstance(event, Ran)]


Order = Callable[..., list[str]]


@pytest.fixture
def order(pretended: Pretended) -> Order:
    """In which order a contest of this seed runs the cases; `spared` says that larger ones may be left out."""

    def run(problem: Problem, seed: str, *, spared: bool) -> list[str]:
        contest = Contest(pretended.hands, [Entry(problem, (MINE,))], hopeless=not spared)
        contest.seed = seed
        return ran(contest)

    return run


# --- the rule --------------------------------------------------------------------------------------------------------
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sizes, seeds, st.data())
def test_hidden_cases_alone_change_places(order: Order, sides: _Sizes, seed: str, data: st.DataObject) -> None:
    problem = problem_of(sides)
    here, n_of = names(problem.cases), {case.path: case.board.n for case in problem.cases}
    drawn, free = order(problem, seed, spared=True), order(problem, seed, spared=False)
    for one in (drawn, free):
        assert sorted(one) == sorted(here)
        for before, after in zip(here, one, strict=True):
            assert before == after or {name.split("/")[0] for name in (before, after)} <= {"easy", "hard"}
    assert order(problem, seed, spared=True) == drawn, "a seed has one sequence"
    assert [name.split("/")[0] for name in drawn] == [name.split("/")[0] for name in free], "groups still take turns"
    for group in ("easy", "hard"):
        run = [n_of[name] for name in drawn if name.startswith(group)]
        assert run == sorted(run), "where cases may be left out, from small to large"
    hidden = tuple(case for case in problem.cases if case.group in ("easy", "hard"))
    chosen = data.draw(st.sets(st.sampled_from(names(hidden)))) if hidden else set()
    whole, part = (
        msgspec.structs.replace(problem, cases=cases)
        for cases in (hidden, tuple(case for case in hidden if case.path in chosen))
    )
    kept = [name for name in order(whole, seed, spared=False) if name in chosen]
    assert order(part, seed, spared=False) == kept, "a choice of the cases keeps their sequence"


@pytest.mark.parametrize("spared", [True, False])
def test_seeds_and_their_sequences_differ(order: Order, pretended: Pretended, spared: bool) -> None:
    contests = [Contest(pretended.hands, [Entry(PROBLEM, (MINE,))]) for _ in range(20)]
    drawn = [contest.seed for contest in contests]
    assert len(set(drawn)) == 20
    assert len({tuple(order(PROBLEM, seed, spared=spared)) for seed in drawn}) > 10
    assert order(PROBLEM, contests[0].in_order().seed, spared=spared) == names(PROBLEM.cases)


# --- contests --------------------------------------------------------------------------------------------------------
def test_what_is_left_out_after_time_outs_does_not_depend_on_the_draw(pretended: Pretended) -> None:
    late = {"easy/c3", "easy/c1", "easy/c4"}  # of sides 5, 6 and 6: nothing is larger than two of them
    late |= {"hard/c2", "hard/c0"}  # of sides 7 and 8: so c3 of side 10 is left out, and c1 of side 8 is not
    pretended.ends = lambda _, case: "E201" if case.path in late else ""
    runs = set()
    for _ in range(8):
        contest = Contest(pretended.hands, [Entry(PROBLEM, (MINE,))])
        runs.add(tuple(ran(contest)))
        [row] = contest.judgements()
        assert [run.path for run in row.runs] == names(PROBLEM.cases)
        assert [run.path for run in row.runs if run.not_run] == ["hard/c3"]
        assert {run.path for run in row.runs if run.verdict is Verdict.TLE} == {*late, "hard/c3"}
    assert len(runs) > 1


# --- the store -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("events", [5, 13, 23])
def test_who_goes_on_with_a_run_goes_on_with_its_sequence(
    tmp_path: Path, pretended: Pretended, order: Order, events: int
) -> None:
    pretended.ends = lambda _, case: {"easy/c3": "E106", "easy/c1": "E205"}.get(case.path, "")
    stopped, whole = (Sitting(tmp_path / name, pretended) for name in ("a.db", "b.db"))
    stopped.problem = whole.problem = PROBLEM
    said = stopped.sit(events)
    assert any(isinstance(event, Ran) for event in said), "there is something to go on with"
    said += stopped.sit()
    whole.sit()
    one, other = (sitting.records()["a"] for sitting in (stopped, whole))
    with Store(stopped.path) as store:
        seed = store.seed(one.id)
    told = [event.run.path for event in said if isinstance(event, Ran) and event.submission.name == "a"]
    assert told == order(PROBLEM, seed, spared=False)
    assert (one.judgement.runs, one.judgement.points) == (other.judgement.runs, other.judgement.points)


# --- while it runs ---------------------------------------------------------------------------------------------------
def test_what_is_told_has_the_sequence_of_the_package(tmp_path: Path, pretended: Pretended) -> None:
    pretended.ends = lambda _, case: {"easy/c3": "E106", "hard/c1": "E205"}.get(case.path, "")
    contest = Contest(pretended.hands, [Entry(PROBLEM, (MINE,))], hopeless=True)
    places, told = {name: at for at, name in enumerate(names(PROBLEM.cases))}, 0
    with Store(tmp_path / "s.db") as store:
        ticket = store.enter(store.begin(batch(PROBLEM, kind="submit")), MINE, "ann")
        results = Results(tmp_path / "results.json", ticket, PROBLEM, "cpu")
        for event in contest.events():
            if isinstance(event, Ran):
                results.event(event)
                tests = json.loads((tmp_path / "results.json").read_text())["tests"]
                said = [places[one["name"].split()[0]] for one in tests]
                told += 1
                assert (said, len(said)) == (sorted(said), told)
