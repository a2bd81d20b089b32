"""HTML for a notebook: whatever stands in it, only our own elements come out, and none that does anything."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judge.model import Verdict
from judge.reports.notebook.element import Element, badge, block, element, page, table

TAGS = {"div", "p", "b", "span", "pre", "table", "thead", "tbody", "tr", "th", "td"}
EVIL = "<img src=x onerror=alert(1)>&lt;\"'$x$\x1b[2J\u202e</pre></td></div>"


class Seen(HTMLParser):
    """The tags, the attributes and the text of a page; every tag is closed in turn."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(markup)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def assert_tame(markup: str) -> Seen:
    seen = Seen(markup)
    assert seen.tags <= TAGS
    assert seen.attributes <= {"style", "class", "dir"}
    assert "url(" not in markup
    return seen


@example(text=EVIL)
@given(text=st.text(max_size=60))
def test_no_text_becomes_markup(text: str) -> None:
    markup = page(element("p", text), block(text), table((text, "b"), [(text, text)], frozenset({1})))
    seen = assert_tame(markup)
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", seen.text)


def test_a_text_is_shown_as_it_is() -> None:
    assert Seen(element("p", "a < b & c")).text == "a < b & c"
    assert Seen(block("a <b>\n  c")).text == "a <b>\n  c"
    assert block(" \n") == ""


def test_an_element_is_taken_as_it_is() -> None:
    assert element("p", element("b", "x")) == "<p><b>x</b></p>"
    assert isinstance(element("p"), Element)


def test_no_formula_is_made_of_what_stands_between_dollars() -> None:
    assert page(element("p", "$x$")).startswith('<div class="tex2jax_ignore mathjax_ignore"')


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("verdict", Verdict)
def test_a_verdict_is_legible_on_its_own_ground(verdict: Verdict) -> None:
    """WCAG's contrast of white text on the badge, whatever the page looks like."""
    markup = badge(verdict)
    assert Seen(markup).text == verdict
    (ground,) = re.findall(r"background:(#[0-9a-f]{6})", markup)
    assert "color:#fff" in markup
    assert 1.05 / (luminance(ground) + 0.05) >= 4.5


def test_text_has_the_colours_of_the_page() -> None:
    assert "color:inherit" in block("x")
    assert "color" not in element("p", "x")
