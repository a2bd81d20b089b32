"""A sitting loses nothing and runs nothing twice, wherever it is stopped; a class's rows are its members'."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from runner.pretended import Pretended

from judge import scoring
from judge.classroom import Doubt, Member, Roll, Student
from judge.grading import TABLE, Judged, Sitting, enter_all
from judge.ledger import Batch, Record, conditions, latest
from judge.marks import graded, papers
from judge.model import (
    Algorithm,
    Board,
    Bonus,
    Case,
    Group,
    Host,
    Limits,
    Prepared,
    Problem,
    Ran,
    Run,
    Sample,
    Scheme,
    Verdict,
)
from judge.store import Store

PLAIN = Scheme()
HOST = Host("plain", (), (), "cgroup", "Linux", "3.11", "0.63", 2)
KINDS: tuple[Algorithm, ...] = ("DFS", "BFS", "SA")


def problem_of(count: int, scheme: Scheme = PLAIN) -> Problem:
    """`count` cases, of the three algorithms in turn."""
    grid = np.zeros((2, 2), dtype=np.int8)
    cases = tuple(Case(f"c{index}", "secret", Board(KINDS[index % 3], 2, 1, grid)) for index in range(count))
    return Problem(
        "pkg", "The pkg", "lizards", KINDS, False, Limits(), {"secret": Group(10)}, cases, "pkg", scheme=scheme
    )


def member(name: str, text: str = "", **more: object) -> Member:
    source = (text or name).encode()
    facts = {"main": "homework.py", "files": (("homework.py", b"print(1) # " + source),), **more}
    return Member(Student(name), name, f"{name}/feedback", **facts)  # type: ignore[arg-type]


def begun(store: Store, problem: Problem) -> Batch:
    return store.begin(Batch("grade", problem, HOST, conditions(problem, HOST), label="class"))


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> Pretended:
    return Pretended(monkeypatch)


def sit(path: Path, problem: Problem, roll: Roll, pretended: Pretended, events: int = 10**9) -> list[object]:
    """A judge that is stopped after so many events: what it said."""
    said: list[object] = []
    with Store(path) as store:
        batch = begun(store, problem)
        sitting = Sitting(store, batch, enter_all(store, batch, papers(roll, problem)))
        for event in sitting.events([pretended]):  # type: ignore[list-item]
            said.append(event)
            if len(said) >= events:
                break
    return said


@pytest.mark.parametrize("jobs_before", [1, 2, 5, 8, 11, 14])
def test_stopped_anywhere_it_goes_on_there(tmp_path: Path, pretended: Pretended, jobs_before: int) -> None:
    roll, problem = Roll("plain", tuple(member(name) for name in "abc")), problem_of(3)
    sit(tmp_path / "s.db", problem, roll, pretended, jobs_before)
    said = sit(tmp_path / "s.db", problem, roll, pretended)
    counts = Counter(word for word in pretended.asked if word.startswith("run"))
    assert set(counts) == {"run a", "run b", "run c"}
    assert sum(counts.values()) == 9, "what was told is in the store"
    last = [event for event in said if isinstance(event, Ran)]
    assert not last or last[-1].done == last[-1].total, "the bar reaches its end"
    with Store(tmp_path / "s.db") as store:
        records = latest(store.records(problem))
    assert {record.owner: len(record.judgement.runs) for record in records} == {"a": 3, "b": 3, "c": 3}


def test_nothing_is_run_when_all_is_judged(tmp_path: Path, pretended: Pretended) -> None:
    roll, problem = Roll("plain", tuple(member(name) for name in "ab")), problem_of(2)
    sit(tmp_path / "s.db", problem, roll, pretended)
    pretended.asked.clear()
    assert sit(tmp_path / "s.db", problem, roll, pretended) == []
    assert pretended.asked == []


def test_the_same_bytes_are_run_once_and_judged_for_all(tmp_path: Path, pretended: Pretended) -> None:
    roll = Roll("plain", (member("a", "same"), member("b"), member("c", "same")))
    said = sit(tmp_path / "s.db", problem_of(2), roll, pretended)
    assert Counter(word for word in pretended.asked if word.startswith("run")) == {"run a": 2, "run b": 2}
    judged = {event.ticket.owner: event.judgement for event in said if isinstance(event, Judged)}
    assert set(judged) == {"a", "b", "c"}
    assert judged["c"].submission.name == "c"
    assert judged["c"].runs == judged["a"].runs


def test_tables_follow_one_another(tmp_path: Path, pretended: Pretended) -> None:
    count = 2 * TABLE + 3
    roll = Roll("plain", tuple(member(f"s{index}") for index in range(count)))
    said = sit(tmp_path / "s.db", problem_of(2), roll, pretended)
    dones = [event.done for event in said if isinstance(event, Ran)]
    assert dones == list(range(1, 2 * count + 1))
    assert [event.done for event in said if isinstance(event, Judged)] == list(range(1, count + 1))
    before_the_first_end = pretended.asked[: pretended.asked.index(f"prepare s{TABLE}")]
    assert len(before_the_first_end) == 3 * TABLE, "a table is over before the next is made ready"


def test_what_the_judge_failed_on_is_judged_again_and_alone(tmp_path: Path, pretended: Pretended) -> None:
    roll, problem = Roll("plain", tuple(member(name) for name in "ab")), problem_of(2)
    pretended.failures = ["run", "run"]  # twice, as a worker tries again once
    sit(tmp_path / "s.db", problem, roll, pretended)
    with Store(tmp_path / "s.db") as store:
        [a, b] = graded(roll, problem, latest(store.records(problem)), "cpu")
    assert (a.verdict, b.verdict) == (Verdict.JE, Verdict.AC)
    assert a.points == 10, "it costs nobody a point"
    pretended.asked.clear()
    sit(tmp_path / "s.db", problem, roll, pretended)
    assert pretended.asked == ["prepare a", "run a"], "the one case, and nobody else"
    with Store(tmp_path / "s.db") as store:
        rows = graded(roll, problem, latest(store.records(problem)), "cpu")
    assert [row.verdict for row in rows] == [Verdict.AC, Verdict.AC]


def test_every_student_has_one_row(tmp_path: Path, pretended: Pretended) -> None:
    doubtful = member("b", main="", files=(), doubt=Doubt("b", "two programs"))
    a, d = member("a", "same", late=True), member("d", "same")
    roll = Roll("plain", (a, doubtful, d), absent=(Student("z"),), twins=((a, d),))
    problem = problem_of(2)
    sit(tmp_path / "s.db", problem, roll, pretended)
    with Store(tmp_path / "s.db") as store:
        rows = graded(roll, problem, latest(store.records(problem)), "cpu")
    facts = [(row.student.id, row.page, row.verdict, row.points, row.note, row.twins) for row in rows]
    assert facts == [
        ("a", "a/feedback", Verdict.AC, 10, "", ("d",)),
        ("b", "b/feedback", None, None, "two programs", ()),
        ("d", "d/feedback", Verdict.AC, 10, "", ("a",)),
        ("z", "", None, None, "nothing was handed in", ()),
    ]
    assert [row.late for row in rows] == [True, False, False, False]
    assert {row.max_points for row in rows} == {10}


def test_who_is_not_judged_yet_has_no_points() -> None:
    [row] = graded(Roll("plain", (member("a"),)), problem_of(2), [], "cpu")
    assert (row.verdict, row.points, row.note) == (None, None, "not judged yet")


# --- the homework's own scheme ---------------------------------------------------------------------------------------
HOMEWORK = Scheme("all-or-count", Bonus(0.1, 5))
Table = list[list[tuple[bool, int]]]  # for each student and case: passed, and the time in ms


def plainly(table: Table) -> list[float]:
    """The text of the homework: 100 if all pass, else the number that pass; among the perfect the fastest 10 % on the
    cases of each algorithm get 5 more, ties included. (That 3 of 25 are the fastest 10 % is the judge's reading.)"""
    scores = [100.0 if all(ok for ok, _ in row) else float(sum(ok for ok, _ in row)) for row in table]
    perfect = [index for index, row in enumerate(table) if all(ok for ok, _ in row)]
    for kind in range(3):
        sums = {index: sum(ms for _, ms in table[index][kind::3]) for index in perfect}
        places = (len(perfect) + 9) // 10
        bar = sorted(sums.values())[places - 1] if perfect else 0
        for index in perfect:
            scores[index] += 5 * (sums[index] <= bar)
    return scores


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.lists(st.tuples(st.sampled_from([True] * 9 + [False]), st.integers(1, 9)), min_size=6, max_size=6),
        max_size=25,
    )
)
def test_the_homeworks_scores_and_bonuses(table: Table) -> None:
    problem = problem_of(6, HOMEWORK)
    roll = Roll("plain", tuple(member(f"s{index}") for index in range(len(table))))
    records = []
    for (owner, paper), row in zip(papers(roll, problem), table, strict=True):
        runs = tuple(
            Run(
                case.name,
                case.group,
                case.board.algorithm,
                Verdict.AC if ok else Verdict.WA,
                cpu_s=ms / 100,
                samples=(Sample(Verdict.AC, 1, ms / 100, 1),),
            )
            for case, (ok, ms) in zip(problem.cases, row, strict=True)
        )
        made = scoring.judgement(paper, problem, Prepared(), runs)
        records.append(Record(len(records), owner, made, conditions(problem, HOST), 0, 0))
    assert [row.points for row in graded(roll, problem, records, "cpu")] == plainly(table)


