"""Grades on the web: `judge report` and `judge export web:` of a problem, `judge course` over all homeworks. What an
LMS would skip is said before a download.

And all of one student on a problem: what they handed in, what came of it, and what is decided by hand.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import tzinfo
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from judge.classroom import CourseBook, Gradebook, Marking, Roster, read_lms_list, web_class
from judge.errors import JudgeError
from judge.model import (
    Course,
    Deadline,
    Graded,
    Job,
    Judgement,
    LmsList,
    Mark,
    Overview,
    Problem,
    Roll,
    Student,
    Verdict,
)
from judge.problems import package_folder
from judge.reports import (
    EXPORTS,
    ClassReport,
    CourseReport,
    GradebookReport,
    MarkReport,
    Sheet,
    feedback,
    made,
    mixed,
    submission_html,
)
from judge.scoring import Cohort
from judge.text import moment, number, span
from judge.web.ask import Ask, File, Page, RefusedError, Reply, WrongError, csv_file, go_on, missing
from judge.web.pages.problems import counting_rule
from judge.web.pages.submission import source_files
from judge.web.site import Site, due_for


def book_of(ask: Ask, roster: Sequence[Student] | None = None) -> Gradebook:
    """Return what counts now on the problem of the address, for the `roster` or else all who have an account as a
    student. JudgeError where a date that was set on the web can't be read."""
    served = ask.problem

    def read() -> Gradebook:
        problem = msgspec.structs.replace(served, path=served.name)  # no folder of this machine on a page
        problem, roll = web_class(ask.store, problem, roster)
        return Gradebook.read(ask.store, roll, problem)

    return ask.site.books.of(ask.store, [served], read, "class") if roster is None else read()


def sheet_for(book: Gradebook) -> Sheet:
    """Return what the feedback pages of a class share, with how the class did on each case."""
    counting = (row.judgement for row in book.rows if row.judgement and not row.excused)
    sheet = Sheet.of(book.problem, book.clock)
    return msgspec.structs.replace(sheet, shape=book.roll.shape, cohort=Cohort.of(counting, book.clock))


# --- students x cases ------------------------------------------------------------------------------------------------
def show_class(ask: Ask) -> Page:
    """Show students x cases, points, lateness and what was decided by hand. `by` in the address sorts."""
    book = book_of(ask)
    whole = book.overview
    return ask.page(
        "grading/class.html",
        title=whole.title,
        problem=book.problem.name,
        lacks=GradebookReport(book.rows, book.problem, book.outdated).lacks,
        **matrix(whole, ask.query.get("by", "")),
        **ClassReport(whole).parts(),
    )


_CASE: Final = "case:"
_MOST_FIRST: Final = ("points", "late")
_ORDERS: Final = {verdict: at for at, verdict in enumerate(Verdict)}
_Key = Callable[[Overview.Line], Any]  # what can be sorted, or None
_KEYS: Final[dict[str, _Key]] = {
    "id": lambda one: one.student.id.casefold(),
    "name": lambda one: one.student.name.casefold() or None,
    "points": lambda one: one.points,
    "verdict": lambda one: None if one.verdict is None else _ORDERS[one.verdict],
    "late": lambda one: (one.lateness.late_s or 0) if one.late else None,
}


class Head(msgspec.Struct, frozen=True):
    """A column: `by` is what sorts by it when it is chosen next, "-" before it turns the order round."""

    words: str
    by: str
    order: Literal["ascending", "descending", "none"] = "none"


def matrix(whole: Overview, by: str = "") -> dict[str, Any]:
    """Return the words of the table of a class. `by` names a column, such as points, -points or case:secret/four; any
    other word stands for the id. Who has nothing there comes last."""
    keys: dict[str, _Key] = {**_KEYS, **{_CASE + one.path: partial(_of_case, at) for at, one in enumerate(whole.cases)}}
    chosen, turned = by.removeprefix("-"), by.startswith("-")
    if chosen not in keys:
        chosen, turned = "id", False
    found = [*zip(map(keys[chosen], whole.lines), whole.lines, ClassReport(whole).rows(), strict=True)]
    known = sorted((one for one in found if one[0] is not None), key=lambda one: one[0], reverse=turned)
    ordered = [*known, *(one for one in found if one[0] is None)]
    heads = {key: _head(key, chosen, turned=turned) for key in keys}
    return {
        "heads": heads,
        "case_heads": [heads[key] for key in keys if key not in _KEYS],
        "table": [(line.student.id, row, _late(line), _decision(line)) for _, line, row in ordered],
        "anybody_late": any(line.late for line in whole.lines),
        "anybody_decided": any(map(_decision, whole.lines)),
    }


