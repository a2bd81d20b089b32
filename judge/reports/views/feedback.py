"""What a student is told of what was handed in: what came of it, the points, what to do, and all of the submission."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from judge.errors import verdicts
from judge.model import Graded, Judgement
from judge.reports.blocks import Listing, Para, Result, Section
from judge.reports.lines import Bar, Span, line
from judge.reports.reader import Reader, told
from judge.reports.verdict_words import Kind
from judge.reports.views.leaderboard import points_words
from judge.reports.views.submission import (
    Subject,
    SubmissionPage,
    facts_of,
    file_facts,
    remarks,
    title_words,
    whole,
)
from judge.text import moment, number

if TYPE_CHECKING:
    from judge.reports.blocks import Block
    from judge.reports.export.exporter import Sheet
    from judge.reports.views.submission import Fact

_NOTHING_TO_DO: Final = "There is nothing that you have to do: it was handed in, and waits to be judged."
_HAND_IN: Final = (
    "Put right what the note above says and hand it in again, if that is still possible.",
    "What can be judged is one source file, or a folder of them in which it is clear which one is run: call that one"
    " homework or main.",
    "If you can't hand in again, or did hand something in, write to your instructor: say which file, and when.",
)
_JUDGED_AGAIN: Final = "There is nothing that you have to do: your instructor has it judged again."


def feedback(row: Graded, sheet: Sheet, place: Iterable[str] = ()) -> SubmissionPage:
    """Return all that one student is told, on a leaderboard the `place` too. It shows boards and diagnostics of
    samples, and of groups with visibility = "full"; of every other case the verdict, the time and one sentence."""
    reader = Reader("student", own=False, terminal=sheet.has_terminal)
    made = told(row.judgement, reader) if row.judgement else None
    words, why = _result(row)
    share = None if row.points is None or row.max_points <= 0 else Bar(row.points, row.max_points)
    result = Result(Kind(row.verdict) if row.verdict and not row.excused else None, words, _points(row), share)
    title, who, facts = sheet.title or "Feedback", row.student.shown(), tuple(_facts(made, row, sheet))
    more: tuple[Block, ...] = (*(Para(line(one), "place") for one in place), *remarks(made, *_remarks(row), why=why))
    if steps := _next_steps(row, sheet):
        more += (Section("What to do", (Listing(tuple(line(Span(one, "prose")) for one in steps)),)),)
    if made is None:
        beginning = Section("", (result, *more), "Result")
        return SubmissionPage(title, who, {}, result=beginning, facts=facts_of(facts, judged=False))
    anchors = {run.place: f"case-{number:03}" for number, run in enumerate(made.runs, 1)}
    return whole(Subject(made, reader, sheet.clock, anchors, title, who, sheet.cohort), (result, *more), facts)


def _result(row: Graded) -> tuple[str, str]:
    """Return the verdict of a student in words, and what it means."""
    if row.excused:
        return "Excused", "No points are given for it, and none are lost."
    if row.waits:
        said = "The judge itself failed on this submission. That costs no points: they wait until it is judged again."
        return "Not judged to the end", said
    if row.verdict is None:
        return "Nothing was judged", ""
    return title_words(row.verdict), verdicts()[row.verdict].why


def _points(row: Graded) -> str:
    if row.points is None:
        return "" if row.waits or row.excused or row.judgement is None else "no points yet"
    off = f", {number(row.lateness.off)} taken off for lateness" if row.lateness.off else ""
    return f"{points_words(row.points, row.max_points)}{off}"


def _remarks(row: Graded) -> Iterator[str]:
    note = row.note
    if row.mark:  # of which the note tells first
        yield from (str(one) for one in (row.mark.grade, row.mark.comment) if one)
        note = note.removeprefix(str(row.mark)).removeprefix("; ")
    yield note
    yield row.disturbance.to_student()
    if row.late and row.lateness.late_s is None:  # else the note says how late
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
