"""The commands of a student whose results are kept: submit and board. What they need is imported inside them."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from judge.cli_bench import FILE, as_name, on_a_bench, sandboxes, to_json
from judge.model import Algorithm, Clock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from judge.grading import Judged
    from judge.leaderboard import Board
    from judge.model import Problem, Ran, Readied, Submission
    from judge.reports.console import PlainConsole
    from judge.reports.files import Results
    from judge.store import Store

ALGORITHMS = ("BFS", "DFS", "SA", "ANY")


class _View(msgspec.Struct, frozen=True):
    """Which board is asked for, and by whom; with a `key` all others are shown under pseudonyms."""

    clock: Clock
    own: str
    algorithm: Algorithm | None = None
    before_s: float = math.inf
    key: bytes = b""


@click.command()
@click.argument("file", type=FILE)
@click.option("--problem", metavar="NAME|DIR", help="A package, by name or by folder. Default: as FILE says.")
@as_name
@click.option("--again", is_flag=True, help="Run it even if the same bytes were judged before.")
@click.option("--gradescope", type=FILE, help="Write Gradescope's results.json here, anew after every case.")
@on_a_bench
@to_json
def submit(file: Path, problem: str | None, name: str, json_file: Path | None, **words: Any) -> int:
    """Judge FILE, keep the result, and say where it stands on the leaderboard."""
    from judge import scoring
    from judge.grading import Sitting
    from judge.ledger import Batch, conditions
    from judge.problems.check import word
    from judge.reports.console import plain_console
    from judge.reports.files import Results
    from judge.reports.run_json import run_json, write_json
    from judge.reports.standing import as_visible, place_line, submitted
    from judge.store import Store

    again, gradescope = words.pop("again"), words.pop("gradescope")
    console = plain_console()
    chosen, submission = _one_submission(file, problem)
    with Store() as store, sandboxes(words, console, trust=True) as (opened, host):
        batch = store.begin(Batch("submit", chosen, host, conditions(chosen, host), again=again))
        ticket = store.enter(batch, submission, name)
        results = Results(gradescope, ticket, chosen, scoring.clock_of(host))
        sitting = Sitting(store, batch, [ticket])
        if not _followed(sitting.events(opened), sitting.total, results, console):
            return 130
        record = store.record(ticket.id, chosen)
        assert record is not None, "it is finished"
        board = _board(store, chosen, _View(scoring.clock_of(host), name))
    judgement = msgspec.structs.replace(record.judgement, submission=submission)
    results.close(judgement)
    if ticket.done:
        console.print("the same bytes were judged before, so nothing was run; --again runs them again", style="dim")
    console.print(submitted(judgement, word(chosen.puzzle), console.width))
    console.print(place_line(board, judgement))
    if json_file:
        rank = next((row.standing.rank for row in board.rows if row.own), None)
        write_json(json_file, run_json(host, {chosen.name: chosen.limits}, [(as_visible(judgement), rank)]))
    return scoring.exit_status([judgement])


@click.command()
@click.argument("problem", required=False, metavar="[NAME|DIR]")
@click.option("--algorithm", type=click.Choice(ALGORITHMS), help="On the cases of this algorithm alone.")
@click.option("--pseudonyms", is_flag=True, help="Show all others under a pseudonym.")
@click.option("--freeze", type=click.DateTime(), metavar="TIME", help="As it stood then: '2026-11-21 18:00:00'.")
@as_name
@to_json
def board(problem: str | None, name: str, json_file: Path | None, **words: Any) -> int:
    """Show the standing leaderboard of a problem; of every problem under testcases/ that somebody has submitted to."""
    from judge.grading import clock_here
    from judge.intake import package_folders
    from judge.problems.package import read_package
    from judge.reports.console import plain_console
    from judge.reports.run_json import write_json
    from judge.reports.standing import SCHEMA, board_json, board_lines
    from judge.store import Store

    algorithm: Algorithm | None = words["algorithm"]
    freeze: datetime | None = words["freeze"]
    console, clock, written = plain_console(), clock_here(), []
    with Store() as store:
        key = store.key if words["pseudonyms"] else b""
        for chosen in map(read_package, package_folders([problem] if problem else [])):
            view = _View(clock, name, algorithm, freeze.timestamp() if freeze else math.inf, key)
            found = _board(store, chosen, view)
            if found.rows or found.stale or found.faulty:
                console.print(board_lines(chosen, found, clock, algorithm))
                written.append(board_json(chosen, found, algorithm))
    if not written:
        console.print("nobody has submitted anything yet; the first one is  judge submit FILE")
    if json_file:
        write_json(json_file, {"schema": SCHEMA, "boards": written})
    return 0


def _one_submission(file: Path, word: str | None) -> tuple[Problem, Submission]:
    from judge.errors import JudgeError
    from judge.intake import Choice, entries

    found = entries(Choice((file,), (word,) if word else ()))
    if len(found) != 1 or len(found[0].submissions) != 1:
        raise JudgeError("E431", f"{file} holds several submissions", help="submit one of them, by its name")
    return found[0].problem, found[0].submissions[0]


def _followed(events: Iterator[Readied | Ran | Judged], total: int, results: Results, console: PlainConsole) -> bool:
    """Show the events as they come; whether they came to their end."""
    from judge.model import Ran, Readied
    from judge.reports.live import Live

    try:
        with Live(console, total) as live:
            for event in events:
                if isinstance(event, Readied | Ran):
                    live.event(event)
                    results.event(event)
    except KeyboardInterrupt:
        console.print("interrupted: the same command goes on where it stopped", style="bold yellow")
        return False
    return True


def _board(store: Store, problem: Problem, view: _View) -> Board:
    from judge.leaderboard import leaderboard, signed
    from judge.ledger import conditions
    from judge.model import Host

    nowhere = Host("", (), (), "", "", "", "", 0)  # rows of all hosts may stand side by side
    records = store.records(problem, view.before_s)
    found = leaderboard(records, conditions(problem, nowhere), view.clock, view.algorithm)
    return signed(found, view.own, view.key)
