"""The page of a class: nothing in it loads or runs, every table has heads, every letter has a word."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from judge.model import Verdict
from judge.reports.class_page.page import class_page
from judge.reports.page.marks import mark
from tests.reports.classroom import overview

TAGS = {"html", "head", "meta", "title", "style", "body", "main", "section", "h1", "h2", "h3", "p", "code", "ul", "li"}
TABLES = {"div", "table", "thead", "tbody", "tr", "th", "td", "span", "bdi"}
PICTURES = {"svg", "path", "text", "rect"}
ATTRIBUTES = {"lang", "charset", "http-equiv", "content", "name", "class", "scope", "tabindex", "role", "dir"}
DRAWN = {"viewbox", "d", "x", "y", "width", "height", "rx", "text-anchor"}
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


class Reader(HTMLParser):
    """Elements, attributes and text of a page; it insists that every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.text, self.open = "", list[str]()
        self.bare = 0  # heads of tables without a scope
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.bare += tag == "th" and "scope" not in dict(attrs)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def page() -> str:
    return class_page(overview(20))


def test_it_loads_and_runs_nothing_whatever_a_student_is_called(page: str) -> None:
    reader = Reader(page)
    assert reader.tags <= TAGS | TABLES | PICTURES
    assert reader.attributes <= ATTRIBUTES | DRAWN | {"aria-hidden", "aria-label"}
    assert f'http-equiv="Content-Security-Policy" content="{POLICY}"' in page
    assert "<script>alert(1)</script>" in reader.text, "shown as it is"
    assert "\x1b" not in page
    assert not re.search(r"url\(|@import|src=|href=", page)


def test_a_reader_of_the_screen_hears_words_and_heads(page: str) -> None:
    reader = Reader(page)
    assert reader.bare == 0
    assert page.count(f'<td class="c">{mark(Verdict.WA, said="wrong answer")}</td>') > 20
    assert mark(Verdict.TLE, not_run=True, said="not run after two time-outs") in page
    boxes = re.findall(r'<div class="scroll[^"]*" tabindex="0" role="region" aria-label="[^"]+">', page)
    assert len(boxes) == page.count("<table>") == 4


def test_it_says_all_that_the_overview_holds(page: str) -> None:
    text = " ".join(Reader(page).text.split())
    for said in (
        "25 students: ",
        "1 excused",
        "u4",
        "0 to below 10",
        "it belongs to no student (2)",
        "What to do: call one main.py",
        "u6: a.py, b.py",
        "u1 on secret/two: 97 % of the time limit",
        "u5 on secret/<i>: 102 % of the time limit (too late)",
        "judge regrade --problem pkg --disturbed",
        "12.5 points by hand (smith, 2026-11-22): by mail",
        "12.5*",
    ):
        assert said in text
    assert text.index("1 of 4") < text.index("1.2 s"), "how many solve it, and how fast"
