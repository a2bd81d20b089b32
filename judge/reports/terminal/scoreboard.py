"""The scoreboard of a contest on the terminal: a row for each team, a column for each problem.

Who solved a problem first has a star, not only a colour, and what is hidden or waits a question mark. Where the columns
have no room with their times, the cells say less; no team's row is folded.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.text import Text

from judge.reports.documents import contest_document
from judge.reports.export.event_feed import event_feed
from judge.reports.terminal.console import GAP, WideTable, table_width, warning_line
from judge.reports.views.scoreboard import RowView, ScoreboardView
from judge.schemas import Part
from judge.scoring import Scoreboard
from judge.text import clean_line

_NAME, _LEAST_NAME = 40, 12  # columns
_STYLES = {
    **{"before": "cyan", "running": "green", "frozen": "cyan", "over": "", "final": "bold"},
    **dict.fromkeys(("waiting", "jury"), "bold yellow"),
}
_CELLS = {"first": "bold green", "solved": "green", "pending": "cyan", "wrong": "red"}
_FORMS = (("words", GAP), ("words", 1), ("short", 1), ("mark", 1))  # of a cell, and the blanks between two


class ScoreboardReport(msgspec.Struct, frozen=True, eq=False):
    """A scoreboard with its heading, what the cells mean, and what is not on it: to print, as JSON, and as the feed for
    a resolver."""

    board: Scoreboard

    def __rich__(self) -> Group:
        view = ScoreboardView.of(self.board, host=True)
        *legend, pending = view.legend
        return Group(
            Text(clean_line(view.name), "bold").append(f"   {view.about}", "dim"),
            Text(view.words, _STYLES[view.state]),
            Text(""),
            _Table(view),
            Text(""),
            Text(f"{'   '.join(legend)}\n{pending}", "dim"),
            *map(warning_line, view.notes),
        )

    def document(self) -> Part:
        """Return it as judge.contest/1."""
        return contest_document(self.board)

    def feed(self) -> str:
        """Return the event feed."""
        return event_feed(self.board)

    def feed_line(self, path: str) -> Text:
        """Return one line: where the event feed is, and whether a resolver can take it."""
        text = Text(f"{path}: the event feed")
        if self.board.phase != "final":
            return text.append("; not final yet, and a resolver needs the final one:  --final")
        if self.board.waiting:
            return text.append("; not final yet, as a submission waits for its verdict")
        return text.append(", final")


class _Table:
    """Chooses how much its cells say when it learns how wide the console is."""

    def __init__(self, view: ScoreboardView) -> None:
        self._view = view

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = table_width(console, options)
        names = [Text("team"), *map(_name, self._view.rows)]
        for form, gap in _FORMS:
            columns = self._columns(form)
            widths = [max(cell.cell_len for cell in column) for column in columns]
            left = room - sum(widths) - gap * (len(widths) + 1)
            if left >= _LEAST_NAME:
                break
        columns.insert(1, names)
        widths.insert(1, min(max(left, _LEAST_NAME), max(name.cell_len for name in names)))
        table = WideTable(gap=gap)
        for at, (column, width) in enumerate(zip(columns, widths, strict=True)):
            justify: Literal["left", "right"] = "left" if at == 1 else "right"
            table.add_column(column[0], justify=justify, width=width, no_wrap=True, overflow="ellipsis")
        for row in list(zip(*columns, strict=True))[1:]:
            table.add_row(*row)
        yield table

    def _columns(self, form: str) -> list[list[Text]]:
        """Return rank, totals and problems, each below its head."""
        view = self._view
        found = [[Text("#"), *(Text(str(row.rank)) for row in view.rows)]]
        found += [
            [Text(head.lower()), *(Text(row.totals[at]) for row in view.rows)] for at, head in enumerate(view.heads)
        ]
        return found + [
            [Text(task.label), *(Text(getattr(row.cells[at], form), _CELLS[row.cells[at].whole]) for row in view.rows)]
            for at, task in enumerate(view.tasks)
        ]


def _name(row: RowView) -> Text:
    text = Text(clean_line(row.name, _NAME))
    return text.append(f" ({clean_line(row.affiliation, _NAME)})", "dim") if row.affiliation else text
