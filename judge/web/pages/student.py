"""All of one student on a problem: what they handed in, what came of it, and what is decided by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from judge.classroom.gradebook import Gradebook
from judge.classroom.lateness import own_deadline
from judge.classroom.marks import Marking
from judge.classroom.names import owner_of
from judge.classroom.web_class import newest_first
from judge.errors import JudgeError
from judge.model.classroom import Graded, Mark, Member
from judge.reports.page.student import student_page
from judge.reports.page.submission import page_words
from judge.reports.units import number
from judge.reports.views.classroom import standing
from judge.reports.web.sources import files_of
from judge.reports.web.student_work import rule, tries
from judge.reports.words import who
from judge.web.ask import Ask, Page, RefusedError, Reply, WrongError, go_on, missing
from judge.web.pages.gradebook import book_of, sheet_for

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
    owner = owner_of(_row(book, marking.student).student)
    made = marking.marks(owner)
    if not made:
        raise WrongError(wrong="nothing was decided: write a comment, or choose what is decided")
    with ask.store.at_once():
        ask.check_seen(_seen(ask.store.marks.of(book.problem.name, book.roll.place), owner))
        ask.store.marks.add(book.problem.name, book.roll.place, made)
        for one in made:
            points = "" if one.points is None else f"{one.points:.6g} points"
            ask.write_down(f"marked: {one.kind}", about=owner, problem=book.problem.name, words=points)
    return go_on(f"/staff/problems/{book.problem.name}/student", "marked", id=marking.student)


def show_student(ask: Ask) -> Page:
    """Show one student's submissions, marks, feedback and source."""
    book = book_of(ask)
    row = _row(book, ask.about)
    owner, member = owner_of(row.student), _member(book, row)
    deadline = own_deadline(row.student, book.problem.deadline) if book.problem.deadline else None
    jobs = newest_first(ask.store.queue.of(owner, book.problem.name))[::-1]
    records = {job.code: ask.store.counting(book.problem, [(owner, job.submission)]) for job in jobs if job.submission}
    judged = {code: found[0].judgement for code, found in records.items() if found}
    words: dict[str, Any] = page_words(student_page(row, sheet_for(book)))
    return ask.page(
        "grading/student.html",
        title=who(row.student),
        problem=book.problem.name,
        row=row,
        standing=standing(row),
        most=number(row.max_points),
        tries=tries(jobs, judged, row, deadline),
        rule=rule(book.problem),
        marks=[one for one in book.marks if one.owner == owner],
        seen=_seen(book.marks, owner),
        above=bool(row.mark and row.mark.grade and (row.points or 0) > row.max_points),
        sources=files_of(member) if member else (),
        form=ask.form,
        wrong="",
        done=ask.done(_DONE),
        **words,
    )


def _seen(marks: Iterable[Mark], owner: str) -> str:
    """Return what tells what is decided now about a student from what was before: marks are only ever added."""
    return str(sum(one.owner == owner for one in marks))


def _row(book: Gradebook, student: str) -> Graded:
    """Return the row of the student with this id."""
    found = next((row for row in book.rows if row.student.id == student), None)
    if found is None:
        raise missing("student")
    return found


def _member(book: Gradebook, row: Graded) -> Member | None:
    """Return the submission that counts."""
    of_all = (one for member in book.roll.members for one in (member, *member.others))
    return next((one for one in of_all if one.student == row.student and one.folder == row.folder), None)


def _marking(ask: Ask) -> Marking:
    form, decision = ask.form, ask.form.get("decision", "comment")
    why, comment, author = ask.line("why"), ask.line("comment"), ask.viewer.owner
    points = _points(form.get("points", "")) if decision == "points" else None
    return Marking(form.get("id", ""), points, decision == "excuse", comment, decision == "clear", why, author)


def _points(text: str) -> float:
    """Return a number as somebody types it, nan where it is none."""
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return float("nan")
