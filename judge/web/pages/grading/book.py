"""The class of a problem as every page about work reads it: as `judge export web:` does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from judge.classroom.gradebook.gradebook import Gradebook, read_gradebook
from judge.classroom.web_class import web_class
from judge.reports.export.exporter import Sheet, sheet_of
from judge.scoring.cohort import cohort

if TYPE_CHECKING:
    from judge.model.classroom import Student
    from judge.web.ask import Ask


def book_of(ask: Ask, roster: Sequence[Student] | None = None) -> Gradebook:
    """Return what counts now on the problem of the address, for the `roster` or else all who have an account as a
    student. JudgeError where a date that was set on the web can't be read."""
    problem = msgspec.structs.replace(ask.problem, path=ask.problem.name)  # no folder of this machine on a page
    found = web_class(ask.store, problem, ask.store.queue.handed_in(problem.name), roster)
    return read_gradebook(ask.store, found.roll, found.problem)


def sheet_for(book: Gradebook) -> Sheet:
    """Return what the feedback pages of a class share, with how the class did on each case."""
    counting = (row.judgement for row in book.rows if row.judgement and not row.excused)
    sheet = sheet_of(book.problem, book.clock)
    return msgspec.structs.replace(sheet, cohort=cohort(counting, book.clock))
