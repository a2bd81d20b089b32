"""Where nothing is said for a while, something is."""

from __future__ import annotations

import io
import threading

import pytest
from rich.console import Console

from judge.model import Preparing
from judge.reports.terminal import progress
from judge.reports.terminal.heartbeat import Heartbeat
from judge.reports.terminal.progress import Live
from tests.reports.terminal.played import Played

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
        spoken.written.clear()
        assert spoken.written.wait(PATIENCE_S)
    assert spoken.getvalue().splitlines()[-1].startswith("... all-queens  1 of 4   compiling champion   0/240")
