"""A scheme and a deadline in words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from judge.model import Deadline, Problem
from judge.reports import deadline_words, scheme_words
from judge.text import DAY_S, points_of, span
from tests import make
from tests.problems.told import hold
from tests.reports.make import TOLD

DUE = datetime(2026, 11, 20, 23, 59, 59)
HERE = f"2026-11-20 23:59:59 {DUE.astimezone():%Z}"
PER_DAY = Deadline.Penalty(10, per_s=DAY_S, most=50, cutoff_s=7 * DAY_S)


DEADLINES = (
    *(Deadline(DUE), Deadline(DUE.replace(tzinfo=UTC)), Deadline(DUE.replace(tzinfo=ZoneInfo("Asia/Tokyo")))),
    *(Deadline(DUE, 900, PER_DAY), Deadline(DUE, 0, Deadline.Penalty(1, "points"))),
    Deadline(DUE, 0, Deadline.Penalty(2.5, "points", 12 * 3600)),
)
SPANS = (0, 59, 60, 3601, 3661, DAY_S, 2 * DAY_S + 300, 2 * DAY_S + 3 * 3600)
GROUPS = {"s": Problem.Group(0), "x": Problem.Group(1), "y": Problem.Group(50, "pass-fail", require_pass="s")}
SCHEMES = (
    make.problem(
        "a/DFS b/BFS", algorithms=("DFS", "BFS"), scheme=Problem.Scheme("all-or-count", Problem.Scheme.Bonus(0.1, 5.0))
    ),
    make.problem(1, scheme=Problem.Scheme("groups", Problem.Scheme.Bonus(0.25, 1.0))),
    make.problem("a:s b:x c:y d:y", groups=GROUPS, scored=True),
)


def words() -> Iterator[str]:
    yield from (deadline_words(one).replace(HERE, "HERE") for one in DEADLINES)
    yield from (f"{seconds} s: {span(seconds)}" for seconds in SPANS)
    yield from (f"{value} points: {points_of(value)}" for value in (10, 10.5, 100 / 3, 0))
    for one in SCHEMES:
        yield from ("a scheme:", *scheme_words(one))


def test_each_word_is_as_it_is_kept() -> None:
    hold(TOLD / "schemes.txt", words())
