"""Tables on a terminal or in a pipe: lines of pieces in their styles, and as many columns as there is room for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from judge.model import Verdict
from judge.reports.blocks import Head, Line, Span, Table
from judge.reports.palette import LOOKS
from judge.reports.terminal.console import GAP, WideTable, fitted, table_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console, ConsoleOptions, RenderResult

    from judge.reports.verdict_words import VerdictWords

_STYLES = {"": "", "strong": "bold", "soft": "dim", "bad": "bold red"}


class ShownTable:
    """A table that chooses its columns when it learns how wide the console is: those of one priority come and go
    together."""

    def __init__(self, table: Table) -> None:
        self._heads = table.heads
        self._rows = [[line_text(cell) for cell in row.cells] for row in table.rows]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rows = [[_encoded(cell, options) for cell in row] for row in self._rows]
        cells = zip((Text(head.text) for head in self._heads), *rows, strict=True)
        needs = [max(cell.cell_len for cell in column) for column in cells]
        least = [min(need, head.least or need) for need, head in zip(needs, self._heads, strict=True)]
        room = table_width(console, options)
        kept = _kept(self._heads, least, room)
        widths = fitted([needs[at] for at in kept], [least[at] for at in kept], room)
        table = WideTable()
        for at, width in zip(kept, widths, strict=True):
            table.add_column(self._heads[at].text, justify=self._heads[at].align, no_wrap=True, width=width)
        for row in rows:
            table.add_row(*(row[at] for at in kept))
        yield table


def line_text(pieces: Line) -> Text:
    """Return a line in its styles."""
    text = Text()
    for piece in pieces:
        if isinstance(piece, Span):
            text.append(piece.text, _STYLES[piece.role])
        else:
            text.append_text(verdict_text(piece))
    return text


def verdict_text(said: VerdictWords) -> Text:
    """Return a verdict in its colour; one that is not AC, and was declared, is nothing to look at."""
    if said.as_expected:
        style = LOOKS[said.verdict].style if said.verdict is Verdict.AC else "dim"
        return Text(str(said), style)
    text = Text(str(said.verdict), LOOKS[said.verdict].style)
    return text.append(f" {said.note}", "red") if said.note else text


def _kept(heads: Sequence[Head], least: Sequence[int], room: int) -> list[int]:
    """Return the columns that find room."""
    kept = list(range(len(heads)))
    while sum(least[at] + GAP for at in kept) - GAP > room:
        last = max(heads[at].priority for at in kept)
        if last == 0:
            break
        kept = [at for at in kept if heads[at].priority != last]
    return kept


def _encoded(text: Text, options: ConsoleOptions) -> Text:
    """Return it as the terminal can show it: not every one has a plus-minus sign."""
    return Text(text.plain.replace("±", "+-"), text.style) if options.ascii_only and "±" in text.plain else text
