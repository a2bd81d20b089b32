"""A class on a terminal, as tables and as a page: who handed in what, who was late, what changed, what is alike."""

from __future__ import annotations

import re
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.console import RenderableType

from judge.model import (
    Batch,
    Conditions,
    Course,
    Deadline,
    Finding,
    Graded,
    Mark,
    Overview,
    Record,
    Roll,
    Similarities,
    Student,
    Verdict,
)
from judge.reports import (
    ClassReport,
    CourseReport,
    GradebookReport,
    MarkReport,
    RegradeReport,
    RollReport,
    SimilarReport,
    finding_html,
    view_html,
)
from judge.reports import Overview as Contest
from tests.make import record, replace
from tests.problems.told import hold, hold_rows
from tests.reports.graded import judgement, problem
from tests.reports.make import HOST, TOLD, alike, as_text, console, keep, line, overview, printed, told, unlike
from tests.reports.make import record as contest
from tests.reports.pages import Page, broken_links, said_on

ANN = Student("1", "Ann\x1b[2J")
FILES = (("homework.py", b""), ("x.py", b""))
HANDED_IN = (
    Roll.Member(ANN, "ann", "ann/feedback", "homework.py", FILES, late=True),
    Roll.Member(
        Student("2", "Bob"), "bob", "bob/feedback", doubt=Roll.Doubt("bob/x.py", "it is a link", "hand in a file")
    ),
    Roll.Member(
        Student("3", "Eve"), "eve", "eve/feedback", "homework.py", remarks=("notes.pdf: not part of the program",)
    ),
)
TWINS = ((HANDED_IN[0], HANDED_IN[2]),)
ROLL = Roll("plain", HANDED_IN, (Student("4", "Dan"),), (Roll.Doubt("up.txt", "it belongs to no student"),), TWINS)
ASIDE = Roll("plain", (), (Student("4", "Dan"), Student("5", "Ed"), Student("6", "Flo")), set_aside=frozenset("57"))
NOBODYS = (
    Roll.Unmatched("an.py", Roll.Doubt("an.py", "nobody is called so", "say whose"), (ANN, Student("2"))),
    Roll.Unmatched("zoe.py", Roll.Doubt("zoe.py", "nobody")),
)
UNCLEAR = (
    ("bob", "there is no source file in it: a.pdf"),
    ("eve", "there is no source file in it: b.pdf"),
    ("zoe", ""),
)
ALIKE = Roll(
    "plain",
    tuple(Roll.Member(Student(who), who, who, doubt=Roll.Doubt(who, what, "ask them")) for who, what in UNCLEAR[:2]),
    strays=tuple(Roll.Doubt(f"{who}.txt", "it belongs to no student") for who, _ in UNCLEAR),
    unmatched=tuple(
        Roll.Unmatched(who, Roll.Doubt(who, f"the roster has no row for {who}", "add it"), (ANN,)) for who, _ in UNCLEAR
    ),
)
BATCH = Batch("regrade", problem(), HOST, Conditions("", "", "", ""), reason="a case was wrong")
COURSE = Course("CSCI 561", (Course.Homework("one", "q", Path("1")), Course.Homework("=two", "q", Path("2"))))
ROWS = [
    Course.Row(
        Student("s1", "Ann", "ann@example.edu", section="A"), (Course.Cell(12.5, 20), Course.Cell(20, 20)), 81.25
    ),
    Course.Row(Student("s2", "=HYPERLINK(x)\x1b[2J"), (Course.Cell(0, 20), Course.Cell(None, 20, "nothing came")), 0.0),
    Course.Row(Student("dan", "dan"), (Course.Cell(None, 20, "judge error", waits=True), Course.Cell(7, 20))),
]

SPENT = [
    replace(ROWS[0], cells=(Course.Cell(12.5, 20, late_days=2), Course.Cell(20, 20, late_days=1))),
    replace(ROWS[1], cells=(Course.Cell(0, 20, late_days=1), ROWS[1].cells[1])),
    ROWS[2],
]
WAITING, RIGHT = (record("ann", judgement(*one)) for one in (("AC AC JE AC", None), ("AC AC AC AC", 50.0)))
FULL = Graded(Student("ada"), points=12.0, max_points=10.0)
EXCUSED = replace(FULL, mark=Mark.Decided(Mark("ada", "excuse", "ill", "smith", 0.0)))


def shared(share: float) -> RenderableType:
    """What is said of two who share so much: only all is 100 %."""
    found = alike()
    pair = replace(found.circles[0].shown[0], share=share)
    return SimilarReport(replace(found, circles=(replace(found.circles[0], pairs=(pair,), shown=(pair,)),)))


