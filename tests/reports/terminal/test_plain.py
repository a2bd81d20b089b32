"""What a console would print, as a text."""

from __future__ import annotations

import pytest
from rich.text import Text

from judge.reports.terminal.plain import as_text


def test_it_has_no_colour_and_the_width_that_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "20")
    words = Text(" ".join(["word"] * 12), "bold red")
    lines = as_text(words, 40).splitlines()
    assert [len(line.rstrip()) for line in lines] == [39, 19]
    assert "\x1b" not in "".join(lines)


def test_nothing_is_read_as_markup() -> None:
    assert as_text("[red]name[/red] :smile: 'x'", 80) == "[red]name[/red] :smile: 'x'\n"
