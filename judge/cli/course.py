"""The command of an instructor on a whole course: its gradebook over several homeworks. Runs nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from judge.classroom.gradebook.course import read_course
from judge.classroom.gradebook.homework_rows import read_course_book
from judge.cli.declaration import argument, command, option
from judge.cli.options import read_problem
from judge.reports.course_words import counts_for_nobody, lost
from judge.reports.export.atomic import write_whole
from judge.reports.export.course import course_csv
from judge.reports.terminal.console import plain_console
from judge.reports.terminal.gradebook import course_lines
from judge.store import Store
from judge.text import counted


@command
def course(
    file: Annotated[Path, argument("COURSE.toml")],
    gradebook: Annotated[Path | None, option("--gradebook", "Write it as CSV too.", metavar="FILE")],
) -> int:
    """Show a gradebook of several homeworks.

    Show what counts now: a row for each student, a column for each homework of the course file, and the total.
    """
    read = read_course(file)
    console = plain_console()
    with Store() as store:
        book = read_course_book(read, read_problem, store)
    console.print(course_lines(read, book.rows))
    for words in (*map(counts_for_nobody, book.without), *(lost(*one) for one in book.lost)):
        console.print(words, markup=False, soft_wrap=True)
    if gradebook:
        write_whole(gradebook, course_csv(read, book.rows))
        count = counted(len(book.rows), "student")
        console.print(f"{gradebook}: the gradebook of the course, {count}", markup=False, soft_wrap=True)
    return 0
