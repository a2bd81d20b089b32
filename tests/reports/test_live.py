"""What is seen while a contest runs: letters, and the time that is left."""

from __future__ import annotations

import functools
import os
import re
import subprocess
import sys

from tests.manual import ROOT
from tests.reports.played import CASES, GROUPS, NAMES, PROBLEMS
from tests.terminal import Shown, in_terminal

COLOURS = {str(code) for base in (30, 40, 90) for code in range(base, base + 8)}


def played(stop: str = "") -> list[str]:
    code = f"import sys; sys.path[0] = {str(ROOT)!r}\nfrom tests.reports import played\nplayed.main({stop!r})"
    return [sys.executable, "-c", code]


@functools.cache
def on_a_terminal(stop: str = "", **environment: str) -> Shown:
    shown = in_terminal(played(stop), (80, 24), environment)
    assert shown.status == 0, shown.screen.text()
    assert shown.screen.cursor
    return shown


@functools.cache
def in_a_pipe(**environment: str) -> str:
    kept = {key: value for key, value in os.environ.items() if key != "COLUMNS"}
    done = subprocess.run(
        played(), env={**kept, **environment}, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=True
    )
    return done.stdout


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


def test_the_end_fits_a_screen_of_24_rows() -> None:
    end = on_a_terminal().screen.visible()
    assert len(end) <= 24
    text = "\n".join(end)
    assert f"The puzzle of spies   spies, {CASES} cases" in text
    for name in NAMES:
        assert re.search(rf"^ *=?\d  {name[:12]}", text, re.MULTILINE), "the last board is whole"
    for name in PROBLEMS:
        assert re.search(rf"^{name} +backtracking +{CASES}/{CASES} ", text, re.MULTILINE), "one line for each problem"
    assert "20 submissions: all as expected" in text


def test_ctrl_c_says_how_far_it_came_and_what_is_final() -> None:
    text = on_a_terminal("stop").screen.text()
    assert "interrupted after 210 of 240 runs\nof spies only the cases count that every submission has run" in text
    assert f"The puzzle of spies   spies, 6 of {CASES} cases" in text
    rows = re.findall(r"^\d  .*", text, re.MULTILINE)[-len(NAMES) :]
    assert all(re.search("AC so far +6/6", row) for row in rows), rows
    assert re.search(r"^spies +backtracking +6/6 .*5 submissions, so far$", text, re.MULTILINE)
    assert "as expected" not in text.rpartition("PAR-2:")[2]


def test_a_pipe_gets_every_column_and_a_line_for_each_case() -> None:
    text = in_a_pipe()
    assert "\x1b" not in text
    lines = text.splitlines()
    assert len([line for line in lines if re.match(r"lizards/mine  +easy/case-\d\d  +AC  ", line)]) == GROUPS["easy"]
    [heading] = {line for line in lines if line.startswith("#  submission")}
    assert heading.rstrip().endswith("memory  run as")
    assert "cleverer_than_all_the_others" in "".join(line for line in lines if line.startswith("3 "))
    assert text.rindex("lizards/mine") < text.index("The puzzle of lizards") < text.index("\nqueens/mine")
    assert "contract" not in in_a_pipe(COLUMNS="70")


def test_without_colour_the_letters_grow_all_the_same() -> None:
    shown = on_a_terminal(NO_COLOR="1")
    assert shown.ever("mine", "easy ..", "lizards  2 of 4")
    assert not COLOURS & shown.screen.styles
    assert COLOURS & on_a_terminal().screen.styles


def test_a_dumb_terminal_gets_the_lines_of_a_pipe() -> None:
    shown = on_a_terminal(TERM="dumb")
    assert not shown.screen.frames, "nothing was ever erased"
    assert not shown.screen.styles
    assert re.search(r"lizards/mine  +easy/case-\d\d  +AC  ", shown.screen.text())
