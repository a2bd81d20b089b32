"""Leaderboards whose best submissions are measured again, side by side: what `judge board --rank` does."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from judge.cli.options import RunOptions
from judge.cli.running import follow, rounds_of, sandboxes
from judge.judging.contest import Contest
from judge.model import Entry, Host, Measuring
from judge.reports.terminal.console import PlainConsole
from judge.reports.terminal.progress import Live
from judge.scoring import ranking
from judge.scoring.leaderboard import Leaderboard, measured_anew
from judge.store import Store


def measure_again(
    store: Store, boards: Sequence[Leaderboard], options: RunOptions, budget_s: float, console: PlainConsole
) -> tuple[list[Leaderboard], Measuring, bool]:
    """Return the first board of each problem, measured again, and those that have no rows; say whether Ctrl-C did not
    end it. Nothing of it is kept in the store."""
    chosen = list({board.problem.path: board for board in reversed(boards) if board.rows}.values())[::-1]
    if not chosen:
        return list(boards), Measuring(), True
    entries = [_entry(store, board) for board in chosen]
    with sandboxes(options, console) as (opened, host):
        clock = ranking.clock_of(host)
        contest = Contest(opened, entries, options.repeat)
        live = Live(console, contest.total, entries, budget_s=budget_s)
        rounds = rounds_of(contest, clock, budget_s, live)
        whole = follow(contest.events(rounds), live)
    made = [
        measured_anew(_on(board, host), contest.judged(entry), contest.noise)
        for board, entry in zip(chosen, entries, strict=True)
    ]
    made += [board for board in boards if not board.rows]
    return made, Measuring(contest.noise, tuple(rounds.settled) if rounds else ()), whole


def _entry(store: Store, board: Leaderboard) -> Entry:
    """Return the submissions of a board with their sources, under the names that it shows."""
    problem = board.problem
    if board.algorithm:
        cases = tuple(case for case in problem.cases if case.board.algorithm == board.algorithm)
        problem = msgspec.structs.replace(problem, cases=cases)
    found = [
        msgspec.structs.replace(store.sourced(row.standing.judgement.submission), name=row.shown) for row in board.rows
    ]
    return Entry(problem, tuple(found))


def _on(board: Leaderboard, host: Host) -> Leaderboard:
    """Return the board on the ground of this host."""
    ground = msgspec.structs.replace(
        board.ground,
        clock=ranking.clock_of(host),
        boxed=host.sandbox != "plain",
        host_class=host.host_class,
    )
    return msgspec.structs.replace(board, ground=ground)
