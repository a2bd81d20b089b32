"""What `judge generate --difficulty` prints: how hard each case was, and where harder ones are found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from judge.model import Verdict
from judge.model.difficulty import Aim, Aims, Effort, Hardness
from judge.model.installed import installs
from judge.model.made import Made
from judge.reports.sanitize import clean_line
from judge.reports.units import seconds
from judge.text import counted

_MOST_ROWS: Final = 60
_WORDS: Final = {-1: "max-1", 0: "max", 1: "max+1"}


def hardness_table(rows: Sequence[Hardness], made: Mapping[str, Made]) -> Group:
    """Return a table of the cases, the hardest first. `made` knows what the boards hold."""
    table = _table()
    for head, side in (("case", "left"), ("n", "right"), ("trees", "right"), ("pieces", "right"), ("most", "right")):
        table.add_column(head, justify=side, no_wrap=True)  # type: ignore[arg-type]
    for effort in rows[0].efforts if rows else ():
        table.add_column(clean_line(effort.submission), justify="right", no_wrap=True)
    for row in rows[:_MOST_ROWS]:
        trees = f"{100 * row.trees / (row.n * (row.columns or row.n)):.0f} %"
        efforts = [_effort(effort) for effort in row.efforts]
        size = f"{row.n} x {row.columns}" if row.columns not in (0, row.n) else str(row.n)
        pieces = f"{row.pieces:,}" if row.pieces else ""
        table.add_row(clean_line(row.case), size, trees, pieces, _most(made.get(row.case)), *efforts)
    left = len(rows) - _MOST_ROWS
    return Group(table, *([Text(f"and {counted(left, 'case')} that are easier")] if left > 0 else []))


def aims_table(aims: Aims) -> Group:
    """Return what each solution needed, by density and pieces, and a recipe of the hardest that can be done."""
    parts: list[RenderableType] = [
        Text(f"\nwhere boards of {aims.n} x {aims.n} are hard: median CPU, {seconds(aims.limit_s)} at most", "bold")
    ]
    table = _table()
    table.add_column("density", justify="right")
    table.add_column("pieces")
    for name in aims.submissions:
        table.add_column(clean_line(name), justify="right", no_wrap=True)
    best = aims.best
    for row in aims.rows:
        times = [seconds(one) if one < 2 * aims.limit_s else "-" for one in row.medians_s]
        table.add_row(f"{row.density:g}", _WORDS[row.above], *times, style="bold" if row is best else "")
    parts.append(table)
    if aims.undecided:
        boards = counted(aims.undecided, "board")
        parts.append(
            Text(f"{boards} left out: nobody knows what they hold without OR-Tools; {installs('author')}", "yellow")
        )
    parts.append(_recipe(aims, best) if best else Text("no solution does any of them in time", "yellow"))
    return Group(*parts)


def _recipe(aims: Aims, best: Aim) -> Text:
    lines = [
        "the hardest that can be done, as a recipe:",
        "  [secret.hard]",
        f"  n = {aims.n}",
        *((f"  density = {best.density:g}", "  seed = 1", "  count = 5") if best.density else ()),
        f'  pieces = "{_WORDS[best.above]}"',
    ]
    return Text("\n".join(lines))


def _effort(effort: Effort) -> Text:
    if effort.verdict is Verdict.AC:
        return Text(seconds(effort.cpu_s))
    return Text(f"{effort.verdict} {seconds(effort.cpu_s)}", "yellow")


def _most(made: Made | None) -> str:
    if made is None or not made.board:
        return ""
    return f"{made.most:,}" if made.most_proven else f">={made.most:,}"


def _table() -> Table:
    return Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim")
