"""Markdown of packages: text is text, links lead to the web alone, headings go below that of the page."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.reports.web.markdown import markdown_html

_TAGS = re.compile(r"<[^>]*>")


def test_first_heading_is_that_of_the_page() -> None:
    assert markdown_html("# Queens\n\n## Rules\n", "Queens") == "<h2>Rules</h2>\n"
    assert markdown_html("# Other\n\n## Rules\n", "Queens") == "<h2>Other</h2>\n<h3>Rules</h3>\n"
    assert markdown_html("## Rules\n") == "<h2>Rules</h2>\n"


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](data:text/html,x)",
        "[x](//evil.org)",
        "<javascript:alert(1)>",
        "![x](https://evil.org/x.png)",
        '[x](https://e.org "\\" onmouseover=\\"alert(1)")',
        '```x" onclick="alert(1)\ny\n```',
    ],
)
def test_nothing_in_it_runs_or_loads(text: str) -> None:
    found = markdown_html(text)
    tags = " ".join(_TAGS.findall(found)).replace("&quot;", "")
    assert not re.search(r"<(script|img)|\son\w+=\"|javascript:|data:|\"//", tags, re.IGNORECASE)


def test_links_tables_and_pictures_are_readable() -> None:
    found = markdown_html("[x](https://e.org) ![a <b>](x.png)\n\n|a|\n|-|\n|1|\n")
    assert '<a href="https://e.org" rel="noopener noreferrer">x</a> <em>[a &lt;b&gt;]</em>' in found
    assert '<div class="scroll" tabindex="0"' in found


@given(st.text(max_size=200))
def test_any_text_has_only_known_tags(text: str) -> None:
    names = set(re.findall(r"<(\w+)", markdown_html(text)))
    known = "p h2 h3 h4 h5 h6 ul ol li pre code em strong a blockquote hr br table thead tbody tr th td div"
    assert names <= set(known.split())
