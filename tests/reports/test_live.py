"""What is seen while a contest runs: letters, and the time that is left."""

from __future__ import annotations

import functools
import re

import pytest

from tests.reports.make import console, printed
from tests.reports.played import CASES, GROUPS, NAMES, PROBLEMS, show_all
from tests.terminal import Screen, Shown

COLOURS = {str(code) for base in (30, 40, 90) for code in range(base, base + 8)}


def written(stop: str, terminal: bool, **environment: str) -> str:
    with pytest.MonkeyPatch.context() as here:
        for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"):
            here.delenv(name, raising=False)
        for name, value in {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environment}.items():
            here.setenv(name, value)
        page = console(80, terminal=terminal, colours="auto")
        page.size = (80, 24)
        show_all(page, stop)
    return printed(page)


@functools.cache
def on_a_terminal(stop: str = "", **environment: str) -> Shown:
    screen = Screen(80, 24)
    screen.feed(written(stop, terminal=True, **environment).replace("\n", "\r\n"))
    assert screen.cursor
    return Shown(0, screen)


def test_letters_grow_and_each_board_comes_when_its_problem_is_over() -> None:
    shown = on_a_terminal()
    assert shown.ever("lizards  2 of 4", "compiling champion")
    assert shown.ever("lizards  2 of 4", "backtracking", "sample ..", "left")
    assert shown.ever("mine  easy/case-03")
    assert shown.ever("The puzzle of lizards   lizards, ", "queens  3 of 4"), "long before the end"
    assert all(len(frame) <= 24 for frame in shown.screen.frames)
    text = shown.screen.text()
    assert not re.search("compiling|━|left$", text), "what grew is gone"
    assert text.count("sample ..") == len(PROBLEMS) * len(NAMES)
    end = shown.screen.visible()
    assert len(end) <= 24
    for name in NAMES:
        assert re.search(rf"^ *=?\d  {name[:12]}", "\n".join(end), re.MULTILINE), "the last board is whole"


def test_ctrl_c_says_how_far_it_came_and_what_is_final() -> None:
    text = on_a_terminal("stop").screen.text()
    assert "interrupted after 210 of 240 runs\nof spies only the cases count that every submission has run" in text
    assert f"The puzzle of spies   spies, 6 of {CASES} cases" in text
    rows = re.findall(r"^\d  .*", text, re.MULTILINE)[-len(NAMES) :]
    assert all(re.search("AC so far +6/6", row) for row in rows), rows
    assert "as expected" not in text.rpartition("PAR-2:")[2]


def test_a_pipe_gets_every_column_and_a_line_for_each_case() -> None:
    text = written("", terminal=False)
    assert "\x1b" not in text
    lines = text.splitlines()
    assert len([line for line in lines if re.match(r"lizards/mine  +easy/case-\d\d  +AC  ", line)]) == GROUPS["easy"]
    assert text.rindex("lizards/mine") < text.index("The puzzle of lizards") < text.index("\nqueens/mine")


def test_without_colour_the_letters_grow_and_a_dumb_terminal_gets_the_lines_of_a_pipe() -> None:
    plain, dumb = on_a_terminal(NO_COLOR="1"), on_a_terminal(TERM="dumb").screen
    assert plain.ever("mine", "easy ..", "lizards  2 of 4")
    assert not COLOURS & plain.screen.styles
    assert COLOURS & on_a_terminal().screen.styles
    assert (dumb.frames, dumb.styles) == ([], set()), "nothing was ever erased"
    assert re.search(r"lizards/mine  +easy/case-\d\d  +AC  ", dumb.text())
