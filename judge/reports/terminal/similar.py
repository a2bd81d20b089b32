"""Which submissions of a class are unusually alike, as a table: each of them once, and no word of blame."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from judge.model.similarity import Similarities
from judge.reports.sanitize import clean_line
from judge.reports.similar_words import METHOD, NO_VERDICT, names, shared, summary, usual
from judge.reports.terminal.console import WideTable
from judge.text import listed

_NAMED = 8  # of those left out for one reason


def similar_report(found: Similarities) -> Group:
    """Return a row for each circle, the closest first; who was not compared; and what that says and does not."""
    parts: list[RenderableType] = []
    if found.circles:
        parts.append(_table(found))
    parts += _left_out(found.left_out)
    parts.append(Text(summary(found), "bold"))
    if found.circles:
        parts += [Text(METHOD), Text(NO_VERDICT, "bold")]
    return Group(*parts)


def _table(found: Similarities) -> WideTable:
    table = WideTable(padding=(0, 1), header_style="bold")
    table.add_column("#", justify="right")
    table.add_column("who", overflow="fold")
    table.add_column("shared", justify="right")
    table.add_column("usual up to", justify="right")
    for number, circle in enumerate(found.circles, 1):
        who = Text(", ".join(names(circle, found.works)))
        table.add_row(str(number), who, shared(circle), usual(circle))
    return table


def _left_out(left_out: Sequence[tuple[str, str]]) -> list[Text]:
    """Return who was not compared, those with the same reason together."""
    lines = []
    for why in dict.fromkeys(why for _, why in left_out):
        some = listed([clean_line(who) for who, reason in left_out if reason == why], _NAMED)
        lines.append(Text("not compared", "yellow").append(f" {some}: {why}", "default"))
    return lines