def _of_case(column: int, one: Overview.Line) -> float | None:
    tried = one.tried[column]
    return None if tried is None else _ORDERS[tried.verdict]


def _head(key: str, chosen: str, *, turned: bool) -> Head:
    words = key.removeprefix(_CASE)
    if key != chosen:
        return Head(words, f"-{key}" if key in _MOST_FIRST else key)
    return Head(words, key if turned else f"-{key}", "descending" if turned else "ascending")


def _late(row: Overview.Line) -> str:
    if not row.late:
        return ""
    by = span(row.lateness.late_s) if row.lateness.late_s else "late"
    return f"{by}, -{number(row.lateness.off)}" if row.lateness.off else by


def _decision(row: Overview.Line) -> str:
    mark = row.mark
    if mark is None:
        return ""
    grade = [] if mark.grade is None else ["excused" if row.excused else "points"]
    return ", ".join([*grade, *(["comment"] if mark.comment else [])])


# --- all its forms for download --------------------------------------------------------------------------------------
_KINDS: Final = {".csv": "text/csv; charset=utf-8", ".xml": "application/xml", ".zip": "application/zip"}
_UNREADABLE: Final = "The class list can't be read any more."


class _Listed(msgspec.Struct, frozen=True):
    """A class list that was uploaded, and the same as the form holds it until the download."""

    students: tuple[Student, ...] | None = None
    lms: LmsList = LmsList()
    held: str = ""


def show_exports(ask: Ask) -> Page:
    """Show which forms there are, and what the gradebook lacks."""
    book = book_of(ask)
    warnings = [words for _, words in GradebookReport(book.rows, book.problem, book.outdated).lacks]
    return ask.page(
        "grading/exports.html",
        title=f"Exports of {book.problem.title or book.problem.name}",
        problem=book.problem.name,
        exports=EXPORTS,
        students=len(book.rows),
        warnings=[
            *warnings,
            *filter(None, (str(Judgement.Disturbance.of(book.judgements)), mixed(book.records, book.problem))),
        ],
    )


def export(ask: Ask) -> Reply:
    """Return an export as a file, once its warnings were seen."""
    name = ask.path["name"]
    if name not in EXPORTS:
        raise missing("export")
    try:
        listed = _read_list(ask)
        book = book_of(ask, listed.students)
        sheet = msgspec.structs.replace(
            Sheet.of(book.problem, book.clock), column=ask.line("title"), shape=book.roll.shape, lms=listed.lms
        )
        whole = made(name, book.rows, sheet)
    except JudgeError as fault:
        line = f"line {fault.place.line}" if fault.place and fault.place.line else ""
        raise WrongError(wrong=". ".join(filter(None, (fault.message, line, fault.note, fault.help)))) from fault
    warnings = [*_strays(book, listed), *whole.warnings]
    if warnings and "sure" not in ask.form:
        page = before_export(ask)
        words = {"said": whole.said, "warnings": warnings, "held": listed.held}
        return msgspec.structs.replace(page, words={**page.words, **words})
    ask.write_down("exported", problem=book.problem.name, words=name)
    ending = EXPORTS[name].ending
    return File(whole.body, _KINDS[ending], f"{book.problem.name}-{name}{ending}")


def before_export(ask: Ask) -> Page:
    """Show what to know before a download, or why there is none."""
    title, problem, name = f"Export: {ask.path['name']}", ask.problem.name, ask.path["name"]
    words: dict[str, Any] = {"said": "", "warnings": (), "wrong": "", "held": "", "form": ask.form}
    return ask.page("grading/export.html", title=title, problem=problem, name=name, **words)


