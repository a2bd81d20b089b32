"""A class and its records to the rows of a gradebook: points, bonuses and notes, and which record a row is made of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.classroom import Gradebook, submissions_of
from judge.classroom.gradebook import WAITS, graded, outlines_of
from judge.classroom.regrade import with_new_bonuses
from judge.model import (
    Bonus,
    Change,
    Clock,
    Conditions,
    Disturbance,
    Doubt,
    Graded,
    Group,
    Measurement,
    Member,
    Prepared,
    Problem,
    Record,
    Roll,
    Run,
    Scheme,
    Student,
    Submission,
    Verdict,
)
from judge.scoring import judgement_of
from tests.judging.test_session import HOST, member, problem_of

AC, WA, TLE, JE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.JE
HOMEWORK = Scheme("all-or-count", Bonus(0.1, 5))
PROBLEM, ROLL = problem_of(1), Roll("plain", (member("a"),))


def record(number: int, name: str, verdict: Verdict, source: str = "") -> Record:
    """Of what student a handed in, as a file called `name`."""
    [(owner, paper)] = submissions_of(ROLL, PROBLEM)
    submission = msgspec.structs.replace(paper, path=Path(name), sha256=source or paper.sha256)
    made = judgement_of(submission, PROBLEM, Prepared(), (Run("c0", "secret", "DFS", verdict),))
    return Record(number, owner, made, Conditions.of(PROBLEM, HOST), judged_s=0.0, since_s=0.0)


@pytest.mark.parametrize(
    ("records", "verdict"),
    [
        ([record(1, "homework.py", WA), record(2, "other.py", AC)], WA),
        ([record(1, "other.py", AC), record(2, "homework.py", WA)], WA),
        ([record(1, "homework.py", AC), record(2, "homework.py", WA), record(3, "other.py", TLE)], WA),
        ([record(1, "other.py", AC), record(2, "another.py", WA)], WA),
        ([record(1, "homework.py", AC, "0" * 64)], None),
    ],
)
def test_the_last_record_of_the_same_file_s_name_counts_before_any_other(
    records: Sequence[Record], verdict: Verdict | None
) -> None:
    [row] = graded(ROLL, PROBLEM, records)
    assert row.verdict == verdict


# --- the rows ---------------------------------------------------------------------------------------------------------
CALM, NOISY = (Measurement(AC, 1.0, 1.0, 1, lost_s=lost_s) for lost_s in (0.0, 0.9))


def judged(one: Member, *verdicts: Verdict, sample: Measurement = CALM, problem: Problem | None = None) -> Record:
    """What the member's submission came to on cases in turn; the first was measured as `sample`."""
    problem = problem or problem_of(len(verdicts))
    [(owner, paper)] = submissions_of(Roll("plain", (one,)), problem)
    samples = [sample, *[CALM] * len(verdicts)]
    runs = tuple(
        Run(case.name, case.group, case.board.algorithm, verdict, cpu_s=1.0, samples=(samples[number],))
        for number, (case, verdict) in enumerate(zip(problem.cases, verdicts, strict=True))
    )
    return Record(1, owner, judgement_of(paper, problem, Prepared(), runs), Conditions.of(problem, HOST), 7.0, 0.0)


def row_of(one: Member, *records: Record, problem: Problem | None = None) -> Graded:
    [row] = graded(Roll("plain", (one,)), problem or problem_of(2), records)
    return row


DOUBT = Doubt("ann", "the roster has no row for ann")


@pytest.mark.parametrize(
    ("doubt", "verdicts", "sample", "expected"),
    [
        (None, [AC, AC], CALM, (AC, 10, "", Disturbance(2, 0, 0))),
        (None, [AC, WA], CALM, (WA, 5, "", Disturbance(2, 0, 0))),
        (None, [WA, JE], CALM, (JE, None, WAITS, Disturbance(2, 0, 0))),
        (DOUBT, [AC, AC], CALM, (AC, 10, DOUBT.what, Disturbance(2, 0, 0))),
        (DOUBT, [AC, JE], CALM, (JE, None, f"{DOUBT.what}; {WAITS}", Disturbance(2, 0, 0))),
        (None, [AC, AC], NOISY, (AC, 10, "", Disturbance(2, 1, 0))),
        (DOUBT, [AC, JE], NOISY, (JE, None, f"{DOUBT.what}; {WAITS}", Disturbance(2, 1, 0))),
    ],
)
def test_a_row_says_all_that_is_known(
    doubt: Doubt | None, verdicts: list[Verdict], sample: Measurement, expected: tuple[object, ...]
) -> None:
    one = member("ann", late=True, doubt=doubt)
    record = judged(one, *verdicts, sample=sample)
    row = row_of(one, record)
    assert (row.verdict, row.points, row.note, row.disturbance) == expected
    assert row.judgement is record.judgement
    assert (row.sha256, row.judged_s) == (record.judgement.submission.sha256, 7.0)
    assert (row.student, row.page, row.folder, row.max_points, row.late) == (
        Student("ann"), "ann/feedback", "ann", 10, True,
    )  # fmt: skip


