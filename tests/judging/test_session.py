"""A sitting loses nothing and runs nothing twice, wherever it is stopped; a class's rows are its members'."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.classroom.grades import WAITS, graded, outdated, rewarded, submissions_of
from judge.errors import JudgeError
from judge.judging import execute
from judge.judging.contest import Contest
from judge.judging.session import CHUNK, GradingSession, Judged, enter_all
from judge.model import (
    Algorithm,
    Bonus,
    Case,
    CaseResult,
    Clock,
    Group,
    Host,
    Instance,
    Limits,
    Measurement,
    Prepared,
    Problem,
    Ran,
    Scheme,
    Submission,
    Verdict,
)
from judge.model.classroom import Doubt, Member, Roll, Student
from judge.model.record import Batch, Change, Record, conditions, latest, movers
from judge.scoring.leaderboard import Ground, placed
from judge.scoring.verdict import judgement_of
from judge.store import Store
from judge.submissions import read as source
from tests.bench import grading as costly
from tests.pretended import Pretended

PLAIN = Scheme()
HOST = Host("plain", (), (), "cgroup", "Linux", "3.11", "0.63", 2)
KINDS: tuple[Algorithm, ...] = ("DFS", "BFS", "SA")


def problem_of(count: int, scheme: Scheme = PLAIN) -> Problem:
    """`count` cases, of the three algorithms in turn."""
    grid = np.zeros((2, 2), dtype=np.int8)
    cases = tuple(Case(f"c{index}", "secret", Instance(KINDS[index % 3], 2, 1, grid)) for index in range(count))
    return Problem(
        "pkg", "The pkg", "lizards", KINDS, False, Limits(), {"secret": Group(10)}, cases, "pkg", scheme=scheme
    )


def member(name: str, text: str = "", **more: object) -> Member:
    source = (text or name).encode()
    facts: dict[str, Any] = {"main": "homework.py", "files": (("homework.py", b"print(1) # " + source),), **more}
    return Member(Student(name), name, f"{name}/feedback", **facts)


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
        sitting = GradingSession(store, batch, enter_all(store, batch, submissions_of(roll, problem)))
        for event in sitting.events([pretended]):  # type: ignore[list-item]  # it stands in for a Sandbox
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
    count = 2 * CHUNK + 3
    roll = Roll("plain", tuple(member(f"s{index}") for index in range(count)))
    said = sit(tmp_path / "s.db", problem_of(2), roll, pretended)
    dones = [event.done for event in said if isinstance(event, Ran)]
    assert dones == list(range(1, 2 * count + 1))
    assert [event.done for event in said if isinstance(event, Judged)] == list(range(1, count + 1))
    before_the_first_end = pretended.asked[: pretended.asked.index(f"prepare s{CHUNK}")]
    assert len(before_the_first_end) == 3 * CHUNK, "a table is over before the next is made ready"


def test_what_the_judge_failed_on_is_judged_again_and_alone(tmp_path: Path, pretended: Pretended) -> None:
    roll, problem = Roll("plain", tuple(member(name) for name in "ab")), problem_of(2)
    pretended.failures = ["run a", "run a", "run probe"]  # not even the judge's own submission gets through
    sit(tmp_path / "s.db", problem, roll, pretended)
    with Store(tmp_path / "s.db") as store:
        [a, b] = graded(roll, problem, latest(store.records(problem)))
    assert (a.verdict, b.verdict) == (Verdict.JE, Verdict.AC)
    assert (a.points, a.note, a.waits) == (None, WAITS, True)
    assert (b.points, b.note, b.waits) == (10, "", False)
    pretended.asked.clear()
    sit(tmp_path / "s.db", problem, roll, pretended)
    assert pretended.asked == ["prepare a", "run a"], "the one case, and nobody else"
    with Store(tmp_path / "s.db") as store:
        rows = graded(roll, problem, latest(store.records(problem)))
    assert [row.verdict for row in rows] == [Verdict.AC, Verdict.AC]


# --- the fence --------------------------------------------------------------------------------------------------------
def raising(monkeypatch: pytest.MonkeyPatch, where: object, name: str, about: Callable[..., bool]) -> None:
    """Make a function of the judge's own raise, when it is about one submission."""
    real = getattr(where, name)

    def broken(*args: Any, **more: Any) -> Any:
        if about(*args):
            raise RecursionError("too deep")
        return real(*args, **more)

    monkeypatch.setattr(where, name, broken)