def _read_list(ask: Ask) -> _Listed:
    """Return the class list of the form, or the one that it has held since. JudgeError E462 where it is none."""
    body = sent.body if (sent := ask.file("list")) else b""
    if not body and (held := ask.form.get("held", "")):
        try:
            body = urlsafe_b64decode(held.encode())
        except ValueError as fault:
            raise RefusedError(400, _UNREADABLE, "Choose it again.") from fault
    if not body:
        return _Listed()
    path = Path("list.csv")
    return _Listed(Roster.read(path, body).students, read_lms_list(path, body), urlsafe_b64encode(body).decode())


def _strays(book: Gradebook, listed: _Listed) -> Iterable[str]:
    """Return who handed in and is not in the class list that was uploaded."""
    if listed.students is not None and (strays := book.roll.strays):
        named = ", ".join(one.where for one in strays[:8])
        yield f"{len(strays)} who handed in are not in the class list by their id, so they are left out: {named}"


# --- over all homeworks ----------------------------------------------------------------------------------------------
def show_course(ask: Ask) -> Page:
    """Show each student's points in all homeworks, and the total."""
    shown = _read(ask)
    problems = [_name(ask.site, one) for one in shown.course.homeworks]
    return ask.page("grading/course.html", problems=problems, without=shown.notes, **course_words(shown))


def download_course(ask: Ask) -> File:
    """Return it as the CSV that `judge course --gradebook` writes."""
    shown = _read(ask)
    ask.write_down("exported", words="course")
    return csv_file(shown.csv(), "course.csv")


def _read(ask: Ask) -> CourseReport:
    def read(words: str) -> Problem:
        return ask.site.problem(package_folder(words).name if ask.site.course else words)

    course = ask.site.course
    if course is None:  # all problems, each of the same weight
        homeworks = (Course.Homework(one.title or one.name, one.name, None) for one in ask.site.problems)
        course = Course("All problems", tuple(homeworks))
    roster = Roster.listed(course.roster, course.groups)
    if any(one.handed_in for one in course.homeworks):  # what lies in a folder may change by itself
        book = CourseBook.read(course, read, ask.store)
    else:
        served = [read(one.problem) for one in course.homeworks]
        students = tuple(roster.students) if roster else ()
        book = ask.site.books.of(
            ask.store, served, lambda: CourseBook.read(course, read, ask.store), "course", students
        )
    return CourseReport(course, book.rows, book.without, book.lost)


def _name(site: Site, homework: Course.Homework) -> str:
    """Return the problem whose pages show the same work; "" where it came in a folder or zip."""
    if homework.handed_in:
        return ""
    return package_folder(homework.problem).name if site.course else homework.problem


def course_words(shown: CourseReport) -> dict[str, Any]:
    """Return the words of the table of a course: of each homework its title and the points that it gives, of each
    student id, name, points, total, late days where it has any, and what is missing and why. The `medians` end with
    that of the totals."""
    works = shown.course.homeworks
    most = [max((row.cells[at].max_points for row in shown.rows), default=0.0) for at in range(len(works))]
    return {
        "title": shown.course.title,
        "heads": [(one.title, number(top)) for one, top in zip(works, most, strict=True)],
        "rows": [
            (one.id, one.who, figures[: len(works)], figures[len(works) :], why) for one, figures, why in shown.table
        ],
        "late_days": shown.course.late_days,
        "medians": shown.medians,
    }


# --- one student ------------------------------------------------------------------------------------------------------
_DONE: Final = {"marked": "It is decided. The student sees it with the result."}


def mark(ask: Ask) -> Reply:
    """Keep what is decided by hand, as `judge mark` does. Graders comment; more is for instructors."""
    marking = _marking(ask)
    if marking.overrides and not ask.viewer.may("instructor"):
        raise RefusedError(403, "Only instructors decide about points.", "Write a comment, or ask an instructor.")
    try:
        marking.check()
    except JudgeError as fault:
        raise WrongError(wrong=f"{fault.message}: {fault.help}") from None
    book = book_of(ask)
    owner = _row(book, marking.student).student.owner
    made = marking.marks(owner)
    if not made:
        raise WrongError(wrong="nothing was decided: write a comment, or choose what is decided")
    with ask.store.at_once():
        ask.check_seen(_version(ask.store.marks.of(book.problem.name, book.roll.place), owner))
        ask.store.marks.add(book.problem.name, book.roll.place, made)
        for one in made:
            points = "" if one.points is None else f"{one.points:.6g} points"
            ask.write_down(f"marked: {one.kind}", about=owner, problem=book.problem.name, words=points)
    return go_on(f"/staff/problems/{book.problem.name}/student", "marked", id=marking.student)


