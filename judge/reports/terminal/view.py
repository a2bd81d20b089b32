"""A view on a terminal or in a pipe: its blocks in reading order, coloured, and legible without colour.

It has no word of its own, and prints nothing: what it returns is for rich.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from rich.table import Table as Grid
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
    Listing,
    Names,
    Para,
    Picture,
    Section,
    Table,
    Verbatim,
    Warnings,
)
from judge.reports.lines import Bar, Line, Short, Span, plain
from judge.reports.palette import LOOKS
from judge.reports.terminal.console import WIDE, hanging, table_width
from judge.reports.terminal.letters import legend_text, letters, marked, name_cells
from judge.reports.verdict_words import Kind
from judge.text import clean_line

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

_STYLES = {
    **dict.fromkeys(("", "code", "prose", "name", "unsaid"), ""),
    **{"strong": "bold", "first": "bold", "soft": "dim", "pending": "cyan"},
    **{"right": "bold green", "good": "green", "bad": "bold red", "wrong": "red"},
    **{"alert": "bold yellow", "warn": "yellow"},
}
_INDENT = "  "  # of a line of a list
_MARGIN = "   "  # of a text that keeps its shape
_LINES = 20  # of it
_BAR = 20  # columns
_CELL = 30  # beside letters; what is wider has a line of its own


def printed(one: Block, width: int) -> Iterator[RenderableType]:
    """Yield the lines of a block, each at most so wide where that is possible."""
    match one:
        case Para():
            yield line_text(one.line)
        case Listing():
            yield from (hanging(line_text(each), width, _INDENT, 2 * _INDENT) for each in one.lines)
        case Facts():
            yield from _facts(one, width)
        case Table():
            yield LetteredTable(one) if any(head.group for head in one.heads) else ShownTable(one)
        case Letters():
            names = name_cells(each.submission.name for each in one.found)
            yield from (letters(each, width, names) for each in one.found)
        case Legend():
            yield legend_text(one.signs)
        case Verbatim():
            lines = one.text.splitlines()
            more = [f"and {len(lines) - _LINES:,} lines more"] if len(lines) > _LINES else []
            yield Text("\n").join(Text(f"{_MARGIN}{clean_line(each)}") for each in [*lines[:_LINES], *more])
        case Names():
            yield from (hanging(each, width, _INDENT, 2 * _INDENT) for each in _named(one))
        case Section():
            yield from (Text(), Text(one.head, "bold yellow" if one.note else "bold"))
            for each in one.inside:
                yield from printed(each, width)
        case Picture() | Diagnostic() | Diagnostics() | Warnings():
            from judge.reports.terminal.diagnostic import drawn_lines  # what draws and quotes is loaded where it must

            yield from drawn_lines(one, width)
        case _:
            raise TypeError(f"{type(one).__name__} has no lines on a terminal")


def _facts(one: Facts, width: int) -> Iterator[Text]:
    wide = max((len(name) for name, _ in one.rows), default=0)
    later = " " * (wide + 2 * len(_INDENT))
    for name, text in one.rows:
        yield hanging(Text(text), width, f"{_INDENT}{name:<{wide}}{_INDENT}", later)


def _named(one: Names) -> list[Text]:
    names, more = [line_text(each) for each in one.lines], [Text(one.more)] if one.more else []
    return [Text(" ").join([Text(", ").join(names), *more])] if one.bare else [*names, *more]


# --- lines ------------------------------------------------------------------------------------------------------------
def line_text(pieces: Line) -> Text:
    """Return a line in its styles."""
    text = Text()
    for piece in pieces:
        if isinstance(piece, Span):
            text.append(piece.text, _STYLES[piece.role])
        elif isinstance(piece, Kind):
            text.append_text(verdict_text(piece))
        elif isinstance(piece, Bar):
            text.append(f"{'#' * _length(piece):<{_BAR}}", "cyan")
        else:
            text.append(plain((piece,)))
    return text


def _length(bar: Bar) -> int:
    """Return the length of a bar; nobody has none, and anybody has some."""
    return max(1, min(_BAR, round(_BAR * bar.part / bar.whole))) if bar.part > 0 < bar.whole else 0


def verdict_text(said: Kind) -> Text:
    """Return a verdict in its colour; one that is not AC, and was declared, is nothing to look at."""
    if said.as_expected:
        style = LOOKS[said.verdict].style if said.verdict is Verdict.AC else "dim"
        return Text(str(said), style)
    text = Text(str(said.verdict), LOOKS[said.verdict].style)
    return text.append(f" {said.note}", "red") if said.note else text


# --- tables -----------------------------------------------------------------------------------------------------------
GAP = 2  # blanks between two columns
_BLANKS = Text(" " * GAP)
_NARROW = 4  # columns, of what folds
_FORMS = ((0, GAP), (0, 1), (1, 1), (2, 1))  # of what has shorter ones, and the blanks between two columns


class ShownTable:
    """A table that chooses what it shows when it learns how wide the console is: shorter forms, where there are any;
    then fewer columns, of which those of one priority come and go together. Those that fold go to lines below it."""

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
        folds = [_folds(self._heads[at]) for at in kept]
        widths = _fitted(folds, [needs[at] for at in kept], [least[at] for at in kept], room, gap)
        table = Grid(box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="dim")
        for at, width, folded in zip(kept, widths, folds, strict=True):
            overflow: Literal["fold", "ellipsis"] = "fold" if folded else "ellipsis"
            head = self._heads[at]
            table.add_column(head.text, justify=head.align, no_wrap=not folded, width=width, overflow=overflow)
        for row in rows:
            table.add_row(*(row[at] for at in kept))
        yield from table.__rich_console__(console, options.update(max_width=room))
        told = [at for at, head in enumerate(self._heads) if head.folds and at not in kept]
        lines = [Text(": ").join((row[0], row[at])) for row in rows for at in told if row[at]]
        yield from (Text(), *lines) if lines else ()


def _folds(head: Head) -> bool:
    """Say whether a column may go on below; where it must, words may that are neither cut nor left out."""
    return head.folds or (head.align == "left" and not head.least)


def _fitted(folds: Sequence[bool], needs: Sequence[int], least: Sequence[int], room: int, gap: int) -> list[int]:
    """Return the widths of columns: each has its least, and the first ones that need more have what room is left; of
    those that fold, the ones that need little more. Where there is none, these are narrower than that: rich would make
    all of them narrower, and a figure without its end says something else."""
    widths, left = list(least), room - sum(least) - gap * (len(least) - 1)
    for at in sorted(range(len(folds)), key=lambda at: needs[at] - least[at] if folds[at] else 0):
        more = max(0, min(needs[at] - widths[at], left))
        widths[at], left = widths[at] + more, left - more
    while left < 0 and (wide := [at for at, each in enumerate(folds) if each and widths[at] > _NARROW]):
        widths[max(wide, key=lambda at: widths[at])] -= 1
        left += 1
    return widths


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


# --- tables with marks ------------------------------------------------------------------------------------------------
class LetteredTable:
    """A table whose marks are letters behind the other cells of a row. Letters that find no room go on below the first
    one, and a cell that is very wide has a line of its own. A row without marks has room for cells that find none."""

    def __init__(self, table: Table) -> None:
        self._heads = [head for head in table.heads if not head.group]
        self._rows = [[line_text(cell) for cell in row.cells[: len(self._heads)]] for row in table.rows]
        groups = [head.group for head in table.heads[len(self._heads) :]]
        self._marks = [_by_group(groups, row.cells[len(self._heads) :]) for row in table.rows]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room, heads = table_width(console, options), [Text(head.text, "dim") for head in self._heads]
        longest = max((marked("", each, WIDE).cell_len for each in self._marks), default=0)
        widths = [min(_CELL, max(cell.cell_len for cell in column)) for column in zip(heads, *self._rows, strict=True)]
        kept = _kept([*self._heads, Head("", "")], [*widths, longest], room, GAP)[:-1]
        columns = [(self._heads[at], widths[at]) for at in kept]
        indent = sum(width + GAP for _, width in columns) - GAP
        yield _beside(columns, [heads[at] for at in kept], [])
        for row, groups in zip(self._rows, self._marks, strict=True):
            others = [cell for at, cell in enumerate(row) if cell and at not in kept]
            behind = marked("", groups, max(1, room - indent)) if groups else _BLANKS.join((Text(), *others))
            yield _beside(columns, [row[at] for at in kept], behind.split("\n"))


def _by_group(groups: Sequence[str], cells: Sequence[Line]) -> dict[str, list[Kind | None]]:
    """Return the marks of a row by their groups; nothing where it has none."""
    found: dict[str, list[Kind | None]] = {}
    for group, cell in zip(groups, cells, strict=True):
        found.setdefault(group, []).append(next((one for one in cell if isinstance(one, Kind)), None))
    return found if any(cells) else {}


def _beside(columns: Sequence[tuple[Head, int]], cells: Sequence[Text], letters: Iterable[Text]) -> Text:
    """Return a row; the letters bring the gap before them along."""
    text, end = Text(no_wrap=True, overflow="ignore"), 0
    for (head, width), cell in zip(columns, cells, strict=True):
        text.append(" " * GAP if end else "")
        end += width + (GAP if end else 0)
        pad = " " * (width - cell.cell_len)
        text.append(pad if head.align == "right" else "").append_text(cell).append(pad if head.align == "left" else "")
        text.append("\n" + " " * end if cell.cell_len > width else "")
    text.append_text(Text("\n" + " " * end).join(letters))
    text.rstrip()
    return text