CLASS: dict[str, RenderableType] = {
    "a class": ClassReport(overview()),
    "points by hand": "\n".join(MarkReport(one).standing for one in (FULL, replace(FULL, points=None), EXCUSED)),
    "more points than there are": MarkReport(FULL).above_most,
    "a regrade": RegradeReport(BATCH, [Record.Change(WAITING, RIGHT), Record.Change(RIGHT, WAITING)]),
}
ROLLS: dict[str, RenderableType] = {
    "who is who": RollReport(ROLL),
    "who is set aside": RollReport(ASIDE),
    "what is nobody's": RollReport(Roll("plain", (), unmatched=NOBODYS, remarks=("the names are read as cp1252",))),
    "doubts that are alike": RollReport(ALIKE),
}
SIMILAR: dict[str, RenderableType] = {
    "what is alike": SimilarReport(alike()),
    **{f"a share of {share}": shared(share) for share in (1.0, 0.9999999, 0.996, 0.125)},
    "nothing alike": SimilarReport(unlike()),
    "many left out": SimilarReport(replace(unlike(), left_out=tuple((f"s{k}", "it is empty") for k in range(30)))),
}
COURSES: dict[str, RenderableType] = {
    "a course": CourseReport(COURSE, ROWS),
    "a course of nobody": CourseReport(COURSE, []),
    "a course with late days": CourseReport(replace(COURSE, late_days=5), SPENT),
    "a course of an excuse": CourseReport(COURSE, [Course.Row(Student("s1"), (Course.Cell(excused=True),) * 2)]),
}
SAID = {"class.txt": CLASS, "roll.txt": ROLLS, "similar.txt": SIMILAR, "course.txt": COURSES}


@pytest.mark.parametrize("file", SAID)
def test_each_word_is_as_it_is_kept(file: str) -> None:
    keep(file, SAID[file])


def lines_of(whole: Overview, *, terminal: bool = False, width: int = 80) -> list[str]:
    return as_text(ClassReport(whole), width, terminal=terminal).splitlines()


def test_of_a_large_class_a_terminal_gets_the_summary_and_a_pipe_everybody() -> None:
    whole = overview(240)
    short, long = lines_of(whole, terminal=True), lines_of(whole)
    assert len(short) < 80
    assert "The 30 students with the fewest points" in short
    assert any("all 245 are in  --html FILE" in line for line in short)
    assert sum("sample ." in line for line in long) == 243
    assert not any("all 245" in line for line in long)
    many = replace(whole, near=whole.near * 10)
    assert "  and 10 more" in lines_of(many, terminal=True)
    assert not [line for line in lines_of(many) if line.startswith("  and ")]


LONG = "Q" * 195
HOMEWORKS = tuple(Course.Homework(f"Homework {k}", "q", Path("1")) for k in range(5))
MANY = [
    Course.Row(Student("s1", LONG), (Course.Cell(12.25, 20),) * 5, 98.75),
    Course.Row(Student("s2", "Bob"), (*(Course.Cell(7.5, 20),) * 4, Course.Cell(None, 20, "nothing came")), 30.0),
]
WIDE: tuple[tuple[RenderableType, str], ...] = (  # what has a long name, and what else is never cut
    (RollReport(Roll("plain", (Roll.Member(Student("s1", LONG), "a-folder", "x", "deep/er/hw1.py"),))), "a-folder"),
    (RegradeReport(BATCH, [Record.Change(record(LONG, judgement("AC WA", 12.5)), RIGHT)]), "+37.5"),
    (CourseReport(replace(COURSE, homeworks=HOMEWORKS), MANY), "12.25"),
)


@pytest.mark.parametrize("width", [60, 80, 100])
def test_no_word_is_cut_and_no_letter_of_a_long_name_nor_a_figure_is_lost(width: int) -> None:
    words, narrow = (
        {word for line in lines_of(overview(60), width=room) for word in line.split() if "#" not in word}
        for room in (4000, width)
    )
    assert narrow <= words
    for report, figure in WIDE:
        wide, said = as_text(report, 4000), as_text(report, width)
        assert said.count("Q") == wide.count("Q") >= 195
        assert said.count(figure) == wide.count(figure) > 0
        assert max(map(len, said.split("\n"))) <= width


def test_who_waits_and_who_was_late_stand_out_in_their_rows() -> None:
    said = printed(console(80, terminal=True, colours="standard"), RollReport(ROLL))
    assert re.findall(r"\x1b\[([\d;]+)m(late|not clear)", said) == [("33", "late"), ("1;31", "not clear")]


@pytest.mark.parametrize("width", [24, 40, 80])
def test_who_has_no_marks_is_said_why_where_there_is_little_room(width: int) -> None:
    whole = replace(overview(), lines=(*overview().lines, line(6, "Zed", None, None, None, None)))
    assert [text.split() for text in lines_of(whole, width=width) if "Zed" in text] == [["u6", "Zed", "not", "graded"]]