# --- how long it takes -----------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_judges_own_cost_does_not_grow_with_the_store(tmp_path: Path, pretended: Pretended) -> None:
    """Under 50 ms a submission of a class of 200, beside the runs' own time, in a store of 10 and of 100,000."""

    def cost_s(path: Path, stored: int) -> float:
        problem = problem_of(5)
        with Store(path) as store:
            batch = begun(store, problem)
            prior = member("earlier")
            [(_, paper)] = papers(Roll("plain", (prior,)), problem)
            runs = tuple(Run(case.name, case.group, "DFS", Verdict.AC) for case in problem.cases)
            made = scoring.judgement(paper, problem, Prepared(), runs)
            with store._db.writing():
                for index in range(stored):
                    store._add_source(paper)
                    store._add_outcome(store._add_judgement(batch.id, paper, f"o{index}"), made)
        roll = Roll("plain", tuple(member(f"s{index}") for index in range(200)))
        start_s = time.monotonic()
        sit(path, problem, roll, pretended)
        return (time.monotonic() - start_s) / 200

    few, many = cost_s(tmp_path / "few.db", 10), cost_s(tmp_path / "many.db", 100_000)
    assert few < 0.05, few
    assert many < 0.05, many
    assert many < 2 * few + 0.005, (few, many)
