"""The commands of a student that keep a result or show what was kept: submit and board."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from judge.cli.completion import problem_names
from judge.cli.contest import of_a_contest
from judge.cli.html_option import to_pages, write_pages
from judge.cli.machine import MachineCommand
from judge.cli.options import (
    BUDGET_S,
    FILE,
    RunOptions,
    as_name,
    as_one,
    of_main,
    package_option,
    refuse_given,
    run_options,
    solution_argument,
    to_json,
)
from judge.cli.running import follow, rounds_of, sandboxes, to_the_end
from judge.cli.submit_to import LOCAL, Target, submit_to
from judge.errors import JudgeError
from judge.judging.contest import Contest
from judge.judging.session import GradingSession, Judged
from judge.model import Algorithm, Entry, Host, Measuring, Problem, Submission
from judge.model.host import NOWHERE
from judge.model.record import Batch, Conditions, conditions
from judge.problems.package import read_package
from judge.problems.places import all_packages, package_folder
from judge.reports.export.atomic import write_json
from judge.reports.export.gradescope import Results, write_refusal
from judge.reports.export.own_run_json import own_run_json
from judge.reports.recorded import published
from judge.reports.terminal.console import PlainConsole, plain_console
from judge.reports.terminal.leaderboard import boards_json, boards_lines, place_line, submitted
from judge.reports.terminal.progress import Live
from judge.reports.terminal.rounds import measuring_lines
from judge.scoring import ranking
from judge.scoring.leaderboard import Leaderboard, measured_anew, signed
from judge.scoring.verdict import exit_status
from judge.store import Store
from judge.submissions.choice import Choice, entries

if TYPE_CHECKING:
    from judge.cli.running import Happened, Told

_UNCLEAR = ("E431", "E435", "E438")  # about what was handed in, not about the problem


class _Handed(msgspec.Struct, frozen=True):
    """What is submitted, by whom and how."""

    file: Path
    problem: str | None
    main: str
    name: str
    again: bool
    hopeless: bool
    gradescope: Path | None
    to: str
    token_file: Path | None


class _Asked(msgspec.Struct, frozen=True):
    """Which leaderboards to show."""

    problem: str | None
    name: str
    pseudonyms: bool
    at: datetime | None
    rank: bool


class _View(msgspec.Struct, frozen=True):
    """How a leaderboard is shown: with a `key` all others than `own` under pseudonyms."""

    own: str
    before_s: float = math.inf
    key: bytes = b""


@click.command(cls=MachineCommand)
@solution_argument("file")
@package_option("--problem", help="A package, by name or by folder. Default: as FILE says.")
@of_main
@as_name
@click.option("--again", is_flag=True, help="Run it even if the same bytes were judged before.")
@click.option("--all", "hopeless", is_flag=True, help="Also the larger cases of a group after two time-outs in it.")
@click.option("--gradescope", type=FILE, help="Write Gradescope's results.json here, anew after every case.")
@click.option("--to", default="", metavar="URL", help="Hand in at this site of `judge serve` instead.")
@click.option("--token-file", type=FILE, help="For --to: the token is in this file. Default: in JUDGE_TOKEN.")
@run_options()
@to_json
@as_one(_Handed, "handed")
def submit(handed: _Handed, options: RunOptions, json_file: Path | None) -> int:
    """Judge a solution, keep the result, show the rank.

    The same FILE is not run twice under the same conditions, unless --again is given. With --to it is judged at a site
    of `judge serve`, with a token that is made there, and shown as here.
    """
    if handed.to:
        refuse_given(LOCAL, "a submission that is judged here: leave it out with --to")
        return submit_to(
            Target(handed.to, handed.problem or "", handed.token_file), handed.file, json_file, handed.main
        )
    refuse_given(("token_file",), "--to")
    return _submit_here(handed, options, json_file)


def _submit_here(handed: _Handed, options: RunOptions, json_file: Path | None) -> int:
    console, handed_s = plain_console(), time.time()  # before anybody waits for a core
    chosen, submission = _one_submission(handed)
    with Store() as store, sandboxes(options, console) as (opened, host):
        under = conditions(chosen, host, options.repeat)
        spared = not (handed.hopeless or handed.gradescope)
        batch = Batch("submit", chosen, host, under, again=handed.again, repeat=options.repeat, spared=spared)
        batch = store.begin(batch)
        ticket = store.enter(batch, submission, handed.name, handed_s)
        with Results(handed.gradescope, ticket, chosen, ranking.clock_of(host)) as results:
            session = GradingSession(store, batch, [ticket])
            live = Live(console, session.total, (Entry(chosen, (ticket.submission,)),))
            if not spared:
                live.expect_all()
            live.clock = ranking.clock_of(host)
            if not _submitted(session.events(opened), live, results, console):
                return 130
        record = store.record(ticket.id, chosen)
        assert record is not None, "it is finished"
        place, shown = store.boards.place(chosen, under, host, handed.name)
        seed = store.seed(ticket.id)
    judgement = msgspec.structs.replace(record.judgement, submission=submission)
    results.close(judgement)
    if ticket.done and not session.total:
        console.print("the same bytes were judged before, so nothing was run; --again runs them again", style="dim")
    console.print(submitted(judgement, console.width))
    console.print(place_line(place, judgement, shown))
    if json_file:
        write_json(json_file, own_run_json(judgement, host, place, shown, seed))
    return exit_status([judgement])


@click.command(cls=MachineCommand)
@click.argument("problem", required=False, metavar="[NAME|DIR]", shell_complete=problem_names)
@click.option("--pseudonyms", is_flag=True, help="Show all others under a pseudonym.")
@of_a_contest
@as_name
@click.option("--rank", is_flag=True, help="Measure again, until the order is settled, for a minute at most.")
@run_options(strangers=True, what="Of what was submitted with this --repeat.")
@to_json
@to_pages
@as_one(_Asked, "asked")
def board(asked: _Asked, options: RunOptions, json_file: Path | None, html_folder: Path | None) -> int:
    """Show the leaderboard of all that was submitted.

    Show that of a problem, and that of each of its algorithms. Default: of every problem under testcases/ that
    somebody has submitted to. With --rank the best of everybody are measured again, side by side, to rank them; the
    other options of a run are for that. With --contest show the scoreboard of a contest: judge help contest.
    """
    found: list[Leaderboard] = []
    with Store() as store:
        before_s = asked.at.timestamp() if asked.at else math.inf
        view = _View(asked.name, before_s, store.key if asked.pseudonyms else b"")
        for chosen in map(read_package, [package_folder(asked.problem)] if asked.problem else all_packages()):
            found += _boards(store, chosen, conditions(chosen, NOWHERE, options.repeat), view)
        console, measuring, whole = plain_console(), Measuring(), True
        if asked.rank:
            found, measuring, whole = _measured_again(store, found, options, BUDGET_S, console)
    console.print(boards_lines(found, asked.at))
    console.print(measuring_lines(measuring))
    if json_file:
        write_json(json_file, boards_json(found, asked.at, measuring))
    if html_folder:
        made_s = asked.at.timestamp() if asked.at else None
        write_pages(published(found, measuring, made_s), html_folder, console)
    return 0 if whole else 130


def _one_submission(handed: _Handed) -> tuple[Problem, Submission]:
    """Return what is to be judged. Where nothing can be, write for Gradescope why."""
    problems = (handed.problem,) if handed.problem else ()
    refusal = JudgeError("E431", f"{handed.file} holds several submissions", help="submit one of them, by its name")
    try:
        found = entries(Choice((handed.file,), problems, as_one=True, main=handed.main))
    except JudgeError as error:
        refusal = error
    else:
        if len(found) == 1 and len(found[0].submissions) == 1:
            return found[0].problem, found[0].submissions[0]
    if handed.gradescope and refusal.code in _UNCLEAR:
        write_refusal(handed.gradescope, refusal)
    raise refusal


def _submitted(events: Iterator[Told], live: Live, results: Results, console: PlainConsole) -> bool:
    """Show a submission being judged; say whether it came to its end."""

    def show(event: Happened) -> None:
        if not isinstance(event, Judged):
            live.event(event)
            results.event(event)

    return to_the_end(events, live, show, console)


def _boards(store: Store, problem: Problem, under: Conditions, view: _View) -> list[Leaderboard]:
    """Return the leaderboard of all cases, then that of each algorithm if there are several."""
    used = [name for name in problem.algorithms if any(case.board.algorithm == name for case in problem.cases)]
    asked: list[Algorithm | None] = [None, *(used if len(used) > 1 else ())]
    whole = store.boards.outline(problem, under, view.before_s)
    found = [store.boards.board(whole, algorithm, view.before_s) for algorithm in asked]
    return [signed(one, view.own, view.key) for one in found if one.rows or one.left_out]


def _measured_again(
    store: Store, boards: Sequence[Leaderboard], options: RunOptions, budget_s: float, console: PlainConsole
) -> tuple[list[Leaderboard], Measuring, bool]:
    """Return the first board of each problem, measured again, and those that have no rows; say whether Ctrl-C did not
    end it. Nothing of it is kept in the store."""
    chosen = list({board.problem.path: board for board in reversed(boards) if board.rows}.values())[::-1]
    if not chosen:
        return list(boards), Measuring(), True
    entries = [_board_entry(store, board) for board in chosen]
    with sandboxes(options, console) as (opened, host):
        clock = ranking.clock_of(host)
        contest = Contest(opened, entries, options.repeat)
        live = Live(console, contest.total, entries, budget_s=budget_s)
        rounds = rounds_of(contest, clock, budget_s, live)
        whole = follow(contest.events(rounds), live)
    made = [
        measured_anew(_on_host(board, host), contest.judged(entry), contest.noise)
        for board, entry in zip(chosen, entries, strict=True)
    ]
    made += [board for board in boards if not board.rows]
    return made, Measuring(contest.noise, tuple(rounds.settled) if rounds else ()), whole


def _board_entry(store: Store, board: Leaderboard) -> Entry:
    """Return the submissions of a board with their sources, under the names that it shows."""
    problem = board.problem
    if board.algorithm:
        cases = tuple(case for case in problem.cases if case.board.algorithm == board.algorithm)
        problem = msgspec.structs.replace(problem, cases=cases)
    found = [
        msgspec.structs.replace(store.sourced(row.standing.judgement.submission), name=row.shown) for row in board.rows
    ]
    return Entry(problem, tuple(found))


def _on_host(board: Leaderboard, host: Host) -> Leaderboard:
    """Return the board on the ground of this host."""
    ground = msgspec.structs.replace(
        board.ground,
        clock=ranking.clock_of(host),
        boxed=host.sandbox != "plain",
        host_class=host.host_class,
    )
    return msgspec.structs.replace(board, ground=ground)