TWENTY = Deadline.Penalty(20)


def row(name: str, *, late: bool = True, late_s: int | None = 5, off: float = 0.0) -> Graded:
    return Graded(Student(name), points=1.0, late=late, lateness=Deadline.Lateness(0.0, late_s, off))


def due(one: Graded, penalty: Deadline.Penalty | None) -> Graded:
    made = judgement("AC", 1.0)
    problem = replace(made.problem, deadline=Deadline(datetime(2026, 11, 20), penalty=penalty))
    return replace(one, judgement=replace(made, problem=problem))


def untold(name: str, handed_in: str = "", **more: Any) -> Graded:
    """Somebody of whom the export says no time."""
    return replace(due(Graded(Student(name, handed_in=handed_in), sha256="s", points=1.0), TWENTY), **more)


KNOWN = replace(row("known", late=False), sha256="s")
LATE = {
    "nobody late": [row("a", late=False)],
    "one late": [row("a"), row("b", late=False)],
    "points taken off": [due(row("a", off=1.5), TWENTY), row("b", off=2), row("c", late_s=None), row("d")],
    "a point taken off": [row("a", off=1)],
    "late without a time": [row("c", late_s=None)],
    "late without a penalty": [due(row("c", late_s=None), None)],
    "many without a time": [due(row(f"s{number}", late_s=None), TWENTY) for number in range(7)],
    "cells that can't be read": [
        *(untold("ann", "28.11.2026 00:09"), untold("bob", "soon"), untold("cy", "-"), untold("dan"))
    ],
    "such a cell without a penalty": [due(untold("ann", "soon"), None)],
    "such a cell without a deadline": [replace(untold("ann", "soon"), judgement=None)],
    "a class without times": [untold("ann"), untold("bob")],
    "one without a time": [untold("ann"), KNOWN],
    "nothing handed in, and late without a time": [untold("ann", sha256=""), untold("bob", late=True), KNOWN],
}


def test_what_lateness_cost_and_of_whom_nobody_knows_is_as_it_is_kept() -> None:
    """The counts of a class end with it, behind the points."""
    said = {name: as_text(GradebookReport(rows, problem()).summary(["scheme"]), 200) for name, rows in LATE.items()}
    keep("lateness.txt", {name: text.partition("scheme\n")[2] for name, text in said.items()}, 200)


def one_pair(left: str, right: str, *parts: Similarities.Part) -> Similarities:
    works = (Similarities.Work(("ada",), (("a.py", left),)), Similarities.Work(("bob",), (("a.py", right),)))
    pair = Similarities.Pair(0, 1, 0.9, 0.6, parts)
    return Similarities("c", works, (Similarities.Circle((0, 1), (pair,), (pair,)),), 2)


LINES = "a1b22c\nddd\ne3f\n"
SPANS = (Similarities.Span(0, begin, end) for begin, end in ((1, 2), (3, 5), (6, 11), (12, 13)))
PAGES = {
    "a class": ClassReport(overview(1)).page(),
    "what is alike": SimilarReport(alike()).page(),
    "nothing alike": SimilarReport(unlike()).page(),
    "parts of lines": SimilarReport(one_pair(LINES, LINES, *(Similarities.Part(one, one, 12) for one in SPANS))).page(),
}


def test_each_page_is_as_it_is_kept() -> None:
    a_class, alike, nothing, parts = map(said_on, PAGES.values())
    hold(TOLD / "class_page.txt", [a_class])
    few = {"nothing alike": nothing.rpartition("\n")[2], "parts of lines": parts.partition("1. ada, bob\n")[2]}
    hold(TOLD / "alike_page.txt", told({"what is alike": alike} | few))


@pytest.mark.parametrize("name", PAGES)
def test_heads_have_a_scope_links_a_target_and_headings_go_down_by_one(name: str) -> None:
    page = Page(PAGES[name])
    assert all("scope" in words for tag, words in page.seen if tag == "th")
    assert [*broken_links({"": page})] == []
    assert len(set(page.ids)) == len(page.ids)
    levels = [int(tag[1]) for tag, _ in page.seen if re.fullmatch(r"h\d", tag)]
    assert levels[0] == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(levels))
    boxes = [words for tag, words in page.seen if tag == "div" and (words.get("class") or "").startswith("scroll")]
    assert all(one["role"] == "region" and one["tabindex"] == "0" and one["aria-label"] for one in boxes)
    assert len(boxes) >= page.tags.count("table")


