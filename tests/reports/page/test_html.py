"""HTML in which text is text, whatever is in it."""

from __future__ import annotations

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from judge.reports.page.html import Html, element, joined, prose


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


@given(text=st.text(st.characters(exclude_characters="\0\r", exclude_categories=["Cs"])))
def test_whatever_a_text_is_it_stays_text(text: str) -> None:
    read = Reader(element("p", text, title=text))
    assert read.seen == [("p", {"title": text})]
    assert read.text == text


def test_only_mark_up_of_ours_is_mark_up() -> None:
    assert element("p", element("b", "<i>"), " & ") == "<p><b>&lt;i&gt;</b> &amp; </p>"
    assert element("br") == "<br>"
    assert element("svg", class_="a", stroke_width=2, hidden=None) == '<svg class="a" stroke-width="2"></svg>'
    assert isinstance(joined("<"), Html)
    assert prose("<b>, or  judge help") == "&lt;b&gt;, or  <code>judge help</code>"
