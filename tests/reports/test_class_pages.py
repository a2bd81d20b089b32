"""A class as a page, what is alike in it, and elements for a notebook."""

from __future__ import annotations

import html
import re
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judge.model import Circle, Pair, Part, Similarities, Span, Verdict, Work
from judge.reports import Html
from judge.reports import page_of_alike as similar
from judge.reports.blocks import Head, Row, Table, line
from judge.reports.notebook import block, table
from judge.reports.notebook import page as notebook_page
from judge.reports.page.html import element
from judge.reports.page.marks import mark
from judge.reports.similar_words import NO_VERDICT
from judge.reports.terminal.class_report import ClassReport, SimilarReport
from tests.problems.told import hold
from tests.reports.make import TOLD, alike, overview, unlike
from tests.reports.pages import Page


@pytest.fixture(scope="module")
def page() -> str:
    return ClassReport(overview(20)).page()


def test_a_reader_of_the_screen_hears_words_and_heads(page: str) -> None:
    assert all("scope" in words for tag, words in Page(page).seen if tag == "th")
    assert page.count(f'<td class="c">{mark(Verdict.WA, said="wrong answer")}</td>') > 20
    assert mark(Verdict.TLE, not_run=True, said="not run after two time-outs") in page
    boxes = re.findall(r'<div class="scroll[^"]*" tabindex="0" role="region" aria-label="[^"]+">', page)
    assert len(boxes) == page.count("<table>") == 4


def test_it_says_all_that_the_overview_holds(page: str) -> None:
    text = Page(re.sub("<style>.*</style>", "", page)).text
    hold(TOLD / "class_page.txt", (" ".join(line.split()) for line in text.split("\n") if line.strip()))


def inside(tag: str, page: str) -> list[str]:
    """Return the text in each element of a kind."""
    found = re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", page, re.DOTALL)
    return [html.unescape(re.sub(r"<a\b.*?</a>|<[^>]*>", "", one)) for one in found]


def test_both_sides_show_what_is_shared_and_lead_to_each_other() -> None:
    text = SimilarReport(alike()).page()
    page, shown = Page(text), [line.strip() for line in inside("mark", text)]
    assert shown.count("def first(a):") == 2
    assert shown.count("def second(b):") == 2
    parts = [link for link in page.links if link.startswith("#p")]
    assert len(parts) == 4
    assert sorted(parts) == sorted(f"#{one}" for one in page.ids if one.startswith("p"))


def test_every_link_has_its_target_and_headings_go_down_by_one() -> None:
    page = Page(SimilarReport(alike()).page())
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert len(set(page.ids)) == len(page.ids)
    levels = [int(tag[1]) for tag, _ in page.seen if re.fullmatch(r"h\d", tag)]
    assert levels[0] == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(levels))


def test_what_shares_nothing_is_left_out_and_it_is_no_verdict() -> None:
    page, nothing = SimilarReport(alike()).page(), SimilarReport(unlike()).page()
    assert page.count("far away") == similar.AROUND
    assert "18 lines not shown" in page
    assert not [name for name in ("other.py", "empty.py") if name in page]
    assert all(NO_VERDICT in text for text in (page, nothing))
    assert "None are unusually alike." in nothing


def one_pair(left: str, right: str, *parts: Part) -> Similarities:
    works = (Work(("ada",), (("a.py", left),)), Work(("bob",), (("a.py", right),)))
    pair = Pair(0, 1, 0.9, 0.6, parts)
    return Similarities("c", works, (Circle((0, 1), (pair,), (pair,)),), 2)


def test_parts_in_one_line_and_over_several_are_marked_to_the_character() -> None:
    text = "a1b22c\nddd\ne3f\n"
    spans = [Span(0, 1, 2), Span(0, 3, 5), Span(0, 6, 11), Span(0, 12, 13)]
    page = SimilarReport(one_pair(text, text, *(Part(one, one, 12) for one in spans))).page()
    assert "".join(inside("mark", page)) == "122ddd3" * 2
    assert inside("code", page)[:3] == ["a1b22c", "ddd", "e3f"]


def test_a_page_has_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    long = "x" * 200_000 + "\n" + "y\n" * 100_000
    everything = Part(Span(0, 0, len(long)), Span(0, 0, len(long)), 12)
    page = SimilarReport(one_pair(long, long, everything)).page()
    assert len(page) < 200_000
    assert page.count("The rest is not shown.") == 2
    monkeypatch.setattr(similar, "MOST_PAIRS", 1)
    assert "1 pair more, not shown side by side." in SimilarReport(alike()).page()


KNOWN_TAGS = {"div", "p", "b", "span", "pre", "table", "thead", "tbody", "tr", "th", "td"}
EVIL = "<img src=x onerror=alert(1)>&lt;\"'$x$\x1b[2J\u202e</pre></td></div>"


def assert_tame(markup: str) -> Page:
    seen = Page(markup)
    assert seen.kinds <= KNOWN_TAGS
    assert seen.attributes <= {"style", "class", "dir"}
    assert "url(" not in markup
    return seen


def two(text: str) -> Table:
    return Table((Head("a", text), Head("b", "b", "right")), (Row((line(text), line(text))),))


@example(text=EVIL)
@given(text=st.text(max_size=60))
def test_no_text_becomes_markup(text: str) -> None:
    markup = notebook_page(element("p", text), block(text), table(two(text)))
    seen = assert_tame(markup)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", seen.text)


def test_a_text_is_shown_as_it_is_and_an_element_taken_as_it_is() -> None:
    assert Page(element("p", "a < b & c")).text == "a < b & c"
    assert Page(block("a <b>\n  c")).text == "a <b>\n  c"
    assert block(" \n") == ""
    assert element("p", element("b", "x")) == "<p><b>x</b></p>"
    assert isinstance(element("p"), Html)
    assert notebook_page(element("p", "$x$")).startswith('<div class="tex2jax_ignore mathjax_ignore"')
    assert "color:inherit" in block("x"), "text has the colours of the page"
    assert "color" not in element("p", "x")
