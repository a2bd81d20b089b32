"""The command `judge board`: the leaderboards of what was submitted, or the scoreboard of a contest as of a moment."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated

import click
import msgspec

from judge.classroom import ContestState, read_contest
from judge.cli.declaration import argument, command, option
from judge.cli.following import follow, rounds_of
from judge.cli.options import (
    BUDGET_S,
    AsName,
    Flags,
    HtmlFolder,
    JsonFile,
    RunOptions,
    run_options,
    words_given,
    write_json_of,
    write_pages,
)
from judge.cli.running import sandboxes
from judge.cli.values import moment, problem_names
from judge.files import write_whole
from judge.judging import Contest
from judge.model import Conditions, Entry, Problem, RunRecord
from judge.problems import all_packages, package_folder, read_package
from judge.reports import BoardsReport, Live, PlainConsole, ScoreboardReport
from judge.scoring import Leaderboard, Scoreboard
from judge.store import Store

_OF_A_CONTEST = ("final", "jury", "event_feed")


class _Asked(msgspec.Struct, frozen=True):
    """Which leaderboards to show, or which contest, and how."""

    problem: Annotated[str | None, argument("[NAME|DIR]", shell_complete=problem_names)]
    pseudonyms: Annotated[bool, option("--pseudonyms", "Show all others under a pseudonym.")]
    contest: Annotated[Path | None, Flags.CONTEST]
    final: Annotated[bool, option("--final", "Of a contest that is over: show what was hidden since the freeze.")]
    jury: Annotated[bool, option("--jury", "Of a contest: show what is hidden, for the jury alone.")]
    at: Annotated[
        datetime | None,
        option("--at", "As it stood then: '2026-11-21 18:00' here.", callback=moment, metavar="TIME"),
    ]
    event_feed: Annotated[
        Path | None, option("--event-feed", "Of a contest: write the feed for scoreboards too.", metavar="FILE")
    ]
    name: AsName
    rank: Annotated[bool, Flags.RANK.saying("Measure again, until the order is settled, for a minute at most.")]


_OPTIONS = run_options(strangers=True, what="Of what was submitted with this --repeat.")


@command
def board(asked: _Asked, options: Annotated[RunOptions, _OPTIONS], json_file: JsonFile, html_folder: HtmlFolder) -> int:
    """Show the leaderboard of all that was submitted.

    Show that of a problem, and that of each of its algorithms. Default: of every problem under testcases/ that
    somebody has submitted to. With --rank the best of everybody are measured again, side by side, to rank them; the
    other options of a run are for that. With --contest show the scoreboard of a contest: judge help contest.
    """
    _refuse_mixed(asked)
    if asked.contest:
        return _show_contest(asked.contest, asked, json_file)
    found: list[Leaderboard] = []
    with Store() as store:
        before_s, key = asked.at.timestamp() if asked.at else math.inf, store.key if asked.pseudonyms else b""
        for chosen in map(read_package, [package_folder(asked.problem)] if asked.problem else all_packages()):
            boards = _boards(store, chosen, Conditions.of(chosen, repeat=options.repeat), before_s)
            found += [one.signed(asked.name, key) for one in boards]
        console, measuring, whole = PlainConsole(), RunRecord.Measuring(), True
        if asked.rank:
            found, measuring, whole = _measure_again(store, found, options, console)
    report = BoardsReport(found, asked.at, measuring)
    console.print(report)
    write_json_of(report, json_file)
    if html_folder:
        write_pages(report.published(), html_folder, console)
    return 0 if whole else 130


def _refuse_mixed(asked: _Asked) -> None:
    """Refuse options of a contest without one, and all others with one."""
    named = words_given()
    if asked.contest is None:
        if ours := [one for one in named if one.name in _OF_A_CONTEST]:
            raise click.UsageError(f"{ours[0].opts[0]} is about a contest: give --contest FILE too")
    elif others := [one for one in named if one.name not in ("contest", "at", "json_file", *_OF_A_CONTEST)]:
        word = others[0].opts[0] if isinstance(others[0], click.Option) else "the problem [NAME|DIR]"
        raise click.UsageError(f"--contest and {word} do not go together")
    elif asked.final and asked.jury:
        raise click.UsageError("--final and --jury do not go together: --final is for everybody")


def _show_contest(path: Path, asked: _Asked, json_file: Path | None) -> int:
    """Print the scoreboard of a contest, and write what was asked for."""
    schedule, _ = read_contest(path)
    now_s = time.time()
    at_s = asked.at.timestamp() if asked.at else now_s
    if at_s > now_s:
        raise click.BadParameter("that is in the future", param_hint="--at")
    now_ms = round(at_s * 1000)
    with Store() as store:
        moments = [one for one in store.contest_words.of(schedule.id) if one.at_s * 1000 <= now_ms]
        contest = ContestState.of(schedule, moments, now_ms, jury=asked.jury)
        contest = contest.as_final("--jury  shows what is hidden, for the jury alone") if asked.final else contest
        tried = store.tries.of(contest.schedule, now_ms)
    report = ScoreboardReport(Scoreboard.of(contest.schedule, tried.tries, contest.as_of, tried.unknown))
    console = PlainConsole()
    console.print(report)
    write_json_of(report, json_file)
    if asked.event_feed:
        write_whole(asked.event_feed, report.feed())
        console.print(report.feed_line(str(asked.event_feed)), soft_wrap=True)
    return 0


def _boards(store: Store, problem: Problem, under: Conditions, before_s: float) -> list[Leaderboard]:
    """Return the leaderboard of all cases, then that of each algorithm if there are several."""
    whole = store.boards.outline(problem, under, before_s)
    found = [store.boards.board(whole, algorithm, before_s) for algorithm in (None, *problem.with_boards)]
    return [one for one in found if one.rows or one.left_out]


def _measure_again(
    store: Store, boards: Sequence[Leaderboard], options: RunOptions, console: PlainConsole
) -> tuple[list[Leaderboard], RunRecord.Measuring, bool]:
    """Return the first board of each problem, measured again, and those that have no rows; say whether Ctrl-C did not
    end it. Nothing of it is kept in the store."""
    chosen = list({board.problem.path: board for board in reversed(boards) if board.rows}.values())[::-1]
    if not chosen:
        return list(boards), RunRecord.Measuring(), True
    entries = []
    for board in chosen:  # under the names that it shows
        problem, rows = board.problem, [(row.standing.judgement.submission, row.shown) for row in board.rows]
        if board.algorithm:
            cases = tuple(case for case in problem.cases if case.board.algorithm == board.algorithm)
            problem = msgspec.structs.replace(problem, cases=cases)
        found = (msgspec.structs.replace(store.sourced(submission), name=name) for submission, name in rows)
        entries.append(Entry(problem, tuple(found)))
    with sandboxes(options, console) as (opened, host):
        contest = Contest(opened, entries, options.repeat)
        live = Live(console, contest.total, entries, budget_s=BUDGET_S)
        rounds = rounds_of(contest, host.ranks_by, BUDGET_S, live)
        whole = follow(contest.events(rounds), live)
    made = []
    for board, entry in zip(chosen, entries, strict=True):
        here = msgspec.structs.replace(board, ground=board.ground.on(host))
        made.append(here.measured_anew(contest.judged(entry), contest.noise))
    made += [board for board in boards if not board.rows]
    return made, RunRecord.Measuring(contest.noise, tuple(rounds.settled) if rounds else ()), whole
