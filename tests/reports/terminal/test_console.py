"""What every report can rely on: no word is cut, and a table in a pipe has the room it needs."""

from __future__ import annotations

import io

import pytest
from rich.text import Text

from judge.reports.terminal.console import PlainConsole, WideTable, fitted

COMMAND = "judge run solutions/lizards/greedy.py --problem lizards --case forest-1000"


def console(terminal: bool = False) -> PlainConsole:
    return PlainConsole(
        file=io.StringIO(), width=40, force_terminal=terminal, markup=False, highlight=False, legacy_windows=False
    )


def printed(to: PlainConsole) -> str:
    assert isinstance(to.file, io.StringIO)
    return to.file.getvalue()


@pytest.mark.parametrize("terminal", [False, True])
@pytest.mark.parametrize("words", ["it is in " + "x" * 60, Text("it is in " + "x" * 60)])
def test_a_long_word_is_whole(words: str | Text, terminal: bool) -> None:
    to = console(terminal)
    to.print(words)
    assert printed(to).splitlines() == ["it is in", "x" * 60]


def test_a_word_that_only_its_indentation_makes_too_wide_is_whole() -> None:
    to = console()
    to.print("it is in\n" + " " * 10 + "x" * 35 + " and here")
    assert printed(to).splitlines() == ["it is in", " " * 10 + "x" * 35, "and here"]


def test_what_is_wider_than_its_cell_is_folded_and_not_cut() -> None:
    table = WideTable(box=None, show_header=False)
    table.add_column(overflow="fold")
    table.add_row(COMMAND)
    to = console(terminal=True)
    to.print(table)
    assert "".join(printed(to).split()) == COMMAND.replace(" ", "")


@pytest.mark.parametrize(("columns", "terminal", "whole"), [("", False, True), ("50", False, False), ("", True, False)])
def test_a_pipe_has_room_for_a_table_unless_columns_is_set(
    columns: str, terminal: bool, whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    table = WideTable("one", "two", box=None)
    table.add_row("a" * 30, "b" * 30)
    to = console(terminal)
    to.print(table)
    assert ("b" * 30 in printed(to)) == whole


@pytest.mark.parametrize(
    ("named", "ascii_only"),
    [
        ({}, False),
        ({"LANG": "C"}, True),
        ({"LANG": "POSIX"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),  # Python's own doing
        ({"LANG": "C", "LC_CTYPE": "de_DE.UTF-8"}, False),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, True),
        ({"LANG": "C.UTF-8"}, False),
    ],
)
def test_the_locale_c_is_taken_at_its_word(
    named: dict[str, str], ascii_only: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANG", "LC_ALL", "LC_CTYPE"):
        monkeypatch.setenv(name, named.get(name, ""))
    to = console()
    to.print(Text("1.02x ±4 %  a name that is c…"))
    assert printed(to).isascii() == ascii_only


def test_the_first_columns_have_the_room_that_is_left() -> None:
    assert fitted([30, 5, 30], [10, 5, 10], 100) == [30, 5, 30]
    assert fitted([30, 5, 30], [10, 5, 10], 50) == [30, 5, 11]
    assert fitted([30, 5, 30], [10, 5, 10], 20) == [10, 5, 10], "never less than the least"
