"""Exports as files: whole or not at all, and never outside the folder that was named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath

import msgspec

from judge import scoring
from judge.classroom import Graded, Student
from judge.disturbance import disturbance
from judge.errors import JudgeError
from judge.ledger import Ticket, case_of
from judge.model import Clock, Event, Judgement, Prepared, Problem, Readied
from judge.problems.check import word
from judge.reports.feedback import Form, Sheet, write_pages
from judge.reports.gradebook import Columns, gradebook
from judge.reports.gradescope import results_json
from judge.reports.junit import junit_xml
from judge.reports.text import clean, clean_line
from judge.reports.whole import write_whole
from judge.schemes import in_words, most_points


class Targets(msgspec.Struct, frozen=True):
    """What is to be written, and where; None leaves it out. `title` is the assignment's in Canvas."""

    gradebook: Path | None = None
    canvas: Path | None = None
    moodle: Path | None = None
    title: str = ""
    feedback: Path | None = None
    form: Form = "html"
    gradescope: Path | None = None
    junit: Path | None = None
    allow_judge_errors: bool = False

    @property
    def any(self) -> bool:
        """Whether there is something to write."""
        return any((self.gradebook, self.canvas, self.moodle, self.feedback, self.gradescope, self.junit))


def hand_out(rows: Sequence[Graded], targets: Targets, sheet: Sheet, clock: Clock) -> Iterator[str]:
    """Write everything that `targets` names, and say so, a line each as it is done.

    JudgeError E306 for a gradebook with a judge error in it, which comes last: pages are written all the same. E435
    when something can't be written.
    """
    if targets.feedback:
        count = write_pages(rows, sheet, targets.feedback, targets.form)
        yield f"{targets.feedback}: {count} feedback pages"
    if targets.gradescope:
        count = write_all_results(rows, targets.gradescope, sheet, clock)
        yield f"{targets.gradescope}: {count} results for Gradescope"
    if targets.junit:
        write_whole(targets.junit, junit_xml(rows))
        yield f"{targets.junit}: JUnit XML of {len(rows)} students"
    books: list[tuple[Path | None, Columns]] = [
        (targets.gradebook, "plain"),
        (targets.canvas, "Canvas"),
        (targets.moodle, "Moodle"),
    ]
    title, allowed = targets.title or sheet.title, targets.allow_judge_errors
    for path, columns in books:
        if path:
            write_whole(path, gradebook(rows, columns, title, allow_judge_errors=allowed))
            like = "" if columns == "plain" else f", as {columns} imports it"
            yield f"{path}: the gradebook, {len(rows)} students{like}"


def write_results(row: Graded, path: Path, sheet: Sheet, clock: Clock) -> None:
    """Gradescope's results.json of one submission. JudgeError E435 when it can't be written."""
    data = msgspec.json.format(msgspec.json.encode(results_json(row, sheet.word, sheet.scheme, clock)), indent=1)
    write_whole(path, data.decode() + "\n")


def write_refusal(path: Path, error: JudgeError) -> None:
    """Gradescope's results.json of something that can't even be judged: no points, and why."""
    note = "\n".join(filter(None, (error.message, error.note, error.help)))
    data = results_json(Graded(Student(""), points=0.0, note=clean(note)), "")
    write_whole(path, msgspec.json.format(msgspec.json.encode(data), indent=1).decode() + "\n")


class Results:
    """The results.json of one submission while it is judged: written anew after every event, so that who is stopped
    for time keeps what was earned until then. Without a `path` nothing is written."""

    def __init__(self, path: Path | None, ticket: Ticket, problem: Problem, clock: Clock) -> None:
        self._path, self._ticket, self._problem, self._clock = path, ticket, problem, clock
        self._sheet = sheet_of(problem)
        self._runs = list(ticket.runs)
        self._prepared = Prepared()
        self._write(None, "the judge has begun, and has not come to the first case yet")

    def event(self, event: Event) -> None:
        """A submission that got ready, or a run that is over."""
        if isinstance(event, Readied):
            self._prepared = event.prepared
        else:
            self._runs = [run for run in self._runs if case_of(run) != case_of(event.run)] + [event.run]
        made = scoring.judgement(self._ticket.submission, self._problem, self._prepared, tuple(self._runs))
        self._write(made, f"so far; {len(self._runs)} of {len(self._problem.cases)} cases have been run")

    def close(self, judgement: Judgement) -> None:
        """Write how it ended."""
        self._write(judgement, "")

    def _write(self, made: Judgement | None, note: str) -> None:
        if self._path is None:
            return
        most, student = most_points(self._problem), Student(self._ticket.owner)
        row = Graded(student, max_points=most, judgement=made, note=note)
        if made:
            found = disturbance([made])
            said = "\n".join(filter(None, (note, found.to_student())))
            row = msgspec.structs.replace(row, verdict=made.verdict, points=made.points, note=said, disturbance=found)
        write_results(row, self._path, self._sheet, self._clock)


def sheet_of(problem: Problem) -> Sheet:
    """What all pages of a problem share."""
    return Sheet(problem.title, word(problem.puzzle), " ".join(in_words(problem)))


def write_all_results(rows: Iterable[Graded], folder: Path, sheet: Sheet, clock: Clock) -> int:
    """A results.json for each row that has a page, in the folder names of the export; how many there are."""
    count = 0
    for row in rows:
        if not row.page:
            continue
        page = PurePosixPath(row.page)
        name = f"results{page.name.removeprefix('feedback')}" if "/" in row.page else page.name
        path = folder / page.parent / f"{name}.json"
        if not path.parent.resolve().is_relative_to(folder.resolve()):
            raise JudgeError("E304", f"the page {clean_line(row.page)} leads out of {folder}", help="report it")
        write_results(row, path, sheet, clock)
        count += 1
    return count
