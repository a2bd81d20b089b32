"""The class of a problem at a glance, for graders: `judge report` on the web."""

from __future__ import annotations

from judge.classroom.gradebook.grades import outdated
from judge.reports.class_page.page import parts
from judge.reports.gradebook_words import lacks
from judge.reports.web.class_matrix import matrix
from judge.web.ask import Ask
from judge.web.pages.grading.book import book_of
from judge.web.reply import Page


def show_class(ask: Ask) -> Page:
    """Show students x cases, points, lateness and what was decided by hand. `by` in the address sorts."""
    book = book_of(ask)
    whole = book.overview
    return ask.page(
        "grading/class.html",
        title=whole.title,
        problem=book.problem.name,
        table=matrix(book.rows, whole, ask.query.get("by", "")),
        lacks=lacks(book.rows, outdated(book.records, book.problem)),
        **parts(whole),
    )
