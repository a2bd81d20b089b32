"""The last lines of `judge run`: one line a problem, what was not as expected, and where an interruption came."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from judge.model import Judgement, RunRecord, Standing, Verdict
from judge.reports.blocks import Head, Row, Span, Table, line
from judge.reports.terminal.ranking import ShownTable, fault_lines, measuring_lines, summary
from judge.reports.verdict_words import faults
from judge.scoring import shared_cases
from judge.text import clean_line, counted, listed, seconds

if TYPE_CHECKING:
    from judge.reports.terminal.contest import View

_NAME_CELLS = 24  # so that a row has at most 80
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
        parts += [Text(), ShownTable(Table(_RECAP, tuple(map(_row, boards))))]
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


def _row(board: Sequence[Standing]) -> Row:
    """Return who is first on a problem, by what, and of how many."""
    judgements = [standing.judgement for standing in board]
    first = [standing for standing in board if standing.rank == 1]
    odd = sum(not one.as_expected for one in judgements)
    note = f", {odd} not as expected" if odd else ""
    cells = (
        line(clean_line(judgements[0].problem.name, _NAME_CELLS)),
        line(Span(_names(first), "strong")),
        line(f"{first[0].solved}/{len(shared_cases(judgements))}" if first else ""),
        line(seconds(first[0].par2_s) if first else ""),
        line(counted(len(board), "submission"), Span(note if _is_whole(judgements) else ", so far", "bad")),
    )
    return Row(cells)


def _names(first: Sequence[Standing]) -> str:
    """Return who shares the first rank: two by name, more by their number."""
    names = [clean_line(standing.judgement.submission.name, _NAME_CELLS) for standing in first]
    return listed(names, 1) if len(names) > 2 else " and ".join(names) or "-"
