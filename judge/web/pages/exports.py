"""All forms of the gradebook for download: `judge export web:` on the web. What an LMS would skip is said before."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from judge.classroom.gradebook import Gradebook, outdated
from judge.classroom.lms_list import read_lms_list
from judge.classroom.roster import read_roster
from judge.errors import JudgeError
from judge.model.classroom import LmsList, Student
from judge.model.judgement import disturbance
from judge.reports.class_words import lacks
from judge.reports.export.download import made
from judge.reports.export.exporter import Sheet, sheet_of
from judge.reports.export.table import EXPORTS
from judge.reports.measuring_words import mixed
from judge.web.ask import Ask
from judge.web.pages.gradebook import book_of
from judge.web.reply import Download, Page, RefusedError, Reply, missing

_KINDS: Final = {".csv": "text/csv; charset=utf-8", ".xml": "application/xml", ".zip": "application/zip"}
_UNREADABLE: Final = "The class list can't be read any more."


class _Listed(msgspec.Struct, frozen=True):
    """A class list that was uploaded, and the same as the form holds it until the download."""

    students: tuple[Student, ...] | None = None
    lms: LmsList = LmsList()
    held: str = ""


def show_exports(ask: Ask) -> Page:
    """Show which forms there are, and what the gradebook lacks."""
    book = book_of(ask)
    return ask.page(
        "grading/exports.html",
        title=f"Exports of {book.problem.title or book.problem.name}",
        problem=book.problem.name,
        exports=EXPORTS,
        students=len(book.rows),
        warnings=_lacking(book),
    )


def export(ask: Ask) -> Reply:
    """Return an export as a file, once its warnings were seen."""
    name = ask.path["name"]
    if name not in EXPORTS:
        raise missing("export")
    try:
        listed = _listed(ask)
        book = book_of(ask, listed.students)
        whole = made(name, book.rows, _sheet(ask, book, listed.lms))
    except JudgeError as fault:
        line = f"line {fault.place.line}" if fault.place and fault.place.line else ""
        words = ". ".join(filter(None, (fault.message, line, fault.note, fault.help)))
        return _page(ask, words)
    warnings = [*_strays(book, listed), *whole.warnings]
    if warnings and "sure" not in ask.form:
        return _page(ask, "", whole.said, warnings, listed.held)
    ask.write_down("exported", problem=book.problem.name, words=name)
    ending = EXPORTS[name].ending
    return Download(f"{book.problem.name}-{name}{ending}", whole.body, _KINDS[ending])


def _page(ask: Ask, wrong: str = "", said: str = "", warnings: Sequence[str] = (), held: str = "") -> Page:
    """Show what to know before a download, or why there is none."""
    return ask.page(
        "grading/export.html",
        status=422 if wrong else 200,
        title=f"Export: {ask.path['name']}",
        problem=ask.problem.name,
        name=ask.path["name"],
        said=said,
        warnings=warnings,
        wrong=wrong,
        held=held,
        form=ask.form,
    )


def _sheet(ask: Ask, book: Gradebook, lms: LmsList) -> Sheet:
    sheet = sheet_of(book.problem, book.clock)
    return msgspec.structs.replace(sheet, column=ask.line("title"), shape=book.roll.shape, lms=lms)


def _listed(ask: Ask) -> _Listed:
    """Return the class list of the form, or the one that it has held since. JudgeError E462 where it is none."""
    body = next((sent.body for sent in ask.files.get("list", ())), b"")
    if not body and (held := ask.form.get("held", "")):
        try:
            body = urlsafe_b64decode(held.encode())
        except ValueError as fault:
            raise RefusedError(400, _UNREADABLE, "Choose it again.") from fault
    if not body:
        return _Listed()
    with TemporaryDirectory(prefix="judge-list-") as folder:
        path = Path(folder) / "list.csv"
        path.write_bytes(body)
        return _Listed(read_roster(path).students, read_lms_list(path), urlsafe_b64encode(body).decode())


def _lacking(book: Gradebook) -> list[str]:
    """Return what every export of this gradebook lacks."""
    found = [words for _, words in lacks(book.rows, outdated(book.records, book.problem))]
    more = (str(disturbance(book.judgements)), mixed(book.records, book.problem))
    return [*found, *filter(None, more)]


def _strays(book: Gradebook, listed: _Listed) -> list[str]:
    """Return who handed in and is not in the class list that was uploaded."""
    if listed.students is None or not book.roll.strays:
        return []
    who = ", ".join(one.where for one in book.roll.strays[:8])
    return [f"{len(book.roll.strays)} who handed in are not in the class list by their id, so they are left out: {who}"]
