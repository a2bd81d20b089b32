"""The commands of an instructor: grade, export and regrade. What they need is imported inside them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from judge.cli_bench import (
    FILE,
    allowing,
    from_roster,
    of_problem,
    on_a_bench,
    read_problem,
    sandboxes,
    to_json,
    trusting,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge.classroom import Graded, Roll
    from judge.grading import Sitting
    from judge.ledger import Batch, Decision
    from judge.model import Clock, Host, Problem
    from judge.reports.console import PlainConsole
    from judge.reports.files import Targets
    from judge.runner.sandbox import Sandbox
    from judge.store import Store

ALLOW = "allow_judge_errors"
OUT = "-graded"  # behind the name of a class: the folder of what came of it


@click.command()
@click.argument("path", type=FILE, metavar="FOLDER|ZIP")
@of_problem
@from_roster
@click.option("--dry-run", is_flag=True, help="Say who is who and what is not clear; run nothing.")
@click.option("--out", type=FILE, metavar="FOLDER", help="For gradebook and pages. Default: the class's name-graded.")
@click.option("--again", is_flag=True, help="Run everything again; if that is stopped, go on without this.")
@trusting
@allowing
@on_a_bench
@to_json
def grade(path: Path, problem: str, roster: Path | None, json_file: Path | None, **words: Any) -> int:
    """Judge a class, and write a gradebook and a feedback page for each student."""
    from judge.grading import Sitting, enter_all
    from judge.ledger import Batch, conditions
    from judge.marks import graded, papers
    from judge.reports.console import plain_console
    from judge.reports.files import Targets
    from judge.scoring import clock_of
    from judge.store import Store

    dry_run, again, trust = (bool(words.pop(name)) for name in ("dry_run", "again", "trust"))
    name = path.resolve().name
    folder = words.pop("out") or Path(f"{name.removesuffix('.zip')}{OUT}")
    targets = Targets(folder / "gradebook.csv", feedback=folder / "feedback", allow_judge_errors=words.pop(ALLOW))
    console, chosen = plain_console(), read_problem(problem)
    roll = _roll(path, roster)
    _show(roll, console)
    if dry_run:
        return 0
    with Store() as store, sandboxes(words, console, trust) as (opened, host):
        batch = store.begin(Batch("grade", chosen, host, conditions(chosen, host), label=name, again=again))
        tickets = enter_all(store, batch, papers(roll, chosen))
        if not _followed(Sitting(store, batch, tickets), opened, console):
            return 130
        records = [record for ticket in tickets if (record := store.record(ticket.id, chosen))]
    rows = graded(roll, chosen, records, clock_of(host))
    _tell(rows, chosen, host, json_file, console)
    _write(rows, chosen, targets, clock_of(host), console)
    return 0


@click.command()
@click.argument("path", type=FILE, metavar="FOLDER|ZIP")
@of_problem
@from_roster
@click.option("--gradebook", type=FILE, metavar="FILE", help="CSV with every column.")
@click.option("--canvas", type=FILE, metavar="FILE", help="CSV with the columns that Canvas imports.")
@click.option("--title", default="", help="The assignment's name in Canvas, such as 'Homework 1 (1234)'.")
@click.option("--moodle", type=FILE, metavar="FILE", help="CSV with the columns that Moodle imports.")
@click.option("--feedback", type=FILE, metavar="FOLDER", help="A page for each student, as the export names folders.")
@click.option("--form", type=click.Choice(("html", "md")), default="html", help="Of the pages. Default: html.")
@click.option("--gradescope", type=FILE, metavar="FOLDER", help="A results.json for each student.")
@click.option("--junit", type=FILE, metavar="FILE", help="JUnit XML, whole diagnostics included.")
@allowing
def export(path: Path, problem: str, roster: Path | None, **words: Any) -> int:
    """Write what counts now for a class, without running anything."""
    from judge.grading import clock_here
    from judge.ledger import latest
    from judge.marks import graded
    from judge.reports.console import plain_console
    from judge.reports.files import Targets
    from judge.store import Store

    targets = msgspec.convert(words, Targets)
    if not targets.any:
        raise click.UsageError("say what to write, for example --gradebook gradebook.csv")
    chosen = read_problem(problem)
    roll = _roll(path, roster)
    with Store() as store:
        records = latest(store.records(chosen))
    rows = graded(roll, chosen, records, clock_here())
    _write(rows, chosen, targets, clock_here(), plain_console())
    return 0


@click.command()
@of_problem
@click.option("--reason", default="", help="Why, in a few words; it is kept.")
@click.option("--apply", "word", flag_value="applied", help="Publish the pending regrade.")
@click.option("--cancel", "word", flag_value="cancelled", help="Drop it.")
@trusting
@on_a_bench
@to_json
def regrade(problem: str, reason: str, word: Decision | None, json_file: Path | None, **words: Any) -> int:
    """Judge again all that counts, aside; show what would change; publish it or drop it."""
    from judge.grading import Sitting
    from judge.reports.console import plain_console
    from judge.reports.regrade import regrade_json, regrade_report
    from judge.reports.run_json import write_json
    from judge.store import Store

    trust = bool(words.pop("trust"))
    console, chosen = plain_console(), read_problem(problem)
    with Store() as store:
        if word:
            batch = _pending(store, chosen)
            store.decide(batch, word)
        else:
            with sandboxes(words, console, trust) as (opened, host):
                batch = _begun(store, chosen, host, reason)
                if not _followed(Sitting(store, batch, store.tickets(batch)), opened, console):
                    return 130
        changes = store.changes(batch)
    console.print(regrade_report(batch, changes))
    if word:
        console.print(f"the regrade is {word}")
    else:
        console.print(f"nothing is published yet:  judge regrade --problem {problem} --apply   or   --cancel")
    if json_file:
        write_json(json_file, regrade_json(batch, changes, word or "pending"))
    return 0


def _roll(path: Path, roster: Path | None) -> Roll:
    from judge.roll import read_roll
    from judge.roster import read_roster

    return read_roll(path, read_roster(roster) if roster else None)


def _show(roll: Roll, console: PlainConsole) -> None:
    from judge.reports.roll import roll_summary, roll_table

    console.print(roll_table(roll))
    console.print(roll_summary(roll))


def _followed(sitting: Sitting, opened: Sequence[Sandbox], console: PlainConsole) -> bool:
    """Show what happens; whether it came to its end."""
    from judge.model import Ran, Readied
    from judge.reports.sitting import Progress

    try:
        with Progress(console, sitting.total) as progress:
            for event in sitting.events(opened):
                if isinstance(event, Readied | Ran):
                    progress.event(event)
                else:
                    progress.judged(event.ticket.owner, event.judgement, event.done, event.total)
    except KeyboardInterrupt:
        console.print("interrupted: the same command goes on where it stopped", style="bold yellow")
        return False
    return True


def _tell(rows: Sequence[Graded], problem: Problem, host: Host, json_file: Path | None, console: PlainConsole) -> None:
    """What a grading came to, on the terminal and as JSON."""
    from judge.refuted import keep_refuted
    from judge.reports.run_json import run_json, write_json
    from judge.reports.sitting import class_summary
    from judge.schemes import in_words

    judgements = [row.judgement for row in rows if row.judgement]
    console.print(class_summary(rows, in_words(problem)))
    for path in keep_refuted(judgements):
        console.print(f"kept: {path}")
    if json_file:
        write_json(json_file, run_json(host, {problem.name: problem.limits}, [(one, None) for one in judgements]))


def _write(rows: Sequence[Graded], problem: Problem, targets: Targets, clock: Clock, console: PlainConsole) -> None:
    from judge.reports.files import hand_out, sheet_of

    for line in hand_out(rows, targets, sheet_of(problem), clock):
        console.print(line, soft_wrap=True)


def _begun(store: Store, problem: Problem, host: Host, reason: str) -> Batch:
    """The regrade that is pending, or a new one, which needs a reason."""
    from judge.ledger import Batch, conditions

    pending = store.pending(problem)
    if not reason and not pending:
        raise click.UsageError('say why it is done again, for example --reason "case forest-7 was wrong"')
    reason = reason or (pending.reason if pending else "")
    return store.begin_regrade(Batch("regrade", problem, host, conditions(problem, host), reason=reason))


def _pending(store: Store, problem: Problem) -> Batch:
    from judge.errors import JudgeError

    batch = store.pending(problem)
    if batch is None:
        message = f"there is nothing to regrade: no regrade of {problem.name} is pending"
        raise JudgeError("E453", message, help=f"begin one:  judge regrade --problem {problem.name} --reason TEXT")
    return batch
