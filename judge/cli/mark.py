"""The command of an instructor about one student: mark. What it needs is imported inside."""

from __future__ import annotations

import math
from typing import Final

import click

from judge.classroom.gradebook.gradebook import read_gradebook
from judge.classroom.gradebook.marks import Marking, Wrong, find_marked
from judge.classroom.people.names import owner_of
from judge.cli.class_argument import ClassArgument, of_a_class
from judge.cli.machine import MachineCommand
from judge.cli.options import as_name, as_one
from judge.model.classroom import Graded, Student
from judge.reports.terminal.class_report import reasons
from judge.reports.terminal.console import plain_console
from judge.reports.terminal.grading import above_most, mark_lines
from judge.store import Store

_SAID: Final[dict[Wrong, str]] = {
    "several": "give one of --points, --excuse and --clear",
    "no reason": 'say why, for example --why "handed in by mail"; the student reads it',
    "idle reason": "--why belongs to --points, --excuse or --clear",
    "nobody": "--as must say who you are",
}


def _number(_: click.Context, option: click.Parameter, value: float | None) -> float | None:
    """Refuse nan and infinity, with which no total could be made."""
    if value is not None and not math.isfinite(value):
        raise click.BadParameter("it must be a number of points", param=option)
    return value


@click.command(cls=MachineCommand)
@of_a_class()
@click.argument("student", metavar="STUDENT")
@click.option("--points", type=click.FloatRange(0), callback=_number, help="Give these points by hand.")
@click.option("--excuse", is_flag=True, help="No points, and in no figure of the class.")
@click.option("--comment", default="", metavar="TEXT", help="Say this to the student.")
@click.option("--clear", is_flag=True, help="Take back all of these: what the judge gave counts again.")
@click.option("--why", default="", metavar="TEXT", help="Why points or an excuse are given; the student reads it.")
@as_name
@as_one(Marking, "asked")
def mark(handed_in: ClassArgument, asked: Marking) -> int:
    """Give points, an excuse or a comment by hand.

    The decision is kept with its author, time and reason, and stays after a regrade. Without an option, show what
    was decided.
    """
    if asked.wrong:
        raise click.UsageError(_SAID[asked.wrong])
    chosen, roll = handed_in.read()
    with Store() as store:
        student = find_marked(asked, roll, store.marks.of(chosen.name, roll.place))
        owner = owner_of(student)
        store.marks.add(chosen.name, roll.place, asked.marks(owner))
        book = read_gradebook(store, roll, chosen)
    row = _row_of(student, book.rows)
    console = plain_console()
    console.print(mark_lines(row, [one for one in book.marks if one.owner == owner]))
    for line in reasons("unmatched", book.lost):
        console.print(line, soft_wrap=True)
    if asked.points is not None and asked.points > row.max_points:
        console.print(above_most(row))
    return 0


def _row_of(student: Student, rows: list[Graded]) -> Graded:
    """Return the row of a student; of one who has none in this class, an empty one."""
    return next((row for row in rows if row.student == student), Graded(student))
