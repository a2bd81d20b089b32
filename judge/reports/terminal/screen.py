"""What a terminal shows while a contest runs: the problem, the letters so far, what is at work now, and a bar."""

from __future__ import annotations

from rich.console import Group
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from judge.model import Verdict
from judge.reports.sanitize import clean_line
from judge.reports.terminal.course import Course
from judge.reports.units import clock_time

_WIDE = 1.5  # a range whose ends are nearer than this factor is one time
_OTHERS = 5  # rows beside those of letters: a blank one, the problem, what is at work, the bar, and the cursor's


def screen(course: Course, size: tuple[int, int], elapsed_s: float, left_s: tuple[float, float] | None) -> Group:
    """Return the rows, as many as the screen has at most; where that is too few, those of the last submissions."""
    width, height = size
    rows = [line for row in course.rows(width) for line in row.split("\n")]
    room = max(0, height - _OTHERS)
    if len(rows) > room:
        rows = [Text(f"... {len(rows) - room + 1} rows above", "dim"), *rows[len(rows) - room + 1 :]][:room]
    rows = [*([Text(), _head(course)] if course.entry else []), *rows, at_work(course)]
    for row in rows:
        row.truncate(width, overflow="ellipsis")
    return Group(*rows, _bar(course, elapsed_s, left_s))


def at_work(course: Course) -> Text:
    """Return what is compiled now, or which case was run last."""
    if course.compiling:
        names = ", ".join(clean_line(name, 32) for name in course.at_work)
        return Text("compiling ", "dim").append(names, "cyan")
    if course.settling:
        return Text(course.settling, "cyan")
    if course.now:
        where = clean_line(f"{course.now.submission.name}  {course.now.run.group}/{course.now.run.case}")
        return Text("run  ", "dim").append(where, "cyan")
    return Text("running the first case" if course.readied else "starting", "dim")


def counts(course: Course) -> str:
    """Return how many runs ended how: `31/120  28 AC  3 TLE  1 disturbed`."""
    words = [f"{course.done}/{course.total}"]
    words += [f"{count} {verdict}" for verdict in Verdict if (count := course.counts[verdict])]
    words += [f"{course.disturbed} disturbed"] if course.disturbed else []
    return "  ".join(words)


def left(range_s: tuple[float, float] | None) -> str:
    """Return how long it still takes, by what is known: as a range where time-outs may make it much longer."""
    if range_s is None or range_s[1] < 1:
        return ""
    least_s, most_s = range_s
    if most_s < _WIDE * least_s:
        return f"about {clock_time(least_s)} left"
    return f"{clock_time(least_s)} to {clock_time(most_s)} left"


def _head(course: Course) -> Text:
    title = course.entry.problem.title if course.entry else ""
    return Text(course.place, "bold").append(f"   {title}", "dim")


def _bar(course: Course, elapsed_s: float, left_s: tuple[float, float] | None) -> Table:
    """Return the last row: the bar takes what room the words leave."""
    row = Table.grid(padding=(0, 2, 0, 0), expand=True)
    row.add_column(no_wrap=True)
    row.add_column(ratio=1)
    row.add_column(no_wrap=True, justify="right")
    bar = ProgressBar(total=max(1, course.total), completed=course.done)
    row.add_row(Text(counts(course)), bar, Text("  ".join(filter(None, (clock_time(elapsed_s), left(left_s))))))
    return row
