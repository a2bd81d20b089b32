"""Templates in which text is text; a page that is complete in itself; and who writes no page waits for none of it."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.reports.page.html import Html
from judge.reports.page.templates import render

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
LAZY = "import sys, judge.reports.export.table, judge.reports.class_page.page; print('jinja2' in sys.modules)"


class Reader(HTMLParser):
    """Every element with its attributes, and the text of each."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        tag = self.seen[-1][0] if self.seen else ""
        self.texts[tag] = self.texts.get(tag, "") + data


def test_a_page_loads_and_runs_nothing() -> None:
    text = render("page/base.html", title="<script>\x1b[2J\u202e\n", css=Html("p{color:red}"))
    read = Reader(text)
    tags = ["html", "head", "meta", "meta", "meta", "meta", "title", "style", "body", "main"]
    assert [tag for tag, _ in read.seen] == tags
    assert next(found["content"] for _, found in read.seen if "http-equiv" in found) == POLICY
    assert read.texts["style"].strip() == "p{color:red}"
    assert "<title>&lt;script&gt;\\u202e\\n</title>" in text


def test_a_name_that_nobody_gave_is_an_error() -> None:
    from jinja2 import UndefinedError

    with pytest.raises(UndefinedError, match="css"):
        render("page/base.html", title="")


@given(text=st.text(st.characters(exclude_categories=["Cs"])))
def test_whatever_a_title_is_it_stays_one_text_on_one_line(text: str) -> None:
    read = Reader(render("page/base.html", title=text, css=Html()))
    assert len(read.seen) == 10
    assert "\n" not in read.texts.get("title", "").rstrip("\n")


def test_who_writes_no_page_does_not_wait_for_templates() -> None:
    ran = subprocess.run([sys.executable, "-c", LAZY], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"
