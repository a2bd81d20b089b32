"""What a terminal shows while a contest runs, row by row, and how long it says that it still takes."""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Callable

import pytest
from rich.console import Console

from judge.model import Finished, Prepared, Preparing, Programs, Ran, Readied
from judge.reports import Live
from judge.reports.terminal import progress
from judge.reports.terminal.heartbeat import Heartbeat
from judge.reports.terminal.screen import Course, screen
from judge.reports.terminal.timeleft import TimeLeft
from tests.make import AC, CE, TLE, replace
from tests.reports.make import console, printed
from tests.reports.played import Played, attempt, submission
from tests.reports.replayed import FOLDER, Recorded, recorded


def drawn(course: Course, size: tuple[int, int], left_s: tuple[float, float] | None = (61.0, 61.0)) -> list[str]:
    return printed(console(size[0], terminal=True), screen(course, size, 5.0, left_s)).splitlines()


@pytest.fixture
def course() -> Course:
    """In the middle of the second problem, where one submission does not compile."""
    played = Played("")
    course = Course(played.entries, played.total)
    course.event(Finished(played.entries[0]))
    entry = played.entries[1]
    for one in entry.submissions:
        course.event(Preparing(one))
        verdict = CE if one.name == "mine" else AC
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


@pytest.mark.parametrize(
    ("left_s", "end"), [((3.0, 360.0), "0:03 to 6:00 left"), ((0.0, 0.0), ""), ((0.2, 0.2), ""), (None, "")]
)
def test_a_time_left_is_a_range_where_time_outs_may_make_it_longer(
    course: Course, left_s: tuple[float, float] | None, end: str
) -> None:
    bar = drawn(course, (80, 24), left_s)[-1]
    assert bar.endswith(end)
    assert ("left" in bar) is bool(end)


@pytest.mark.parametrize("size", [(20, 6), (30, 8), (40, 10), (80, 9), (200, 60)])
def test_it_never_has_more_rows_or_columns_than_the_screen(course: Course, size: tuple[int, int]) -> None:
    rows = drawn(course, size)
    assert len(rows) < size[1], "one is left for the cursor"
    assert max(map(len, rows)) <= size[0]


def test_rows_that_find_no_room_are_counted_and_what_is_compiled_at_once_is_named(course: Course) -> None:
    assert "... 3 rows above" in drawn(course, (80, 8))
    for name in ("ann", "bob"):
        course.event(Preparing(submission(name, "lizards")))
    assert "compiling ann, bob" in drawn(course, (80, 24))
    course.event(Readied(submission("ann", "lizards"), Prepared()))
    assert "compiling bob" in drawn(course, (80, 24))
    assert (Course((), 9).place, Course((), 9).entry) == ("", None), "of a class no problem is at work"


PATIENCE_S = 100


