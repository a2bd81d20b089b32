"""The last lines of `judge run`: one line a problem, what was not as expected, and where an interruption came."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from judge.model import Standing, Verdict
from judge.reports.sanitize import clean_line
from judge.reports.terminal.console import WideTable
from judge.reports.terminal.ranking import listed, summary
from judge.reports.units import counted, seconds
from judge.scoring.ranking import counting_cases
from judge.scoring.verdict import as_expected

_NAME_CELLS = 24  # so that a row has at most 80


class Stopped(msgspec.Struct, frozen=True):
    """Where Ctrl-C came: after so many runs of the contest, or while these were compiled."""

    ran: int = 0
    total: int = 0
    compiling: tuple[str, ...] = ()


def closing(boards: Sequence[Sequence[Standing]], ranked: bool, stopped: Stopped | None = None) -> Group:
    """Return the lines: of several problems one for each, unless nobody is `ranked`; then the verdicts."""
    parts: list[RenderableType] = [Text(), _recap(boards)] if ranked and len(boards) > 1 else []
    judgements = [standing.judgement for board in boards for standing in board]
    if stopped is None:
        return Group(*parts, Text(), summary(judgements))
    odd = [one for one in judgements if one.verdict is not Verdict.AC and not as_expected(one)]
    parts += [Text(), Text("not as expected so far:", "bold red"), listed(odd)] if odd else []
    return Group(*parts, Text(), _interrupted(stopped))


def _interrupted(stopped: Stopped) -> Text:
    """Say what was judged before Ctrl-C. Where that is nothing, say so."""
    if stopped.ran:
        share = f"{stopped.ran} of {counted(stopped.total, 'run')}"
        text = f"interrupted after {share}: only the cases that every submission has run are counted"
    else:
        names = ", ".join(clean_line(name, 32) for name in stopped.compiling)
        text = f"interrupted{f' while {names} was compiled' if names else ''}: no case was run, so nothing was judged"
    return Text(text, "bold yellow")


def _recap(boards: Sequence[Sequence[Standing]]) -> WideTable:
    """Return one row for each problem: who is first, by what, and of how many."""
    table = WideTable(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", collapse_padding=True)
    for heading in ("problem", "first", "solved", "PAR-2", "of"):
        table.add_column(heading, justify="right" if heading in ("solved", "PAR-2") else "left", no_wrap=True)
    for board in boards:
        table.add_row(*_row(board))
    for at, column in enumerate(table.columns):  # only a name may be cut
        column.min_width = max(map(cell_len, map(str, column.cells))) if at > 1 else 8
    return table


def _row(board: Sequence[Standing]) -> tuple[Text, ...]:
    judgements = [standing.judgement for standing in board]
    first = [standing for standing in board if standing.rank == 1]
    odd = sum(not as_expected(one) for one in judgements)
    return (
        Text(clean_line(judgements[0].problem.name, _NAME_CELLS)),
        Text(_names(first), "bold"),
        Text(f"{first[0].solved}/{counting_cases(judgements)}" if first else ""),
        Text(seconds(first[0].par2_s) if first else ""),
        Text(counted(len(board), "submission")).append(f", {odd} not as expected" if odd else "", "bold red"),
    )


def _names(first: Sequence[Standing]) -> str:
    """Return who shares the first rank: two by name, more by their number."""
    names = [clean_line(standing.judgement.submission.name, _NAME_CELLS) for standing in first]
    if len(names) > 2:
        return f"{names[0]} and {len(names) - 1} more"
    return " and ".join(names) or "-"
