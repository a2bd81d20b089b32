"""A class at a glance on a terminal of 80 columns and in a pipe."""

from __future__ import annotations

import io

import msgspec
import pytest

from judge.model.overview import Overview
from judge.reports.terminal.class_report import NAMED, SHOWN, class_report
from judge.reports.terminal.console import PlainConsole
from tests.reports.classroom import overview


def shown(whole: Overview, *, terminal: bool = False, width: int = 80) -> list[str]:
    file = io.StringIO()
    console = PlainConsole(file=file, width=width, no_color=True, markup=False, highlight=False, emoji=False)
    console.print(class_report(whole, width, terminal=terminal))
    return file.getvalue().splitlines()


def test_figures_come_first_then_what_is_to_be_done_then_the_students() -> None:
    lines = shown(overview())
    heads = ["5 students: 2 AC, 1 WA, 1 CE, 1 excused", "points", "cases: how many", "2 not graded: which is run"]
    heads += ["2 unmatched: it belongs to no student", "close to a limit", "2 of 9 runs were", "by hand", "students"]
    places = [next(at for at, line in enumerate(lines) if line.startswith(head)) for head in heads]
    assert places == sorted(places)
    assert "  = help: call one main.py" in lines
    assert "  u6: a.py, b.py" in lines
    assert "  up.txt, <b>.txt" in lines
    assert "  = help: judge regrade --problem pkg --disturbed  judges these runs again" in lines


def test_each_student_has_points_and_letters() -> None:
    lines = shown(overview())
    assert lines[-6:] == [
        "     20  u1 Ann Lee  sample .  secret ..",
        "      5  u2 李小龍   sample .  secret WT",
        "  12.5*  u3 Cy       sample C  secret CC",
        "excused  u4        ",
        "     10  u5 Eve      sample .  secret .-",
        ". AC  W WA  T TLE  C CE  - not run  * points by hand",
    ]


def test_of_a_large_class_a_terminal_gets_the_summary_and_a_pipe_everybody() -> None:
    whole = overview(240)
    short, long = shown(whole, terminal=True), shown(whole)
    assert len(short) < 80
    assert f"the {SHOWN} students with the fewest points" in short
    assert any("all 245 are in  --html FILE" in line for line in short)
    assert sum("sample ." in line for line in long) == 243
    assert not any("all 245" in line for line in long)


def test_a_long_list_ends_with_how_many_more_there_are_on_a_terminal() -> None:
    whole = overview()
    many = msgspec.structs.replace(whole, near=whole.near * 10)
    assert f"  and {20 - NAMED} more" in shown(many, terminal=True)
    assert not [line for line in shown(many) if line.startswith("  and ")]


@pytest.mark.parametrize("width", [40, 80, 120])
def test_nothing_is_cut_within_a_word(width: int) -> None:
    words = {word for line in shown(overview(60), width=4000) for word in line.split() if "#" not in word}
    narrow = {word for line in shown(overview(60), width=width) for word in line.split() if "#" not in word}
    assert narrow <= words
