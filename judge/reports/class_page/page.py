"""The page of a class: one file that loads nothing and runs nothing, whatever a student is called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from judge.model.overview import Overview
from judge.reports.class_page.grid import legend, rows
from judge.reports.class_page.style import CSS
from judge.reports.class_words import median, near, solved, span, summary
from judge.reports.page.bars import share_bar
from judge.reports.page.html import Html
from judge.reports.page.templates import render


class _Case(msgspec.Struct, frozen=True):
    """A case in words, with the bar of its share."""

    name: str
    solved: str
    bar: Html
    share: str
    median: str


class _Points(msgspec.Struct, frozen=True):
    """How many students have which points, with the bar of that."""

    name: str
    bar: Html
    count: int


def class_page(whole: Overview) -> str:
    """Return the page."""
    return render("page/class.html", title=whole.title, css=CSS, students=rows(whole), **parts(whole))


def parts(whole: Overview) -> dict[str, Any]:
    """Return the words of the sections about all students, as page/class_parts.html takes them."""
    return {
        "whole": whole,
        "summary": summary(whole),
        "points": [*_histogram(whole)],
        "cases": [*_cases(whole)],
        "near": [near(one) for one in whole.near],
        "legend": [*legend(whole)],
    }


def _histogram(whole: Overview) -> Iterator[_Points]:
    most = max((one.count for one in whole.bins), default=0)
    return (_Points(span(one), share_bar(one.count, most), one.count) for one in whole.bins)


def _cases(whole: Overview) -> Iterator[_Case]:
    for case in whole.cases:
        share = f"{100 * case.rate:.0f} %"
        yield _Case(case.path, solved(case), share_bar(case.rate, 1.0), share, median(case) or "-")
