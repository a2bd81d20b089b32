"""The standing leaderboard and one's own place on it."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.text import Text

from judge.classroom import shown_whole
from judge.errors import codes
from judge.leaderboard import Board
from judge.model import Algorithm, Clock, Finding, Judgement, Problem, Run, Standing, Verdict
from judge.reports.cells import number
from judge.reports.diagnostic import VERDICT_STYLES
from judge.reports.results import diagnostics
from judge.reports.terminal import leaderboard, letters, seconds
from judge.reports.text import clean_line
from judge.schemes import most_points

SCHEMA = "judge.board/1"


def board_lines(problem: Problem, board: Board, clock: Clock, algorithm: Algorithm | None = None) -> Group:
    """The board of one problem, the own row marked with an arrow, and what could not be put on it."""
    if algorithm:
        cases = tuple(case for case in problem.cases if case.board.algorithm == algorithm)
        title = f"{problem.title}, {algorithm} alone"
        problem = msgspec.structs.replace(problem, title=title, cases=cases)
    standings = [_named(row.standing, f"{'> ' if row.own else ''}{row.shown}") for row in board.rows]
    parts: list[RenderableType] = [leaderboard(problem, standings, clock)] if standings else []
    for count, what in (
        (board.stale, "only with other cases or limits: not comparable until they are judged again"),
        (board.faulty, "left out, as the judge itself failed on them"),
    ):
        if count:
            parts.append(Text(f"{count} {what}", "yellow"))
    if board.hosts > 1:
        parts.append(Text(f"the times come from {board.hosts} different hosts", "yellow"))
    return Group(*parts)


def board_json(problem: Problem, board: Board, algorithm: Algorithm | None = None) -> dict[str, Any]:
    """One board as an object: PAR-2 in seconds, unrounded."""
    rows = [
        {
            "rank": row.standing.rank,
            "name": row.shown,
            "own": row.own,
            "verdict": row.standing.judgement.verdict,
            "solved": row.standing.solved,
            "par2_s": row.standing.par2_s,
            "points": row.standing.judgement.points,
        }
        for row in board.rows
    ]
    return {"problem": problem.name, "algorithm": algorithm, "rows": rows, "stale": board.stale, "faulty": board.faulty}


def place_line(board: Board, judgement: Judgement) -> Text:
    """The own rank and the distance to the row above; another submission of one's own may be the one that ranks."""
    place = next((index for index, row in enumerate(board.rows) if row.own), None)
    if place is None:
        return Text("not ranked: the judge failed on it", "yellow")
    own = board.rows[place].standing
    above = next((row for row in reversed(board.rows[:place]) if row.standing.rank < own.rank), None)
    text = Text(f"rank {own.rank} of {len(board.rows)}", "bold")
    if above:
        text.append(f": {_distance(above.standing, own)} {clean_line(above.shown)}", "default")
    if own.judgement.submission.sha256 != judgement.submission.sha256:
        text.append(" (with an earlier submission of yours, which did better)", "dim")
    return text


def submitted(judgement: Judgement, word: str, width: int) -> Group:
    """What a student is told of a submission: boards of samples and of groups with visibility = "full", of every other
    case the verdict, the time and one sentence."""
    shown = as_visible(judgement)
    solved = sum(run.verdict is Verdict.AC for run in shown.runs)
    text = Text(str(shown.verdict), VERDICT_STYLES[shown.verdict])
    text.append(f"  {solved} of {len(shown.problem.cases)} cases, {number(shown.points)} of ", "default")
    spent = seconds(sum(run.cpu_s for run in shown.runs))
    text.append(f"{number(most_points(shown.problem))} points, {spent} of CPU in all", "default")
    return Group(Text(), letters(shown, width), *diagnostics(shown, word, width), Text(), text)


def as_visible(judgement: Judgement) -> Judgement:
    """The judgement without what a student may not see of it."""
    runs = tuple(run if shown_whole(judgement.problem, run.group) else _veiled(run) for run in judgement.runs)
    return msgspec.structs.replace(judgement, runs=runs)


def _veiled(run: Run) -> Run:
    """Its sentence is the code's own: that of the diagnostic may quote the case."""
    if run.not_run or run.finding is None:
        return msgspec.structs.replace(run, notices=(), board=None, cells=())
    row = codes().get(run.code)
    message = row.title if row else "not accepted"
    finding = Finding(run.code, message, verdict=run.verdict)
    return msgspec.structs.replace(run, message=message, finding=finding, notices=(), board=None, cells=())


def _distance(above: Standing, own: Standing) -> str:
    more = above.solved - own.solved
    if more:
        return f"{more} case{'s' * (more != 1)} behind"
    return f"{seconds(own.par2_s - above.par2_s)} behind"


def _named(standing: Standing, name: str) -> Standing:
    judgement = standing.judgement
    submission = msgspec.structs.replace(judgement.submission, name=name)
    return msgspec.structs.replace(standing, judgement=msgspec.structs.replace(judgement, submission=submission))
