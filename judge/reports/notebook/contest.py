"""Leaderboards in a notebook: a table for each problem, and what went wrong."""

from __future__ import annotations

from collections.abc import Sequence

from judge.model import Clock, Host, Judgement, Standing, Verdict
from judge.reports.notebook.element import Element, badge, block, element, page, table
from judge.reports.terminal.contest import diagnostics
from judge.reports.terminal.plain import as_text
from judge.reports.terminal.ranking import host_line, summary
from judge.reports.units import counted, mebibytes, ratio, seconds
from judge.scoring.verdict import as_expected

_WIDTH = 100
_HEAD = ("#", "submission", "verdict", "solved", "PAR-2", "ratio", "slowest case", "memory", "solved by group")
_FIGURES = frozenset({0, 3, 4, 5, 7})


def contest_html(boards: Sequence[Sequence[Standing]], clock: Clock, host: Host) -> str:
    """Return the standings of each problem. A submission that is alone has its diagnostics."""
    judgements = [row.judgement for board in boards for row in board]
    missing = host_line(host)
    end = summary(judgements).plain if judgements else "nothing was judged"
    return page(
        block(missing.plain if missing else ""),
        *(part for board in boards if board for part in _board(board, clock)),
        block(end),
    )


def _board(board: Sequence[Standing], clock: Clock) -> list[Element]:
    problem = board[0].judgement.problem
    cases, time = counted(len(problem.cases), "case"), "CPU" if clock == "cpu" else "wall"
    about = f" {problem.name}, {cases}, {problem.limits.time_limit:g} s CPU; PAR-2 is {time} time"
    why = diagnostics(board[0].judgement, _WIDTH) if len(board) == 1 else []
    return [
        element("p", element("b", problem.title), about),
        table(_HEAD, [_row(row) for row in board], _FIGURES),
        block("".join(as_text(part, _WIDTH) for part in why)),
    ]


def _row(standing: Standing) -> tuple[str, ...]:
    judgement = standing.judgement
    declared = " expected" if str(judgement.verdict) != "AC" and as_expected(judgement) else ""
    slowest = f"{seconds(standing.slowest_s)} {standing.slowest_case}" if standing.slowest_case else ""
    return (
        "" if standing.rank is None else f"{'=' * standing.tied}{standing.rank}",
        judgement.submission.name,
        Element(badge(judgement.verdict) + declared),
        f"{standing.solved}/{len(judgement.problem.cases)}",
        seconds(standing.par2_s),
        ratio(standing.ratio),
        slowest,
        mebibytes(max((run.memory_bytes for run in judgement.runs), default=0)),
        _groups(judgement),
    )


def _groups(judgement: Judgement) -> str:
    """Return how many cases of each group are solved; of what could not be compiled, why."""
    if not judgement.runs:
        return judgement.prepare.message
    groups: dict[str, list[bool]] = {}
    for run in judgement.runs:
        groups.setdefault(run.group, []).append(run.verdict is Verdict.AC)
    return ", ".join(f"{group} {sum(solved)}/{len(solved)}" for group, solved in groups.items())
