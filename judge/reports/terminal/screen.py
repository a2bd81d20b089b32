"""What a terminal shows while a contest runs: how far it has come, event by event, and the rows that say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Group
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from judge.model import Entry, Event, Finished, Preparing, Ran, Readied, Submission, Verdict
from judge.reports.terminal.letters import Mark, mark, marked, unready
from judge.text import clean_line, clock_time

_Case = tuple[str, str]  # group and name


class Course:
    """A contest of these entries, of so many attempts. Where no entries are given, as of a class, nobody has a row."""

    def __init__(self, entries: Sequence[Entry], total: int) -> None:
        self.total, self.done, self.ran, self.disturbed = total, 0, 0, 0
        self.counts: Counter[Verdict] = Counter()
        self.compiling: list[Submission] = []
        self.now: Ran | None = None  # the attempt that is over last
        self.readied = False  # whether somebody is ready to run
        self.settling = ""  # how far the order is settled, where more is measured
        self._entries = entries
        self._at = -1  # the entry that is judged now
        self._marks: dict[str, dict[_Case, Mark]] = {}  # of its submissions
        self._unready: dict[str, Readied] = {}

    @property
    def entry(self) -> Entry | None:
        """Return the problem at work, with its submissions."""
        return self._entries[self._at] if 0 <= self._at < len(self._entries) else None

    @property
    def place(self) -> str:
        """Return which problem is at work: `lizards  2 of 4`. Of a lone one only its name."""
        entry, count = self.entry, len(self._entries)
        if entry is None:
            return ""
        return entry.problem.name + (f"  {self._at + 1} of {count}" if count > 1 else "")

    @property
    def at_work(self) -> tuple[str, ...]:
        """Return the names of what is compiled now."""
        return tuple(one.name for one in self.compiling)

    def event(self, event: Event) -> None:
        """Take one event."""
        if isinstance(event, Finished):
            self._begin(1 + [one is event.entry for one in self._entries].index(True) if self._entries else 0)
            return
        if self._at < 0:
            self._begin(0)
        if isinstance(event, Preparing):
            self.compiling.append(event.submission)
        elif isinstance(event, Readied):
            self._readied(event)
        else:
            self._ran(event)

    def rows(self, width: int) -> list[Text]:
        """Return the letters so far, a text for each submission that has come to a case or never will."""
        submissions = self.entry.submissions if self.entry else ()
        places = self._places()
        names = min(32, max((len(one.name) for one in submissions), default=0))
        rows = []
        for name in (one.name for one in submissions):
            if name in self._unready:
                prepared = self._unready[name].prepared
                rows.append(unready(name, prepared.verdict, prepared.message, names))
            elif marks := self._marks.get(name):
                groups: dict[str, list[Mark]] = {}
                for group, case in sorted(marks, key=lambda one: places.get((one[0], one[1].partition("~")[0]), 0)):
                    groups.setdefault(group, []).append(marks[group, case])
                rows.append(marked(name, groups, width, names))
        return rows

    def _places(self) -> dict[_Case, int]:
        """Return the place of each case in the package; they are run in another sequence."""
        cases = self.entry.problem.cases if self.entry else ()
        return {case.place: at for at, case in enumerate(cases)}

    def _begin(self, at: int) -> None:
        self._at, self.now, self.settling, self.readied = at, None, "", False
        self._marks, self._unready = {}, {}

    def _readied(self, event: Readied) -> None:
        self.compiling = [one for one in self.compiling if one.name != event.submission.name]
        self.readied |= event.prepared.verdict is Verdict.AC
        if event.prepared.verdict is not Verdict.AC:
            self._unready[event.submission.name] = event

    def _ran(self, event: Ran) -> None:
        run = event.run
        self.now, self.done, self.total = event, event.done, event.total
        self.ran += 1
        self.counts[run.verdict] += 1
        self.disturbed += run.disturbed or run.starved
        marks, case = self._marks.setdefault(event.submission.name, {}), run.place
        if marks.get(case, (".", Verdict.AC))[1] is Verdict.AC:  # of several repetitions one that is not right
            marks[case] = mark(run.verdict, not_run=run.not_run)


# --- its rows ---------------------------------------------------------------------------------------------------------
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