def show_student(ask: Ask) -> Page:
    """Show one student's submissions, marks, feedback and source."""
    book = book_of(ask)
    row = _row(book, ask.about)
    owner, member = row.student.owner, _member(book, row)
    _, deadline = due_for(row.student, ask.problem, ask.store)
    jobs = Job.newest_first(ask.store.queue.of(owner, book.problem.name))[::-1]
    records = {job.code: ask.store.counting(book.problem, [(owner, job.submission)]) for job in jobs if job.submission}
    judged = {code: found[0].judgement for code, found in records.items() if found}
    return ask.page(
        "grading/student.html",
        title=row.student.who,
        problem=book.problem.name,
        row=row,
        standing=MarkReport(row).standing,
        most=number(row.max_points),
        tries=tries(jobs, judged, row, deadline, ask.zone),
        rule=counting_rule(book.problem),
        marks=[one for one in book.marks if one.owner == owner],
        seen=_version(book.marks, owner),
        above=bool(row.mark and row.mark.grade and (row.points or 0) > row.max_points),
        sources=source_files(member) if member else (),
        form=ask.form,
        wrong="",
        done=ask.done(_DONE),
        feedback=submission_html(feedback(row, sheet_for(book))),
    )


_STATES: Final = {
    "waiting": "waits",
    "preparing": "is compiled",
    "running": "is run",
    "done": "was not judged",
    "replaced": "was replaced by a newer one before it was judged",
}


class Try(msgspec.Struct, frozen=True):
    """One submission in words. `verdict` is None where nothing was judged yet: then `state` says how far it is."""

    code: str
    at: str
    file: str
    verdict: Verdict | None
    state: str
    solved: str
    points: str
    late: str
    counts: bool


def tries(
    jobs: Iterable[Job], judged: Mapping[str, Judgement], row: Graded, due: Deadline | None, zone: tzinfo | None
) -> list[Try]:
    """Return the submissions in this order. `judged` has the judgement that counts for each code, `due` is when the
    student had to hand in."""
    return [_try(job, judged.get(job.code), row, due, zone) for job in jobs]


def _try(job: Job, made: Judgement | None, row: Graded, due: Deadline | None, zone: tzinfo | None) -> Try:
    late_s = due.late_s(job.at_s) if due else 0
    return Try(
        code=job.code,
        at=moment(job.at_s, zone),
        file=job.submission.path.name if job.submission else "",
        verdict=made.verdict if made else None,
        state="" if made else job.words or _STATES[job.state],
        solved=f"{sum(run.verdict is Verdict.AC for run in made.runs)} of {len(made.problem.cases)}" if made else "",
        points=("wait" if made.points is None else number(made.points)) if made else "",
        late=span(late_s) if late_s and due and due.is_late(late_s) else "",
        counts=job.code == row.folder,
    )


def _version(marks: Iterable[Mark], owner: str) -> str:
    """Return what tells what is decided now about a student from what was before: marks are only ever added."""
    return str(sum(one.owner == owner for one in marks))


def _row(book: Gradebook, student: str) -> Graded:
    """Return the row of the student with this id."""
    found = next((row for row in book.rows if row.student.id == student), None)
    if found is None:
        raise missing("student")
    return found


def _member(book: Gradebook, row: Graded) -> Roll.Member | None:
    """Return the submission that counts."""
    of_all = (one for member in book.roll.members for one in (member, *member.others))
    return next((one for one in of_all if one.student == row.student and one.folder == row.folder), None)


def _marking(ask: Ask) -> Marking:
    form, decision = ask.form, ask.form.get("decision", "comment")
    why, comment, author = ask.line("why"), ask.line("comment"), ask.viewer.owner
    points = _parse(form.get("points", "")) if decision == "points" else None
    return Marking(form.get("id", ""), points, decision == "excuse", comment, decision == "clear", why, author)


def _parse(text: str) -> float:
    """Return a number as somebody types it, nan where it is none."""
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return float("nan")
