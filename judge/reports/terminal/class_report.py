"""A class on the terminal: figures and letters of each student, who is who before anything runs, the gradebook of a
course, and what is alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from sys import maxsize

import msgspec
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

from judge.model import Course, Overview, Roll, Similarities, Student
from judge.reports import similar_words as alike
from judge.reports.documents import roll_document, similar_document
from judge.reports.export.gradebook import class_csv, course_csv
from judge.reports.page.templates import render
from judge.reports.page_of_alike import circles, style
from judge.reports.page_of_class import ClassPage
from judge.reports.terminal.console import WideTable, table_width
from judge.reports.terminal.letters import legend_text, marked
from judge.reports.verdict_words import Kind
from judge.reports.views.classroom import (
    counts_for_nobody,
    lost,
    median,
    medians,
    near,
    percent,
    points,
    points_of,
    said,
    signs,
    solved,
    span,
    spent,
    summary,
)
from judge.schemas import Part
from judge.text import clean_line, counted, listed

# --- a class at a glance ----------------------------------------------------------------------------------------------
SHOWN = 30  # students on a terminal
NAMED = 10  # of a list on a terminal
_BAR = 24
_WHO = 30  # a longer name has a line of its own
_POINTS = 7


class ClassReport(ClassPage, frozen=True, eq=False):
    """A class at a glance: to print, as a page with its parts, and as CSV."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield class_report(self.whole, table_width(console, options), terminal=console.is_terminal)

    def csv(self) -> str:
        """Return students x cases as CSV."""
        return class_csv(self.whole)


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
        lines.append(Text(f"  {name:>{wide}}  {one.count:>4}  ").append("#" * _length(one.count / most), "cyan"))
    return lines


def _cases(cases: Sequence[Overview.CaseFacts]) -> list[Text]:
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


def reasons(head: str, found: Iterable[Overview.Reason], most: int = maxsize, style: str = "bold yellow") -> list[Text]:
    """Return lines for each reason, with what to do and whom it is about: `most` of them."""
    lines: list[Text] = []
    for reason in found:
        count = f"{len(reason.about)} {head}: " if len(reason.about) > 1 else f"{head}: "
        lines += [Text(), Text(count, style).append(reason.what, "default"), *_help(reason.help)]
        if any(own for _, own in reason.about):  # a line each where they have words of their own, else one for all
            lines += _cut([clean_line(f"{name}: {own}" if own else name, 400) for name, own in reason.about], most)
        else:
            lines.append(Text(f"  {listed([clean_line(name) for name, _ in reason.about], most)}"))
    return lines


def _help(what: str) -> list[Text]:
    return [Text(f"  = help: {what}", "dim")] if what else []


def _disturbed(whole: Overview, most: int) -> list[Text]:
    if not whole.disturbed:
        return []
    named = [clean_line(f"{student.id}: {count}") for student, count in whole.disturbed]
    repair = f"judge regrade --problem {whole.problem} --disturbed  judges these runs again"
    return [Text(), Text(str(whole.disturbance), "yellow"), *_help(repair), *_cut(named, most)]


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
    wide = min(_WHO, max((cell_len(line.student.who) for line in shown), default=0))
    rows = [_row(line, whole.cases, wide, width) for line in shown]
    if len(shown) < len(lines):
        rows.append(Text(f"all {len(lines)} are in  --html FILE  and  --csv FILE, and in a pipe:  | less", "dim"))
    return [Text(), Text(head, "bold"), *rows, legend_text(signs(shown))]


def _row(line: Overview.Line, cases: Sequence[Overview.CaseFacts], wide: int, width: int) -> Text:
    """Return points, student and letters. Letters that find no room go on below the first one."""
    groups: dict[str, list[Kind | None]] = {}
    for case, one in zip(cases, line.tried, strict=True):
        groups.setdefault(case.group, []).append(Kind.of(one) if one else None)
    name = line.student.who
    head = Text(f"{points_of(line):>{_POINTS}}  {name}{' ' * (wide - cell_len(name))}")
    if line.verdict is None:
        return head.append("  not graded" if not line.excused else "", "dim")
    indent = " " * (_POINTS + 2 + wide)
    letters = marked("", groups, width - len(indent)).split("\n")
    begin = head if cell_len(name) <= wide else head.append(f"\n{indent}")
    return Text("\n").join([begin.append_text(letters[0]), *(Text(indent).append_text(one) for one in letters[1:])])


