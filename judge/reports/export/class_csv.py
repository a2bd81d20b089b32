"""Students x cases as CSV: of every case the letter, and then the seconds that it took."""

from __future__ import annotations

from judge.model.overview import Line, Overview, Tried
from judge.reports.export.cells import cell, csv_text
from judge.reports.terminal.letters import mark
from judge.reports.units import number

HEAD = ("id", "name", "verdict", "points", "max_points", "solved", "late", "excused", "by_hand")


def class_csv(whole: Overview) -> str:
    """Return a row for each student. Names of strangers are safe in a spreadsheet; it begins with a byte order mark,
    without which Excel reads no UTF-8."""
    paths = [cell(case.path) for case in whole.cases]
    return "\ufeff" + csv_text([[*HEAD, *paths, *(f"{path} s" for path in paths)], *map(_row, whole.lines)])


def _row(line: Line) -> list[str]:
    student = line.student
    solved = str(line.solved) if line.verdict else ""
    flags = ["true" if flag else "false" for flag in (line.late, line.excused, line.by_hand)]
    figures = [str(line.verdict or ""), number(line.points), number(line.max_points), solved]
    letters, times = zip(*map(_case, line.tried), strict=True) if line.tried else ((), ())
    return [cell(student.id), cell(student.name), *figures, *flags, *letters, *times]


def _case(one: Tried | None) -> tuple[str, str]:
    if one is None:
        return "", ""
    letter, _ = mark(one.verdict, not_run=one.not_run)
    return letter, "" if one.cpu_s is None else f"{one.cpu_s:.6g}"
