"""How far a contest has come, event by event: what is compiled now, the letters so far, the counts. Shows nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.text import Text

from judge.model import Entry, Event, Finished, Preparing, Ran, Readied, Submission, Verdict
from judge.reports.terminal.letters import Mark, mark, marked, unready

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
        return {(case.group, case.name): at for at, case in enumerate(cases)}

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
        marks, case = self._marks.setdefault(event.submission.name, {}), (run.group, run.case)
        if marks.get(case, (".", Verdict.AC))[1] is Verdict.AC:  # of several repetitions one that is not right
            marks[case] = mark(run.verdict, not_run=run.not_run)