@pytest.mark.parametrize(("doubt", "note"), [(None, "not judged yet"), (DOUBT, f"{DOUBT.what}; not judged yet")])
def test_who_is_not_judged_has_no_points_and_a_reason(doubt: Doubt | None, note: str) -> None:
    one = member("ann", late=True, doubt=doubt)
    [(_, paper)] = submissions_of(Roll("plain", (one,)), problem_of(2))
    row = Graded(one.student, one.page, "ann", paper.sha256, max_points=10, note=note, late=True)
    assert row_of(one) == row
    doubtful = member("ann", main="", files=(), doubt=DOUBT, late=True)
    assert row_of(doubtful) == msgspec.structs.replace(row, sha256="", note=DOUBT.what, unclear=True)
    failed = member("ann", doubt=Doubt("ann", "RecursionError", ours=True), late=True)
    waits = row_of(failed, judged(member("ann"), AC, AC))  # whatever else is known of it
    assert waits == msgspec.structs.replace(row, sha256="", verdict=JE, note=WAITS)
    assert waits.waits


def test_every_student_has_a_row_and_the_absent_come_last() -> None:
    a, b, c, d = member("a", "same"), member("b", main="", files=()), member("c", "same"), member("d", "same")
    roll = Roll("plain", (a, b, c, d), absent=(Student("z"), Student("y")), twins=((a, c, d),))
    rows = graded(roll, problem_of(2), [])
    assert [(row.student.id, row.twins) for row in rows] == [
        ("a", ("c", "d")), ("b", ()), ("c", ("a", "d")), ("d", ("a", "c")), ("z", ()), ("y", ()),
    ]  # fmt: skip
    assert rows[4] == Graded(Student("z"), max_points=10, note="nothing was handed in")


def test_who_can_be_judged_is_entered_with_name_problem_and_files() -> None:
    files = (("homework.py", b"import util"), ("util.py", b"X = 1"))
    roll = Roll("plain", (member("J\udcf6rg", "x"), member("b", main="", files=()), member("c", files=files)))
    (owner, alone), (_, folder) = submissions_of(roll, PROBLEM)
    assert owner == Student("J\udcf6rg").owner == "J\\udcf6rg"
    assert (alone.name, alone.problem, alone.source, alone.files) == (owner, "pkg", b"print(1) # x", ())
    assert (folder.name, folder.problem, folder.files) == ("c", "pkg", files)


def test_bonuses_are_on_top_and_in_the_note() -> None:
    problem = problem_of(3, HOMEWORK)
    one, other, wrong = member("ann", doubt=DOUBT), member("bob"), member("cid")
    records = [judged(who, AC, AC, AC, problem=problem) for who in (one, other)]
    roll = Roll("plain", (wrong, one, other))
    rows = graded(roll, problem, [*records, judged(wrong, AC, AC, WA, problem=problem)])
    shared = [
        f"2 of 2 get the bonus for {name}: 1 more can't be told apart from the last place"
        for name in ("DFS", "BFS", "SA")
    ]
    bonus = "; ".join(["bonus: 5 for DFS, 5 for BFS, 5 for SA", *shared])
    assert [(row.student.id, row.points, row.note) for row in rows] == [
        ("cid", 2, ""), ("ann", 115, f"{DOUBT.what}; {bonus}"), ("bob", 115, bonus),
    ]  # fmt: skip


# --- bonuses ----------------------------------------------------------------------------------------------------------


def record_of(owner: str, paper: Submission, problem: Problem, row: list[tuple[bool, int]], clock: Clock) -> Record:
    """What a submission came to: of each case whether it passed, and hundredths of a second."""
    runs = tuple(
        Run(
            case.name, case.group, case.board.algorithm, AC if ok else WA, cpu_s=ms / 100, wall_s=1,
            samples=(Measurement(AC, 1, ms / 100, 1),),
        )
        for case, (ok, ms) in zip(problem.cases, row, strict=True)
    )  # fmt: skip
    made = judgement_of(paper, problem, Prepared(), runs)
    return Record(0, owner, made, Conditions.of(problem, HOST), 0, 0, clock)


