"""The first page: the leaderboards of all problems, what was expected, and the host."""

from __future__ import annotations

from collections.abc import Iterator

from judge.reports.page.templates import render
from judge.reports.site.contents import Contents


def pages(contents: Contents) -> Iterator[tuple[str, str]]:
    """Yield the name of the file and its text."""
    yield "index.html", render("run/contest.html", title="A run", crumbs=(), parts=contents.parts)
