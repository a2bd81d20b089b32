"""What a terminal shows while a contest runs, row by row, and how long it says that it still takes."""

from __future__ import annotations

import io
import re
import threading
from itertools import product

import pytest
from rich.console import Console

from judge.model import Finished, Prepared, Preparing, Ran, Readied
from judge.reports import Live
from judge.reports.terminal import progress
from judge.reports.terminal.progress import Heartbeat
from tests.make import AC, CE
from tests.reports.make import console, printed
from tests.reports.played import Played, attempt, submission


class Clock:
    """Seconds that pass only when a test says so."""

    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("time.monotonic", clock)
    return clock


def begun(played: Played, clock: Clock, budget_s: float | None = None) -> Live:
    page = console(80, terminal=True)
    page.get_time = clock
    return Live(page, played.total, played.entries, budget_s=budget_s)


def drawn(live: Live, size: tuple[int, int] = (80, 24)) -> list[str]:
    live._console.size = size
    live.draw()
    return printed(console(size[0], terminal=True), live._screen.get_renderable()).splitlines()


@pytest.fixture
def live(clock: Clock) -> Live:
    """In the middle of the second problem, of which one submission does not compile: five attempts took a second."""
    played = Played("")
    live, entry = begun(played, clock), played.entries[1]
    live.event(Finished(played.entries[0]))
    for one in entry.submissions:
        live.event(Preparing(one))
        verdict = CE if one.name == "mine" else AC
        live.event(Readied(one, Prepared(verdict, 1.0, "there is no \x1b[2Jfunction solve")))
    for done, (case, one) in enumerate(product(entry.problem.cases, entry.submissions), 41):
        clock.now_s += 0.2
        if one.name != "mine":
            live.event(Ran(one, attempt(one.name, case), done, played.total))
    return live


def test_every_submission_has_its_row(live: Live) -> None:
    *rows, bar = drawn(live)
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
    assert re.fullmatch(r"99/240  42 AC  6 TLE ━+ +0:12  about 0:29 left", bar), bar


def test_letters_stand_in_the_sequence_of_the_package(live: Live, clock: Clock) -> None:
    rows, played = drawn(live), Played("")
    again, entry = begun(played, clock), played.entries[1]
    again.event(Finished(played.entries[0]))
    for case in reversed(entry.problem.cases):
        again.event(Ran(entry.submissions[0], attempt(entry.submissions[0].name, case), 1, played.total))
    assert drawn(again)[2] == rows[2]


def test_a_time_left_is_told_when_it_is_known_with_the_rounds_to_come(clock: Clock) -> None:
    played = Played("")
    live, [first, *_] = begun(played, clock, 60.0), played.entries[0].submissions
    told = []
    for at_s, done in ((101.0, 1), (102.0, 2), (103.0, 239), (104.0, 240), (109.0, 240), (164.0, 240)):
        clock.now_s = at_s
        live.event(Ran(first, attempt(first.name, played.entries[0].problem.cases[0]), done, played.total))
        told.append(drawn(live)[-1].partition("about ")[2])
    assert told == ["", "4:58 left", "1:01 left", "1:00 left", "0:55 left", ""]


@pytest.mark.parametrize("size", [(20, 6), (30, 8), (40, 10), (80, 9), (200, 60)])
def test_it_never_has_more_rows_or_columns_than_the_screen(live: Live, size: tuple[int, int]) -> None:
    rows = drawn(live, size)
    assert len(rows) < size[1], "one is left for the cursor"
    assert max(map(len, rows)) <= size[0]


def test_rows_that_find_no_room_are_counted_and_what_is_compiled_at_once_is_named(live: Live) -> None:
    assert "... 3 rows above" in drawn(live, (80, 8))
    for name in ("ann", "bob"):
        live.event(Preparing(submission(name, "lizards")))
    assert "compiling ann, bob" in drawn(live)
    live.event(Readied(submission("ann", "lizards"), Prepared()))
    assert "compiling bob" in drawn(live)
    assert "starting" in drawn(Live(console(80, terminal=True), 9)), "of a class no problem is at work"


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
