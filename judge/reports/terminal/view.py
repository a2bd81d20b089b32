"""A view on a terminal or in a pipe: its blocks in reading order, coloured, and legible without colour.

It has no word of its own, and prints nothing: what it returns is for rich.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from judge.model import Verdict
from judge.reports.blocks import (
    Block,
    Diagnostic,
    Diagnostics,
    Facts,
    Head,
    Legend,
    Letters,
    Line,
    Listing,
    Para,
    Picture,
    Short,
    Span,
    Table,
    Verbatim,
    Warnings,
    plain,
)
from judge.reports.palette import LOOKS
from judge.reports.terminal.console import GAP, WideTable, fitted, hanging, table_width
from judge.reports.terminal.letters import legend_text, letters
from judge.reports.verdict_words import Kind
from judge.text import clean_line

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

_STYLES = {
    **{"": "", "strong": "bold", "first": "bold", "soft": "dim", "code": "", "prose": "", "pending": "cyan"},
    **{"right": "bold green", "good": "green", "bad": "bold red", "wrong": "red"},
    **{"alert": "bold yellow", "warn": "yellow"},
}
_INDENT = "  "  # of a line of a list
_MARGIN = "   "  # of a text that keeps its shape
_LINES = 20  # of it
_NAME_CELLS = 32  # a longer name would push the letters off a row


def printed(one: Block, width: int) -> Iterator[RenderableType]:
    """Yield the lines of a block, each at most so wide where that is possible."""
    match one:
        case Para():
            yield line_text(one.line)
        case Listing():
            yield from (hanging(line_text(each), width, _INDENT, 2 * _INDENT) for each in one.lines)
        case Facts():
            wide = max((len(name) for name, _ in one.rows), default=0)
            later = " " * (wide + 2 * len(_INDENT))
            for name, text in one.rows:
                yield hanging(Text(text), width, f"{_INDENT}{name:<{wide}}{_INDENT}", later)
        case Table():
            yield ShownTable(one)
        case Letters():
            names = min(max((len(each.submission.name) for each in one.found), default=0), _NAME_CELLS)
            yield from (letters(each, width, names) for each in one.found)
        case Legend():
            yield legend_text(one.signs)
        case Verbatim():
            lines = one.text.splitlines()
            more = [f"and {len(lines) - _LINES:,} lines more"] if len(lines) > _LINES else []
            yield Text("\n").join(Text(f"{_MARGIN}{clean_line(each)}") for each in [*lines[:_LINES], *more])
        case Picture() | Diagnostic() | Diagnostics() | Warnings():
            from judge.reports.terminal.diagnostic import drawn_lines  # what draws and quotes is loaded where it must

            yield from drawn_lines(one, width)


# --- lines ------------------------------------------------------------------------------------------------------------
def line_text(pieces: Line) -> Text:
    """Return a line in its styles."""
    text = Text()
    for piece in pieces:
        if isinstance(piece, Span):
            text.append(piece.text, _STYLES[piece.role])
        elif isinstance(piece, Kind):
            text.append_text(verdict_text(piece))
        else:
            text.append(plain((piece,)))
    return text


def verdict_text(said: Kind) -> Text:
    """Return a verdict in its colour; one that is not AC, and was declared, is nothing to look at."""
    if said.as_expected:
        style = LOOKS[said.verdict].style if said.verdict is Verdict.AC else "dim"
        return Text(str(said), style)
    text = Text(str(said.verdict), LOOKS[said.verdict].style)
    return text.append(f" {said.note}", "red") if said.note else text


# --- tables -----------------------------------------------------------------------------------------------------------
_FORMS = ((0, GAP), (0, 1), (1, 1), (2, 1))  # of what has shorter ones, and the blanks between two columns


class ShownTable:
    """A table that chooses what it shows when it learns how wide the console is: shorter forms, where there are any;
    then fewer columns, of which those of one priority come and go together."""

    def __init__(self, table: Table) -> None:
        self._heads, self._rows = table.heads, table.rows
        shortens = any(isinstance(piece, Short) for row in table.rows for cell in row.cells for piece in cell)
        self._forms = _FORMS if shortens else _FORMS[:1]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = table_width(console, options)
        for form, gap in self._forms:
            rows = [[_encoded(line_text(_shorter(cell, form)), options) for cell in row.cells] for row in self._rows]
            columns = zip((Text(head.text) for head in self._heads), *rows, strict=True)
            needs = [max(cell.cell_len for cell in column) for column in columns]
            least = [min(need, head.least or need) for need, head in zip(needs, self._heads, strict=True)]
            if _wide(least, gap) <= room:
                break
        kept = _kept(self._heads, least, room, gap)
        widths = fitted([needs[at] for at in kept], [least[at] for at in kept], room, gap)
        table = WideTable(gap=gap)
        for at, width in zip(kept, widths, strict=True):
            table.add_column(self._heads[at].text, justify=self._heads[at].align, no_wrap=True, width=width)
        for row in rows:
            table.add_row(*(row[at] for at in kept))
        yield table


def _shorter(cell: Line, form: int) -> Line:
    if not form:
        return cell
    return tuple(Span(one.shorter[form - 1], one.role) if isinstance(one, Short) else one for one in cell)


def _wide(columns: Sequence[int], gap: int) -> int:
    return sum(columns) + gap * (len(columns) - 1)


def _kept(heads: Sequence[Head], least: Sequence[int], room: int, gap: int) -> list[int]:
    """Return the columns that find room."""
    kept = list(range(len(heads)))
    while _wide([least[at] for at in kept], gap) > room:
        last = max(heads[at].priority for at in kept)
        if last == 0:
            break
        kept = [at for at in kept if heads[at].priority != last]
    return kept


def _encoded(text: Text, options: ConsoleOptions) -> Text:
    """Return it as the terminal can show it: not every one has a plus-minus sign."""
    return Text(text.plain.replace("±", "+-"), text.style) if options.ascii_only and "±" in text.plain else text
