"""What the codes mean that the pages of a run name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from judge.reports.page.advice import meanings_for
from judge.reports.site.contents import Contents
from judge.reports.site.page import page_of
from judge.reports.site.places import TOP

FILE: Final = "codes.html"


def pages(contents: Contents) -> Iterator[tuple[str, str]]:
    """Yield the name of the file and its text."""
    meanings = meanings_for(sorted(set(_named(contents))))
    yield FILE, page_of(contents, "codes.html", "What the codes mean", [TOP], meanings=meanings)


def _named(contents: Contents) -> Iterator[str]:
    for judgement in contents.record.judgements:
        if judgement.prepare.finding:
            yield judgement.prepare.finding.code
        for run in judgement.runs:
            yield run.code
            yield from (notice.code for notice in run.notices)
