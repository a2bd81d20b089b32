"""Hidden cases are run in a sequence that is drawn; what is shown, left out or gone on with does not depend on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import hypothesis.strategies as st
import msgspec
import numpy as np
import pytest
from hypothesis import given

from judge.judging import Contest, GradingSession, Hands, enter_all, session
from judge.judging.sequence import AS_PACKAGED, new_seed, sequence
from judge.model import (
    Batch,
    Case,
    Conditions,
    Entry,
    Graded,
    Group,
    Host,
    Instance,
    Judgement,
    Limits,
    Problem,
    Ran,
    Run,
    Submission,
    Verdict,
)
from judge.reports import Results
from judge.store import Store
from judge.submissions import read_submission
from tests.pretended import Pretended

HOST = Host("plain", (), (), "cgroup", "Linux", "3.11", "0.63", 2)
GROUPS = {"sample": Group(0), "easy": Group(10), "open": Group(10, visibility="full"), "hard": Group(10)}
SIZES = {"sample": (9, 4), "easy": (4, 6, 4, 5, 6, 4), "open": (9, 8, 7), "hard": (8, 8, 7, 10)}
_Sizes = Mapping[str, Sequence[int]]


def problem_of(sizes: _Sizes) -> Problem:
    cases = tuple(
        Case(f"c{at}", group, Instance("DFS", n, 1, np.zeros((n, n), np.int8)))
        for group, sides in sizes.items()
        for at, n in enumerate(sides)
    )
    return Problem("pkg", "The pkg", "lizards", ("DFS",), False, Limits(), GROUPS, cases, "pkg")


PROBLEM = problem_of(SIZES)
sizes = st.fixed_dictionaries({name: st.lists(st.integers(1, 5), max_size=6) for name in GROUPS})
seeds = st.text("0123456789abcdef", min_size=1, max_size=16)


def names(cases: Sequence[Case]) -> list[str]:
    return [f"{case.group}/{case.name}" for case in cases]


# --- the rule --------------------------------------------------------------------------------------------------------
@given(sizes, seeds, st.booleans())
def test_hidden_cases_alone_change_places(sides: _Sizes, seed: str, spared: bool) -> None:
    problem = problem_of(sides)
    drawn = sequence(problem, seed, spared=spared)
    assert sorted(names(drawn)) == sorted(names(problem.cases))
    for before, after in zip(problem.cases, drawn, strict=True):
        assert before is after or not (problem.shows(before.group) or problem.shows(after.group))
    assert sequence(problem, seed, spared=spared) == drawn, "a seed has one sequence"


@given(sizes, seeds)
def test_where_cases_may_be_left_out_each_hidden_group_goes_from_small_to_large(sides: _Sizes, seed: str) -> None:
    problem = problem_of(sides)
    drawn, free = sequence(problem, seed, spared=True), sequence(problem, seed, spared=False)
    assert [case.group for case in drawn] == [case.group for case in free], "groups still take turns"
    for group in ("easy", "hard"):
        sides_run = [case.board.n for case in drawn if case.group == group]
        assert sides_run == sorted(sides_run)


@given(sizes, seeds, st.data())
def test_a_choice_of_the_cases_keeps_their_sequence(sides: _Sizes, seed: str, data: st.DataObject) -> None:
    hidden = [case for case in problem_of(sides).cases if case.group in ("easy", "hard")]
    whole = msgspec.structs.replace(PROBLEM, cases=tuple(hidden))
    chosen = data.draw(st.sets(st.sampled_from(hidden))) if hidden else set()
    part = msgspec.structs.replace(PROBLEM, cases=tuple(case for case in hidden if case in chosen))
    expected = [case for case in sequence(whole, seed, spared=False) if case in chosen]
    assert list(sequence(part, seed, spared=False)) == expected


@pytest.mark.parametrize("spared", [True, False])
def test_seeds_differ_and_so_do_their_sequences(spared: bool) -> None:
    drawn = [new_seed() for _ in range(20)]
    assert len(set(drawn)) == 20
    assert len({sequence(PROBLEM, seed, spared=spared) for seed in drawn}) > 10
    assert sequence(PROBLEM, AS_PACKAGED, spared=spared) == PROBLEM.cases


# --- contests --------------------------------------------------------------------------------------------------------
@pytest.fixture
def mine(tmp_path: Path) -> Submission:
    path = tmp_path / "mine.py"
    path.write_text("def solve(algorithm, n, lizards, grid):\n    return grid\n")
    return read_submission(path, "pkg")


def ran(contest: Contest) -> list[str]:
    return [f"{event.run.group}/{event.run.case}" for event in contest.events() if isinstance(event, Ran)]


def failing(pretended: Pretended, codes: Callable[[str], str]) -> None:
    """Each case ends in its own way, whenever it is run."""
    pretended.meanwhile = lambda _, case: pretended.codes.append(codes(f"{case.group}/{case.name}"))


@pytest.mark.parametrize("hopeless", [True, False])
def test_two_runs_have_two_sequences_and_one_report(pretended: Pretended, mine: Submission, hopeless: bool) -> None:
    failing(pretended, lambda name: {"easy/c3": "E106", "easy/c1": "E205", "hard/c0": "E106"}.get(name, ""))
    runs, reports = [], []
    for _ in range(6):
        contest = Contest([pretended], [Entry(PROBLEM, (mine,))], hopeless=hopeless)  # type: ignore[list-item]
        runs.append(ran(contest))
        assert runs[-1] == names(sequence(PROBLEM, contest.seed, spared=not hopeless))
        assert [name for name in runs[-1] if name.startswith("sample")] == ["sample/c0", "sample/c1"]
        [row] = contest.judgements()
        reports.append(([(run.group, run.case, run.verdict) for run in row.runs], row.verdict, row.points))
    assert len(set(map(tuple, runs))) > 1
    assert all(report == reports[0] for report in reports)
    assert [f"{group}/{case}" for group, case, _ in reports[0][0]] == names(PROBLEM.cases)
    assert reports[0][1] is Verdict.RTE, "of the first that failed in the package"


def test_what_is_left_out_after_time_outs_does_not_depend_on_the_draw(pretended: Pretended, mine: Submission) -> None:
    late = {"easy/c3", "easy/c1", "easy/c4"}  # of sides 5, 6 and 6: nothing is larger than two of them
    late |= {"hard/c2", "hard/c0"}  # of sides 7 and 8: so c3 of side 10 is left out, and c1 of side 8 is not
    failing(pretended, lambda name: "E201" if name in late else "")
    for _ in range(8):
        contest = Contest([pretended], [Entry(PROBLEM, (mine,))])  # type: ignore[list-item]
        ran(contest)
        [row] = contest.judgements()
        assert [f"{run.group}/{run.case}" for run in row.runs if run.not_run] == ["hard/c3"]
        assert {f"{run.group}/{run.case}" for run in row.runs if run.verdict is Verdict.TLE} == {*late, "hard/c3"}


# --- the store -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("events", [0, 4, 9])
def test_who_goes_on_with_a_run_goes_on_with_its_sequence(
    tmp_path: Path, pretended: Pretended, mine: Submission, monkeypatch: pytest.MonkeyPatch, events: int
) -> None:
    failing(pretended, lambda name: {"easy/c3": "E106", "easy/c1": "E205"}.get(name, ""))
    begun: list[Contest] = []

    def noted(hands: Hands, entries: Sequence[Entry], repeat: int, *, hopeless: bool) -> Contest:
        begun.append(Contest(hands, entries, repeat, hopeless=hopeless))
        return begun[-1]

    monkeypatch.setattr(session, "Contest", noted)
    told: list[str] = []

    def judge(path: Path, most: int) -> Judgement | None:
        with Store(path) as store:
            under = Conditions.of(PROBLEM, HOST)
            batch = store.begin(Batch("grade", PROBLEM, HOST, under, label="class"))
            tickets = enter_all(store, batch, [("ann", mine), ("bob", mine)])
            for event in GradingSession(store, batch, tickets).events([pretended]):  # type: ignore[list-item]
                if isinstance(event, Ran) and event.submission.name == mine.name:
                    told.append(f"{event.run.group}/{event.run.case}")
                if len(told) > most:
                    return None
            seeds = {store.seed(ticket.id) for ticket in tickets} - {""}
            assert seeds == {contest.seed for contest in begun}, "one was drawn, and it is in the store"
            record = store.record(tickets[0].id, PROBLEM)
            return record.judgement if record else None

    assert judge(tmp_path / "a.db", events) is None
    resumed = judge(tmp_path / "a.db", 999)
    assert len(begun) == 2
    assert told == names(sequence(PROBLEM, begun[0].seed, spared=False))
    begun.clear()
    whole = judge(tmp_path / "b.db", 999)
    assert resumed
    assert whole
    assert (resumed.runs, resumed.verdict, resumed.points) == (whole.runs, whole.verdict, whole.points)


def test_the_seeds_of_a_store_stay(tmp_path: Path, mine: Submission) -> None:
    with Store(tmp_path / "here.db") as store:
        batch = store.begin(Batch("grade", PROBLEM, HOST, Conditions.of(PROBLEM, HOST)))
        [ticket] = enter_all(store, batch, [("ann", mine)])
        assert store.seed(ticket.id) == ""
        store.record_seed(ticket, "0")
        store.record_seed(ticket, "1")
    with Store(tmp_path / "here.db") as store:
        assert store.seed(ticket.id) == "1", "the last one"
        assert store.seed(ticket.id + 1) == ""


# --- while it runs ---------------------------------------------------------------------------------------------------
def test_what_is_told_so_far_is_in_the_sequence_of_the_package(
    tmp_path: Path, pretended: Pretended, mine: Submission, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(pretended, lambda name: {"easy/c3": "E106", "hard/c1": "E205"}.get(name, ""))
    written: list[tuple[Run, ...]] = []

    def noted(row: Graded, _: object) -> str:
        written.append(row.judgement.runs if row.judgement else ())
        return "{}"

    monkeypatch.setattr("judge.reports.export.gradescope.results_text", noted)
    contest = Contest([pretended], [Entry(PROBLEM, (mine,))], hopeless=True)  # type: ignore[list-item]
    with Store(tmp_path / "s.db") as store:
        batch = store.begin(Batch("submit", PROBLEM, HOST, Conditions.of(PROBLEM, HOST)))
        results = Results(tmp_path / "results.json", store.enter(batch, mine, "ann"), PROBLEM, "cpu")
        for event in contest.events():
            if isinstance(event, Ran):
                results.event(event)
    places = {name: at for at, name in enumerate(names(PROBLEM.cases))}
    assert len(written) == len(places) + 1
    for runs in written:
        told = [places[f"{run.group}/{run.case}"] for run in runs]
        assert told == sorted(told)
