"""Faults as they are printed, word for word, and hostile words in them."""

from __future__ import annotations

import io

import numpy as np
import pytest
from rich.console import Console, RenderableType

from judge.errors import Code, JudgeError, Place
from judge.model import Finding, ReadWarning, Verdict
from judge.reports.terminal.diagnostic import error_lines, explain_lines, finding_lines, notice_lines

HOSTILE = "\x1b[2J\x1b]0;owned\x07[bold red]not markup[/] \u202etxt.exe\x07 [link=http://evil]x[/link]"


def shown(renderable: RenderableType, width: int = 100) -> str:
    """What a terminal with colours would get, without the colours that the report itself chose."""
    return console(width, renderable, "truecolor")


def console(width: int, renderable: RenderableType, colours: str | None) -> str:
    out = io.StringIO()
    terminal = Console(
        file=out,
        width=width,
        force_terminal=True,
        color_system="truecolor" if colours else None,
        legacy_windows=False,
    )
    terminal.print(renderable)
    return out.getvalue()


EXAMPLE = r"""
WA  lizards/secret/forest-07   0.41 s of 5 s
error[E106]: two lizards can eat each other
  --> output.txt line 3, column 5  and  line 6, column 8
     1 2 3 4 5 6 7 8
   1 L . . . . . . .
   2 . . . . L . . .   <- lizard A  row 2, column 5
   3 . . . . . \ L .
   4 . L . . T . \ .
   5 . . . . . . . L   <- lizard B  row 5, column 8
  = note: 2 free cells and no tree between them on the diagonal
  = help: rerun only this case:  judge run mine.py --case forest-07
"""


def example() -> Finding:
    return Finding(
        "E106",
        "two lizards can eat each other",
        cells=((2, 5), (5, 8)),
        where="output.txt line 3, column 5  and  line 6, column 8",
        note="2 free cells and no tree between them on the diagonal",
        help="rerun only this case:  judge run mine.py --case forest-07",
    )


def board() -> np.ndarray:
    grid = np.zeros((5, 8), np.int8)
    for row, column in ((1, 1), (2, 5), (3, 7), (4, 2), (5, 8)):
        grid[row - 1, column - 1] = 1
    grid[3, 4] = 2
    return grid


def test_a_refused_answer_reads_as_the_issue_has_it() -> None:
    text = finding_lines(example(), board(), "lizard", "WA  lizards/secret/forest-07   0.41 s of 5 s")
    assert text.plain == EXAMPLE.strip("\n")


@pytest.mark.parametrize("nothing", [None, np.zeros(4, np.int8)])
def test_without_a_board_there_is_no_picture(nothing: object) -> None:
    assert finding_lines(example(), nothing).plain.splitlines() == [
        line for line in EXAMPLE.strip().splitlines()[1:] if not line.startswith("   ")
    ]


def test_an_error_names_place_note_and_help() -> None:
    error = JudgeError("E405", "row 3 has 7 digits, but n is 8", Place("in.txt", 6, 8), "line 2 says 8", "write 8")
    assert error_lines(error).plain.splitlines() == [
        "error[E405]: row 3 has 7 digits, but n is 8",
        "  --> in.txt line 6, column 8",
        "  = note: line 2 says 8",
        "  = help: write 8",
    ]
    assert error_lines(JudgeError("E424", "the package has no cases")).plain == "error[E424]: the package has no cases"


def test_warnings_name_their_first_place() -> None:
    notices = [ReadWarning("W102", "lines end in CRLF", 1), ReadWarning("W106", "blank lines at the end")]
    assert notice_lines(notices, "input.txt").plain.splitlines() == [
        "warning[W102]: lines end in CRLF",
        "  --> input.txt line 1",
        "warning[W106]: blank lines at the end",
        "  --> input.txt",
    ]


def test_long_messages_hang_below_their_first_word() -> None:
    lines = finding_lines(Finding("E205", "word " * 20, note="word " * 20), width=40).plain.splitlines()
    assert lines[0] == "error[E205]: word word word word word"
    assert lines[1] == "  word word word word word word word"
    assert "          word word word word word word" in lines
    assert all(len(line) <= 40 for line in lines)


def test_of_a_long_note_the_beginning_and_the_end_are_shown() -> None:
    stderr = "\n".join(f"line {k}" for k in range(1000)) + "\nIndexError: the cause"
    lines = finding_lines(Finding("E205", "solve raised IndexError", note=stderr)).plain.splitlines()
    assert lines[1] == "  = note: line 0"
    assert lines[-1].strip() == "IndexError: the cause"
    assert "          ... 976 lines ..." in lines
    assert len(lines) < 30


def test_explain() -> None:
    row = Code("two pieces attack", verdict="WA", why="Because.", example="\n1 | OK\n    2\n", mend="Move one.")
    assert explain_lines("E106", row).plain.splitlines() == [
        "error[E106]: two pieces attack",
        "verdict: WA",
        "",
        "Because.",
        "",
        "Example",
        "    1 | OK",
        "        2",
        "",
        "What to do",
        "Move one.",
    ]
    assert explain_lines("W101", Code("a mark")).plain.startswith("warning[W101]: a mark")


def hostile() -> list[RenderableType]:
    error = JudgeError("E431", HOSTILE, Place(f"{HOSTILE}\n.py", 1), HOSTILE, HOSTILE)
    finding = Finding("E205", HOSTILE, where=HOSTILE, note=HOSTILE, help=HOSTILE, verdict=Verdict.RTE)
    return [
        error_lines(error),
        finding_lines(finding, headline=f"RTE  {HOSTILE}"),
        notice_lines([ReadWarning("W109", HOSTILE, 3)], HOSTILE),
    ]


@pytest.mark.parametrize("number", range(3))
def test_hostile_words_stay_words(number: int) -> None:
    plain = console(300, hostile()[number], None)
    assert "[bold red]not markup[/]" in plain
    assert r"\u202etxt.exe\x07" in plain
    assert "[link=http://evil]x[/link]" in plain
    coloured = shown(hostile()[number], 300)
    for raw in ("\x1b[2J", "\x1b]0", "\x07", "\u202e", "\x1b]8"):
        assert raw not in plain + coloured
    assert "\x1b[" in coloured, "the report's own colours are there, so the console did get escape sequences through"
