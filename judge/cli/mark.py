"""The command of an instructor about one student: mark."""

from __future__ import annotations

from typing import Annotated, Final

import click

from judge.classroom import Gradebook, Marking
from judge.cli.class_argument import ClassArgument
from judge.cli.declaration import Words, argument, command, option
from judge.cli.options import AS
from judge.cli.values import Amount
from judge.model import Graded
from judge.reports import MarkReport, PlainConsole, reasons
from judge.store import Store

_SAID: Final = {
    "several": "give one of --points, --excuse and --clear",
    "no reason": 'say why, for example --why "handed in by mail"; the student reads it',
    "idle reason": "--why belongs to --points, --excuse or --clear",
    "nobody": "--as must say who you are",
}


_MARKING: Final[Words] = {
    "student": [argument("STUDENT")],
    "points": [option("--points", "Give these points by hand.", type=Amount("points", 0))],
    "excuse": [option("--excuse", "No points, and in no figure of the class.")],
    "comment": [option("--comment", "Say this to the student.", default="", metavar="TEXT")],
    "clear": [option("--clear", "Take back all of these: what the judge gave counts again.")],
    "why": [option("--why", "Why points or an excuse are given; the student reads it.", default="", metavar="TEXT")],
    "name": [AS],
}


@command
def mark(handed_in: ClassArgument, asked: Annotated[Marking, _MARKING]) -> int:
    """Give points, an excuse or a comment by hand.

    The decision is kept with its author, time and reason, and stays after a regrade. Without an option, show what
    was decided.
    """
    if asked.wrong:
        raise click.UsageError(_SAID[asked.wrong])
    chosen, roll = handed_in.read()
    with Store() as store:
        student = asked.find(roll, store.marks.of(chosen.name, roll.place))
        owner = student.owner
        store.marks.add(chosen.name, roll.place, asked.marks(owner))
        book = Gradebook.read(store, roll, chosen)
    row = next((row for row in book.rows if row.student == student), Graded(student))
    console, report = PlainConsole(), MarkReport(row, [one for one in book.marks if one.owner == owner])
    console.print(report)
    for line in reasons("unmatched", book.lost):
        console.print(line, soft_wrap=True)
    if asked.points is not None and asked.points > row.max_points:
        console.print(report.above_most)
    return 0
