"""A regrade before it is applied: old verdict x new verdict, and who gains or loses how much."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from judge.model.record import Batch, Change, movers
from judge.reports.palette import LOOKS
from judge.reports.regrade_words import Mover, lost_words, mover, title, total_words, verdicts_of, waiting_words
from judge.reports.terminal.console import WideTable
from judge.reports.terminal.contest import disturbed
from judge.text import counted


def regrade_report(batch: Batch, changes: Sequence[Change]) -> Group:
    """Judge errors first, then the matrix, then everybody whose points change, the greatest loss first."""
    parts: list[RenderableType] = [Text(title(batch), "bold")]
    if lost := lost_words(changes):
        parts.append(Text(f"JE  {lost}", "bold red"))
    if waiting := waiting_words(changes):
        parts.append(Text(waiting, "yellow"))
    again = f"once it is published,  judge regrade --problem {batch.problem.path} --disturbed  judges them again"
    parts += disturbed([change.new.judgement for change in changes if change.new], again)
    parts.append(_matrix(changes))
    parts += [_mover(mover(change)) for change in movers(changes)]
    parts.append(Text(total_words(changes), "bold"))
    return Group(*parts)


def regrade_part(batch: Batch, runs: int, submissions: int) -> Text:
    """Return what of a part is still to be judged, before it is."""
    text = f"{counted(runs, 'run')} of {counted(submissions, 'submission')} to judge again"
    return Text(f"{text}:  {batch.part}")


def _matrix(changes: Sequence[Change]) -> WideTable:
    """Return a row for each old verdict, a column for each new one."""
    news, rows = verdicts_of(changes)
    table = WideTable(padding=(0, 1), header_style="bold")
    table.add_column("old \\ new")
    for verdict in news:
        table.add_column(Text(str(verdict), LOOKS[verdict].style), justify="right")
    for old, counts in rows:
        cells = [
            Text(str(count or "-"), "bold" if old is not new else "") for count, new in zip(counts, news, strict=True)
        ]
        table.add_row(Text(str(old), LOOKS[old].style), *cells)
    return table


def _mover(one: Mover) -> Text:
    return Text(one.gain, "red" if one.loses else "green").append(f"  {one.owner}  {one.old} -> {one.new}", "default")
