"""Cells and lines of the exports, safe in whatever opens them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from judge.text import FORMULA_SIGNS, clean, clean_line, counted, listed

# Also after a semicolon, where a spreadsheet that separates by semicolons begins the next cell.
_FORMULA = re.compile(rf"(^|;)(\s*)(?=[{FORMULA_SIGNS}])")
_NAMED = 5
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def cell(text: str) -> str:
    """Return text of strangers as one line of a CSV cell that no spreadsheet runs."""
    return _FORMULA.sub(r"\1'\2", clean_line(text, 1000))


def csv_text(rows: Iterable[Sequence[str]], delimiter: str = ",", *, quoted: bool = False) -> str:
    """Return rows as CSV, each ended by CRLF, their text clean; every cell in quotes, or only those that need them."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL)
    writer.writerows(map(clean, row) for row in rows)
    return text.getvalue()


def excel_text(rows: Iterable[Sequence[str]]) -> str:
    """Return rows as CSV behind a byte order mark, without which Excel reads no UTF-8."""
    return "\ufeff" + csv_text(rows)


def named(ids: Sequence[str]) -> str:
    """Return the first few of some students' ids, and how many more there are."""
    return listed([*map(cell, ids)], _NAMED)


def about_students(ids: Sequence[str], what: str, todo: str) -> str:
    """Return a warning: of how many students what is to be known, the first of them, and what to do."""
    return f"{counted(len(ids), 'student')} {what}: {named(ids)}; {todo}"


def xml_text(text: str) -> str:
    """Return `text` without the characters that no XML may hold, escaped or not."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
