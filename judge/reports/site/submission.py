"""The pages of the submissions of a run."""

from __future__ import annotations

from collections.abc import Iterator

from judge.reports.page.submission import submission_page
from judge.reports.page.submission_html import page_words
from judge.reports.site.contents import Contents, crumbs, page_of


def pages(contents: Contents) -> Iterator[tuple[str, str]]:
    """Yield the name of each file and its text."""
    clock = contents.record.clock
    for part in contents.parts:
        files = {shown.path: part.case_file(place) for place, shown in enumerate(part.cases)}
        for at, standing in enumerate(part.standings):
            page = submission_page(standing, clock, part.anchors, at)
            words = page_words(page, files)
            yield part.submission_file(at), page_of(contents, "submission.html", page.title, crumbs(part), **words)