# --- who is who -------------------------------------------------------------------------------------------------------
class RollReport(msgspec.Struct, frozen=True, eq=False):
    """Who is who in a class, before anything runs: to print, and as JSON."""

    roll: Roll

    def __rich__(self) -> Group:
        return Group(roll_table(self.roll), roll_summary(self.roll))

    def document(self) -> Part:
        """Return it as judge.roll/1."""
        return roll_document(self.roll)


def roll_table(roll: Roll) -> WideTable:
    """Return a row for each student: who, what says so, and the file that is run."""
    table = WideTable(padding=(0, 1), header_style="bold")
    for head in ("id", "name", "known by", "folder", "runs", ""):
        table.add_column(head, overflow="fold")
    for member in roll.members:
        mark = Text("not clear", "bold red") if member.doubt else Text("late" if member.late else "", "yellow")
        student = member.student
        words = (student.id, student.other_name, member.matched, member.folder, member.what_runs)
        table.add_row(*(Text(word) for word in words), mark)
    return table


def roll_summary(roll: Roll) -> Group:
    """Return what an instructor must know before anything runs: doubts, what was left out or guessed, who is absent."""
    doubts = [member.doubt for member in roll.members if member.doubt]
    late = listed([member.student.who for member in roll.members if member.late], maxsize)
    parts: list[RenderableType] = [
        *_doubts("not clear", [(one, "") for one in doubts], "bold red"),
        *_doubts("unmatched", [(one.doubt, _nearest(one)) for one in roll.unmatched], "bold red"),
        *_doubts("of nobody", [(one, "") for one in roll.strays], "bold yellow"),
        *_noted("note", roll.remarks),
        *_noted("noted", [f"{member.student.id}: {text}" for member in roll.members for text in member.remarks]),
        *_noted("late", filter(None, [late])),
        *_noted("nothing from", (one.who for one in roll.absent)),
        *_noted("byte for byte the same", [", ".join(one.student.id for one in group) for group in roll.twins]),
    ]
    judged = sum(bool(member.main) for member in roll.members)
    members = counted(len(roll.members), "student")
    counts = f"{members}, {judged} to be judged, {len(doubts)} not clear, {len(roll.absent)} absent"
    counts += f", {len(roll.unmatched)} unmatched" if roll.unmatched else ""
    return Group(*parts, Text(f"{roll.shape} class: {counts}", "bold"))


def _nearest(one: Roll.Unmatched) -> str:
    near = "; ".join(student.who for student in one.nearest)
    return f"nearest: {near}" if near else ""


def _doubts(head: str, doubts: Iterable[tuple[Roll.Doubt, str]], style: str) -> list[Text]:
    """Return a line for each doubt, with what more is known of it; what is mended in the same way is said once."""
    found = []
    for one, more in doubts:
        what = clean_line(one.what, 400)
        own = "; ".join(filter(None, (what, more))) if one.help or more else ""
        found.append((what, one.help, (one.where, own)))
    lines = []
    for reason in Overview.Reason.grouped(found):
        (where, own), *others = reason.about
        if others:
            lines += reasons(head, [reason], style=style)
            continue
        lines += [Text(head, style).append(f" {where}: {reason.what}", "default"), *_help(reason.help)]
        lines += [Text(f"  = {own}", "dim")] if own else []
    return lines


def _noted(head: str, lines: Iterable[str]) -> list[Text]:
    return [Text(head, "yellow").append(f" {clean_line(line, 400)}", "default") for line in lines]


