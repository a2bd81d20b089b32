"""Grades on the web: `judge report` and `judge export web:` of a problem, `judge course` over all homeworks. What an
LMS would skip is said before a download.

And all of one student on a problem: what they handed in, what came of it, and what is decided by hand.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from datetime import tzinfo
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import quote

import msgspec

from judge.classroom import CourseBook, Gradebook, Marking, Roster, read_lms_list, web_class
from judge.model import (
    Course,
    Deadline,
    Graded,
    Job,
    Judgement,
    LmsList,
    Mark,
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
    Place,
    Sheet,
    class_mixture,
    feedback,
    make_export,
    submission_html,
    view_html,
)
from judge.scoring import Cohort
from judge.text import listed, moment, number, span
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


def sheet_for(book: Gradebook, zone: tzinfo | None) -> Sheet:
    """Return what the feedback pages of a class share, with how the class did on each case; times are in the `zone`."""
    counting = (row.judgement for row in book.rows if row.judgement and not row.excused)
    sheet = Sheet.of(book.problem, book.clock)
    return msgspec.structs.replace(sheet, shape=book.roll.shape, cohort=Cohort.of(counting, book.clock), zone=zone)


# --- students x cases ------------------------------------------------------------------------------------------------
_FIELDS: Final = (
    "summary",
    "lacks",
    "students",
    "ungraded",
    "unmatched",
    "points",
    "cases",
    "near",
    "disturbed",
    "by_hand",
)


def show_class(ask: Ask) -> Page:
    """Show students x cases, points, lateness and what was decided by hand. `by` in the address sorts."""
    book = book_of(ask)
    lacking = GradebookReport(book.rows, book.problem, book.outdated).lacks
    view, problem = ClassReport(book.overview).view(ask.query.get("by", ""), lacking), book.problem.name
    shown = view_html(view, partial(place_of, ask, problem), *_FIELDS)
    return ask.page("grading/class.html", title=view.title, problem=problem, shown=shown)


def place_of(ask: Ask, problem: str, to: Place) -> str:
    """Return where a link in what is said of the work on a problem leads; "" for nowhere, or for who may not see it."""
    root = ask.site.settings.root_path
    top, key = f"{root}/staff/problems/{problem}", quote(to.key)
    pages = {"student": f"{top}/student?id={key}", "sorted": f"{top}?by={key}", "queue": f"{root}/staff/queue"}
    if ask.viewer.may("instructor"):
        pages["regrade"] = f"{top}/regrade{f'?{key}=1' if key else ''}"
    return pages.get(to.kind, "")


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
        titles={ask.path.get("name", ""): ask.line("title")},
        students=len(book.rows),
        warnings=[
            *warnings,
            *filter(None, (str(Judgement.Disturbance.of(book.judgements)), class_mixture(book.records, book.problem))),
        ],
    )


def export(ask: Ask) -> Reply:
    """Return an export as a file, once its warnings were seen."""
    name = ask.path["name"]
    if name not in EXPORTS:
        raise missing("export")
    chosen = _read_list(ask)
    book = book_of(ask, chosen.students)
    sheet = msgspec.structs.replace(
        Sheet.of(book.problem, book.clock), column=ask.line("title"), shape=book.roll.shape, lms=chosen.lms
    )
    whole = make_export(name, book.rows, sheet)
    warnings = [*_strays(book, chosen), *whole.warnings]
    if warnings and "sure" not in ask.form:
        words = {"title": f"Export: {name}", "problem": book.problem.name, "name": name, "said": whole.said}
        return Page("web/grading/export.html", {**words, "warnings": warnings, "held": chosen.held, "form": ask.form})
    ask.write_down("exported", problem=book.problem.name, words=name)
    ending = EXPORTS[name].ending
    return File(whole.body, _KINDS[ending], f"{book.problem.name}-{name}{ending}")


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
    path = Path(sent.name if sent else "list.csv")
    return _Listed(Roster.read(path, body).students, read_lms_list(path, body), urlsafe_b64encode(body).decode())


def _strays(book: Gradebook, chosen: _Listed) -> Iterable[str]:
    """Return who handed in and is not in the class list that was uploaded."""
    if chosen.students is not None and (strays := book.roll.strays):
        named = listed([one.where for one in strays], 8)
        yield f"left out, as the class list has no such id: {named}"


# --- over all homeworks ----------------------------------------------------------------------------------------------
def show_course(ask: Ask) -> Page:
    """Show each student's points in all homeworks, and the total."""
    shown, root = _read(ask), ask.site.settings.root_path

    def place(to: Place) -> str:
        name, _, student = to.key.partition("/")
        if to.kind not in ("problem", "student") or not name:
            return ""
        return f"{root}/staff/problems/{name}{f'/student?id={quote(student)}' if student else ''}"

    view = shown.view(partial(_name, ask.site))
    anybody = bool(shown.rows)
    return ask.page("grading/course.html", title=view.title, shown=view_html(view, place), anybody=anybody)


def download_course(ask: Ask) -> File:
    """Return it as the CSV that `judge course --gradebook` writes."""
    shown = _read(ask)
    ask.write_down("exported", words="course")
    return csv_file(shown.csv(), "course.csv")


def _read(ask: Ask) -> CourseReport:
    def read(words: str) -> Problem:
        return ask.site.package(package_folder(words).name if ask.site.course else words)

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


# --- one student ------------------------------------------------------------------------------------------------------
_DONE: Final = {"marked": "It is decided. The student sees it with the result."}


def mark(ask: Ask) -> Reply:
    """Keep what is decided by hand, as `judge mark` does. Graders comment; more is for instructors."""
    marking = _marking(ask)
    if marking.overrides and not ask.viewer.may("instructor"):
        raise RefusedError(403, "Only instructors decide about points.", "Write a comment, or ask an instructor.")
    marking.check()
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
        feedback=submission_html(feedback(row, sheet_for(book, ask.zone))),
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
