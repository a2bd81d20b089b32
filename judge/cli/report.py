"""The commands that show a class and run nothing: report what was judged of it, or a run again, course a whole course,
similar which submissions are alike."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from judge.classroom import CourseBook, Gradebook, read_course, read_roll, similarities
from judge.cli.class_argument import ClassArgument, class_path, maybe_of_a_problem
from judge.cli.declaration import argument, command, option
from judge.cli.options import (
    Flags,
    JsonFile,
    check_folder_of,
    missing,
    read_problem,
    refuse_given,
    write_json_of,
    write_pages,
)
from judge.files import write_whole
from judge.judging import keep_refuted
from judge.model import Roll
from judge.reports import ClassReport, CourseReport, PlainConsole, SimilarReport, run_report, wrong_key_lines
from judge.store import Store, read_run
from judge.text import counted

_OF_A_CLASS = ("problem", "roster", "groups", "match", "main", "csv_file")


_CLASS_OR_RUN = maybe_of_a_problem(
    "A package, by name or by folder; a class needs it.", class_path(beside=f"|{Roll.WEB}|RUN.json")
)


@command
def report(
    handed_in: Annotated[ClassArgument, _CLASS_OR_RUN],
    html: Annotated[
        Path | None, Flags.HTML.saying("A page of a class; of a run, a folder of pages.", metavar="FILE|DIR")
    ],
    csv_file: Annotated[Path | None, option("--csv", "Write students x cases, with letters and times.")],
) -> int:
    """Show a class at a glance, or a run again.

    Run nothing. Of a class, show the solved cases and their times, the points, students near a limit, and those who
    are not graded with the reason. Of a file of judge run --json, show what the run has printed at its end.
    """
    path = handed_in.path
    if path.suffix == ".json" and not path.is_dir():
        refuse_given(_OF_A_CLASS, "a class; a run is one file")
        check_folder_of(html)
        console, record = PlainConsole(), read_run(path).record()
        console.print(run_report(record))
        if html:
            write_pages(record, html, console)
        return 0
    if not handed_in.problem:
        raise missing("problem")
    return _show_class(handed_in, html, csv_file)


def _show_class(handed_in: ClassArgument, html_file: Path | None, csv_file: Path | None) -> int:
    """Print a class at a glance, and write it as a page and as a table."""
    console = PlainConsole()
    chosen, roll = handed_in.read()
    with Store() as store:
        book = Gradebook.read(store, roll, chosen)
    shown, count = ClassReport(book.overview), counted(len(book.overview.lines), "student")
    console.print(shown)
    console.print(wrong_key_lines(keep_refuted(book.judgements)))
    if html_file:
        write_whole(html_file, shown.page())
        console.print(f"{html_file}: the report, {count}", soft_wrap=True)
    if csv_file:
        write_whole(csv_file, shown.csv())
        console.print(f"{csv_file}: students x cases, {count}", soft_wrap=True)
    return 0


@command
def course(
    file: Annotated[Path, argument("COURSE.toml")],
    gradebook: Annotated[Path | None, option("--gradebook", "Write it as CSV too.", metavar="FILE")],
) -> int:
    """Show a gradebook of several homeworks.

    Show what counts now: a row for each student, a column for each homework of the course file, and the total.
    """
    read = read_course(file)
    console = PlainConsole()
    with Store() as store:
        book = CourseBook.read(read, read_problem, store)
    shown = CourseReport(read, book.rows, book.without, book.lost)
    console.print(shown)
    if gradebook:
        write_whole(gradebook, shown.csv())
        count = counted(len(book.rows), "student")
        console.print(f"{gradebook}: the gradebook of the course, {count}", markup=False, soft_wrap=True)
    return 0


_CLASS_ALONE = maybe_of_a_problem(f"A package, by name or by folder; {Roll.WEB} needs it.")


@command
def similar(
    handed_in: Annotated[ClassArgument, _CLASS_ALONE],
    starters: Annotated[tuple[Path, ...], option("--starter", "A file or folder that all were given: no copy.")],
    past: Annotated[tuple[Path, ...], option("--past", "An earlier class, to compare with.", metavar="FOLDER|ZIP")],
    html_file: Annotated[Path | None, Flags.HTML.saying("Write the pairs side by side to this page.")],
    json_file: JsonFile,
) -> int:
    """Show which submissions are unusually alike.

    It compares each two, tells which are more alike than this class is, and shows what they share. That is no proof
    of anything: read both, and ask. Nothing is run.
    """
    if not handed_in.on_the_web:
        refuse_given(("problem",), f"{Roll.WEB}, what was handed in on the web")
    elif not handed_in.problem:
        raise missing("problem")
    roll = handed_in.read()[1] if handed_in.on_the_web else handed_in.roll(None)
    earlier = [(path.resolve().name.removesuffix(".zip"), read_roll(path)) for path in past]
    console, shown = PlainConsole(), SimilarReport(similarities(handed_in.name, roll, earlier, starters))
    if html_file:
        write_whole(html_file, shown.page())
    write_json_of(shown, json_file)
    console.print(shown)
    if shown.found.circles:
        console.print(f"side by side: {html_file}" if html_file else "--html similar.html  shows them side by side")
    return 0
