"""What is printed for who keeps a machine or a site: its checks, the store."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from judge.model import Check
from judge.reports.blocks import Head, Row, Table, line
from judge.reports.terminal.ranking import ShownTable
from judge.store import Contents
from judge.text import counted, day, room

# --- judge doctor -----------------------------------------------------------------------------------------------------
COMMAND = 1000  # none is cut: it is copied
_STYLES = {"ok": "green", "warning": "yellow", "missing": "bold red"}


def check_line(check: Check) -> Text:
    """Return `ok       cores         2: 0, 1`, and what to do where it is not ok."""
    text = Text(f"{check.state:<8}", _STYLES[check.state])
    text.append(f" {check.name:<19} ").append(check.found.strip().replace("\n", "; "))
    lines = filter(None, (check.mend.words, check.mend.command)) if check.mend else ()
    for before, repair in zip(("fix:", ""), lines, strict=False):  # a command has a line of its own: it is copied whole
        text.append(f"\n{'':<29}{before:<5}", "dim").append(repair, "bold")
    return text


# --- a store ----------------------------------------------------------------------------------------------------------
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
        rows = ((one.problem, one.digest[:12] + "*" * (not one.whole), *_cells(one.counts)) for one in held.packages)
        years = _table(("year",), ((str(year), *_cells(counts)) for year, counts in held.years))
        lines += [Text(""), _table(("problem", "package"), rows), Text(""), years, Text("")]
    if any(not one.whole for one in held.packages):
        lines.append(Text("* only the digest is known: it was judged by a judge that kept no packages"))
    if held.web != Contents.Web():
        lines.append(_of_web(held.web))
    if held.forgotten:
        lines.append(Text(f"{counted(held.forgotten, 'student')} forgotten"))
    if held.prunable_bytes:
        lines.append(Text(f"judge store prune  could remove {room(held.prunable_bytes)}"))
    return Group(*lines)


def _of_web(held: Contents.Web) -> Text:
    waits = f", {held.open} not judged yet" if held.open else ""
    came = f"{counted(held.handed_in, 'submission')}{waits}"
    return Text(f"on the web: {counted(held.accounts, 'account')}; {came}; audit log: {counted(held.deeds, 'line')}")


_COUNTS = (
    *(Head(name, name, "right") for name in ("batches", "judgements", "students")),
    *(Head(name, name) for name in ("first", "last")),
)


def _table(names: Sequence[str], rows: Iterable[Sequence[str]]) -> ShownTable:
    heads = (*(Head(name, name) for name in names), *_COUNTS)
    return ShownTable(Table(heads, tuple(Row(tuple(map(line, row))) for row in rows)))


def _cells(counts: Contents.Counts) -> tuple[str, ...]:
    days = ("-" if at_s is None else day(at_s) for at_s in (counts.first_s, counts.last_s))
    return (*map(str, (counts.batches, counts.judgements, counts.students)), *days)
