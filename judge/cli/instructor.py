"""The commands of an instructor on a class that was handed in: grade and export."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from judge.classroom.gradebook.gradebook import read_gradebook
from judge.classroom.gradebook.grades import graded, outdated, submissions_of
from judge.classroom.gradebook.marks import lost_marks, with_marks
from judge.cli.class_argument import ClassArgument, of_a_class
from judge.cli.machine import MachineCommand
from judge.cli.options import (
    FILE,
    RunOptions,
    allowing,
    as_one,
    read_problem,
    run_options,
    to_json,
    with_options,
)
from judge.cli.package_export import PackageExport, of_a_package
from judge.cli.running import bonus_to_the_end, class_to_the_end, hands
from judge.cli.values import Duration
from judge.judging.counterexamples import keep_refuted
from judge.judging.session import GradingSession, enter_all
from judge.model import Host, Measuring, Problem, Settling, Verdict
from judge.model.classroom import Graded, LmsList, Roll
from judge.model.overview import Reason
from judge.model.record import Batch, clock_among, conditions
from judge.reports.export.atomic import write_json
from judge.reports.export.canvas import canvas_column
from judge.reports.export.class_json import roll_json
from judge.reports.export.exporter import Sheet, sheet_of
from judge.reports.export.gradebook import gradebook_json
from judge.reports.export.run_json import run_json
from judge.reports.export.table import EXPORTS
from judge.reports.export.write import hand_out
from judge.reports.measuring_words import mixed
from judge.reports.recorded import recorded
from judge.reports.terminal.class_report import reasons
from judge.reports.terminal.console import PlainConsole, plain_console
from judge.reports.terminal.grading import class_summary, late_lines, warnings
from judge.reports.terminal.intake import roll_summary, roll_table
from judge.reports.terminal.ranking import warning_line
from judge.reports.terminal.rounds import bonus_lines
from judge.reports.terminal.wrong_keys import wrong_key_lines
from judge.scoring.points import awards, in_words
from judge.scoring.ranking import clock_of, unranked
from judge.store import Store

OUT = "-graded"  # behind the name of a class: the folder of what came of it
_Command = TypeVar("_Command", bound=Callable[..., Any])


class _Grading(msgspec.Struct, frozen=True):
    """How a class is graded."""

    dry_run: bool
    out: Path | None
    again: bool
    budget: float | None
    allow_judge_errors: bool


class _Setting(msgspec.Struct, frozen=True):
    """How exports are written."""

    title: str
    allow_judge_errors: bool

    def of_class(self, sheet: Sheet, roll: Roll, lms: LmsList) -> Sheet:
        return msgspec.structs.replace(sheet, column=self.title, shape=roll.shape, lms=lms)


_targets = with_options(
    *(click.option(f"--{name}", type=FILE, metavar=row.metavar, help=row.help) for name, row in EXPORTS.items())
)


@click.command(cls=MachineCommand)
@of_a_class(beside="")
@click.option("--dry-run", is_flag=True, help="Say who is who and what is not clear; run nothing.")
@click.option("--out", type=FILE, metavar="FOLDER", help="For gradebook and pages. Default: the class's name-graded.")
@click.option("--again", is_flag=True, help="Run everything again; if that is stopped, go on without this.")
@click.option("--budget", type=Duration(), metavar="TIME", help="For measuring who is near a bonus. Default: 60s.")
@allowing
@run_options(strangers=True, far=True)
@to_json
@as_one(_Grading, "asked")
def grade(handed_in: ClassArgument, asked: _Grading, options: RunOptions, json_file: Path | None) -> int:
    """Judge a class; write a gradebook and feedback.

    Write a gradebook, and a feedback page for each student. A grading that was stopped goes on where it stopped.
    """
    folder = _out(handed_in.path, asked.out)
    console, chosen = plain_console(), read_problem(handed_in.problem)
    roll, label = handed_in.roll(chosen, to_settle=asked.dry_run), str(handed_in.path.resolve())
    _show(roll, handed_in.ask(roll) if asked.dry_run else handed_in.hint(roll), console)
    if asked.dry_run:
        return _write_roll(roll, json_file)
    with Store() as store, hands(options, console) as (opened, host):
        under, repeat = conditions(chosen, host, options.repeat), options.repeat
        batch = store.begin(Batch("grade", chosen, host, under, label=label, again=asked.again, repeat=repeat))
        tickets = enter_all(store, batch, submissions_of(roll, chosen))
        if not class_to_the_end(GradingSession(store, batch, tickets), opened, console):
            return 130
        race = bonus_to_the_end(store, batch, tickets, asked.budget, (opened, console))
        if race is None:
            return 130
        records = [record for ticket in tickets if (record := store.record(ticket.id, chosen))]
        marks, others = store.marks.of(chosen.name, roll.place), store.marks.elsewhere(chosen.name, roll.place)
    rows = with_marks(graded(roll, chosen, records), marks)
    _report(rows, chosen, (host, race), json_file, console)
    _show_lost(lost_marks(rows, marks, others), console)
    targets = {"gradebook": folder / "gradebook.csv", "feedback": folder / "feedback"}
    _write(rows, targets, sheet_of(chosen, clock_among(records)), console, allowed=asked.allow_judge_errors)
    failed = any(row.verdict is Verdict.JE and (row.mark is None or row.mark.grade is None) for row in rows)
    return 3 if failed and not asked.allow_judge_errors else 0


@click.command(cls=MachineCommand)
@of_a_class(unless="icpc")
@_targets
@click.option("--title", default="", help="The column's name in the LMS, such as 'Homework 1 (1234)'.")
@allowing
@to_json
@of_a_package
@as_one(_Setting, "setting")
def export(
    handed_in: ClassArgument, setting: _Setting, json_file: Path | None, package: PackageExport, **targets: Path | None
) -> int:
    """Write gradebooks, or an ICPC package.

    Write what counts now for a class. With --icpc write a problem for other judges instead: `judge help icpc`.
    """
    named = {name: path for name, path in targets.items() if path}
    if package.wanted(handed_in, [*named, *(["json"] if json_file else [])]):
        return package.write(handed_in.problem)
    if not (named or json_file):
        raise click.UsageError("say what to write, for example --gradebook gradebook.csv")
    console = plain_console()
    chosen, roll = handed_in.read()
    with Store() as store:
        book = read_gradebook(store, roll, chosen)
    lacks = warnings(
        book.rows, outdated(book.records, chosen), f"--problem {handed_in.problem}", web=roll.shape == "web"
    )
    console.print(lacks)
    console.print(late_lines(book.rows))
    _show_lost(book.lost, console)
    if words := mixed(book.records, chosen):
        console.print(warning_line(words))
    if json_file:
        write_json(json_file, gradebook_json(book.rows, chosen))
    sheet = setting.of_class(sheet_of(chosen, book.clock), book.roll, handed_in.lms_list())
    if "canvas" in named:
        canvas_column(sheet)  # before anything is written
    _write(book.rows, named, sheet, console, allowed=setting.allow_judge_errors)
    return 0


def _out(path: Path, named: Path | None) -> Path:
    """Return the folder of gradebook and pages. A UsageError where it lies in the class itself."""
    folder = named or Path(f"{path.resolve().name.removesuffix('.zip')}{OUT}")
    if folder.resolve().is_relative_to(path.resolve()):
        raise click.UsageError(
            f"{folder} lies in the class itself, where it would be a student; name another with --out"
        )
    return folder


def _show(roll: Roll, more: Sequence[str], console: PlainConsole) -> None:
    console.print(roll_table(roll))
    console.print(roll_summary(roll))
    for line in more:
        console.print(line, soft_wrap=True)


def _show_lost(lost: Sequence[Reason], console: PlainConsole) -> None:
    """Say what was decided by hand and counts for nobody."""
    for line in reasons("unmatched", lost):
        console.print(line, soft_wrap=True)


def _write_roll(roll: Roll, json_file: Path | None) -> int:
    if json_file:
        write_json(json_file, roll_json(roll))
    return 0


def _report(
    rows: Sequence[Graded],
    problem: Problem,
    measured: tuple[Host, tuple[Settling, ...]],
    json_file: Path | None,
    console: PlainConsole,
) -> None:
    """Show the result of a grading, on the terminal and as JSON."""
    host, race = measured
    judgements = [row.judgement for row in rows if row.judgement]
    shared = filter(None, map(str, awards(judgements, clock_of(host))))
    console.print(class_summary(rows, [*in_words(problem), *shared]))
    console.print(late_lines(rows))
    console.print(wrong_key_lines(keep_refuted(judgements)))
    console.print(bonus_lines(race))
    if json_file:
        record = recorded(unranked(judgements), host, Measuring(rounds=race))
        write_json(json_file, run_json(record, [problem]))


def _write(
    rows: Sequence[Graded], targets: Mapping[str, Path], sheet: Sheet, console: PlainConsole, *, allowed: bool
) -> None:
    for line in hand_out(rows, targets, sheet, allow_judge_errors=allowed):
        console.print(line, soft_wrap=True)
