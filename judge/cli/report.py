"""The command of an instructor on a class that was graded: report. What it needs is imported inside."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.cli.handed_in import HandedIn, of_a_class
from judge.cli.options import FILE, read_problem

if TYPE_CHECKING:
    from judge.model import Judgement
    from judge.model.overview import Overview


@click.command()
@of_a_class()
@click.option("--html", "html_file", type=FILE, help="Write it as a page that is complete in itself.")
@click.option("--csv", "csv_file", type=FILE, help="Write students x cases, with letters and times.")
@click.option("--plot", "plot_file", type=FILE, help="Draw how many have which points: .svg, .png or .pdf.")
def report(handed_in: HandedIn, html_file: Path | None, csv_file: Path | None, plot_file: Path | None) -> int:
    """Show a class at a glance; run nothing.

    Show who solves what and how fast, the points, who is near a limit, and whoever is not graded with what to do.
    """
    from judge.judging.counterexamples import keep_refuted
    from judge.reports.class_page.page import class_page
    from judge.reports.export.atomic import write_whole
    from judge.reports.export.class_csv import class_csv
    from judge.reports.plots.drawn import draw
    from judge.reports.plots.points import class_points
    from judge.reports.terminal.class_report import class_report
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.wrong_keys import wrong_key_lines

    console = plain_console()
    whole, judgements = _read(handed_in)
    console.print(class_report(whole, console.table_width, terminal=console.is_terminal))
    console.print(wrong_key_lines(keep_refuted(judgements)))
    if html_file:
        write_whole(html_file, class_page(whole))
        console.print(f"{html_file}: the report, {len(whole.lines)} students", soft_wrap=True)
    if csv_file:
        write_whole(csv_file, class_csv(whole))
        console.print(f"{csv_file}: students x cases, {len(whole.lines)} students", soft_wrap=True)
    if plot_file:
        draw(class_points(whole), plot_file)
        console.print(f"{plot_file}: how many have which points, {len(whole.points)} students", soft_wrap=True)
    return 0


def _read(handed_in: HandedIn) -> tuple[Overview, list[Judgement]]:
    """Return the class at a glance, and the judgements that it is made of."""
    from judge.classroom.gradebook.grades import graded, submissions_of
    from judge.classroom.gradebook.marks import with_marks
    from judge.classroom.gradebook.overview import overview
    from judge.model.record import clock_among
    from judge.store import Store

    chosen = read_problem(handed_in.problem)
    roll = handed_in.roll(chosen)
    with Store() as store:
        records = store.counting(chosen, submissions_of(roll, chosen))
        marks = store.marks.of(chosen.name)
    rows = with_marks(graded(roll, chosen, records), marks)
    judgements = [row.judgement for row in rows if row.judgement]
    return overview(roll, chosen, rows, marks, clock_among(records)), judgements
