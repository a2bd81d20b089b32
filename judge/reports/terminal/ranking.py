"""The results of a contest on a terminal or in a pipe: tables, the leaderboard, the summary, and how sure the order is.

Nothing is printed here: each function returns a rich renderable, coloured, and legible without colour. The words are
those of views/leaderboard.py and verdict_words.py, which pages show too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text

from judge.model import RunRecord, Verdict
from judge.reports.blocks import Head, Line, Span, Table
from judge.reports.measuring_words import measured, noise_words
from judge.reports.palette import LOOKS
from judge.reports.terminal.console import GAP, WideTable, fitted, table_width
from judge.reports.verdict_words import Fault, expectations
from judge.reports.views import leaderboard as view
from judge.text import clean_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console, ConsoleOptions, RenderResult

    from judge.model import Host, Judgement, Problem, Standing
    from judge.reports.verdict_words import VerdictWords

_NAME_CELLS = 32  # a longer name would push the figures off a row


def leaderboard(
    problem: Problem,
    standings: Sequence[Standing],
    clock: Host.Clock = "cpu",
    counting: int | None = None,
    names: Sequence[str] = (),
) -> Group:
    """Return the ranking on one problem. It leaves out columns, last ones first, where the console is narrow. After an
    interruption only `counting` cases count, and no verdict AC is final. `names` stand for those of the submissions."""
    names = names or [one.judgement.submission.name for one in standings]
    shown = view.leaderboard(problem, standings, clock, counting, [clean_line(name, _NAME_CELLS) for name in names])
    title = Text(shown.title, "bold").append(f"   {shown.about}", "dim")
    return Group(title, ShownTable(shown.table), Text("\n".join(shown.legend), "dim"))


def summary(judgements: Sequence[Judgement]) -> Text:
    """Return how many verdicts are as expected; a line for each that is not, the judge's own faults first."""
    found = expectations(judgements)
    text = Text(f"{found.head}: ")
    if not found.faults:
        return text.append(found.met, "green")
    text.append(f"{found.met}, ").append(found.unmet, "bold red")
    return text.append("\n").append_text(fault_lines(found.faults))


def fault_lines(faults: Iterable[Fault]) -> Text:
    """Return a line for each verdict, with the case that it comes from."""
    lines = []
    for fault in faults:
        where = f"  {fault.where}" if fault.where else ""
        lines.append(Text("  ").append_text(verdict_text(fault.verdict)).append(f"  {fault.who}{where}"))
    return Text("\n").join(lines)


# --- measuring more ---------------------------------------------------------------------------------------------------
def measuring_lines(measuring: RunRecord.Measuring) -> Group:
    """Return how far the order of each problem is settled, and how much the time of one run may be off."""
    noise = noise_words(measuring.noise)
    return Group(*_lines(measuring.rounds, named=len(measuring.rounds) > 1), *([Text(noise, "dim")] if noise else []))


def bonus_lines(settled: Sequence[RunRecord.Settling]) -> Group:
    """Return how far it is known who can't be told apart from the last place of each bonus."""
    return Group(*_lines(settled, named=True))


def _lines(rounds: Sequence[RunRecord.Settling], *, named: bool) -> list[Text]:
    return [Text(words, "green" if good else "yellow") for words, good in measured(rounds, named=named)]


# --- tables -----------------------------------------------------------------------------------------------------------
_STYLES = {
    **{"": "", "strong": "bold", "soft": "dim"},
    **{"good": "green", "bad": "bold red", "wrong": "red", "warn": "yellow"},
}


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