class Spoken(io.StringIO):
    """Tells when something was written to it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = threading.Event()

    def write(self, text: str) -> int:
        done = super().write(text)
        self.written.set()
        return done


def test_it_speaks_again_and_again_until_it_is_stopped() -> None:
    often = threading.Semaphore(0)
    heart = Heartbeat(often.release, 0.001)
    heart.start()
    assert all(often.acquire(timeout=PATIENCE_S) for _ in range(3))
    heart.stop()
    assert "heartbeat" not in {one.name for one in threading.enumerate()}


def test_it_waits_its_time_after_whatever_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now_s)
    heart = Heartbeat(lambda: None, 10.0)
    now_s = 107.0
    assert heart.wait_s() == 3.0
    heart.said()
    assert heart.wait_s() == 10.0
    now_s = 120.0
    assert heart.wait_s() == 0.0


def test_a_pipe_learns_what_takes_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY_S", 0.001)
    contest, spoken = Played(""), Spoken()
    with Live(Console(file=spoken, width=100), contest.total, contest.entries) as live:
        live.event(Preparing(contest.entries[0].submissions[1]))
        while "compiling" not in spoken.getvalue():  # one that was begun before may be written first
            assert spoken.written.wait(PATIENCE_S)
            spoken.written.clear()
    assert spoken.getvalue().splitlines()[-1].startswith("... all-queens  1 of 4   compiling champion   0/240")


NEAR_END_S = 2.0  # of a time left this short nobody reads how wrong it is
RUNS = ("first", "one", "queens")  # the README's first command; a file on all cases; three files on all cases
LOOK_S = 0.25  # as often as a terminal is drawn


@pytest.fixture
def run() -> Recorded:
    return recorded(FOLDER / "queens.json")


def left_of(run: Recorded, more_s: float = 0.0) -> TimeLeft:
    return TimeLeft(run.entries, run.total, 0.0, more_s)


def said(left: TimeLeft, now_s: float) -> float:
    said_s = left.left_s(now_s)
    assert said_s is not None
    return said_s


def range_of(left: TimeLeft, now_s: float) -> tuple[float, float]:
    found = left.range_s(now_s)
    assert found is not None
    return found


def believed(run: Recorded) -> list[tuple[float, float]]:
    """Pairs of what was left and what was said, at every look."""
    left, looks = left_of(run), []
    end_s, next_s = run.events[-1][0], 0.0
    for at_s, event in run.events:
        while next_s < at_s:
            looks.append((end_s - next_s, said(left, next_s)))
            next_s += LOOK_S
        left.event(event, at_s)
    return looks


def kernels_kept(run: Recorded) -> Recorded:
    """The same run, with hardly any time for compiling."""
    events, last_s, now_s = [], 0.0, 0.0
    for at_s, event in run.events:
        now_s += (at_s - last_s) * (0.05 if isinstance(event, Readied) else 1.0)
        last_s = at_s
        events.append((now_s, event))
    return run._replace(events=events)


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("change", [lambda run: run, kernels_kept], ids=["as it was", "kernels kept"])
def test_after_the_first_tenth_it_is_never_more_than_twice_wrong(
    name: str, change: Callable[[Recorded], Recorded]
) -> None:
    looks = believed(change(recorded(FOLDER / f"{name}.json")))
    assert len(looks) > 20
    wrong = {
        round(true_s, 1): round(said_s, 1)
        for true_s, said_s in looks[len(looks) // 10 :]
        if not true_s / 2 - NEAR_END_S <= said_s <= 2 * true_s + NEAR_END_S
    }
    assert not wrong, "what was left, and what was said"


def test_what_does_not_compile_takes_no_time_and_of_the_rest_the_range_is_narrow(run: Recorded) -> None:
    left = left_of(run)
    before_s = said(left, 0.0)
    assert range_of(left, 0.0) == (before_s, before_s)
    assert before_s > 5
    for entry in run.entries:
        for one in entry.submissions:
            left.event(Readied(one, Prepared(CE)), 0.0)
    assert said(left, 0.0) == 0


def test_what_may_be_late_is_late_at_the_limit_of_its_language() -> None:
    made = recorded(FOLDER / "one.json")
    [entry] = made.entries
    programs = Programs(multipliers={"Python": 10.0})
    chosen = [replace(entry, problem=replace(entry.problem, programs=programs))]
    late = next(event for _, event in late_from(made, 0).events if isinstance(event, Ran))
    most_s = []
    for language in ("C", "Python"):
        left = TimeLeft(chosen, made.total, 0.0)
        left.expect_all()
        left.event(Readied(late.submission, Prepared(language=language)), 1.0)
        left.event(late, 2.0)
        least_s, longest_s = range_of(left, 2.0)
        most_s.append(longest_s - least_s)
    assert most_s[1] == pytest.approx(10 * most_s[0])


def late_from(run: Recorded, first: int) -> Recorded:
    """The same run of one submission, of which every attempt from there on runs out of time."""
    limit_s = run.entries[0].problem.limits.time_limit
    events, now_s = [], 0.0
    for (at_s, event), (last_s, _) in zip(run.events, [(0.0, None), *run.events], strict=False):
        now_s += at_s - last_s
        if isinstance(event, Ran) and event.done > first:
            samples = tuple(replace(one, wall_s=limit_s) for one in event.run.samples)
            event = replace(event, run=replace(event.run, verdict=TLE, samples=samples))  # noqa: PLW2901
            now_s += limit_s
        events.append((now_s, event))
    return run._replace(events=events)


def test_where_one_submission_is_late_everywhere_the_range_holds_what_is_left() -> None:
    run = late_from(recorded(FOLDER / "one.json"), 10)
    left, late, end_s = left_of(run), 0, run.events[-1][0]
    left.expect_all()
    for at_s, event in run.events:
        left.event(event, at_s)
        late += isinstance(event, Ran) and event.run.verdict is TLE
        least_s, most_s = range_of(left, at_s)
        if late:
            assert least_s <= 2 * (end_s - at_s) + NEAR_END_S
            assert most_s >= (end_s - at_s) / 2 - NEAR_END_S
    assert late > 10


def test_a_budget_for_more_rounds_counts_until_it_is_spent(run: Recorded) -> None:
    plain, more = left_of(run), left_of(run, 30.0)
    *begun, (at_s, last), (_, finished) = run.events
    for left in (plain, more):
        for event_s, event in (*begun, (at_s, last)):
            left.event(event, event_s)
    assert said(more, at_s) == pytest.approx(said(plain, at_s) + 30)
    more.event(last, at_s + 12)  # once more: a further round
    assert said(more, at_s + 12) == pytest.approx(said(plain, at_s) + 18)
    more.event(finished, at_s + 12)
    assert said(more, at_s + 12) == 0


def test_of_a_class_only_the_share_that_is_done_is_known(run: Recorded) -> None:
    left = TimeLeft((), 100, 0.0)
    assert left.left_s(3.0) is None
    ran = next(event for _, event in run.events if isinstance(event, Ran))
    left.event(replace(ran, done=25, total=100), 10.0)
    assert left.left_s(10.0) == 30.0


def test_what_takes_longer_than_believed_takes_still_longer(run: Recorded) -> None:
    assert said(left_of(run), 1000.0) > 100
