"""A class at a glance on the terminal: figures first, then what is to be done, then a row of letters for each student.

A pipe gets every student; a terminal gets those with the fewest points, and how to see the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from sys import maxsize

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from judge.model import Verdict
from judge.model.overview import CaseFacts, Line, Overview, Reason, Tried
from judge.reports.class_words import median, near, points_of, solved, span, summary
from judge.reports.sanitize import clean_line
from judge.reports.terminal.letters import Mark, legend, mark, marked
from judge.reports.words import who
from judge.text import listed

SHOWN = 30  # students on a terminal
NAMED = 10  # of a list on a terminal
_BAR = 24
_WHO = 30  # a longer name has a line of its own
_POINTS = 7


def class_report(whole: Overview, width: int, *, terminal: bool) -> Group:
    """Return all of it, for a terminal or a pipe of this width."""
    most = NAMED if terminal else maxsize
    parts: list[RenderableType] = [Text(whole.title, "bold"), *map(Text, summary(whole))]
    parts += _histogram(whole)
    parts += _cases(whole.cases)
    parts += reasons("not graded", whole.ungraded, most)
    parts += reasons("unmatched", whole.unmatched, most)
    parts += _listed("close to a limit", [near(one) for one in whole.near], most)
    parts += _disturbed(whole, most)
    parts += _listed("by hand", [clean_line(f"{one.owner}: {one}", 1000) for one in whole.marks], most)
    return Group(*parts, *_students(whole, width, terminal=terminal))


def _histogram(whole: Overview) -> list[Text]:
    if not whole.bins:
        return []
    names = [span(one) for one in whole.bins]
    wide, most = max(map(len, names)), max(one.count for one in whole.bins)
    lines = [Text(), Text("points", "bold")]
    for name, one in zip(names, whole.bins, strict=True):
        bar = "#" * _length(one.count / most)
        lines.append(Text(f"  {name:>{wide}}  {one.count:>4}  ").append(bar, "cyan"))
    return lines


def _cases(cases: Sequence[CaseFacts]) -> list[Text]:
    """Return how many solve each case, and the middle of their times."""
    lines = [Text(), Text("cases: how many solve them, and their median time", "bold")]
    names = [case.path for case in cases]
    wide = min(_WHO, max(map(cell_len, names), default=0))
    counts = max((len(solved(case)) for case in cases), default=0)
    for name, case in zip(names, cases, strict=True):
        line = Text(f"  {name}{' ' * (wide - cell_len(name))}  {solved(case):>{counts}}  {median(case):>8}  ")
        lines.append(line.append("#" * _length(case.rate), "cyan"))
    return lines


def _length(part: float) -> int:
    """Return the length of a bar; nobody has none, and anybody has some."""
    return max(1, round(_BAR * part)) if part > 0 else 0


def reasons(head: str, found: Iterable[Reason], most: int = maxsize) -> list[Text]:
    """Return lines for each reason, with what to do and whom it is about: `most` of them."""
    lines: list[Text] = []
    for reason in found:
        count = f"{len(reason.about)} {head}: " if len(reason.about) > 1 else f"{head}: "
        lines += [Text(), Text(count, "bold yellow").append(reason.what, "default")]
        if reason.help:
            lines.append(Text(f"  = help: {reason.help}", "dim"))
        lines += _about(reason, most)
    return lines


def _about(reason: Reason, most: int) -> list[Text]:
    """Return whom it is about: a line each where they have words of their own, else one line for all."""
    if any(own for _, own in reason.about):
        return _cut([clean_line(f"{name}: {own}" if own else name, 400) for name, own in reason.about], most)
    return [Text(f"  {listed([clean_line(name) for name, _ in reason.about], most)}")]


def _disturbed(whole: Overview, most: int) -> list[Text]:
    if not whole.disturbed:
        return []
    named = [clean_line(f"{student.id}: {count}") for student, count in whole.disturbed]
    repair = f"judge regrade --problem {whole.problem} --disturbed  judges these runs again"
    head = [Text(), Text(str(whole.disturbance), "yellow"), Text(f"  = help: {repair}", "dim")]
    return head + _cut(named, most)


def _listed(head: str, lines: Sequence[str], most: int) -> list[Text]:
    return [Text(), Text(head, "bold"), *_cut(lines, most)] if lines else []


def _cut(lines: Sequence[str], most: int) -> list[Text]:
    more = [f"and {len(lines) - most} more"] if len(lines) > most else []
    return [Text(f"  {line}") for line in [*lines[:most], *more]]


# --- students x cases -------------------------------------------------------------------------------------------------
def _students(whole: Overview, width: int, *, terminal: bool) -> list[Text]:
    lines = list(whole.lines)
    shown = lines
    head = "students"
    if terminal and len(lines) > SHOWN:
        judged = [line for line in whole.counting if line.verdict]
        shown = sorted(judged, key=lambda line: line.points or 0.0)[:SHOWN]
        head = f"the {len(shown)} students with the fewest points"
    wide = min(_WHO, max((cell_len(who(line.student)) for line in shown), default=0))
    rows = [_row(line, whole.cases, wide, width) for line in shown]
    if len(shown) < len(lines):
        rows.append(Text(f"all {len(lines)} are in  --html FILE  and  --csv FILE, and in a pipe:  | less", "dim"))
    return [Text(), Text(head, "bold"), *rows, _legend(shown)]


def _row(line: Line, cases: Sequence[CaseFacts], wide: int, width: int) -> Text:
    """Return points, student and letters. Letters that find no room go on below the first one."""
    groups: dict[str, list[Mark]] = {}
    for case, one in zip(cases, line.tried, strict=True):
        groups.setdefault(case.group, []).append(_mark(one))
    name = who(line.student)
    head = Text(f"{points_of(line):>{_POINTS}}  {name}{' ' * (wide - cell_len(name))}")
    if line.verdict is None:
        return head.append("  not graded" if not line.excused else "", "dim")
    indent = " " * (_POINTS + 2 + wide)
    letters = marked("", groups, width - len(indent)).split("\n")
    begin = head if cell_len(name) <= wide else head.append(f"\n{indent}")
    return Text("\n").join([begin.append_text(letters[0]), *(Text(indent).append_text(one) for one in letters[1:])])


def _mark(one: Tried | None) -> Mark:
    return mark(one.verdict, not_run=one.not_run) if one else (" ", Verdict.AC)


def _legend(lines: Sequence[Line]) -> Text:
    """Return what the letters mean that occur."""
    text = legend(one for line in lines for one in line.tried if one)
    return text.append("  * points by hand", "dim") if any(line.by_hand for line in lines) else text
