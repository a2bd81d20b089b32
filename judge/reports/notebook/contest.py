"""Leaderboards in a notebook: a table for each problem, and what went wrong."""

from __future__ import annotations

from collections.abc import Sequence

from judge.model import Clock, Host, Judgement, Standing, Verdict
from judge.reports.host_words import not_enforced
from judge.reports.leaderboard_row import facts, leaderboard_row, legend
from judge.reports.notebook.element import Element, badge, block, element, page, table
from judge.reports.terminal.contest import diagnostics
from judge.reports.terminal.plain import as_text
from judge.reports.verdict_words import VerdictWords, expectations

_WIDTH = 100
_HEAD = ("#", "submission", "verdict", "solved", "PAR-2", "ratio", "slowest case", "memory", "solved by group")
_FIGURES = frozenset({0, 3, 4, 5, 7})


def contest_html(boards: Sequence[Sequence[Standing]], clock: Clock, host: Host) -> str:
    """Return the standings of each problem. A submission that is alone has its diagnostics."""
    judgements = [row.judgement for board in boards for row in board]
    missing = not_enforced(host)
    return page(
        block(f"warning: {missing}" if missing else ""),
        *(part for board in boards if board for part in _board(board, clock)),
        block(_end(judgements) if judgements else "nothing was judged"),
    )


def _end(judgements: Sequence[Judgement]) -> str:
    found = expectations(judgements)
    return "\n".join([str(found), *(f"  {one.verdict}  {one.who}  {one.where}".rstrip() for one in found.faults)])


def _board(board: Sequence[Standing], clock: Clock) -> list[Element]:
    problem = board[0].judgement.problem
    why = diagnostics(board[0].judgement, _WIDTH) if len(board) == 1 else []
    return [
        element("p", element("b", problem.title), f" {facts(problem)}"),
        table(_HEAD, [_row(row) for row in board], _FIGURES),
        element("p", " ".join(legend(board, clock))),
        block("".join(as_text(part, _WIDTH) for part in why)),
    ]


def _row(standing: Standing) -> tuple[str, ...]:
    judgement = standing.judgement
    row = leaderboard_row(standing, len(judgement.problem.cases))
    return (
        row.rank,
        row.name,
        _verdict(row.verdict),
        row.solved,
        row.par2,
        row.ratio,
        f"{row.slowest} {row.slowest_case}".strip(),
        row.memory,
        _groups(judgement),
    )


def _verdict(said: VerdictWords) -> Element:
    return element("span", badge(said.verdict), f" {said.note}" if said.note else "")


def _groups(judgement: Judgement) -> str:
    """Return how many cases of each group are solved; of what could not be compiled, why."""
    if not judgement.runs:
        return judgement.prepare.message
    groups: dict[str, list[bool]] = {}
    for run in judgement.runs:
        groups.setdefault(run.group, []).append(run.verdict is Verdict.AC)
    return ", ".join(f"{group} {sum(solved)}/{len(solved)}" for group, solved in groups.items())