PLACES: dict[str, tuple[object, str, Callable[..., bool]]] = {
    "reading": (source, "contract_of", lambda text, _: text.endswith(b"# b")),
    "preparing": (execute, "prepare", lambda _, submission, *__: submission.name == "b"),
    "running": (execute, "run_case", lambda _, ready, *__: ready.name == "b"),
    "merging": (Contest, "_merged", lambda _, __, submission: submission.name == "b"),
    "taking up": (Contest, "resume", lambda _, __, submission, *___: submission.name == "b"),
    "writing down": (Store, "record_run", lambda _, ticket, __: ticket.owner == "b"),
    "finishing": (GradingSession, "_kept", lambda _, ticket, *__: ticket.owner == "b"),
    "looking up": (Store, "taken_up", lambda _, ticket: ticket.owner == "b"),
}


@pytest.mark.parametrize("place", PLACES)
def test_what_the_judge_does_wrong_on_one_stops_nobody_else(
    tmp_path: Path, pretended: Pretended, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    roll, problem = Roll("plain", tuple(member(name) for name in "abc")), problem_of(2)
    with monkeypatch.context() as broken:
        raising(broken, *PLACES[place])
        said = sit(tmp_path / "s.db", problem, roll, pretended)
    assert [event.done for event in said if isinstance(event, Judged)] == [1, 2, 3]
    with Store(tmp_path / "s.db") as store:
        records = {record.owner: record.judgement for record in store.records(problem)}
        rows = graded(roll, problem, list(store.records(problem)))
    assert [(row.verdict, row.points) for row in rows] == [
        (Verdict.AC, 10), (Verdict.JE, None), (Verdict.AC, 10),
    ]  # fmt: skip
    b = records["b"]
    finding = b.prepare.finding or next(run.finding for run in b.runs if run.finding)
    assert (finding.code, "RecursionError: too deep" in finding.message) == ("E304", True)
    assert "in broken" in finding.traceback, "it is kept in the store"
    sit(tmp_path / "s.db", problem, roll, pretended)
    with Store(tmp_path / "s.db") as store:
        rows = graded(roll, problem, latest(store.records(problem)))
    assert [row.points for row in rows] == [10, 10, 10], "repaired, it is judged again"


def test_what_the_judge_fails_to_look_up_is_judged_anew(
    tmp_path: Path, pretended: Pretended, monkeypatch: pytest.MonkeyPatch
) -> None:
    roll, problem = Roll("plain", tuple(member(name) for name in "ab")), problem_of(2)
    sit(tmp_path / "s.db", problem, roll, pretended)
    raising(monkeypatch, Store, "_own", lambda _, __, ___, owner: owner == "b")
    raising(monkeypatch, Store, "_due", lambda _, __, ___, owner: owner == "b")
    pretended.asked.clear()
    sit(tmp_path / "s.db", problem, roll, pretended)
    assert pretended.asked == ["prepare b", "run b", "run b"]


@pytest.mark.parametrize("fault", [JudgeError("E353", "the store can't grow"), sqlite3.OperationalError("x")])
def test_a_store_that_fails_ends_a_sitting(
    tmp_path: Path, pretended: Pretended, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def broken(*_: object) -> None:
        raise fault

    monkeypatch.setattr(Store, "record_run", broken)
    with pytest.raises(type(fault)):
        sit(tmp_path / "s.db", problem_of(2), Roll("plain", (member("a"),)), pretended)


def test_every_student_has_one_row(tmp_path: Path, pretended: Pretended) -> None:
    doubtful = member("b", main="", files=(), doubt=Doubt("b", "two programs"))
    a, d = member("a", "same", late=True), member("d", "same")
    roll = Roll("plain", (a, doubtful, d), absent=(Student("z"),), twins=((a, d),))
    problem = problem_of(2)
    sit(tmp_path / "s.db", problem, roll, pretended)
    with Store(tmp_path / "s.db") as store:
        rows = graded(roll, problem, latest(store.records(problem)))
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
    [row] = graded(Roll("plain", (member("a"),)), problem_of(2), [])
    assert (row.verdict, row.points, row.note) == (None, None, "not judged yet")


# --- the homework's own scheme ---------------------------------------------------------------------------------------
HOMEWORK = Scheme("all-or-count", Bonus(0.1, 5))
Table = list[list[tuple[bool, int]]]  # for each student and case: passed, and the time in ms


def plainly(table: Table) -> list[float]:
    """The text of the homework: 100 if all pass, else the number that pass; among the perfect the fastest 10 % on the
    cases of each algorithm get 5 more, ties included. (That 3 of 25 are the fastest 10 % is the judge's reading; so is
    that times which were not taken side by side tie within 25 % and half a millisecond a case.)"""
    scores = [100.0 if all(ok for ok, _ in row) else float(sum(ok for ok, _ in row)) for row in table]
    perfect = [index for index, row in enumerate(table) if all(ok for ok, _ in row)]
    for kind in range(3):
        sums = {index: sum(ms for _, ms in table[index][kind::3]) for index in perfect}
        places = (len(perfect) + 9) // 10
        bar = sorted(sums.values())[places - 1] if perfect else 0
        for index in perfect:
            scores[index] += 5 * (sums[index] <= 1.25 * bar + 0.1)
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
    records: list[Record] = []
    for (owner, paper), row in zip(submissions_of(roll, problem), table, strict=True):
        runs = tuple(
            CaseResult(
                case.name,
                case.group,
                case.board.algorithm,
                Verdict.AC if ok else Verdict.WA,
                cpu_s=ms / 100,
                samples=(Measurement(Verdict.AC, 1, ms / 100, 1),),
            )
            for case, (ok, ms) in zip(problem.cases, row, strict=True)
        )
        made = judgement_of(paper, problem, Prepared(), runs)
        records.append(Record(len(records), owner, made, conditions(problem, HOST), 0, 0))
    assert [row.points for row in graded(roll, problem, records)] == plainly(table)


def record_of(owner: str, paper: Submission, problem: Problem, row: list[tuple[bool, int]], clock: Clock) -> Record:
    runs = tuple(
        CaseResult(
            case.name, case.group, case.board.algorithm, Verdict.AC if ok else Verdict.WA, cpu_s=ms / 100, wall_s=1
        )
        for case, (ok, ms) in zip(problem.cases, row, strict=True)
    )
    made = judgement_of(paper, problem, Prepared(), runs)
    return Record(0, owner, made, conditions(problem, HOST), 0, 0, clock)


def test_a_regrade_gains_and_loses_bonuses() -> None:
    """Who was the fastest of the perfect fails now: the next one gets what they lose. Another class has its own."""
    problem = problem_of(3, HOMEWORK)
    every = dict(submissions_of(Roll("plain", tuple(map(member, "abcz"))), problem))
    fast, slow, wrong = [(True, 1)] * 3, [(True, 9)] * 3, [(False, 1)] * 3
    tables = {"a": (fast, wrong), "b": (slow, slow), "c": (wrong, wrong), "z": (slow, None)}
    changes = [
        Change(
            record_of(owner, every[owner], problem, old, "cpu"),
            record_of(owner, every[owner], problem, new, "cpu") if new else None,
        )
        for owner, (old, new) in tables.items()
    ]
    assert [change.gain for change in changes] == [-100, 0, 0, 0]
    classes = [{owner: every[owner].sha256 for owner in names} for names in ("abc", "z")]
    found = rewarded(changes, classes)
    assert [(one.old_bonus, one.new_bonus, one.gain) for one in found] == [
        (15, 0, -115), (0, 15, 15), (0, 0, 0), (15, 15, 0),
    ]  # fmt: skip
    assert [change.old.owner for change in movers(found)] == ["a", "b"]


def test_a_part_of_a_regrade_takes_bonuses_from_those_it_left_alone() -> None:
    """The fastest is a matter of the whole class: a is faster than b now, and c never was."""
    problem = problem_of(3, HOMEWORK)
    every = dict(submissions_of(Roll("plain", tuple(map(member, "abc"))), problem))
    slow, fast, faster, wrong = ([(True, 9)] * 3, [(True, 5)] * 3, [(True, 1)] * 3, [(False, 1)] * 3)
    a, b, c, new = (
        record_of(owner, every[owner], problem, row, "cpu")
        for owner, row in (("a", slow), ("b", fast), ("c", wrong), ("a", faster))
    )
    members = {owner: paper.sha256 for owner, paper in every.items()}
    found = rewarded([Change(a, new)], [members], [b, c])
    assert [(one.old.owner, one.old_bonus, one.new_bonus, one.gain) for one in found] == [
        ("a", 0, 15, 15),
        ("b", 15, 0, -15),
    ]
    assert rewarded([Change(a, a)], [members], [b, c]) == [Change(a, a)], "who keeps what they have is not told"


def test_a_case_that_is_new_in_the_package_takes_no_bonus_away() -> None:
    [(owner, paper)] = submissions_of(Roll("plain", (member("a"),)), problem_of(3, HOMEWORK))
    old = record_of(owner, paper, problem_of(3, HOMEWORK), [(True, 1)] * 3, "cpu")
    more = problem_of(6, HOMEWORK)
    seen = msgspec.structs.replace(old, judgement=msgspec.structs.replace(old.judgement, problem=more))
    [change] = rewarded([Change(seen, record_of(owner, paper, more, [(True, 1)] * 6, "cpu"))], [{owner: paper.sha256}])
    assert (change.old_bonus, change.new_bonus) == (15, 15)


def test_where_one_host_had_no_exact_clock_wall_time_decides_for_all() -> None:
    problem = problem_of(3, HOMEWORK)
    roll = Roll("plain", tuple(map(member, "ab")))
    found = dict(submissions_of(roll, problem))
    records = [
        record_of("a", found["a"], problem, [(True, 1)] * 3, "cpu"),
        record_of("b", found["b"], problem, [(True, 9)] * 3, "wall"),
    ]
    assert [row.points for row in graded(roll, problem, records)] == [115, 115], "their wall times are the same"


def test_what_the_package_no_longer_says_is_counted() -> None:
    problem = problem_of(3)
    [(owner, paper)] = submissions_of(Roll("plain", (member("a"),)), problem)
    record = record_of(owner, paper, problem, [(True, 1)] * 3, "cpu")
    assert outdated([record], problem) == (0, 0)
    assert outdated([record], msgspec.structs.replace(problem, strict=True)) == (1, 0)
    assert outdated([record], msgspec.structs.replace(problem, groups={"secret": Group(7)})) == (0, 1)


# --- what it costs ---------------------------------------------------------------------------------------------------
def steps_of(store: Store, work: Callable[[], object]) -> int:
    """How many steps SQLite's machine takes for it: the same on every host, however busy."""
    count = 0

    def step() -> None:
        nonlocal count
        count += 1

    store._db._connection.set_progress_handler(step, 1)
    work()
    store._db._connection.set_progress_handler(None, 0)
    return count


def costs(path: Path, stored: int, pretended: Pretended) -> dict[str, int]:
    """Of grading ten students who have submitted before, of a rank, the board, and of what an export reads."""
    under = conditions(costly.PROBLEM, HOST)
    ground = Ground(costly.PROBLEM.name, under.package, under.limits, boxed=False)
    handed = submissions_of(Roll("plain", tuple(member(f"s{number}") for number in range(10))), costly.PROBLEM)

    def judged() -> None:
        batch = store.begin(Batch("grade", costly.PROBLEM, HOST, under, label="class"))
        sitting = GradingSession(store, batch, enter_all(store, batch, handed))
        list(sitting.events([pretended]))  # type: ignore[list-item]  # it stands in for a Sandbox

    with Store(path) as store:
        costly.fill(store, HOST, stored, owners=10)
        return {
            "judged": steps_of(store, judged),
            "rank": steps_of(store, lambda: placed(store.scores.best(ground), "s1", costly.PROBLEM)),
            "board": steps_of(store, lambda: store.board(costly.PROBLEM, under)),
            "export": steps_of(store, lambda: store.counting(costly.PROBLEM, handed)),
        }


def test_the_judges_own_cost_does_not_grow_with_the_store(tmp_path: Path, pretended: Pretended) -> None:
    few, many = costs(tmp_path / "few.db", 20, pretended), costs(tmp_path / "many.db", 2000, pretended)
    assert all(steps > 100 for steps in few.values()), "it is counted"
    assert {what: steps for what, steps in many.items() if steps > 1.2 * few[what]} == {}
