"""A page for one student or class: its parts, its style, and what tries to be more than text."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.classroom.marks import with_marks
from judge.model import Excerpt, Finding, Judgement, Lateness, Mark, ReadWarning, Verdict
from judge.reports import Html, Sheet, clean, joined, render
from judge.reports.export.gradescope import results_json
from judge.reports.page.html import element, prose
from judge.reports.page.marks import mark, share_bar, strip
from judge.reports.page.student import student_html, student_page
from judge.reports.page.style import style
from judge.reports.page.submission import FEWEST
from judge.reports.terminal.class_report import ClassReport, SimilarReport
from judge.reports.views.submission import Drawing
from tests.problems.told import hold
from tests.reports import students as made
from tests.reports.graded import everybody
from tests.reports.make import CODES, TOLD, alike, overview, unlike
from tests.reports.pages import Page


def widths(svg: str) -> list[float]:
    return [float(value) for value in re.findall(r'(?:width|x|x1)="([\d.]+)%"', svg)][1:]


@pytest.mark.parametrize(
    ("part", "whole", "share"), [(1, 4, 25), (4, 4, 100), (0, 4, 0), (5, 4, 100), (-1, 4, 0), (1, 0, 0)]
)
def test_a_bar_is_filled_by_its_share(part: float, whole: float, share: float) -> None:
    assert widths(share_bar(part, whole)) == [100, share]


def test_the_median_of_the_class_stands_where_such_a_time_would() -> None:
    drawn = strip([2.2], 5.0, 1.1)
    [place] = re.findall(r'd="M(\d+) 6h0"', strip([1.1], 5.0))
    assert f'class="median" d="M{int(place) - 4} ' in drawn
    assert 'class="median"' not in strip([1.0], 5.0)
    assert strip([], 5.0, 1.1) == ""


BEFORE_ITS_OWN, AFTER_ITS_OWN = style("/**/").split("/**/")
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


@pytest.fixture(scope="module", params=["student", "class", "alike"])
def page(request: pytest.FixtureRequest) -> str:
    if request.param == "student":
        rows = made.students()
        return student_html(rows["wrong"], made.sheet(list(rows.values())))
    return ClassReport(overview(5)).page() if request.param == "class" else SimilarReport(alike()).page()


def test_they_share_policy_and_style(page: str) -> None:
    [found] = re.findall("<style>(.*?)</style>", page, re.DOTALL)
    assert found.startswith(BEFORE_ITS_OWN)
    assert found.endswith(AFTER_ITS_OWN)


def test_every_colour_of_a_page_has_a_name(page: str) -> None:
    own = page.partition("</style>")[0].partition(BEFORE_ITS_OWN)[2]
    assert not re.search(r"(?<!-)(?:color|background|fill|stroke):#", own), "a page has no colour beside the variables"
    used = set(re.findall(r"var\((--\w+)\)", page))
    assert used <= set(re.findall(r"(--\w+):#", page))


TAGS = {
    *("html", "head", "meta", "title", "style", "body", "main", "section", "article", "div", "details", "summary"),
    *("figure", "figcaption", "h1", "h2", "h3", "h4", "h5", "p", "pre", "ul", "li", "dl", "dt", "dd", "a", "bdi"),
    *("code", "span", "strong", "table", "thead", "tbody", "tr", "th", "td", "mark"),
    *("svg", "path", "text", "rect", "circle", "line", "polyline", "image"),
}
PLAIN = {  # attributes of which no value does anything
    *("lang", "charset", "http-equiv", "content", "dir", "name", "class", "role", "aria-label", "aria-hidden", "id"),
    *("title", "open", "tabindex", "scope", "d", "viewbox", "width", "height", "x", "y", "x1", "x2", "y1", "y2", "cx"),
    *("cy", "r", "rx", "points", "text-anchor", "overflow", "preserveaspectratio"),
}


def test_no_page_loads_or_runs_anything_whatever_somebody_is_called() -> None:
    texts = [ClassReport(overview(20)).page(), SimilarReport(alike()).page(), SimilarReport(unlike()).page()]
    texts += [student_html(row, SHEET) for row in (*STUDENTS.values(), *everybody())]
    for text in texts:
        read = Page(text)
        assert read.kinds <= TAGS
        assert read.attributes <= PLAIN | {"href", "style"}
        for _, words in read.seen:
            assert re.fullmatch(r"#[\w-]+|data:image/png;base64,[\w+/=]+", words.get("href") or "#x")
            assert re.fullmatch(r"max-width:[\d.]+rem", words.get("style") or "max-width:1rem")
        assert f'http-equiv="Content-Security-Policy" content="{POLICY}"' in text
        assert not re.search(r"https?:|url\(|@import| on\w+=|src=|[\x00-\x08\x0b-\x1f\u202e]", text)


@given(text=st.text(st.characters(codec=None)))
def test_whatever_a_text_is_it_stays_text(text: str) -> None:
    read = Page(element("p", text, title=text))
    assert read.seen == [("p", {"title": clean(text)})]
    assert read.text == clean(text)


def test_only_mark_up_of_ours_is_mark_up() -> None:
    assert element("p", element("b", "<i>"), " & ") == "<p><b>&lt;i&gt;</b> &amp; </p>"
    assert element("br") == "<br>"
    assert element("svg", class_="a", stroke_width=2, hidden=None) == '<svg class="a" stroke-width="2"></svg>'
    assert isinstance(joined("<"), Html)


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("<b>, or  judge help", ["judge help"]),
        ("rerun only this case:  judge run a b.py --case six", ["judge run a b.py --case six"]),
        ("judge doctor  says how; judge run  does not", ["judge doctor", "judge run"]),
        ("one\njudge show lizards, two", ["judge show lizards"]),
        (".venv/bin/judge run --time-limit 2", [".venv/bin/judge run --time-limit 2"]),
        ("another judge is judging 3 submissions", []),
        ("a judge running away", []),
    ],
)
def test_a_command_is_marked_to_its_end(text: str, commands: list[str]) -> None:
    marked = prose(text)
    assert re.findall("<code>(.*?)</code>", marked) == commands
    assert Page(marked).text == text


def test_letters_are_the_verdicts_and_what_is_right_has_a_check() -> None:
    letters = {verdict: re.findall(r">([^<]+)</text>", mark(verdict)) for verdict in Verdict}
    assert letters.pop(Verdict.AC) == []
    assert letters == {verdict: [str(verdict)[0]] for verdict in letters}
    assert "check" in mark(Verdict.AC)
    assert "check" not in mark(Verdict.WA)


def test_what_was_not_run_is_no_time_out_and_a_screen_reader_says_it_or_leaves_it_out() -> None:
    assert "not-run" in mark(Verdict.TLE, not_run=True)
    assert "\N{EN DASH}" in mark(Verdict.TLE, not_run=True)
    assert "not-run" not in mark(Verdict.TLE)
    said = mark(Verdict.WA, said='case "a": wrong')
    assert 'role="img"' in said
    assert 'aria-label="case &quot;a&quot;: wrong"' in said
    assert 'aria-hidden="true"' in mark(Verdict.WA)


LAZY = "import sys, judge.reports.export.table, judge.reports.page_of_class; print('jinja2' in sys.modules)"


def test_a_page_loads_and_runs_nothing() -> None:
    text = render("page/base.html", title="<script>\x1b[2J\u202e\n", css=Html("p{color:red}"))
    read = Page(text)
    tags = ["html", "head", "meta", "meta", "meta", "meta", "title", "style", "body", "main"]
    assert [tag for tag, _ in read.seen] == tags
    assert next(found["content"] for _, found in read.seen if "http-equiv" in found) == POLICY
    assert read.texts["style"].strip() == "p{color:red}"
    assert "<title>&lt;script&gt;\\u202e\\n</title>" in text


def test_a_name_that_nobody_gave_is_an_error() -> None:
    from jinja2 import UndefinedError

    with pytest.raises(UndefinedError, match="css"):
        render("page/base.html", title="")


def test_who_writes_no_page_does_not_wait_for_templates() -> None:
    ran = subprocess.run([sys.executable, "-c", LAZY], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"


STUDENTS = made.students()
SHEET = made.sheet([row for row in STUDENTS.values() for _ in range(3)])
CANARY = "0020010"


def words_of(value: object) -> Iterator[str]:
    """Return every text in a page's noun."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from words_of(one)
    elif isinstance(value, Drawing):
        yield value.caption
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            if name not in ("anchor", "why", "dots"):  # where it stands on the page, and a picture
                yield from words_of(getattr(value, name))


