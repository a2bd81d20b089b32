"""The command `judge report`: a class that was graded at a glance, or a run again. What it needs is imported inside."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from judge.classroom.gradebook.gradebook import read_gradebook
from judge.cli.class_argument import WEB, ClassArgument, of_handed_in
from judge.cli.html_option import check_folder_of, write_pages
from judge.cli.machine import MachineCommand
from judge.cli.options import FILE, missing, package_option, refuse_given
from judge.judging.counterexamples import keep_refuted
from judge.model import Judgement
from judge.model.overview import Overview
from judge.reports.class_page import class_page
from judge.reports.export.atomic import write_whole
from judge.reports.export.class_csv import class_csv
from judge.reports.terminal.class_report import class_report
from judge.reports.terminal.console import plain_console
from judge.reports.terminal.whole_run import run_report
from judge.reports.terminal.wrong_keys import wrong_key_lines
from judge.store import Store
from judge.store.saved import read_record
from judge.text import counted

_OF_A_CLASS = ("problem", "roster", "groups", "match", "main", "csv_file")


@click.command(cls=MachineCommand)
@partial(of_handed_in, beside=f"|{WEB}|RUN.json")
@package_option("--problem", default="", help="A package, by name or by folder; a class needs it.")
@click.option("--html", "html", type=FILE, metavar="FILE|DIR", help="A page of a class; of a run, a folder of pages.")
@click.option("--csv", "csv_file", type=FILE, help="Write students x cases, with letters and times.")
def report(handed_in: ClassArgument, html: Path | None, csv_file: Path | None) -> int:
    """Show a class at a glance, or a run again.

    Run nothing. Of a class, show the solved cases and their times, the points, students near a limit, and those who
    are not graded with the reason. Of a file of judge run --json, show what the run has printed at its end.
    """
    path = handed_in.path
    if path.suffix == ".json" and not path.is_dir():
        refuse_given(_OF_A_CLASS, "a class; a run is one file")
        return _show_run(path, html)
    if not handed_in.problem:
        raise missing("problem")
    return _show_class(handed_in, html, csv_file)


def _show_run(path: Path, folder: Path | None) -> int:
    """Print a run, and write its pages."""
    check_folder_of(folder)
    console, record = plain_console(), read_record(path)
    console.print(run_report(record, console.width))
    if folder:
        write_pages(record, folder, console)
    return 0


def _show_class(handed_in: ClassArgument, html_file: Path | None, csv_file: Path | None) -> int:
    """Print a class at a glance, and write it as a page and as a table."""
    console = plain_console()
    whole, judgements = _read(handed_in)
    console.print(class_report(whole, console.table_width, terminal=console.is_terminal))
    console.print(wrong_key_lines(keep_refuted(judgements)))
    if html_file:
        write_whole(html_file, class_page(whole))
        console.print(f"{html_file}: the report, {counted(len(whole.lines), 'student')}", soft_wrap=True)
    if csv_file:
        write_whole(csv_file, class_csv(whole))
        console.print(f"{csv_file}: students x cases, {counted(len(whole.lines), 'student')}", soft_wrap=True)
    return 0


def _read(handed_in: ClassArgument) -> tuple[Overview, list[Judgement]]:
    """Return the class at a glance, and the judgements that it is made of."""
    chosen, roll = handed_in.read()
    with Store() as store:
        book = read_gradebook(store, roll, chosen)
    return book.overview, book.judgements
