"""HTML in which text is text, whatever is in it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.reports.page.html import Html, element, joined, prose
from judge.reports.sanitize import clean


class Reader(HTMLParser):
    """Every element with its attributes, and the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@given(text=st.text(st.characters(codec=None)))
def test_whatever_a_text_is_it_stays_text(text: str) -> None:
    read = Reader(element("p", text, title=text))
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
    assert Reader(marked).text == text
