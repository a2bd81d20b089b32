"""Whatever a report is told to show leaves as its own characters, through each door by which a text leaves."""

from __future__ import annotations

import io
import json
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.markdown import Markdown
from rich.text import Text

from judge.model.classroom import Graded, Student
from judge.model.schedule import Team
from judge.reports.export.cells import cell, csv_text
from judge.reports.export.event_feed import event_feed
from judge.reports.export.junit import junit_xml, run_junit_xml
from judge.reports.notebook.element import block
from judge.reports.notebook.element import element as notebook_element
from judge.reports.page.html import Html, element
from judge.reports.page.templates import render
from judge.reports.plots.data import as_json
from judge.reports.plots.plot import Axis, Dot, Plot, Series
from judge.reports.terminal.console import PlainConsole, WideTable
from judge.reports.terminal.plain import as_text
from judge.scoring.standings import scoreboard
from tests.contests import FINAL, schedule_of
from tests.reports import runs

UNSHOWN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
POISON = "a\x1b[2J\x1b]0;t\x07\x9b31m\u202eb\ud800\udcff\x00\x7f\u2028\r\n\t\uffff<&'\"]]>"


def assert_tame(shown: str, but: str = "\n") -> None:
    shown.encode()
    assert not [one for one in shown if one not in but and unicodedata.category(one) in UNSHOWN]


def printed(what: object) -> str:
    file = io.StringIO()
    console = PlainConsole(file=file, width=40, force_terminal=True, color_system=None, markup=False)
    console.print(what)
    return file.getvalue()


def in_table(text: str) -> str:
    table = WideTable(text, title=text, caption=text)
    table.add_row(text)
    table.add_row(Text("bold", "bold").append(text, "red"))
    return printed(table)


def in_page(text: str) -> str:
    return render("page/base.html", title=text, css=Html("p{}"))


def in_plot(text: str) -> str:
    plot = Plot(text, Axis(text, text), Axis(text, names=(text,)), (Series(text, (Dot(1.0, 2.0, text),)),), (), text)
    return str(json.loads(as_json(plot)))


def in_feed(text: str) -> str:
    teams = (Team("t1", text, (text,), affiliation=text), Team("t2", "b", ("t2",)))
    schedule = msgspec.structs.replace(schedule_of(teams=teams), name=text)
    return "".join(str(json.loads(line)) for line in event_feed(scoreboard(schedule, [], FINAL, {})).splitlines())


def in_xml(text: str) -> str:
    """A name of a submission, of a case, of a student, and a note."""
    made = [standing.judgement for board in runs.record(2, 4, text=text).boards for standing in board]
    of_class = junit_xml([Graded(Student(text, text), note=text), Graded(Student("b"), judgement=made[0])])
    for document in (of_class, run_junit_xml(made)):
        ET.fromstring(document)
    return of_class + run_junit_xml(made)


DOORS: dict[str, Callable[[str], str]] = {
    "a string on a terminal": printed,
    "a text on a terminal": lambda text: printed(Text(text, "bold").append(text, "red").append(text)),
    "a statement on a terminal": lambda text: printed(Markdown(text)),
    "a table on a terminal": in_table,
    "a text in a notebook": lambda text: as_text(Text(text), 40),
    "an element of a notebook": lambda text: notebook_element("p", text) + block(text),
    "a page": in_page,
    "an element of a page": lambda text: element("p", text, title=text),
    "a plot": in_plot,
    "CSV": lambda text: csv_text([[cell(text)], [text]]).replace("\r\n", "\n"),
    "an event feed": in_feed,
    "JUnit": in_xml,
}


@pytest.mark.parametrize("door", DOORS)
@settings(deadline=None)  # the first page loads its templates
@example(POISON)
@given(st.text(st.characters(codec=None), max_size=40))
def test_no_text_leaves_as_anything_but_its_own_characters(door: str, text: str) -> None:
    assert_tame(DOORS[door](text))


def test_a_cell_is_one_row() -> None:
    table = WideTable(box=None, show_header=False)
    table.add_row("a\n1  forged", Text("b\nc"))
    assert printed(table).split() == ["a\\n1", "forged", "b\\nc"]


def test_a_text_keeps_its_styles_where_it_is_cleaned() -> None:
    file = io.StringIO()
    console = PlainConsole(file=file, width=80, force_terminal=True, color_system="standard", markup=False)
    console.print(Text("a\x1b", "bold").append("b\u202e", "red").append("c"))
    assert file.getvalue() == "\x1b[1ma\\x1b\x1b[0m\x1b[1;31mb\\u202e\x1b[0m\x1b[1mc\x1b[0m\n"
