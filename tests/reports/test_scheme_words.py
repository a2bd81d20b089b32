"""A scheme, a deadline and lateness in words."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from judge.classroom.gradebook.lateness import why
from judge.model import Bonus, Group, Scheme
from judge.model.deadline import DAY_S, Deadline, Penalty
from judge.reports.scheme_words import deadline_words, scheme_words
from judge.text import points_of, span
from tests.scoring import make

DUE = datetime(2026, 11, 20, 23, 59, 59)
HERE = f"2026-11-20 23:59:59 {DUE.astimezone():%Z}"
PER_DAY = Penalty(10, per_s=DAY_S, most=50, cutoff_s=7 * DAY_S)


@pytest.mark.parametrize(
    ("deadline", "words"),
    [
        (Deadline(DUE), f"On time until {HERE}."),
        (Deadline(DUE.replace(tzinfo=UTC)), "On time until 2026-11-20 23:59:59 +0000."),
        (Deadline(DUE.replace(tzinfo=ZoneInfo("Asia/Tokyo"))), "On time until 2026-11-20 23:59:59 Asia/Tokyo."),
        (
            Deadline(DUE, 900, PER_DAY),
            f"On time until {HERE}, and up to 15 min later. Later: 10% less for each day that has begun,"
            " at most 50%, and nothing after 7 days and 15 min of grace.",
        ),
        (Deadline(DUE, 0, Penalty(1, "points")), f"On time until {HERE}. Later: 1 point less."),
        (
            Deadline(DUE, 0, Penalty(2.5, "points", 12 * 3600)),
            f"On time until {HERE}. Later: 2.5 points less for each 12 h that has begun.",
        ),
    ],
)
def test_a_deadline_in_words(deadline: Deadline, words: str) -> None:
    assert deadline_words(deadline) == words


@pytest.mark.parametrize(
    ("penalty", "grace_s", "late_s", "words"),
    [
        (PER_DAY, 0, 1, "15 less 10% (1 day begun) for 1 s late"),
        (PER_DAY, 0, DAY_S + 1, "15 less 20% (2 days begun) for 1 day 1 s late"),
        (PER_DAY, 0, 2 * DAY_S, "15 less 20% for 2 days late"),
        (PER_DAY, 900, DAY_S + 900, "15 less 10% (1 day begun) for 1 day 15 min late"),
        (PER_DAY, 0, 6 * DAY_S + 7200, "15 less 50% (the most) for 6 days 2 h late"),
        (PER_DAY, 900, 8 * DAY_S, "nothing counts after 7 days and 15 min of grace, and this was 8 days late"),
        (PER_DAY, 0, 8 * DAY_S, "nothing counts after 7 days, and this was 8 days late"),
        (Penalty(20, cutoff_s=0), 0, 5, "nothing counts after 0 s, and this was 5 s late"),
        (Penalty(0.5, "points", 3600), 0, 7200, "15 less 1 point for 2 h late"),
        (Penalty(20), 0, 61, "15 less 20% for 1 min 1 s late"),
        (None, 0, 61, "handed in 1 min 1 s late"),
    ],
)
def test_why_something_was_taken_off(penalty: Penalty | None, grace_s: int, late_s: int, words: str) -> None:
    deadline = Deadline(DUE, grace_s, penalty)
    assert why(15, deadline.off(15, late_s), late_s, deadline) == words
    assert why(0, 0, 61, deadline) == "handed in 1 min 1 s late"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"), (59, "59 s"), (60, "1 min"), (3601, "1 h 1 s"), (3661, "1 h 1 min"), (DAY_S, "1 day"),
        (2 * DAY_S + 300, "2 days 5 min"), (2 * DAY_S + 3 * 3600, "2 days 3 h"),
    ],
)  # fmt: skip
def test_a_length_of_time_in_its_two_largest_units(seconds: int, words: str) -> None:
    assert span(seconds) == words


def test_points_have_two_decimals_at_most() -> None:
    assert [points_of(value) for value in (10, 10.5, 100 / 3, 0)] == ["10", "10.5", "33.33", "0"]


def test_schemes_in_words() -> None:
    """Each with what it says of judge errors, and of the bonus."""
    bonus = Bonus(0.1, 5.0)
    found = scheme_words(make.problem("a/DFS b/BFS", algorithms=("DFS", "BFS"), scheme=Scheme("all-or-count", bonus)))
    assert found == [
        "100 points if all 2 cases pass, else 1 point for each case that passes.",
        "A judge error costs nobody a point: its points wait until it is judged again.",
        "Of those who pass every case, the fastest 10 % on the DFS and BFS cases get 5 points more, "
        "for each of these algorithms; who can't be told apart from the last of them gets it too.",
    ]
    one = scheme_words(make.problem(1, scheme=Scheme("groups", Bonus(0.25, 1.0))))[-1]
    assert one.startswith("Of those who pass every case, the fastest 25 % on the DFS cases get 1 point more; who")
    groups = {"s": Group(0), "x": Group(1), "y": Group(50, "pass-fail", require_pass="s")}
    assert scheme_words(make.problem("a:s b:x c:y d:y", groups=groups, scored=True))[:3] == [
        "s: no points.",
        "x: 1 point, shared evenly by 1 case; a case gives its share times its score.",
        "y: 50 points if all 2 cases pass, else none; none unless all of s pass.",
    ]
