"""The page of a problem: leaderboard, the grid of cases and submissions, plots and laws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.errors import verdicts
from judge.model.run_record import RunRecord
from judge.reports.plots.growth import growth
from judge.reports.plots.plot import Plot
from judge.reports.plots.points import points
from judge.reports.site.board import Board, board_of
from judge.reports.site.contents import Contents, Part
from judge.reports.site.grid import grid_of
from judge.reports.site.page import page_of
from judge.reports.site.places import TOP

_FAMILIES = 3  # that are plotted; the table has the laws of all


def pages(contents: Contents) -> Iterator[tuple[str, str]]:
    """Yield the name of each file and its text."""
    for part in contents.parts:
        board = board_of(part, contents.record)
        rows = grid_of(part, contents.record.clock)
        text = page_of(
            contents,
            "problem.html",
            part.problem.title,
            (TOP,),
            board=board,
            rows=rows,
            kinds=_kinds([cell.kind for row in rows for cell in row.cells if cell]),
            meanings={name: row.title for name, row in verdicts().items()},
            growths=_growths(part, board, contents.record) if board.laws else [],
            points=points(part.judgements) if len(part.standings) > 1 else None,
        )
        yield part.file, text


def _growths(part: Part, board: Board, record: RunRecord) -> list[Plot | None]:
    """Return the plots of the first families: the first one is that of the leaderboard."""
    families = [table.family for table in board.laws[1:_FAMILIES]]
    return [board.growth, *(growth(part.judgements, record.clock, one) for one in families)]


def _kinds(kinds: Sequence[str]) -> list[str]:
    """Return the kinds of cells that occur, for the legend."""
    return sorted(set(kinds), key=lambda kind: (kind != "AC", kind == "NR", kind))
