"""How long a judge waits for a core: on a terminal one line counts, in a pipe there is one a minute."""

from __future__ import annotations

import io

import pytest

from judge.reports.terminal import waiting
from judge.reports.terminal.console import PlainConsole
from judge.sandbox.corelocks import Holder, Waiting

HOLDER = Holder(1, 77, 0, 0.0)


def said(monkeypatch: pytest.MonkeyPatch, *, terminal: bool) -> str:
    console = PlainConsole(file=io.StringIO(), width=200, force_terminal=terminal)
    monkeypatch.setattr(waiting, "plain_console", lambda **_: console)
    line = waiting.WaitingLine()
    for second in range(90):
        line.say(Waiting(float(second), 2, (HOLDER,)))
    line.over()
    line.say("something else")
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_in_a_pipe_there_is_a_line_a_minute_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, other = said(monkeypatch, terminal=False).splitlines()
    assert first.startswith("waiting 0:00 for a core (2nd in line): core 1 is timed by judge 77 of ")
    assert second.startswith("waiting 1:00 for a core (2nd in line): ")
    assert other == "something else"


def test_on_a_terminal_the_reason_stands_once_above_a_line_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = said(monkeypatch, terminal=True)
    assert shown.count("core 1 is timed by judge 77 of ") == 1
    assert "(2nd in line)" in shown
    assert shown.rstrip().endswith("something else")