def plain(text: str) -> str:
    """Return it on one line."""
    return " ".join(text.split())


AT_S = 1_764_000_000
BY_MAIL = Mark("U10", "points", "by mail", "smith", AT_S, 70.0)
COMMENT = Mark("U10", "comment", "Well explained.", "smith", AT_S)
EXCUSE = Mark("U10", "excuse", "ill", "smith", AT_S)
PAGES = {
    **STUDENTS,
    "not yet": msgspec.structs.replace(STUDENTS["nothing"], sha256="ab" * 32),
    "excused": with_marks([STUDENTS["wrong"]], (EXCUSE,))[0],
    "points by hand": with_marks([STUDENTS["wrong"]], (BY_MAIL, COMMENT))[0],
    "less for lateness": msgspec.structs.replace(STUDENTS["right"], points=90.0, lateness=Lateness(AT_S, 3600, 10.0)),
    "a file that is called as a command": made.row("x", made.judged("AC", 1, "a; rm x")),
}
TOP = ("title", "who", "verdict", "headline", "why", "points", "share", "remarks", "steps", "facts")
WHEN = re.compile(r"2025-11-2\d( \d\d:\d\d [\w+-]+)?")  # in the zone of the host


def told() -> Iterator[str]:
    for kind, row in PAGES.items():
        page = student_page(row, SHEET)
        yield f"{kind}:"
        yield from (WHEN.sub("WHEN", f"    {name}: {getattr(page, name)}") for name in TOP)
        yield from (f"    {group.name}: {group.score}, {group.share}" for group in page.groups)
        yield f"    codes: {' '.join(one.code for one in page.meanings)}"