def test_a_regrade_gains_and_loses_bonuses() -> None:
    """Who was the fastest of the perfect fails now: the next one gets what they lose. Another class has its own."""
    problem = problem_of(3, HOMEWORK)
    every = dict(submissions_of(Roll("plain", tuple(map(member, "abcz"))), problem))
    fast, slow, wrong = [(True, 1)] * 3, [(True, 9)] * 3, [(False, 1)] * 3
    tables = {"a": (fast, wrong), "b": (slow, slow), "c": (wrong, wrong), "z": (slow, None)}
    changes = []
    for owner, rows in tables.items():
        old, new = (record_of(owner, every[owner], problem, row, "cpu") if row else None for row in rows)
        changes += [Change(old, new)] if old else []
    assert [change.gain for change in changes] == [-100, 0, 0, 0]
    found = with_new_bonuses(changes, [{owner: every[owner].sha256 for owner in names} for names in ("abc", "z")])
    assert [(one.old_bonus, one.new_bonus, one.gain) for one in found] == [
        (15, 0, -115), (0, 15, 15), (0, 0, 0), (15, 15, 0),
    ]  # fmt: skip
    assert [change.old.owner for change in found if change.moves] == ["a", "b"]


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
    found = with_new_bonuses([Change(a, new)], [members], [b, c])
    assert [(one.old.owner, one.old_bonus, one.new_bonus, one.gain) for one in found] == [
        ("a", 0, 15, 15),
        ("b", 15, 0, -15),
    ]
    assert found[1].new is b, "it stays as it was judged"
    assert with_new_bonuses([Change(a, a)], [members], [b, c]) == [Change(a, a)], "who keeps what they have is not told"


def test_a_case_that_is_new_in_the_package_takes_no_bonus_away() -> None:
    [(owner, paper)] = submissions_of(Roll("plain", (member("a"),)), problem_of(3, HOMEWORK))
    old = record_of(owner, paper, problem_of(3, HOMEWORK), [(True, 1)] * 3, "cpu")
    more = problem_of(6, HOMEWORK)
    seen = msgspec.structs.replace(old, judgement=msgspec.structs.replace(old.judgement, problem=more))
    [change] = with_new_bonuses(
        [Change(seen, record_of(owner, paper, more, [(True, 1)] * 6, "cpu"))], [{owner: paper.sha256}]
    )
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
    members = {owner: paper.sha256 for owner, paper in found.items()}
    changes = with_new_bonuses([Change(record, record) for record in records], [members])
    assert [(one.old_bonus, one.new_bonus) for one in changes] == [(15, 15), (15, 15)]


def test_what_the_package_no_longer_says_is_counted() -> None:
    problem = problem_of(3)
    [(owner, paper)] = submissions_of(Roll("plain", (member("a"),)), problem)
    record = record_of(owner, paper, problem, [(True, 1)] * 3, "cpu")
    limits: dict[str, Any] = {"limits": msgspec.structs.replace(problem.limits, time_limit=9.0)}
    groups: dict[str, Any] = {"groups": {"secret": Group(7)}}
    for changes, counted in (
        ({}, (0, 0, 0)), ({"strict": True}, (3, 0, 0)), (groups, (0, 3, 0)), (limits, (0, 0, 3)),
        (limits | {"strict": True}, (3, 0, 0)), (limits | groups, (0, 3, 3)),
    ):  # fmt: skip
        changed = msgspec.structs.replace(problem, **changes)
        assert Gradebook(changed, Roll("plain", ()), [], [record] * 3, []).outdated == counted
    often = msgspec.structs.replace(record, conditions=Conditions.of(problem, HOST, 7))
    book = Gradebook(problem, Roll("plain", ()), [], [often], [])
    assert book.outdated == (0, 0, 0), "to run each case more often changes no limit"


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(("x.py", "src/Main.java", "a.c")), st.booleans(), st.binary(max_size=20))
def test_an_outline_is_known_by_what_the_submission_is_known_by(main: str, folder: bool, data: bytes) -> None:
    files = ((main, data), *((("help.txt", b"x"),) if folder else ()))
    roll = Roll("plain", (msgspec.structs.replace(member("a"), main=main, files=files),))
    [(owner, outline)], [(own, whole)] = outlines_of(roll, PROBLEM), submissions_of(roll, PROBLEM)
    assert (owner, outline.sha256, outline.run_as) == (own, whole.sha256, whole.run_as)
    assert (outline.name, outline.problem, outline.path) == (whole.name, whole.problem, whole.path)
