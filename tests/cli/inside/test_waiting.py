"""How long one waits: for a core, in a pipe now and then, on a terminal in one place; and for a judge of a site."""

from __future__ import annotations

import io
import sys

import msgspec
import pytest

from judge.cli import submit
from judge.cli.following import WaitingLine
from judge.reports import PlainConsole
from judge.sandbox import Waiting


class Stderr(io.StringIO):
    """A terminal or a pipe."""

    terminal = False

    def isatty(self) -> bool:
        return self.terminal


def said(monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> str:
    stderr = Stderr()
    stderr.terminal = terminal
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    line = WaitingLine()
    for second in range(90):
        taken = [{"label": "1", "pid": 77, "uid": 0, "since_s": 0.0}]
        line.say(msgspec.convert({"waited_s": float(second), "place": 2, "taken": taken}, Waiting))
    line.over()
    line.say("something else")
    return stderr.getvalue()


def test_in_a_pipe_there_is_a_line_a_minute_and_on_a_terminal_one_that_goes_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second, other = said(monkeypatch, terminal=False).splitlines()
    assert first.startswith("waiting 0:00 for a core (2nd in line): core 1 is timed by judge 77 of ")
    assert second.startswith("waiting 1:00 for a core (2nd in line): ")
    assert other == "something else"
    shown = said(monkeypatch, terminal=True)
    assert shown.count("core 1 is timed by judge 77 of ") == 1
    assert "(2nd in line)" in shown
    assert shown.rstrip().endswith("something else")


@pytest.mark.parametrize(
    ("ahead", "wait_s", "why", "told"),
    [
        (0, 0.4, "", "yours is next\n"),
        (1, 12.4, "", "1 submission ahead of yours; it begins in about 12 s\n"),
        (2, None, "", "2 submissions ahead of yours\n"),
        (2, 9.0, "no\nroom", "the judge has failed on it, and tries again later: no\\nroom\n"),
    ],
)
def test_how_long_a_submission_waits_for_its_judge(ahead: int, wait_s: float | None, why: str, told: str) -> None:
    out = io.StringIO()
    submit._tell(ahead, wait_s, why, PlainConsole(file=out, width=100))
    assert out.getvalue() == told
