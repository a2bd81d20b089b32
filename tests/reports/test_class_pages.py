"""A class as a page, what is alike in it, and elements for a notebook."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.model import Deadline, Finding, Mark, Similarities, Verdict
from judge.model import Overview as Whole
from judge.reports import ClassReport, Overview, SimilarReport, finding_html, view_html
from tests.make import replace
from tests.problems.told import hold
from tests.reports.make import HOST, TOLD, alike, as_text, overview, record, told, unlike
from tests.reports.pages import Page, broken_links, said_on


def one_pair(left: str, right: str, *parts: Similarities.Part) -> Similarities:
    works = (Similarities.Work(("ada",), (("a.py", left),)), Similarities.Work(("bob",), (("a.py", right),)))
    pair = Similarities.Pair(0, 1, 0.9, 0.6, parts)
    return Similarities("c", works, (Similarities.Circle((0, 1), (pair,), (pair,)),), 2)


LINES = "a1b22c\nddd\ne3f\n"
SPANS = (Similarities.Span(0, begin, end) for begin, end in ((1, 2), (3, 5), (6, 11), (12, 13)))
PAGES = {
    "a class": ClassReport(overview(20)).page(),
    "what is alike": SimilarReport(alike()).page(),
    "nothing alike": SimilarReport(unlike()).page(),
    "parts of lines": SimilarReport(one_pair(LINES, LINES, *(Similarities.Part(one, one, 12) for one in SPANS))).page(),
}


def test_each_page_is_as_it_is_kept() -> None:
    hold(TOLD / "class_page.txt", told({name: said_on(page) for name, page in PAGES.items()}))


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


def class_of_five() -> Whole:
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


ORDERS = {
    "": "1 2 3 4 5",
    "-id": "5 4 3 2 1",
    "name": "1 3 5 4 2",
    "points": "2 5 3 1 4",
    "-points": "1 3 5 2 4",
    "verdict": "1 5 2 3 4",
    "late": "3 1 2 4 5",
    "case:secret/two": "1 5 2 3 4",
    "-case:secret/two": "3 2 1 5 4",
    "case:secret/three": "1 2 3 4 5",
    "points'": "1 2 3 4 5",
}


def test_every_column_sorts() -> None:
    found = {by: " ".join(re.findall(r'href="\?student=u(\d)"', sorted_by(by))) for by in ORDERS}
    assert found == ORDERS


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
    made = record(2, 1, text=text)
    return finding_html(finding, None, text, ()), Overview(made.boards, made.clock, made.host).html()


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
    assert "nothing was judged" in Overview([], "cpu", HOST).html()
