"""What a store holds, as tables: by package and by year."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from judge.model.contents import Contents, Counts, WebHeld
from judge.reports.terminal.console import WideTable
from judge.reports.units import day, room
from judge.text import counted


def contents_lines(held: Contents) -> RenderableType:
    """Return how large the store is, what was judged on which package and in which year, and what could go."""
    said = held.counts
    lines: list[RenderableType] = [
        Text(
            f"{room(held.size_bytes)}: {counted(said.judgements, 'judgement')} of {counted(said.students, 'student')}"
            f" in {said.batches} {'batch' if said.batches == 1 else 'batches'},"
            f" {counted(held.runs, 'repetition', ',d')}"
        )
    ]
    if held.packages:
        lines += [Text(""), _packages(held), Text(""), _years(held), Text("")]
    if any(not one.whole for one in held.packages):
        lines.append(Text("* only the digest is known: it was judged by a judge that kept no packages"))
    if held.web != WebHeld():
        lines.append(_of_web(held.web))
    if held.forgotten:
        lines.append(Text(f"{counted(held.forgotten, 'student')} forgotten"))
    if held.prunable_bytes:
        lines.append(Text(f"judge store prune  could remove {room(held.prunable_bytes)}"))
    return Group(*lines)


def _of_web(held: WebHeld) -> Text:
    waits = f", {held.open} not judged yet" if held.open else ""
    came = f"{counted(held.handed_in, 'submission')}{waits}"
    return Text(f"on the web: {counted(held.accounts, 'account')}; {came}; audit log: {counted(held.deeds, 'line')}")


def _packages(held: Contents) -> Table:
    table = _table("problem", "package")
    for one in held.packages:
        digest = one.digest[:12] + ("" if one.whole else "*")
        table.add_row(one.problem, digest, *_cells(one.counts))
    return table


def _years(held: Contents) -> Table:
    table = _table("year")
    for year, counts in held.years:
        table.add_row(str(year), *_cells(counts))
    return table


def _table(*names: str) -> Table:
    table = WideTable()
    for name in names:
        table.add_column(name, no_wrap=True)
    for name in ("batches", "judgements", "students"):
        table.add_column(name, justify="right", no_wrap=True)
    for name in ("first", "last"):
        table.add_column(name, no_wrap=True)
    return table


def _cells(counts: Counts) -> tuple[str, ...]:
    numbers = (counts.batches, counts.judgements, counts.students)
    return *map(str, numbers), _day(counts.first_s), _day(counts.last_s)


def _day(seconds: float | None) -> str:
    return "-" if seconds is None else day(seconds)
