"""Newest, best, or last on time: which attempts are judged, which one counts, and what the row says of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.classroom.gradebook.counting_attempt import Candidate, counting, to_judge
from judge.classroom.gradebook.grades import WAITS, graded, submissions_of
from judge.model import AttemptRule, Bonus, Problem, Scheme, Verdict
from judge.model.classroom import Doubt, Graded, Member, Roll
from judge.model.deadline import DAY_S, Deadline, Penalty
from tests.classroom.gradebook.test_grades import judged
from tests.judging.test_session import PLAIN, member, problem_of

AC, WA, JE = Verdict.AC, Verdict.WA, Verdict.JE
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
DUE = Deadline(NOON, penalty=Penalty(10, per_s=DAY_S))


class Try(NamedTuple):
    """What ann handed in so many days after the deadline, and what it came to on two cases; nothing is not judged."""

    days: float | None
    verdicts: tuple[Verdict, ...] = ()
    late: bool = False


def problem(attempt: AttemptRule, scheme: Scheme = PLAIN, deadline: Deadline = DUE) -> Problem:
    return msgspec.structs.replace(problem_of(2, scheme), deadline=deadline, attempt=attempt)


def named(who: str, number: int, one: Try) -> Member:
    at_s = None if one.days is None else NOON.timestamp() + one.days * DAY_S
    made = member(who, f"{who} try {number}", late=one.late, handed_in_s=at_s)
    return msgspec.structs.replace(made, folder=f"{who}_{number}", page=f"{who}_{number}/feedback")


def tried(number: int, one: Try) -> Member:
    return named("ann", number, one)


def row_of(attempt: AttemptRule, *newest_first: Try, scheme: Scheme = PLAIN, deadline: Deadline = DUE) -> Graded:
    newest, *older = everything = [tried(number, one) for number, one in enumerate(newest_first)]
    asked = problem(attempt, scheme, deadline)
    roll = Roll("Blackboard", (msgspec.structs.replace(newest, others=tuple(older)),))
    pairs = zip(everything, newest_first, strict=True)
    [row] = graded(roll, asked, [judged(one, *told.verdicts, problem=asked) for one, told in pairs if told.verdicts])
    return row


RIGHT, HALF, WRONG, LOST = (AC, AC), (AC, WA), (WA, WA), (AC, JE)


@pytest.mark.parametrize(
    ("attempt", "tries", "folder", "points"),
    [
        ("newest", [Try(-1, WRONG), Try(-2, RIGHT)], "ann_0", 0),
        ("best", [Try(-1, WRONG), Try(-2, RIGHT)], "ann_1", 10),
        ("best", [Try(-1, RIGHT), Try(-2, RIGHT)], "ann_0", 10),
        ("best", [Try(6, RIGHT), Try(-2, HALF)], "ann_1", 5),
        ("best", [Try(4, RIGHT), Try(-2, HALF)], "ann_0", 6),
        ("best", [Try(-1, LOST), Try(-2, RIGHT)], "ann_0", None),
        ("best", [Try(-1, RIGHT), Try(-2, LOST)], "ann_1", None),
        ("best", [Try(-1, RIGHT), Try(-2)], "ann_1", None),
        ("last-on-time", [Try(1, RIGHT), Try(-1, WRONG), Try(-2, RIGHT)], "ann_1", 0),
        ("last-on-time", [Try(-1, WRONG), Try(-2, RIGHT)], "ann_0", 0),
        ("last-on-time", [Try(2, RIGHT), Try(1, RIGHT)], "ann_0", 8),
        ("last-on-time", [Try(None, RIGHT, late=True), Try(None, HALF)], "ann_1", 5),
    ],
)
def test_which_attempt_counts(attempt: AttemptRule, tries: list[Try], folder: str, points: float | None) -> None:
    row = row_of(attempt, *tries)
    assert (row.folder, row.points) == (folder, points)
    assert row.page == "ann_0/feedback", "there is one page, that of the newest"


@pytest.mark.parametrize(
    ("rule", "tries", "counts"),
    [
        ("newest", [Candidate(able=False), Candidate(points=10)], 0),
        ("newest", [Candidate(late=True), Candidate(points=10)], 0),
        ("best", [Candidate(points=5), Candidate(points=7), Candidate(points=7)], 1),
        ("best", [Candidate(points=5), Candidate(), Candidate(points=7)], 1),
        ("best", [Candidate(able=False), Candidate(points=0)], 1),
        ("best", [Candidate(able=False), Candidate(able=False)], 0),
        ("last-on-time", [Candidate(late=True, points=9), Candidate(), Candidate(points=9)], 1),
        ("last-on-time", [Candidate(late=True), Candidate(late=True, points=9)], 0),
    ],
)
def test_one_function_says_what_counts(rule: AttemptRule, tries: list[Candidate], counts: int) -> None:
    assert counting(rule, tries) == counts


BONUS = Scheme(bonus=Bonus(1.0, 5, ("DFS",)))
ONCE = Deadline(NOON, penalty=Penalty(40))


def test_the_best_is_the_best_after_its_bonus() -> None:
    """10 points and 5 for speed, less 40 %, are more than 5 on time."""
    row = row_of("best", Try(1, RIGHT), Try(-1, HALF), scheme=BONUS, deadline=ONCE)
    assert (row.folder, row.points) == ("ann_0", 9)
    row = row_of("best", Try(1, RIGHT), Try(-1, RIGHT), scheme=BONUS, deadline=ONCE)
    assert (row.folder, row.points) == ("ann_1", 15)


def class_of(tries: Sequence[Sequence[tuple[Try, float]]], asked: Problem) -> list[Graded]:
    """A class in which each student has these attempts, the newest first, and how many seconds each case took."""
    members, records = [], []
    for number, theirs in enumerate(tries):
        made = [named(f"s{number}", at, one) for at, (one, _) in enumerate(theirs)]
        members.append(msgspec.structs.replace(made[0], others=tuple(made[1:])))
        for one, (told, time_s) in zip(made, theirs, strict=True):
            record = judged(one, *told.verdicts, problem=asked)
            runs = tuple(msgspec.structs.replace(run, cpu_s=time_s) for run in record.judgement.runs)
            records.append(
                msgspec.structs.replace(record, judgement=msgspec.structs.replace(record.judgement, runs=runs))
            )
    return graded(Roll("Blackboard", tuple(members)), asked, records)


def test_a_student_runs_against_others_and_not_against_their_own_attempts() -> None:
    """One place of ten, and a late attempt that is faster than all but could not count takes it from nobody."""
    tenth = Scheme(bonus=Bonus(0.1, 5, ("DFS",)))
    asked = problem("best", tenth, ONCE)
    ann = [(Try(-1, RIGHT), 9.0), (Try(-2, RIGHT), 1.0), (Try(-3, RIGHT), 2.0)]
    assert [row.points for row in class_of([ann, [(Try(-1, RIGHT), 3.0)]], asked)] == [15, 10]
    asked = problem("best", tenth, Deadline(NOON, penalty=Penalty(90)))
    ann = [(Try(5, RIGHT), 1.0), (Try(-1, RIGHT), 9.0)]
    assert [row.points for row in class_of([ann, [(Try(-1, RIGHT), 3.0)]], asked)] == [10, 15]


TRIED = st.tuples(
    st.builds(Try, st.floats(-3, 3), st.sampled_from([RIGHT, HALF, WRONG])), st.sampled_from([1.0, 2.0, 9.0])
)
CLASSES = st.lists(st.lists(TRIED, min_size=1, max_size=3), min_size=1, max_size=4)


@settings(max_examples=60, deadline=None)
@given(CLASSES, st.sampled_from([0.1, 0.5, 1.0]), st.integers(1, 99))
def test_what_counts_is_the_most_of_what_each_attempt_alone_would_count(
    tries: list[list[tuple[Try, float]]], share: float, off: int
) -> None:
    scheme, deadline = Scheme(bonus=Bonus(share, 5, ("DFS", "BFS"))), Deadline(NOON, penalty=Penalty(off))
    asked = problem("best", scheme, deadline)
    tries = [sorted(theirs, key=lambda one: -(one[0].days or 0)) for theirs in tries]
    first = class_of(tries, asked)[0]
    alone = [class_of([[one], *tries[1:]], asked)[0].points or 0.0 for one in tries[0]]
    assert first.points == max(alone)


def test_the_row_says_why_it_is_this_one() -> None:
    assert row_of("newest", Try(-1, RIGHT), Try(-2, RIGHT)).note == ""
    assert row_of("best", Try(-1, RIGHT)).note == ""
    assert row_of("best", Try(-1, WRONG), Try(-2, RIGHT)).note == "of 2 attempts the best counts: ann_1"
    assert row_of("best", Try(-1, LOST), Try(-2, RIGHT)).note == f"{WAITS}; of 2 attempts the best counts: ann_0"
    on_time = row_of("last-on-time", Try(1, RIGHT), Try(-2, RIGHT))
    assert on_time.note == "of 2 attempts the last on time counts: ann_1"
    late = row_of("last-on-time", Try(2, RIGHT), Try(1, RIGHT))
    assert late.note.startswith("of 2 attempts none was on time, so the newest counts: ann_0; 8 of 10 points")


def test_only_what_may_count_is_judged_the_newest_last() -> None:
    first, second, third = (tried(number, Try(1 - number)) for number in range(3))
    ann = msgspec.structs.replace(first, others=(second, third))

    def names(attempt: AttemptRule) -> list[str]:
        due, judged_ones = to_judge(ann, problem(attempt)), submissions_of(Roll("plain", (ann,)), problem(attempt))
        assert [submission.source for _, submission in judged_ones] == [dict(one.files)["homework.py"] for one in due]
        return [one.folder for one in due]

    assert names("newest") == ["ann_0"]
    assert names("best") == ["ann_2", "ann_1", "ann_0"]
    assert names("last-on-time") == ["ann_1"]


def test_what_can_not_be_judged_is_not_the_best() -> None:
    broken = msgspec.structs.replace(tried(0, Try(-1)), main="", files=(), doubt=Doubt("ann_0", "it is empty"))
    older, asked = tried(1, Try(-2)), problem("best")
    ann = msgspec.structs.replace(broken, others=(older,))
    [row] = graded(Roll("plain", (ann,)), asked, [judged(older, AC, AC, problem=asked)])
    assert (row.folder, row.points) == ("ann_1", 10)
    ours = msgspec.structs.replace(ann, doubt=Doubt("ann_0", "it broke", ours=True))
    [row] = graded(Roll("plain", (ours,)), asked, [judged(older, AC, AC, problem=asked)])
    assert (row.folder, row.points, row.verdict) == ("ann_0", None, JE)
    [row] = graded(Roll("plain", (msgspec.structs.replace(broken, others=(broken,)),)), asked, [])
    assert (row.points, row.judgement) == (None, None)


def test_two_submissions_that_nobody_has_settled_are_no_choice() -> None:
    first, second = tried(0, Try(-1)), tried(1, Try(-2))
    doubt = Doubt("ann_0 and ann_1", "ann has two submissions")
    ann = msgspec.structs.replace(first, main="", files=(), folder=doubt.where, doubt=doubt, others=(first, second))
    assert to_judge(ann, problem("best")) == [ann]
    [row] = graded(Roll("plain", (ann,)), problem("best"), [])
    assert (row.folder, row.note) == (doubt.where, doubt.what)


TRIES = st.builds(Try, st.floats(-3, 12), st.sampled_from([RIGHT, HALF, WRONG]))


@settings(deadline=None)
@given(st.lists(TRIES, min_size=1, max_size=4))
def test_the_best_is_never_worse_than_another(tries: list[Try]) -> None:
    newest_first = sorted(tries, key=lambda one: -(one.days or 0))
    best, newest, last = (row_of(rule, *newest_first).points or 0.0 for rule in ("best", "newest", "last-on-time"))
    assert best >= max(newest, last)
