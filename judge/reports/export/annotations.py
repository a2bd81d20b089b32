"""What is said at a line of a submission's file, for a CI system to show on a pull request.

One annotation for each submission, code and line: the first case in full, the others by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from judge.errors import JudgeError
from judge.model import CaseResult, Finding, Judgement, ReadWarning, Verdict
from judge.model.classroom import Graded
from judge.reports.sanitize import clean
from judge.reports.student_view import prepare_lines, sentence
from judge.scoring.verdict import as_expected
from judge.text import counted

Level = Literal["error", "warning"]
_NAMED = 5  # of the other cases
_LONGEST = 2000  # characters of a note: a traceback


class Annotation(msgspec.Struct, frozen=True):
    """One message at a place; lines and columns count from 1, 0 is none. Without a file it is about the whole run."""

    level: Level
    title: str
    message: str
    file: Path | None = None
    line: int = 1
    column: int = 0


def of_run(judgements: Iterable[Judgement]) -> list[Annotation]:
    """Return what was not as expected, judge errors first, and then what was read tolerantly."""
    found = [one for judgement in judgements for one in _errors(judgement) + _warnings(judgement)]
    return sorted(found, key=lambda one: (one.level == "warning", one.file is not None))


def of_class(rows: Sequence[Graded], place: Callable[[Graded], Path | None]) -> list[Annotation]:
    """Return why students did not get all points, in the sentence that they are shown, and where the judge failed."""
    found = [_of_student(row, place(row)) for row in rows if row.verdict not in (None, Verdict.AC)]
    return sorted(found, key=lambda one: one.level)


def of_error(error: JudgeError) -> Annotation:
    """Return why a command ended before it judged anything."""
    place = error.place
    said = _joined(error.message, _named(error.note, error.help))
    if place is None:
        return Annotation("error", error.code, said)
    return Annotation("error", error.code, said, Path(place.file), max(place.line, 1), place.column)


def _errors(judgement: Judgement) -> list[Annotation]:
    if as_expected(judgement) and not judgement.faults:
        return []
    name = f"{judgement.submission.problem}/{judgement.submission.name}"
    if judgement.prepare.finding:
        return [_of_finding(judgement, judgement.prepare.finding, name)]
    kinds: dict[tuple[object, ...], list[CaseResult]] = {}
    for run in judgement.runs:
        if (
            run.finding
            and not run.not_run
            and (run.verdict not in judgement.submission.expected or run.verdict == "JE")
        ):
            kinds.setdefault((run.verdict, run.code, *_place(run.finding)), []).append(run)
    found = [_of_cases(judgement, runs, name) for runs in kinds.values()]
    return found or [_unmet(judgement, name)]


def _of_cases(judgement: Judgement, runs: Sequence[CaseResult], name: str) -> Annotation:
    first, *others = runs
    assert first.finding is not None
    where = f"{name} on {first.group}/{first.case}"
    again = f"run it alone:  judge run {judgement.submission.words} --case {first.group}/{first.case}"
    more = _others([f"{run.group}/{run.case}" for run in others])
    return _of_finding(judgement, first.finding, where, _joined(again, more))


def _of_finding(judgement: Judgement, finding: Finding, where: str, more: str = "") -> Annotation:
    title = f"{finding.verdict} {finding.code}: {where}"
    note = "" if finding.verdict is Verdict.JE else finding.note
    message = _joined(finding.message, finding.where, _named(note, finding.help), more)
    if finding.verdict is Verdict.JE:  # no line of the submission is to blame
        return Annotation("error", title, message)
    line, column, file = _place(finding)
    return Annotation("error", title, message, Path(file) if file else judgement.submission.path, line, column)


def _unmet(judgement: Judgement, name: str) -> Annotation:
    """Return that what an author declared did not happen."""
    declared = " or ".join(map(str, judgement.submission.expected))
    message = f"the verdict is {judgement.verdict}, but the file says that {declared} is expected"
    return Annotation("error", f"{judgement.verdict}: {name}", message, judgement.submission.path)


def _warnings(judgement: Judgement) -> list[Annotation]:
    kinds: dict[str, list[tuple[CaseResult, ReadWarning]]] = {}
    for run in judgement.runs:
        for notice in run.notices:
            kinds.setdefault(notice.code, []).append((run, notice))
    found = []
    for code, seen in kinds.items():
        (run, notice), *others = seen
        where = f"{judgement.submission.problem}/{judgement.submission.name} on {run.group}/{run.case}"
        message = _joined(notice.message, _others([f"{one.group}/{one.case}" for one, _ in others]))
        found.append(Annotation("warning", f"{code}: {where}", message, judgement.submission.path))
    return found


def _of_student(row: Graded, file: Path | None) -> Annotation:
    """Return the verdict of a student with the first case that led to it."""
    judgement, title = row.judgement, f"{row.verdict}: {row.student.id}"
    if judgement is None or row.verdict is Verdict.JE:
        said = "the judge itself failed on it: the points wait until it is judged again"
        return Annotation("error", title, said if row.verdict is Verdict.JE else row.note or "nothing was judged")
    if judgement.prepare.verdict is not Verdict.AC:
        finding = judgement.prepare.finding
        line, column, _ = _place(finding) if finding else (1, 0, "")
        return Annotation("warning", title, "\n".join(prepare_lines(judgement)), file, line, column)
    run = next(run for run in judgement.runs if run.verdict is not Verdict.AC)
    missed = sum(one.verdict is not Verdict.AC for one in judgement.runs)
    said = _joined(f"{run.group}/{run.case}: {sentence(judgement, run)}", _rest(missed - 1, len(judgement.runs)))
    return Annotation("warning", title, said, file)


def _place(finding: Finding) -> tuple[int, int, str]:
    """Return line, column and file of the source that a finding is about; line 1 where it names none."""
    excerpt = finding.excerpt
    return (excerpt.line, excerpt.column, excerpt.file) if excerpt else (1, 0, "")


def _others(names: Sequence[str]) -> str:
    if not names:
        return ""
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"and the same on {', '.join(names[:_NAMED])}{more}"


def _rest(missed: int, cases: int) -> str:
    return f"and {missed} more of {counted(cases, 'case')}" if missed else ""


def _named(note: str, repair: str) -> str:
    shown = (("note", clean(note, _LONGEST)), ("help", repair))
    return "\n".join(f"{name}: {text}" for name, text in shown if text)


def _joined(*parts: str) -> str:
    return "\n".join(clean(part).strip() for part in parts if part)
