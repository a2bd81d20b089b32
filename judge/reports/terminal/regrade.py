"""A regrade before it is applied: old verdict x new verdict, and who gains or loses how much."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.console import Group, RenderableType
from rich.text import Text

from judge.model import Batch, Record, RunRecord
from judge.reports.blocks import Shown
from judge.reports.documents import regrade_document
from judge.reports.measuring_words import mixed
from judge.reports.palette import LOOKS
from judge.reports.terminal.console import WideTable, warning_line
from judge.reports.views.regrade import RegradeView
from judge.reports.views.run import bonus_lines, disturbed
from judge.schemas import Part


class RegradeReport(msgspec.Struct, frozen=True, eq=False):
    """What a regrade changes, what stays as it was, how far it is known who is near a bonus, and whether it is decided:
    to print, and as JSON."""

    batch: Batch
    changes: Sequence[Record.Change]
    others: Sequence[Record] = ()
    settled: Sequence[RunRecord.Settling] = ()
    state: str = "pending"

    def __rich__(self) -> Group:
        """Show judge errors first, then the matrix, then everybody whose points change, the greatest loss first."""
        batch, changes = self.batch, self.changes
        view = RegradeView.of(batch, changes)
        parts: list[RenderableType] = [Text(view.title, "bold")]
        parts += [Text(f"JE  {view.lost}", "bold red")] if view.lost else []
        parts += [Text(view.waiting, "yellow")] if view.waiting else []
        again = f"once it is published,  judge regrade --problem {batch.problem.path} --disturbed  judges them again"
        parts += [Shown(disturbed([change.new.judgement for change in changes if change.new], again)), _matrix(view)]
        for one in view.movers:
            line = Text(one.gain, "red" if one.loses else "green")
            parts.append(line.append(f"  {one.owner}  {one.old} -> {one.new}", "default"))
        parts.append(Text(view.total, "bold"))
        if words := mixed([*(change.then for change in changes), *self.others], batch.problem):
            parts.append(warning_line(words))
        return Group(*parts, bonus_lines(self.settled))

    def document(self) -> Part:
        """Return it as judge.regrade/1."""
        return regrade_document(self.batch, self.changes, self.settled, self.state)


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
