"""The commands of an instructor: grade, export and regrade. What they need is imported inside them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from judge.cli.options import (
    FILE,
    allowing,
    from_roster,
    of_problem,
    on_a_bench,
    read_problem,
    repeating,
    sandboxes,
    to_json,
    to_the_end,
    trusting,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge.classroom.selection import Selection
    from judge.cli.options import Happened
    from judge.judging.session import GradingSession
    from judge.model import Clock, Host, Problem
    from judge.model.classroom import Graded, Roll
    from judge.model.record import Batch, Decision
    from judge.reports.export.write import Targets
    from judge.reports.terminal.console import PlainConsole
    from judge.sandbox.sandbox import Sandbox
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
@repeating
@on_a_bench
@to_json
def grade(path: Path, problem: str, roster: Path | None, json_file: Path | None, **words: Any) -> int:
    """Judge a class; write a gradebook and feedback.

    Write a gradebook, and a feedback page for each student. A grading that was stopped goes on where it stopped.
    """
    from judge.classroom.grades import graded, papers
    from judge.judging.session import GradingSession, enter_all
    from judge.model import Verdict
    from judge.model.record import Batch, clock_among, conditions
    from judge.reports.export.write import Targets
    from judge.reports.terminal.console import plain_console
    from judge.store import Store

    dry_run, again, trust, repeat = (words.pop(name) for name in ("dry_run", "again", "trust", "repeat"))
    name = path.resolve().name
    folder = words.pop("out") or Path(f"{name.removesuffix('.zip')}{OUT}")
    if folder.resolve().is_relative_to(path.resolve()):
        raise click.UsageError(
            f"{folder} lies in the class itself, where it would be a student; name another with --out"
        )
    targets = Targets(folder / "gradebook.csv", feedback=folder / "feedback", allow_judge_errors=words.pop(ALLOW))
    console, chosen = plain_console(), read_problem(problem)
    roll = _roll(path, roster)
    _show(roll, console)
    if dry_run:
        return 0
    with Store() as store, sandboxes(words, console, trust) as (opened, host):
        under = conditions(chosen, host, repeat)
        batch = store.begin(Batch("grade", chosen, host, under, label=str(path.resolve()), again=again, repeat=repeat))
        tickets = enter_all(store, batch, papers(roll, chosen))
        if not _graded(GradingSession(store, batch, tickets), opened, console):
            return 130
        records = [record for ticket in tickets if (record := store.record(ticket.id, chosen))]
    rows = graded(roll, chosen, records)
    _tell(rows, chosen, host, json_file, console)
    _write(rows, chosen, targets, clock_among(records), console)
    failed = any(row.verdict is Verdict.JE for row in rows)
    return 3 if failed and not targets.allow_judge_errors else 0


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
@to_json
def export(path: Path, problem: str, roster: Path | None, json_file: Path | None, **words: Any) -> int:
    """Write gradebooks and feedback; run nothing.

    Write what counts now for a class.
    """
    from judge.classroom.grades import graded, outdated, papers
    from judge.model.record import clock_among
    from judge.reports.export.atomic import write_json
    from judge.reports.export.gradebook import gradebook_json
    from judge.reports.export.write import Targets
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.grading import warnings
    from judge.store import Store

    targets = msgspec.convert(words, Targets)
    if not (targets.any or json_file):
        raise click.UsageError("say what to write, for example --gradebook gradebook.csv")
    chosen, console = read_problem(problem), plain_console()
    roll = _roll(path, roster)
    with Store() as store:
        records = store.counting(chosen, papers(roll, chosen))
    rows = graded(roll, chosen, records)
    console.print(warnings(rows, outdated(records, chosen), f"--problem {problem}"))
    if json_file:
        write_json(json_file, gradebook_json(rows, chosen))
    _write(rows, chosen, targets, clock_among(records), console)
    return 0


@click.command()
@of_problem
@click.option("--reason", default="", help="Why, in a few words; it is kept.")
@click.option("--disturbed", is_flag=True, help="Only the runs that other work disturbed, or that the judge failed on.")
@click.option("--student", "students", multiple=True, metavar="NAME", help="Only this student's; may be given again.")
@click.option("--case", "cases", multiple=True, metavar="NAME", help="Only on this case; may be given again.")
@from_roster
@click.option("--apply", "word", flag_value="applied", help="Publish the pending regrade.")
@click.option("--cancel", "word", flag_value="cancelled", help="Drop it.")
@trusting
@repeating
@on_a_bench
@to_json
def regrade(problem: str, reason: str, word: Decision | None, json_file: Path | None, **words: Any) -> int:
    """Judge a class again; publish it after a look.

    Judge all that counts, or a part of it, without publishing it, and show what would change. Then --apply publishes it
    and --cancel drops it.
    """
    from judge.classroom.grades import rewarded
    from judge.reports.export.atomic import write_json
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.regrade import regrade_json, regrade_report
    from judge.store import Store

    part = {name: words.pop(name) for name in ("disturbed", "students", "cases", "roster")}
    asked = any(part[name] for name in ("disturbed", "students", "cases"))
    if word and asked:
        raise click.UsageError("--apply and --cancel decide about the whole pending regrade; name no part of it")
    console, chosen = plain_console(), read_problem(problem)
    with Store() as store:
        if not (word or reason or asked or store.regrades.pending(chosen)):
            raise click.UsageError('say why it is done again, for example --reason "case forest-7 was wrong"')
        if word:
            batch = _pending(store, chosen, word)
        else:
            selection = _selection(store, chosen, part)
            if asked and not _chosen(store, chosen, selection, words["repeat"]):
                console.print(f"nothing to judge again: no run that counts is one of  {selection.words}")
                return 0
            begun = _regraded(store, (chosen, selection, reason), words, console)
            if begun is None:
                return 130
            batch = begun
        others = store.regrades.others(batch) if batch.part else ()
        changes = rewarded(store.regrades.changes(batch), store.regrades.classes(chosen), others)
        if word:
            store.regrades.decide(batch, word)
    console.print(regrade_report(batch, changes))
    if word:
        console.print(f"the regrade is {word}")
    else:
        console.print(f"nothing is published yet:  judge regrade --problem {problem} --apply   or   --cancel")
    if json_file:
        write_json(json_file, regrade_json(batch, changes, word or "pending"))
    return 0


def _selection(store: Store, problem: Problem, part: dict[str, Any]) -> Selection:
    """The runs that the options of a regrade name. JudgeError E433 or E456 for one that names nothing."""
    from judge.classroom.roster import read_roster
    from judge.classroom.selection import Selection, find_cases, find_student
    from judge.model.record import latest

    cases = find_cases(part["cases"], problem)
    roster = read_roster(part["roster"]) if part["roster"] else None
    students: tuple[str, ...] = part["students"]
    owners = sorted({record.owner for record in latest(store.records(problem))}) if students else []
    if owners:  # where nothing was judged, that is what there is to say
        students = tuple(find_student(student, owners, roster) for student in students)
    return Selection(part["disturbed"], students, cases)


def _chosen(store: Store, problem: Problem, selection: Selection, repeat: int) -> bool:
    """Whether there is anything to judge again, or nothing at all was judged, which the store tells."""
    from judge.model import Host
    from judge.model.record import conditions, latest

    under = conditions(problem, Host("", (), (), "", "", "", "", 0), repeat)  # what is taken over may be from any host
    records = latest(store.records(problem))
    return not records or any(selection.kept(record, under) is not None for record in records)


def _regraded(
    store: Store, what: tuple[Problem, Selection, str], words: dict[str, Any], console: PlainConsole
) -> Batch | None:
    """Judge this selection of a problem again, for this reason; None when that was interrupted."""
    from judge.judging.session import GradingSession
    from judge.model.record import Batch, conditions
    from judge.reports.terminal.regrade import regrade_part

    (chosen, selection, reason), trust, repeat = what, words.pop("trust"), words.pop("repeat")
    with sandboxes(words, console, trust) as (opened, host):
        under, part = conditions(chosen, host, repeat), selection.words
        batch = Batch("regrade", chosen, host, under, label=part, reason=reason or part, repeat=repeat)
        batch = store.regrades.begin(batch, lambda record: selection.kept(record, under))
        sitting = GradingSession(store, batch, store.regrades.tickets(batch))
        if batch.part:
            console.print(regrade_part(batch, sitting.total, sitting.tickets))
        return batch if _graded(sitting, opened, console) else None


def _roll(path: Path, roster: Path | None) -> Roll:
    from judge.classroom.intake import read_roll
    from judge.classroom.roster import read_roster

    return read_roll(path, read_roster(roster) if roster else None)


def _show(roll: Roll, console: PlainConsole) -> None:
    from judge.reports.terminal.intake import roll_summary, roll_table

    console.print(roll_table(roll))
    console.print(roll_summary(roll))


def _graded(sitting: GradingSession, opened: Sequence[Sandbox], console: PlainConsole) -> bool:
    """Show a class being judged; say whether it came to its end."""
    from judge.judging.session import Judged
    from judge.reports.terminal.grading import Progress

    progress = Progress(console, sitting.total)

    def show(event: Happened) -> None:
        if isinstance(event, Judged):
            progress.judged(event.ticket.owner, event.judgement, event.done, event.total)
        else:
            progress.event(event)

    return to_the_end(sitting.events(opened), progress, show, console)


def _tell(rows: Sequence[Graded], problem: Problem, host: Host, json_file: Path | None, console: PlainConsole) -> None:
    """What a grading came to, on the terminal and as JSON."""
    from judge.judging.counterexamples import keep_refuted
    from judge.reports.export.atomic import write_json
    from judge.reports.export.run_json import run_json
    from judge.reports.terminal.grading import class_summary
    from judge.scoring.points import in_words

    judgements = [row.judgement for row in rows if row.judgement]
    console.print(class_summary(rows, in_words(problem)))
    for path in keep_refuted(judgements):
        console.print(f"kept: {path}")
    if json_file:
        write_json(json_file, run_json(host, {problem.name: problem.limits}, [(one, None) for one in judgements]))


def _write(rows: Sequence[Graded], problem: Problem, targets: Targets, clock: Clock, console: PlainConsole) -> None:
    from judge.reports.export.write import hand_out, sheet_of

    for line in hand_out(rows, targets, sheet_of(problem), clock):
        console.print(line, soft_wrap=True)


def _pending(store: Store, problem: Problem, word: Decision) -> Batch:
    """The regrade that is to be decided. JudgeError E453 where there is none, E455 where the package is not the one
    that it was judged on."""
    from judge.errors import JudgeError
    from judge.model.record import package_digest

    batch = store.regrades.pending(problem)
    if batch is None:
        message = f"there is nothing to regrade: no regrade of {problem.name} is pending"
        raise JudgeError("E453", message, help=f"begin one:  judge regrade --problem {problem.name} --reason TEXT")
    if word == "applied" and batch.conditions.package != package_digest(problem):
        message = f"the cases or limits of {problem.name} have changed since this regrade was judged"
        raise JudgeError("E455", message, help="judge regrade --cancel  it, and begin another")
    return batch
