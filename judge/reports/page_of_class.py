"""The page of a class: one file that loads nothing and runs nothing, whatever a student is called."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from judge.model import Overview
from judge.reports.blocks import Legend
from judge.reports.page.html import Html, element
from judge.reports.page.marks import mark, share_bar, sign
from judge.reports.page.style import style
from judge.reports.page.templates import render
from judge.reports.verdict_words import Kind
from judge.reports.views.classroom import median, near, points_of, signs, solved, span, summary

CSS: Final = style(alone=True)


class Row(msgspec.Struct, frozen=True):
    """A student, and the cells of the cases as mark-up."""

    who: str
    points: str
    verdict: str
    cells: Html


class ClassPage(msgspec.Struct, frozen=True, eq=False):
    """A class at a glance as a page that stands alone, or its parts for another one."""

    whole: Overview

    def page(self) -> str:
        """Return the page."""
        return render("page/class.html", title=self.whole.title, css=CSS, students=self.rows(), **self.parts())

    def parts(self) -> dict[str, Any]:
        """Return the words of the sections about all students, as page/class_parts.html takes them."""
        whole, most = self.whole, max((one.count for one in self.whole.bins), default=0)
        return {
            "whole": whole,
            "summary": summary(whole),
            "points": [(span(one), share_bar(one.count, most), one.count) for one in whole.bins],
            "cases": [(one.path, solved(one), share_bar(one.rate, 1.0), one.rate, median(one)) for one in whole.cases],
            "near": [near(one) for one in whole.near],
            "signs": Legend(signs(whole.lines)),
            "sign": sign,
        }

    def rows(self) -> list[Row]:
        """Return the row of each student. There are many cells and few marks, so each mark is drawn once."""
        lines = self.whole.lines
        drawn = {one: _cell(one) for one in {one for line in lines for one in map(_kind, line.tried)}}
        cells = [Html("".join(drawn[_kind(one)] for one in line.tried)) for line in lines]
        return [
            Row(line.student.who, points_of(line), str(line.verdict or "not graded"), marks)
            for line, marks in zip(lines, cells, strict=True)
        ]


def _kind(one: Overview.Tried | None) -> Kind | None:
    return Kind.of(one) if one else None


def _cell(kind: Kind | None) -> Html:
    if kind is None:
        return element("td")
    return element("td", mark(kind, said=kind.said), class_="c")