# --- a course ---------------------------------------------------------------------------------------------------------
class CourseReport(msgspec.Struct, frozen=True, eq=False):
    """The gradebook of a course, the homeworks that count for nobody yet, and what was decided by hand in each and
    counts for nobody: to print, as the words of a page, and as CSV."""

    course: Course
    rows: Sequence[Course.Row]
    without: Sequence[Course.Homework] = ()
    lost: Sequence[tuple[Course.Homework, Overview.Reason]] = ()

    @property
    def notes(self) -> list[str]:
        """Return what counts for nobody, and why."""
        return [*map(counts_for_nobody, self.without), *(lost(*one) for one in self.lost)]

    @property
    def table(self) -> list[tuple[Student, list[str], str]]:
        """Return of each student the points, the total and, in a course that has them, the late days that are spent;
        and what is missing and why."""
        course = self.course
        return [
            (row.student, [*map(points, row.cells), percent(row.total), *spent(course, row)], said(course, row))
            for row in self.rows
        ]

    @property
    def medians(self) -> list[str]:
        """Return the middle of the known points of each homework, then that of the totals."""
        return medians(self.course, self.rows)

    def __rich__(self) -> Group:
        course, found = self.course, self.table
        table = WideTable()
        table.add_column("student", no_wrap=True)
        for one in course.homeworks:
            table.add_column(Text(one.title), justify="right", no_wrap=True)
        table.add_column("total", justify="right", no_wrap=True)
        if course.late_days:
            table.add_column("late days", justify="right", no_wrap=True)
        for student, figures, _ in found:
            table.add_row(Text(student.who), *figures)
        table.add_row("median", *self.medians, style="bold")
        lines = [Text(f"{student.who}: {words}") for student, _, words in found if words]
        head = Text(f"{course.title}: {counted(len(found), 'student')}, {counted(len(course.homeworks), 'homework')}")
        return Group(head, Text(""), table, *([Text(""), *lines] if lines else ()))

    def csv(self) -> str:
        """Return it as CSV."""
        return course_csv(self.course, self.rows)


# --- what is alike ----------------------------------------------------------------------------------------------------
_LEFT_OUT = 8  # of those left out for one reason


class SimilarReport(msgspec.Struct, frozen=True, eq=False):
    """A row for each circle, the closest first; who was not compared; and what that says and does not: to print, as a
    page, and as JSON."""

    found: Similarities

    def __rich__(self) -> Group:
        found = self.found
        parts: list[RenderableType] = [_circles(found)] if found.circles else []
        parts += [*_left_out(found.left_out), Text(alike.summary(found), "bold")]
        if found.circles:
            parts += [Text(alike.METHOD), Text(alike.NO_VERDICT, "bold")]
        return Group(*parts)

    def page(self) -> str:
        """Return the pairs side by side."""
        found = self.found
        return render(
            "page/similar.html",
            title=f"Alike in {found.title}",
            css=style(),
            no_verdict=alike.NO_VERDICT,
            method=alike.METHOD,
            summary=alike.summary(found),
            circles=[*circles(found)],
            left_out=found.left_out,
        )

    def document(self) -> Part:
        """Return it as judge.similar/1."""
        return similar_document(self.found)


def _circles(found: Similarities) -> WideTable:
    table = WideTable(padding=(0, 1), header_style="bold")
    for head in ("#", "who", "shared", "usual up to"):
        table.add_column(head, justify="left" if head == "who" else "right", overflow="fold")
    for number, circle in enumerate(found.circles, 1):
        who = Text(", ".join(alike.names(circle, found.works)))
        table.add_row(str(number), who, alike.shared(circle), alike.usual(circle))
    return table


def _left_out(left_out: Sequence[tuple[str, str]]) -> list[Text]:
    """Return who was not compared, those with the same reason together."""
    lines = []
    for why in dict.fromkeys(why for _, why in left_out):
        some = listed([clean_line(who) for who, reason in left_out if reason == why], _LEFT_OUT)
        lines.append(Text("not compared", "yellow").append(f" {some}: {why}", "default"))
    return lines
