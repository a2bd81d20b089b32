"""What is drawn fits the screen, whatever the size of the field."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from judge.model import Finished, Prepared, Preparing, Ran, Readied, Verdict
from judge.reports.terminal.course import Course
from judge.reports.terminal.screen import screen
from tests.reports.terminal.played import Played, attempt, submission


def drawn(course: Course, size: tuple[int, int], left_s: tuple[float, float] | None = (61.0, 61.0)) -> list[str]:
    out = io.StringIO()
    console = Console(file=out, width=size[0], force_terminal=True, color_system=None, legacy_windows=False)
    console.print(screen(course, size, 5.0, left_s))
    return out.getvalue().splitlines()


@pytest.fixture
def course() -> Course:
    """In the middle of the second problem, where one submission does not compile."""
    played = Played("")
    course = Course(played.entries, played.total)
    course.event(Finished(played.entries[0]))
    entry = played.entries[1]
    for one in entry.submissions:
        course.event(Preparing(one))
        verdict = Verdict.CE if one.name == "mine" else Verdict.AC
        course.event(Readied(one, Prepared(verdict, 1.0, "there is no \x1b[2Jfunction solve")))
    for case in entry.problem.cases:
        for one in entry.submissions:
            if one.name != "mine":
                course.event(Ran(one, attempt(one.name, case), 100, played.total))
    return course


def test_every_submission_has_its_row(course: Course) -> None:
    *rows, bar = drawn(course, (80, 24))
    assert rows == [
        "",
        "lizards  2 of 4   The puzzle of lizards",
        "backtracking                  sample ..  easy ....  hard ......",
        "champion                      sample ..  easy ....  hard ......",
        "cleverer_than_all_the_others  sample ..  easy ....  hard ......",
        "greedy                        sample ..  easy ....  hard TT----",
        "mine                          CE  there is no function solve",
        "run  greedy  hard/case-05",
    ]
    assert re.fullmatch("100/240  42 AC  6 TLE  ━{14} +0:05  about 1:01 left", bar), "as long as the share that is done"


def test_letters_stand_in_the_sequence_of_the_package(course: Course) -> None:
    *rows, _ = drawn(course, (80, 24))
    again = Course(Played("").entries, course.total)
    again.event(Finished(again._entries[0]))
    [*cases], [first, *_] = again._entries[1].problem.cases, again._entries[1].submissions
    for case in reversed(cases):
        again.event(Ran(first, attempt(first.name, case), 1, course.total))
    assert drawn(again, (80, 24))[2] == next(row for row in rows if row.startswith(first.name))


def test_what_time_outs_may_make_longer_is_a_range(course: Course) -> None:
    assert drawn(course, (80, 24), (3.0, 360.0))[-1].endswith("0:03 to 6:00 left")
    assert "left" not in drawn(course, (80, 24), (0.0, 0.0))[-1]


@pytest.mark.parametrize("size", [(20, 6), (30, 8), (40, 10), (80, 9), (200, 60)])
def test_it_never_has_more_rows_or_columns_than_the_screen(course: Course, size: tuple[int, int]) -> None:
    rows = drawn(course, size)
    assert len(rows) < size[1], "one is left for the cursor"
    assert max(map(len, rows)) <= size[0]


def test_rows_that_find_no_room_are_counted(course: Course) -> None:
    assert "... 3 rows above" in drawn(course, (80, 8))


def test_what_is_compiled_at_once_is_named(course: Course) -> None:
    for name in ("ann", "bob"):
        course.event(Preparing(submission(name, "lizards")))
    assert "compiling ann, bob" in drawn(course, (80, 24))
    course.event(Readied(submission("ann", "lizards"), Prepared()))
    assert "compiling bob" in drawn(course, (80, 24))


def test_a_time_left_that_nobody_knows_is_not_shown(course: Course) -> None:
    assert "left" not in drawn(course, (80, 24), None)[-1]
    assert "left" not in drawn(course, (80, 24), (0.2, 0.2))[-1]
