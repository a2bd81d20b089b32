"""What is quoted of a submission: a line with its number and a caret below the place, as rustc shows it, and a note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from judge.reports.blocks import WIDTH
from judge.text import clean, clean_line

if TYPE_CHECKING:
    from judge.model import Finding

_LONG = 10_000  # no line of an excerpt is longer
_FIRST, _LAST = 5, 20  # lines of a long note
_BEFORE = 3  # what is cut at the left leaves this part of the width
_HELP = 1000  # characters
_LINE = 200  # characters of a line of a note


def details(finding: Finding) -> list[tuple[str, str]]:
    """Return its place with the line of the submission, its note and its repair, clean, those that there are. Of a
    long note, which may be all that was written to stderr, the beginning and the end are left."""
    source = excerpt_text(finding.excerpt, WIDTH).plain.rstrip("\n") if finding.excerpt else ""
    note = [one[:_LINE] for one in clean(finding.note).strip().split("\n")]
    found = [
        ("where", "\n".join(filter(None, (clean_line(finding.where, 500), source)))),
        ("note", "\n".join(shortened(note))),
        ("help", clean(finding.advice, _HELP).strip()),
    ]
    return [(name, text) for name, text in found if text]


def excerpt_text(excerpt: Finding.Excerpt, width: int) -> Text:
    """Return three lines, each with a newline; nothing where the line is not there to be shown."""
    text = Text()
    if not excerpt.text.strip():
        return text
    number = str(excerpt.line)
    blank = " " * len(number)
    before, marked, after = _parts(excerpt, width - len(number) - 3)
    text.append(f"{blank} |\n{number} | ", "blue").append(f"{before}{marked}{after}".rstrip() + "\n")
    if excerpt.column:
        carets = "^" * max(1, cell_len(marked))
        text.append(f"{blank} | ", "blue").append(" " * cell_len(before)).append(carets + "\n", "bold red")
    return text


def shortened(lines: list[str], indent: str = "") -> list[str]:
    """Return of a long note its beginning, and its end, where a traceback has its message."""
    left = len(lines) - _FIRST - _LAST
    return [*lines[:_FIRST], f"{indent}... {left:,} lines ...", *lines[-_LAST:]] if left > 0 else lines


def _parts(excerpt: Finding.Excerpt, room: int) -> tuple[str, str, str]:
    """Return the line before, in and after its place, cut to `room` cells around that."""
    column, end = (excerpt.column, excerpt.end) if excerpt.column else (1, 1)
    cuts = (excerpt.text[: column - 1], excerpt.text[column - 1 : end - 1], excerpt.text[end - 1 :])
    before, marked, after = (clean_line(part, _LONG) for part in cuts)
    if cell_len(before + marked + after) > room:
        before = before.lstrip()
    if cell_len(before + marked) > room:
        before = before[-max(1, room // _BEFORE) :]
    left = max(0, room - cell_len(before))
    if cell_len(marked) > left:
        marked = set_cell_size(marked, left)
    return before, marked, set_cell_size(after, max(0, left - cell_len(marked))) if after else ""