def test_each_row_is_the_same_on_the_page_on_the_web_and_in_the_terminal() -> None:
    shown = ClassReport(overview(20))
    head, *rows = Page(shown.page()).rows[""]
    web = Page(view_html(shown.view("", ()), lambda _: "", "students")).rows[""][1:]
    lines = [" ".join(line.split()) for line in as_text(shown, 200).splitlines()]
    assert head[:5] == ["student", "points", "verdict", "late", "by hand"]
    assert sorted(web) == sorted(rows)
    for row in rows:
        said = " ".join(filter(None, row[:5]))
        assert any(f"{line} ".startswith(f"{said} ") for line in lines), said


# --- on the web, where a link sorts -----------------------------------------------------------------------------------
EXCUSE = Mark("u4", "excuse", "ill", "smith", 0.0)


def class_of_five() -> Overview:
    """Return a class of whom u3 was late and u4 is excused."""
    whole = overview()
    lines = [replace(one, lateness=Deadline.Lateness(), late=False, mark=None) for one in whole.lines]
    lines[2] = replace(lines[2], points=12.5, late=True, lateness=Deadline.Lateness(0.0, 7200, 2.5))
    lines[3] = replace(lines[3], points=None, verdict=None, mark=Mark.Decided(EXCUSE, EXCUSE))
    return replace(whole, lines=tuple(lines))


def sorted_by(by: str) -> str:
    """Return the table of students; its links lead to what they name."""
    view = ClassReport(class_of_five()).view(by, ())
    return view_html(view, lambda to: f"?{to.kind}={to.key}", "students")


def test_each_order_by_a_column_is_as_it_is_kept() -> None:
    hold_rows(TOLD / "orders.txt", lambda by: " ".join(re.findall(r'href="\?student=u(\d)"', sorted_by(by))))


def test_the_head_turns_its_order_round_and_what_was_decided_is_said() -> None:
    def heads(by: str) -> dict[str, str]:
        found = re.findall(r'<th scope="col"([^>]*)><a href="\?sorted=([^"]*)"><bdi>(\w+)', sorted_by(by))
        return {words: f"{to} {how.partition('aria-sort=')[2]}".strip() for how, to, words in found}

    said = heads("-points")
    assert (said["id"], said["points"], said["late"]) == ("id", 'points "descending"', "-late")
    assert heads("points")["points"] == '-points "ascending"'
    head, *rows = Page(sorted_by("id")).rows[""]
    assert head[:5] == ["id, name", "points", "verdict", "late", "by hand"]
    assert [row[3] for row in rows] == ["", "", "2 h, -2.5", "", ""]
    assert [row[4] for row in rows] == ["", "", "", "excused, comment", ""]


def test_a_page_has_bounds() -> None:
    long = "x" * 200_000 + "\n" + "y\n" * 100_000
    everything = Similarities.Part(Similarities.Span(0, 0, len(long)), Similarities.Span(0, 0, len(long)), 12)
    page = SimilarReport(one_pair(long, long, everything)).page()
    assert len(page) < 200_000
    assert page.count("The rest is not shown.") == 2
    many = one_pair("a\n", "a\n")
    pairs = many.circles[0].pairs * 101
    page = SimilarReport(replace(many, circles=(Similarities.Circle((0, 1), pairs, pairs),))).page()
    assert "1 pair more, not shown side by side." in page


# --- a notebook -------------------------------------------------------------------------------------------------------
KNOWN_TAGS = {"div", "p", "b", "span", "pre", "table", "thead", "tbody", "tr", "th", "td"}
EVIL = "<img src=x onerror=alert(1)>&lt;\"'$x$\x1b[2J\u202e</pre></td></div>"


def assert_tame(markup: str) -> Page:
    seen = Page(markup)
    assert seen.kinds <= KNOWN_TAGS
    assert seen.attributes <= {"style", "class", "dir"}
    assert "url(" not in markup
    return seen


def notebook(text: str) -> tuple[str, str]:
    """A finding and leaderboards with this text wherever a stranger has a word."""
    finding = Finding("E205", text, where=text, note=text, help=text, verdict=Verdict.RTE)
    made = contest(2, 1, text=text)
    return finding_html(finding, None, text, ()), Contest(made.boards, made.clock, made.host).html()


@example(text=EVIL)
@settings(max_examples=20)
@given(text=st.text(max_size=60))
def test_no_text_becomes_markup(text: str) -> None:
    for markup in notebook(text):
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", assert_tame(markup).text)


def test_what_is_shown_in_a_notebook_is_no_formula_and_has_the_colours_of_the_page() -> None:
    for markup in notebook("$x$"):
        assert markup.startswith('<div class="tex2jax_ignore mathjax_ignore"')
        assert "color:inherit" in markup
    assert "nothing was judged" in Contest([], "cpu", HOST).html()