def test_what_students_read_is_as_it_is_kept() -> None:
    hold(TOLD / "students.txt", told())
    assert student_page(STUDENTS["nothing"], Sheet()).title == "Feedback"


@pytest.mark.parametrize("kind", PAGES)
def test_all_that_a_page_says_is_shown(kind: str) -> None:
    text = plain(Page(student_html(PAGES[kind], SHEET)).text)
    for word in words_of(student_page(PAGES[kind], SHEET)):
        assert plain(word) in text


# --- secrets -------------------------------------------------------------------------------------------------------
def talking(verdict: Verdict) -> Judgement:
    """Every case fails, and the submission has put the board into whatever it may write."""
    row = made.judged(str(verdict), 0.0)
    said = Finding(
        *(CODES[verdict], CANARY, ((1, 1), (2, 2)), CANARY, CANARY, CANARY, verdict, CANARY),
        excerpt=Excerpt(CANARY, 1, CANARY, 1, 3),
    )
    spoken = {"message": CANARY, "finding": said, "notices": (ReadWarning("W101", CANARY),)}
    runs = [
        run if row.problem.shows(run.group) else msgspec.structs.replace(run, board=made.board(3), **spoken)
        for run in row.runs
    ]
    return msgspec.structs.replace(row, runs=tuple(runs))


@pytest.mark.parametrize("verdict", CODES)
def test_of_a_secret_case_no_word_of_the_submission_is_shown(verdict: Verdict) -> None:
    row = made.row("ada", talking(verdict))
    texts = [student_html(row, SHEET), json.dumps(results_json(row, SHEET))]
    assert [CANARY in text for text in texts] == [False, False]
    page = student_page(row, SHEET)
    hidden = next(group for group in page.groups if group.name == "secret")
    assert not any(case.about for case in hidden.cases)
    faults = [fault for fault in page.faults if fault.path.startswith("secret/")]
    assert faults
    assert not any(fault.details or fault.drawings for fault in faults)


def test_the_canary_would_sing() -> None:
    row = talking(Verdict.RTE)
    groups = row.problem.groups | {"secret": msgspec.structs.replace(row.problem.groups["secret"], visibility="full")}
    row = msgspec.structs.replace(row, problem=msgspec.structs.replace(row.problem, groups=groups))
    assert student_html(made.row("ada", row), SHEET).count(CANARY) >= 5, "message, place, line, note and help"
    [fault] = [one for one in student_page(made.row("ada", row), SHEET).faults if one.path.startswith("secret/")]
    assert (fault.message, len(fault.same) + 1) == (CANARY, len(made.SIZES["secret"]))


def test_what_a_sample_shows_is_said_once_at_the_top_in_its_words() -> None:
    row = talking(Verdict.RTE)
    page = student_page(made.row("ada", row), SHEET)
    assert [(one.path, one.count) for one in page.shared] == [("sample/nursery-04", len(made.SIZES["secret"]))]
    assert page.shared[0].words == "there is no module called helper [E224]"
    [hidden] = [fault for fault in page.faults if fault.path.startswith("secret/")]
    assert len(hidden.same) == len(made.SIZES["secret"]) - 1
    assert (hidden.like, hidden.message, hidden.code) == (
        *("sample/nursery-04", "a module or class is missing", "E224"),
    )


def test_the_smallest_public_case_is_named_and_another_fault_is_not_the_same() -> None:
    page = student_page(made.row("ada", made.judged("AC WA AC WA WA WA AC", 50.0)), SHEET)
    assert [(one.path, one.count) for one in page.shared] == [("sample/nursery-08", 1)]
    page = student_page(made.row("ada", made.judged("WA AC AC AC AC RTE AC", 50.0)), SHEET)
    assert page.shared == ()
    assert {fault.like for fault in page.faults} == {""}


@pytest.mark.parametrize(("tree", "shown"), [(2, ["your answer"]), (0, ["your answer", "the board"])])
def test_the_board_is_drawn_where_the_answer_does_not_show_its_trees(tree: int, shown: list[str]) -> None:
    row = made.judged("AC WA AC", 50.0)
    wrong = row.runs[1]
    board = wrong.board.copy()
    board[board == 2] = tree
    row = msgspec.structs.replace(row, runs=(row.runs[0], msgspec.structs.replace(wrong, board=board), *row.runs[2:]))
    [fault] = student_page(made.row("ada", row), SHEET).faults
    assert [drawing.caption for drawing in fault.drawings] == shown


# --- times, points, steps ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("solvers", [FEWEST - 1, FEWEST])
def test_a_median_of_few_is_not_shown(solvers: int) -> None:
    row = made.row("ada", made.judged("AC", 100.0))
    page = student_page(row, made.sheet([row] * solvers))
    assert [bool(case.median) for case in page.cases] == [solvers >= FEWEST] * len(page.cases)
    assert all(('class="median"' in case.dots) is bool(case.median) for case in page.cases)
