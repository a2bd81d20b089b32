"""A regrade before it is applied: old verdict x new verdict, and who gains or loses how much."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from judge.model import Batch, Change
from judge.reports.palette import LOOKS
from judge.reports.terminal.console import WideTable
from judge.reports.terminal.contest import disturbed
from judge.reports.views.regrade import RegradeView, regrade_view
from judge.text import counted


def regrade_report(batch: Batch, changes: Sequence[Change]) -> Group:
    """Judge errors first, then the matrix, then everybody whose points change, the greatest loss first."""
    view = regrade_view(batch, changes)
    parts: list[RenderableType] = [Text(view.title, "bold")]
    parts += [Text(f"JE  {view.lost}", "bold red")] if view.lost else []
    parts += [Text(view.waiting, "yellow")] if view.waiting else []
    again = f"once it is published,  judge regrade --problem {batch.problem.path} --disturbed  judges them again"
    parts += [*disturbed([change.new.judgement for change in changes if change.new], again), _matrix(view)]
    for one in view.movers:
        line = Text(one.gain, "red" if one.loses else "green")
        parts.append(line.append(f"  {one.owner}  {one.old} -> {one.new}", "default"))
    return Group(*parts, Text(view.total, "bold"))


def regrade_part(batch: Batch, runs: int, submissions: int) -> Text:
    """Return what of a part is still to be judged, before it is."""
    text = f"{counted(runs, 'run')} of {counted(submissions, 'submission')} to judge again"
    return Text(f"{text}:  {batch.part}")


def _matrix(view: RegradeView) -> WideTable:
    """Return a row for each old verdict, a column for each new one."""
    table = WideTable(padding=(0, 1), header_style="bold")
    table.add_column("old \\ new")
    for verdict in view.news:
        table.add_column(Text(str(verdict), LOOKS[verdict].style), justify="right")
    for old, counts in view.counts:
        pairs = zip(counts, view.news, strict=True)
        cells = (Text(str(count or "-"), "bold" if old is not new else "") for count, new in pairs)
        table.add_row(Text(str(old), LOOKS[old].style), *cells)
    return table
