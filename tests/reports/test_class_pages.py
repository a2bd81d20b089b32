"""A class as a page, what is alike in it, and elements for a notebook."""

from __future__ import annotations

import html
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
from tests.reports.make import HOST, TOLD, alike, as_text, overview, record, unlike
from tests.reports.pages import Page


@pytest.fixture(scope="module")
def page() -> str:
    return ClassReport(overview(20)).page()


def test_a_reader_of_the_screen_hears_words_and_heads(page: str) -> None:
    assert all("scope" in words for tag, words in Page(page).seen if tag == "th")
    cells = re.findall(r'<td class="c"><svg[^>]*role="img" aria-label="([^"]*)"', page)
    assert cells.count("wrong answer") > 20
    assert "not run after two time-outs" in cells
    boxes = re.findall(r'<div class="scroll[^"]*" tabindex="0" role="region" aria-label="[^"]+">', page)
    assert len(boxes) == page.count("<table>") == 3


def test_it_says_all_that_the_overview_holds(page: str) -> None:
    text = Page(re.sub("<style>.*</style>", "", page)).text
    hold(TOLD / "class_page.txt", (" ".join(line.split()) for line in text.split("\n") if line.strip()))


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
    assert page.count("far away") == 3
    assert "18 lines not shown" in page
    assert not [name for name in ("other.py", "empty.py") if name in page]
    assert all("no verdict" in text for text in (page, nothing))
    assert "None are unusually alike." in nothing


def one_pair(left: str, right: str, *parts: Similarities.Part) -> Similarities:
    works = (Similarities.Work(("ada",), (("a.py", left),)), Similarities.Work(("bob",), (("a.py", right),)))
    pair = Similarities.Pair(0, 1, 0.9, 0.6, parts)
    return Similarities("c", works, (Similarities.Circle((0, 1), (pair,), (pair,)),), 2)


def test_parts_in_one_line_and_over_several_are_marked_to_the_character() -> None:
    text = "a1b22c\nddd\ne3f\n"
    spans = [
        Similarities.Span(0, 1, 2),
        Similarities.Span(0, 3, 5),
        Similarities.Span(0, 6, 11),
        Similarities.Span(0, 12, 13),
    ]
    page = SimilarReport(one_pair(text, text, *(Similarities.Part(one, one, 12) for one in spans))).page()
    assert "".join(inside("mark", page)) == "122ddd3" * 2
    assert inside("code", page)[:3] == ["a1b22c", "ddd", "e3f"]


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
