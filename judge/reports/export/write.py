"""Exports as files: whole or not at all, and never outside the folder that was named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from types import TracebackType
from typing import Self

import msgspec

from judge.errors import JudgeError
from judge.model import CaseResult, Clock, Event, Judgement, Prepared, Problem, Readied, Verdict
from judge.model.classroom import Graded, Student
from judge.model.disturbance import disturbance
from judge.model.record import Ticket, case_of
from judge.reports.export.atomic import as_json, write_whole
from judge.reports.export.feedback import Form, Sheet, write_pages
from judge.reports.export.gradebook import Columns, gradebook, held_back
from judge.reports.export.gradescope import results_json
from judge.reports.export.junit import junit_xml
from judge.reports.export.pages import Written, left_out, write_each
from judge.reports.sanitize import clean
from judge.scoring.points import in_words, most_points
from judge.scoring.verdict import judgement_of


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
        return bool(self.scored or self.feedback or self.junit)

    @property
    def scored(self) -> bool:
        """Whether it goes where marks are kept."""
        return any((self.gradebook, self.canvas, self.moodle, self.gradescope))


def hand_out(rows: Sequence[Graded], targets: Targets, sheet: Sheet, clock: Clock) -> Iterator[str]:
    """Write everything that `targets` names, and say so, a line each as it is done.

    JudgeError E306 for students whose points wait for a judge error, unless these are allowed, and E304 for one whose
    page the judge failed to draw; both after all is written. E435 when something can't be written.
    """
    held, allowed = held_back(rows), targets.allow_judge_errors
    faults: list[JudgeError | None] = []
    if targets.feedback:
        written = write_pages(rows, sheet, targets.feedback, targets.form)
        faults.append(left_out("page", written))
        yield f"{targets.feedback}: {written.count} feedback pages"
    if targets.gradescope:
        written = write_all_results(rows, targets.gradescope, sheet, clock)
        faults.append(left_out("results.json", written))
        yield f"{targets.gradescope}: {written.count} results for Gradescope"
    if targets.junit:
        write_whole(targets.junit, junit_xml(rows))
        yield f"{targets.junit}: JUnit XML of {len(rows)} students"
    yield from _write_books(rows, targets, sheet)
    if held and allowed:
        yield f"{held.message}; {held.note}"
    faults.append(held if targets.scored and not allowed else None)
    told = [fault for fault in faults if fault]
    yield from (f"{fault}; {fault.note}" for fault in told[:-1])
    if told:
        raise told[-1]


def _write_books(rows: Sequence[Graded], targets: Targets, sheet: Sheet) -> Iterator[str]:
    books: list[tuple[Path | None, Columns]] = [
        (targets.gradebook, "plain"),
        (targets.canvas, "Canvas"),
        (targets.moodle, "Moodle"),
    ]
    waiting = sum(row.waits for row in rows)
    for path, columns in books:
        if path is None:
            continue
        write_whole(path, gradebook(rows, columns, targets.title or sheet.title))
        if columns == "plain":
            yield f"{path}: the gradebook, {len(rows)} students"
            continue
        without = f"; {waiting} left out, as a blank cell would clear their score there" if waiting else ""
        yield f"{path}: the gradebook, {len(rows) - waiting} students, as {columns} imports it{without}"


def write_results(row: Graded, path: Path, sheet: Sheet, clock: Clock) -> None:
    """Gradescope's results.json of one submission. JudgeError E435 when it can't be written."""
    write_whole(path, _results_text(row, sheet, clock))


def _results_text(row: Graded, sheet: Sheet, clock: Clock) -> str:
    return as_json(results_json(row, sheet.word, sheet.scheme, clock)).decode()


def write_refusal(path: Path, error: JudgeError) -> None:
    """Gradescope's results.json of something that can't even be judged: no points, and why."""
    note = "\n".join(filter(None, (error.message, error.note, error.help)))
    data = results_json(Graded(Student(""), points=0.0, note=clean(note)), "")
    write_whole(path, as_json(data).decode())


class Results:
    """The results.json of one submission while it is judged: written anew after every event, so that who is stopped
    for time keeps what was earned until then. Without a `path` nothing is written."""

    def __init__(self, path: Path | None, ticket: Ticket, problem: Problem, clock: Clock) -> None:
        self._path, self._ticket, self._problem, self._clock = path, ticket, problem, clock
        self._sheet = sheet_of(problem)
        self._runs = list(ticket.runs)
        self._prepared = Prepared()
        self._write(None, "the judge has begun, and has not come to the first case yet")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """Whom the judge leaves in the middle has no score so far that would stay; who stops it keeps theirs."""
        if isinstance(error, Exception) and self._path:
            row = Graded(Student(self._ticket.owner), verdict=Verdict.JE, note="the judge could not come to its end")
            write_results(row, self._path, self._sheet, self._clock)

    def event(self, event: Event) -> None:
        """A submission that got ready, or a run that is over."""
        if isinstance(event, Readied):
            self._prepared = event.prepared
        else:
            self._runs = [run for run in self._runs if case_of(run) != case_of(event.run)] + [event.run]
        runs = tuple(CaseResult.of(run, [run]) for run in self._runs)
        made = judgement_of(self._ticket.submission, self._problem, self._prepared, runs)
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
    return Sheet(problem.title, problem.piece, " ".join(in_words(problem)))


def write_all_results(rows: Iterable[Graded], folder: Path, sheet: Sheet, clock: Clock) -> Written:
    """A results.json for each row that has a page, in the folder names of the export."""
    return write_each(rows, folder, _results_name, lambda row: _results_text(row, sheet, clock))


def _results_name(row: Graded) -> str:
    page = PurePosixPath(row.page)
    name = f"results{page.name.removeprefix('feedback')}" if "/" in row.page else page.name
    return f"{page.parent / name}.json"
