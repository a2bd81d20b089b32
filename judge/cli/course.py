"""The command of an instructor on a whole course: its gradebook over several homeworks. Runs nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from judge.cli.options import FILE, read_problem

if TYPE_CHECKING:
    from judge.classroom.people.roster import Roster
    from judge.model.classroom import Graded
    from judge.model.course import Homework
    from judge.store import Store


@click.command()
@click.argument("file", type=FILE, metavar="COURSE.toml")
@click.option("--gradebook", type=FILE, metavar="FILE", help="Write it as CSV too.")
def course(file: Path, gradebook: Path | None) -> int:
    """Show a gradebook of several homeworks.

    Show what counts now: a row for each student, a column for each homework of the course file, and the total.
    """
    from judge.classroom.gradebook.course import read_course
    from judge.classroom.gradebook.course_rows import course_rows
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
        gradebooks = [_graded(one, roster, store) if one.handed_in.exists() else [] for one in read.homeworks]
    rows = course_rows(read.homeworks, gradebooks, roster.students if roster else ())
    console.print(course_lines(read, rows))
    for one in read.homeworks:
        if not one.handed_in.exists():
            console.print(f"{one.title} counts for nobody yet: {one.handed_in} is not there", markup=False)
    if gradebook:
        write_whole(gradebook, course_csv(read, rows))
        console.print(f"{gradebook}: the gradebook of the course, {len(rows)} students", markup=False, soft_wrap=True)
    return 0


def _graded(homework: Homework, roster: Roster | None, store: Store) -> list[Graded]:
    """Return the gradebook of one homework, as `judge export` writes it."""
    from judge.classroom.gradebook.gradebook import read_gradebook
    from judge.classroom.homework.assignment import Assignment
    from judge.classroom.intake import read_roll
    from judge.classroom.people.match import read_match

    problem = read_problem(homework.problem)
    problem = msgspec.structs.replace(problem, deadline=homework.deadline or problem.deadline)
    settled = read_match(homework.match) if homework.match else None
    roll = read_roll(homework.handed_in, roster, settled, assignment=Assignment.of(problem))
    return read_gradebook(store, roll, problem).rows
