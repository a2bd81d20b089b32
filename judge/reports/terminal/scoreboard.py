"""The scoreboard of a contest on the terminal: a row for each team, a column for each problem.

Who solved a problem first has a star, not only a colour, and what is hidden or waits a question mark. Where the columns
have no room with their times, the cells say less; no team's row is folded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.text import Text

from judge.model.schedule import Schedule
from judge.reports.contest_words import LEGENDS, PENDING, notes, rules, size, state_of, state_words, whole_cell
from judge.reports.sanitize import clean_line
from judge.reports.terminal.console import GAP, WideTable, table_width
from judge.reports.terminal.ranking import warning_line
from judge.reports.units import number
from judge.scoring.standings import Cell, Row, Scoreboard

_NAME, _LEAST_NAME = 40, 12  # columns
_STYLES = {
    **{"before": "cyan", "running": "green", "frozen": "cyan", "over": "", "final": "bold"},
    **dict.fromkeys(("waiting", "jury"), "bold yellow"),
}
_Words = Callable[[Cell, Schedule], str]


def scoreboard_lines(board: Scoreboard) -> Group:
    """Return the scoreboard with its heading, what the cells mean, and what is not on it."""
    schedule = board.schedule
    head = Text(clean_line(schedule.name), "bold")
    head.append(f"   {size(schedule)}, {rules(schedule)}", "dim")
    legend = f"{LEGENDS[schedule.scoring]}\n{PENDING}"
    warnings = [warning_line(words) for words in notes(board)]
    return Group(
        head,
        Text(state_words(board), _STYLES[state_of(board)]),
        Text(""),
        _Table(board),
        Text(""),
        Text(legend, "dim"),
        *warnings,
    )


def feed_line(board: Scoreboard, path: str) -> Text:
    """Return one line: where the event feed is, and whether a resolver can take it."""
    text = Text(f"{path}: the event feed")
    if board.phase != "final":
        return text.append("; not final yet, and a resolver needs the final one:  --final")
    if board.waiting:
        return text.append("; not final yet, as a submission waits for its verdict")
    return text.append(", final")


class _Table:
    """Chooses how much its cells say when it learns how wide the console is."""

    def __init__(self, board: Scoreboard) -> None:
        self._board = board
        self._score = board.schedule.scoring == "score"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = table_width(console, options)
        for words, gap in ((whole_cell, GAP), (whole_cell, 1), (_short, 1), (_mark, 1)):
            cells = [[self._cell(cell, words) for cell in row.cells] for row in self._board.rows]
            widths = self._widths(cells)
            fixed = sum(widths) + gap * (len(widths) + 1)
            if fixed + _LEAST_NAME <= room:
                break
        name = max(_LEAST_NAME, room - fixed) if widths else _NAME
        yield self._table(cells, [widths[0], min(name, self._longest()), *widths[1:]], gap)

    def _widths(self, cells: Sequence[Sequence[Text]]) -> list[int]:
        """Return the widths of rank, totals and problems."""
        columns = [[row[at].cell_len for row in cells] for at in range(len(self._board.schedule.tasks))]
        labels = [len(task.label) for task in self._board.schedule.tasks]
        totals = [[len(text) for text in column] for column in zip(*map(self._totals, self._board.rows), strict=True)]
        heads = [max([len(head), *lengths]) for head, lengths in zip(self._heads(), totals, strict=True)]
        rank = max(len(str(row.rank)) for row in self._board.rows)
        return [rank, *heads, *(max([label, *column]) for label, column in zip(labels, columns, strict=True))]

    def _longest(self) -> int:
        return max(len("team"), *(self._name(row).cell_len for row in self._board.rows))

    def _heads(self) -> tuple[str, ...]:
        return ("points", "last") if self._score else ("solved", "time")

    def _totals(self, row: Row) -> tuple[str, str]:
        last = "" if row.last is None else str(row.last)
        return (number(row.points), last) if self._score else (str(row.solved), str(row.penalty))

    @staticmethod
    def _name(row: Row) -> Text:
        text = Text(clean_line(row.team.name, _NAME))
        if row.team.affiliation:
            text.append(f" ({clean_line(row.team.affiliation, _NAME)})", "dim")
        return text

    def _cell(self, cell: Cell, words: _Words) -> Text:
        text = words(cell, self._board.schedule)
        style = "bold green" if cell.first else "green" if cell.solved else "cyan" if cell.pending else "red"
        return Text(text, style)

    def _table(self, cells: Sequence[Sequence[Text]], widths: Sequence[int], gap: int) -> WideTable:
        table = WideTable(gap=gap)
        heads = ["#", "team", *self._heads(), *(task.label for task in self._board.schedule.tasks)]
        for head, width in zip(heads, widths, strict=True):
            left = head == "team" and width == widths[1]
            table.add_column(head, justify="left" if left else "right", width=width, no_wrap=True, overflow="ellipsis")
        for row, found in zip(self._board.rows, cells, strict=True):
            table.add_row(str(row.rank), self._name(row), *self._totals(row), *found)
        return table


def _short(cell: Cell, schedule: Schedule) -> str:
    """Return a cell without its time: `*2`, `-3`, `?1`."""
    if schedule.scoring == "score" and cell.points:
        return f"{'*' * cell.first}{number(cell.points)}"
    if cell.solved:
        return f"{'*' if cell.first else '+'}{cell.tries}"
    return f"?{cell.pending}" if cell.pending else f"-{cell.tries}" if cell.tries else ""


def _mark(cell: Cell, _: Schedule) -> str:
    """Return one character: `*`, `+`, `?` or `-`."""
    return "*" if cell.first else "+" if cell.solved or cell.points else "?" if cell.pending else "-" * bool(cell.tries)
