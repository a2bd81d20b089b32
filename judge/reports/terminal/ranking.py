"""The results of a contest on a terminal or in a pipe: tables, the leaderboard, the summary, how sure the order is, and
the last lines of `judge run`.

Nothing is printed here: each function returns a rich renderable, coloured, and legible without colour. The words are
those of views/leaderboard.py and verdict_words.py, which pages show too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from judge.model import RunRecord, Verdict
from judge.reports.blocks import Head, Line, Row, Span, Table, line, plain
from judge.reports.measuring_words import measured, noise_words
from judge.reports.palette import LOOKS
from judge.reports.terminal.console import GAP, WideTable, fitted, table_width
from judge.reports.verdict_words import Fault, Kind, expectations, faults
from judge.reports.views import leaderboard as view
from judge.scoring import shared_cases
from judge.text import clean_line, counted, listed, seconds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console, ConsoleOptions, RenderResult

    from judge.model import Host, Judgement, Problem, Standing
    from judge.reports.terminal.contest import View

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


def fault_lines(found: Iterable[Fault]) -> Text:
    """Return a line for each verdict, with the case that it comes from."""
    lines = []
    for fault in found:
        where = f"  {fault.where}" if fault.where else ""
        lines.append(Text("  ").append_text(verdict_text(fault.kind)).append(f"  {fault.who}{where}"))
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


# --- the last lines ---------------------------------------------------------------------------------------------------
_WINNER_CELLS = 24  # so that a row has at most 80
_RECAP = (
    Head("problem", "problem", least=8),
    Head("first", "first", least=8),
    Head("solved", "solved", "right"),
    Head("par2", "PAR-2", "right"),
    Head("of", "of"),
)


def closing(
    boards: Sequence[Sequence[Standing]],
    ranked: bool,
    stopped: View.Stopped | None = None,
    measuring: RunRecord.Measuring | None = None,
) -> Group:
    """Return the lines: of several problems one for each, unless nobody is `ranked`; then the verdicts, and what is
    known of the times."""
    return Group(_verdicts(boards, ranked, stopped), measuring_lines(measuring or RunRecord.Measuring()))


def _verdicts(boards: Sequence[Sequence[Standing]], ranked: bool, stopped: View.Stopped | None) -> Group:
    parts: list[RenderableType] = []
    if ranked and len(boards) > 1:
        parts += [Text(), ShownTable(Table(_RECAP, tuple(map(_recap, boards))))]
    judgements = [standing.judgement for board in boards for standing in board]
    if len(judgements) == 1 and judgements[0].submission.expected == (Verdict.AC,) and not judgements[0].faults:
        return Group(*parts) if stopped is None else Group(Text(), Text(_interrupted(boards, stopped), "bold yellow"))
    if stopped is None:
        return Group(*parts, Text(), summary(judgements))
    odd = [one for one in judgements if one.verdict is not Verdict.AC and not one.as_expected]
    parts += [Text(), Text("not as expected so far:", "bold red"), fault_lines(faults(odd))] if odd else []
    return Group(*parts, Text(), Text(_interrupted(boards, stopped), "bold yellow"))


def _interrupted(boards: Sequence[Sequence[Standing]], stopped: View.Stopped) -> str:
    """Say what was judged before it was stopped. Where that is nothing, say so."""
    if stopped.why == "failed":
        first = f"stopped at the first failure, after {stopped.ran} of {counted(stopped.total, 'run')}"
        return f"{first}; judge run --last-failed  runs it again"
    if stopped.why == "unfinished":
        return "\n".join(["the run was stopped before its end", *_partly(boards)])
    names = ", ".join(clean_line(name, 32) for name in stopped.compiling)
    while_ = f" while compiling {names}" if names else ""
    if not stopped.ran:
        return f"interrupted{while_}: no case was run{'' if boards else ', so nothing was judged'}"
    lines = [f"interrupted{while_} after {stopped.ran} of {counted(stopped.total, 'run')}", *_partly(boards)]
    lines += [f"not judged at all: {', '.join(stopped.unjudged)}"] if stopped.unjudged else []
    return "\n".join(lines)


def _partly(boards: Sequence[Sequence[Standing]]) -> list[str]:
    """Return a line for each problem of which not all cases count."""
    rows = ([standing.judgement for standing in board] for board in boards)
    names = [judgements[0].problem.name for judgements in rows if not _is_whole(judgements)]
    return [f"of {name} only the cases count that every submission has run" for name in names]


def _is_whole(judgements: Sequence[Judgement]) -> bool:
    return len(shared_cases(judgements)) == len(judgements[0].problem.cases)


def _recap(board: Sequence[Standing]) -> Row:
    """Return who is first on a problem, by what, and of how many."""
    judgements = [standing.judgement for standing in board]
    first = [standing for standing in board if standing.rank == 1]
    odd = sum(not one.as_expected for one in judgements)
    note = f", {odd} not as expected" if odd else ""
    cells = (
        line(clean_line(judgements[0].problem.name, _WINNER_CELLS)),
        line(Span(_names(first), "strong")),
        line(f"{first[0].solved}/{len(shared_cases(judgements))}" if first else ""),
        line(seconds(first[0].par2_s) if first else ""),
        line(counted(len(board), "submission"), Span(note if _is_whole(judgements) else ", so far", "bad")),
    )
    return Row(cells)


def _names(first: Sequence[Standing]) -> str:
    """Return who shares the first rank: two by name, more by their number."""
    names = [clean_line(standing.judgement.submission.name, _WINNER_CELLS) for standing in first]
    return listed(names, 1) if len(names) > 2 else " and ".join(names) or "-"


# --- tables -----------------------------------------------------------------------------------------------------------
_STYLES = {
    **{"": "", "strong": "bold", "first": "bold", "soft": "dim", "code": "", "prose": ""},
    **{"right": "bold green", "good": "green", "bad": "bold red", "wrong": "red", "warn": "yellow"},
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
