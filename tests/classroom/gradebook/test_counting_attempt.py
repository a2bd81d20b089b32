"""Newest, best, or last on time: which attempts are judged, which one counts, and what the row says of it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.classroom.gradebook.counting_attempt import counting, to_judge
from judge.classroom.gradebook.grades import WAITS, graded, submissions_of
from judge.model import AttemptRule, Problem, Verdict
from judge.model.classroom import Doubt, Graded, Member, Roll
from judge.model.deadline import DAY_S, Deadline, Penalty
from tests.classroom.gradebook.test_grades import judged
from tests.judging.test_session import member, problem_of

AC, WA, JE = Verdict.AC, Verdict.WA, Verdict.JE
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
DUE = Deadline(NOON, penalty=Penalty(10, per_s=DAY_S))


class Try(NamedTuple):
    """What ann handed in so many days after the deadline, and what it came to on two cases; nothing is not judged."""

    days: float | None
    verdicts: tuple[Verdict, ...] = ()
    late: bool = False


def problem(attempt: AttemptRule) -> Problem:
    return msgspec.structs.replace(problem_of(2), deadline=DUE, attempt=attempt)


def tried(number: int, one: Try) -> Member:
    at_s = None if one.days is None else NOON.timestamp() + one.days * DAY_S
    made = member("ann", f"try {number}", late=one.late, handed_in_s=at_s)
    return msgspec.structs.replace(made, folder=f"ann_{number}", page=f"ann_{number}/feedback")


def row_of(attempt: AttemptRule, *newest_first: Try) -> Graded:
    newest, *older = everything = [tried(number, one) for number, one in enumerate(newest_first)]
    roll, asked = Roll("Blackboard", (msgspec.structs.replace(newest, others=tuple(older)),)), problem(attempt)
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


def test_the_other_attempts_stay_with_the_student() -> None:
    newest, older = tried(0, Try(-1)), tried(1, Try(-2))
    ann = msgspec.structs.replace(newest, others=(older,))
    worth = {"ann_0": 0.0, "ann_1": 0.5}
    found = counting(Roll("plain", (ann,)), problem("best"), lambda one: Graded(one.student, points=worth[one.folder]))
    assert [(one.folder, one.others) for one in found.members] == [("ann_1", (older,))]


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


@given(st.lists(TRIES, min_size=1, max_size=4))
def test_the_best_is_never_worse_than_another(tries: list[Try]) -> None:
    newest_first = sorted(tries, key=lambda one: -(one.days or 0))
    best, newest, last = (row_of(rule, *newest_first).points or 0.0 for rule in ("best", "newest", "last-on-time"))
    assert best >= max(newest, last)
