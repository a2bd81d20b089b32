"""The command of an instructor on a whole course: its gradebook over several homeworks. Runs nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.cli.options import FILE, read_problem

if TYPE_CHECKING:
    from judge.model.course import Homework


@click.command()
@click.argument("file", type=FILE, metavar="COURSE.toml")
@click.option("--gradebook", type=FILE, metavar="FILE", help="Write it as CSV too.")
def course(file: Path, gradebook: Path | None) -> int:
    """Show a gradebook of several homeworks.

    Show what counts now: a row for each student, a column for each homework of the course file, and the total.
    """
    from judge.classroom.gradebook.course import read_course
    from judge.classroom.gradebook.course_rows import course_rows
    from judge.classroom.gradebook.homework_rows import homework_rows
    from judge.classroom.people.groups import read_groups
    from judge.classroom.people.roster import read_roster
    from judge.reports.export.atomic import write_whole
    from judge.reports.export.course import course_csv
    from judge.reports.terminal.console import plain_console
    from judge.reports.terminal.gradebook import course_lines
    from judge.store import Store

    read = read_course(file)
    roster = read_roster(read.roster) if read.roster else None
    roster = read_groups(read.groups, roster) if read.groups else roster
    console = plain_console()
    with Store() as store:
        gradebooks = [homework_rows(one, read_problem, roster, store) for one in read.homeworks]
    rows = course_rows(read.homeworks, gradebooks, roster.students if roster else ())
    console.print(course_lines(read, rows))
    for one, book in zip(read.homeworks, gradebooks, strict=True):
        if not book:
            console.print(f"{one.title} counts for nobody yet: {_missing(one)}", markup=False)
    if gradebook:
        write_whole(gradebook, course_csv(read, rows))
        console.print(f"{gradebook}: the gradebook of the course, {len(rows)} students", markup=False, soft_wrap=True)
    return 0


def _missing(homework: Homework) -> str:
    """Return why a homework counts for nobody."""
    if homework.handed_in is None:
        return "nothing was handed in on the web"
    return f"{homework.handed_in} is not there"
