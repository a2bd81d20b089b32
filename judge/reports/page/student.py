"""The page of a student: what came of what was handed in, why, what to do, and every case. A case may be shown in part
alone: then a public one with the same code, if there is one, says in its own words what is wrong."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from typing import Any, Final

from judge.errors import verdicts
from judge.model import Graded, Judgement
from judge.reports.export.exporter import Sheet
from judge.reports.page.style import style
from judge.reports.page.submission import SubmissionPage, Told, file_facts, page_words, whole_page
from judge.reports.page.templates import render
from judge.reports.picture.svg import STYLE
from judge.reports.reader import told
from judge.reports.views import submission as words
from judge.reports.views.submission import Fact
from judge.text import moment, number

_NOTHING_TO_DO: Final = "There is nothing that you have to do: it was handed in, and waits to be judged."
_HAND_IN: Final = (
    "Put right what the note above says and hand it in again, if that is still possible.",
    "What can be judged is one source file, or a folder of them in which it is clear which one is run: call that one"
    " homework or main.",
    "If you can't hand in again, or did hand something in, write to your instructor: say which file, and when.",
)
_JUDGED_AGAIN: Final = "There is nothing that you have to do: your instructor has it judged again."
_CSS: Final = style(STYLE, alone=True)


def student_html(row: Graded, sheet: Sheet) -> str:
    """Return the feedback for one student, complete in itself. It shows boards and diagnostics of samples, and of
    groups with visibility = "full"; of every other case the verdict, the time and one sentence."""
    page = student_page(row, sheet)
    return render("page/student.html", title=": ".join((page.title, *page.who[:1])), css=_CSS, **page_words(page))


def feedback_words(row: Graded, sheet: Sheet) -> dict[str, Any]:
    """Return the words of the feedback page of a student, as page/submission_body.html takes them."""
    return page_words(student_page(row, sheet))


def student_page(row: Graded, sheet: Sheet) -> SubmissionPage:
    """Return all that the page of one student says."""
    made = told(row.judgement, terminal=sheet.has_terminal) if row.judgement else None
    headline, why = _result(row)
    head: dict[str, Any] = {
        "title": sheet.title or "Feedback",
        "who": row.student.shown(),
        "verdict": None if row.excused else row.verdict,
        "headline": headline,
        "points": _points(row),
        "share": None if row.points is None or row.max_points <= 0 else (row.points, row.max_points),
        "why": why,
        "remarks": tuple(filter(None, _remarks(row))),
        "steps": _next_steps(row, sheet),
        "facts": tuple(_facts(made, row, sheet)),
    }
    if made is None:
        return SubmissionPage(**head)
    anchors = {run.place: f"case-{number:03}" for number, run in enumerate(made.runs, 1)}
    return whole_page(Told(made, sheet.clock, anchors, sheet), **head)


def _result(row: Graded) -> tuple[str, str]:
    """Return the verdict of a student in words, and what it means."""
    if row.excused:
        return "Excused", "No points are given for it, and none are lost."
    if row.waits:
        said = "The judge itself failed on this submission. That costs no points: they wait until it is judged again."
        return "Not judged to the end", said
    if row.verdict is None:
        return "Nothing was judged", ""
    return words.title_words(row.verdict), verdicts()[row.verdict].why


def _points(row: Graded) -> str:
    if row.points is None:
        return "" if row.waits or row.excused or row.judgement is None else "no points yet"
    off = f", {number(row.lateness.off)} taken off for lateness" if row.lateness.off else ""
    return f"{words.points_words(row.points, row.max_points)}{off}"


def _remarks(row: Graded) -> Iterable[str]:
    note = row.note
    if row.mark:  # of which the note tells first
        yield from (str(one) for one in (row.mark.grade, row.mark.comment) if one)
        note = note.removeprefix(str(row.mark)).removeprefix("; ")
    yield note
    yield row.disturbance.to_student()
    if row.late:
        yield "Handed in late."


def _next_steps(row: Graded, sheet: Sheet) -> tuple[str, ...]:
    """Return what to do about the verdict, or to get one."""
    if row.excused:
        return ()
    if row.waits:
        return (_JUDGED_AGAIN,)
    if row.verdict is not None:
        advice = verdicts()[row.verdict]
        return (advice.mend, advice.command) if advice.command and sheet.has_terminal else (advice.mend,)
    if row.points is not None:
        return ()
    return (_NOTHING_TO_DO,) if row.sha256 else _HAND_IN


def _facts(made: Judgement | None, row: Graded, sheet: Sheet) -> Iterator[Fact]:
    """Yield what was judged: which file in which version, when, and under which limits."""
    found = [*file_facts(made, row.sha256), ("handed in", moment(row.lateness.handed_in_s, sheet.zone))]
    found.append(("judged", moment(row.judged_s, sheet.zone)))
    if made:
        language = f", as {made.prepare.language}" if made.prepare.language else ""
        clock, limits = "CPU time" if sheet.clock == "cpu" else "time", made.limits
        file, problem = shlex.quote(made.submission.path.name), shlex.quote(made.problem.name)
        found += [
            ("run as", f"a {made.submission.contract}{language}"),
            ("limits", f"{limits.time_limit:g} s of {clock} and {limits.memory} MiB of memory for each case"),
            ("try it", f"judge run {file} --problem {problem}" if sheet.has_terminal else ""),
        ]
    yield from ((name, text) for name, text in (*found, ("points", sheet.scheme)) if text)
