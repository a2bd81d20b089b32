"""Progress while a contest runs: letters that grow on a terminal, a line for each case in a pipe.

    with Live(console, total, entries) as live:
        for event in contest:
            live.event(event)

What grows goes away at the end, also at Ctrl-C, so that the results are alone on the screen. In a pipe something is
said every ten seconds at least. Both come from a thread, which only reads.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Column
from rich.text import Text

from judge.model import Finished, Judgement, Preparing, Ran, Readied, Verdict
from judge.reports.palette import LOOKS
from judge.reports.terminal.console import PlainConsole
from judge.reports.terminal.letters import marked, name_cells, unready
from judge.reports.verdict_words import Kind, solved_cases
from judge.text import clean_line, clock_time, counted, number, seconds

if TYPE_CHECKING:
    from typing import Self

    from rich.console import Console, RenderableType

    from judge.model import Entry, Event, Host, Hunt, RunRecord, Submission

EVERY_S = 10.0  # a pipe is told that it goes on
_WHO_CELLS, _CASE_CELLS = 28, 28  # enough for the names that we ship; longer ones push the rest to the right
_A_SECOND = 4  # times that a terminal is drawn: each takes milliseconds, which a core that times may lack
_LATELY_S = 300.0  # tells how fast it goes: pauses in which something is compiled among it
_NARROW = 60  # columns that leave no room for how long it has taken
_RIGHT = Kind(Verdict.AC)
_OTHERS = 5  # rows beside those of letters: a blank one, the problem, what is at work, the bar, and the cursor's


class Live:
    """Shows the events of a contest of `total` attempts on `console`, as they come. With `cases` a pipe gets a line
    for each case, else only signs of life. Where no entries are given, as of a class, nobody has a row. `budget_s` is
    for measuring more, in further rounds."""

    def __init__(
        self,
        console: Console,
        total: int,
        entries: Sequence[Entry] = (),
        *,
        cases: bool = True,
        budget_s: float | None = None,
    ) -> None:
        self.machines: Callable[[], Sequence[Host.Seen]] = list  # that work for this one
        self.clock: Host.Clock = "cpu"  # which times are shown
        self.ran = 0  # attempts, those of further rounds among them
        self._console, self._entries, self._cases = console, entries, cases
        self._budget_s, self._last_s = budget_s or 0.0, time.monotonic()
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()
        self._compiling: list[Submission] = []
        self._said: dict[tuple[str, str, str], Verdict] = {}
        self._begin(-1)
        self._screen = _Screen(console, self._rows)
        self._screen.add_task(f"0/{total}", total=total, times="")
        [self._bar] = self._screen.tasks
        is_drawn = console.is_interactive
        self._heart = Heartbeat(self.draw, 1 / _A_SECOND) if is_drawn else Heartbeat(self._say_alive, EVERY_S)

    def __enter__(self) -> Self:
        self._screen.start()
        self._heart.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._heart.stop()
        self._screen.stop()

    @property
    def at_work(self) -> tuple[str, ...]:
        """Return the names of what is compiled now."""
        return tuple(one.name for one in self._compiling)

    def event(self, event: Event) -> None:
        """Take one event."""
        with self._lock:
            self._take(event)
        if self._console.is_interactive or not self._cases:
            return
        if isinstance(event, Readied):
            self._say_readied(event)
        elif isinstance(event, Ran):
            self._say_ran(event)

    def judged(self, owner: str, judgement: Judgement, done: int, total: int) -> None:
        """Take a submission of a class that is finished, `done` of `total`: a pipe gets a line for it."""
        if self._console.is_interactive:
            return
        line = Text(f"{done:>{len(str(total))}}/{total}  {clean_line(owner):<{_WHO_CELLS}}  ")
        line.append(f"{judgement.verdict:<3}", LOOKS[judgement.verdict].style)
        points = "points wait" if judgement.points is None else f"{number(judgement.points)} points"
        line.append(f"  {solved_cases(judgement)}/{len(judgement.problem.cases)} cases  {points}")
        found = Judgement.Disturbance.of([judgement])
        line.append(f"  {found.disturbed} disturbed" if found.disturbed else "", "yellow")
        left = self._left()
        self._print(line.append(f"  {left}" if left and done < total else "", "dim"))

    def waits(self, tickets: int) -> None:
        """Say that all that is left is with other judges."""
        what = counted(tickets, "submission")
        self._console.print(Text(f"another judge is judging {what} of these: waiting for it", "dim"))

    def again(self, runs: int, tickets: int) -> None:
        """Say why there are further rounds at the end."""
        text = f"{counted(runs, 'run')} of {counted(tickets, 'submission')} may have lost to other work"
        it = "it" if runs == 1 else "them"
        self._console.print(Text(f"{text} on this machine: judging {it} again", "yellow"))

    def settling(self, now: RunRecord.Settling) -> None:
        """Take how far the order is settled after another round."""
        with self._lock:
            self._settling = f"round {now.rounds}: {counted(len(now.left), 'pair')} not settled"

    def said(self) -> None:
        """Take note that something else was printed."""
        self._heart.said()

    def draw(self) -> None:
        """Draw what grows as it is now, where there is a terminal."""
        with self._console.turn if isinstance(self._console, PlainConsole) else nullcontext():
            since = clock_time(self._bar.elapsed or 0.0) if self._console.width >= _NARROW else ""
            self._screen.update(self._bar.id, times="  ".join(filter(None, (since, self._left()))), refresh=True)

    # --- what has happened --------------------------------------------------------------------------------------------
    def _begin(self, at: int) -> None:
        """Begin with the entry at this place; before the first there is none."""
        self._at, self._now, self._settling, self._is_ready = at, "", "", False
        self._unready: dict[str, Readied] = {}
        self._marks: dict[str, dict[tuple[str, str], Kind]] = {}  # of its submissions, by group and case

    def _take(self, event: Event) -> None:
        if isinstance(event, Finished):
            self._begin(1 + [one is event.entry for one in self._entries].index(True) if self._entries else 0)
            return
        self._at = max(0, self._at)
        if isinstance(event, Preparing):
            self._compiling.append(event.submission)
        elif isinstance(event, Readied):
            self._compiling = [one for one in self._compiling if one.name != event.submission.name]
            if event.prepared.verdict is Verdict.AC:
                self._is_ready = True
            else:
                self._unready[event.submission.name] = event
        else:
            self._ran(event)

    def _ran(self, event: Ran) -> None:
        run, name = event.run, event.submission.name
        passed_s, self._last_s = time.monotonic() - self._last_s, time.monotonic()
        if event.done == self._bar.completed:  # a further round
            self._budget_s = max(0.0, self._budget_s - passed_s)
        self._now = f"{name}  {run.group}/{run.case}"
        self.ran += 1
        self._counts.update([run.verdict, *(["disturbed"] if run.disturbed or run.starved else [])])
        counts = (f"{self._counts[word]} {word}" for word in (*Verdict, "disturbed") if self._counts[word])
        done = "  ".join((f"{event.done}/{event.total}", *counts))  # 31/120  28 AC  3 TLE  1 disturbed
        self._screen.update(self._bar.id, completed=event.done, total=event.total, description=done)
        marks = self._marks.setdefault(name, {})
        if marks.get(run.place, _RIGHT) == _RIGHT:  # of several repetitions one that is not right
            marks[run.place] = Kind.of(run)

    # --- on a terminal ------------------------------------------------------------------------------------------------
    def _rows(self) -> Iterator[RenderableType]:
        """Yield the rows above the bar, as many as the screen has at most; where that is too few, the letters of the
        last submissions."""
        with self._lock:
            width, height = self._console.size
            shares = [Text(words, "dim")] if (words := self._shares()) else []
            rows = [line for row in self._letters(width) for line in row.split("\n")]
            room = max(0, height - _OTHERS - len(shares))
            if len(rows) > room:
                rows = [Text(f"... {len(rows) - room + 1} rows above", "dim"), *rows[len(rows) - room + 1 :]][:room]
            if entry := self._entry:
                rows = [Text(), Text(self._place, "bold").append(f"   {entry.problem.title}", "dim"), *rows]
            for row in (*rows, self._at_work(), *shares):
                row.truncate(width, overflow="ellipsis")
                yield row

    @property
    def _entry(self) -> Entry | None:
        return self._entries[self._at] if 0 <= self._at < len(self._entries) else None

    def _letters(self, width: int) -> Iterator[Text]:
        """Yield the letters so far, a text for each submission that has come to a case or never will. They stand as
        the cases do in the package: those are run in another sequence."""
        entry = self._entry
        if entry is None:
            return
        names = name_cells(one.name for one in entry.submissions)
        places = {case.place: at for at, case in enumerate(entry.problem.cases)}
        for name in (one.name for one in entry.submissions):
            if name in self._unready:
                prepared = self._unready[name].prepared
                yield unready(name, prepared.verdict, prepared.message, names)
            elif marks := self._marks.get(name):
                groups: dict[str, list[Kind]] = {}
                for group, case in sorted(marks, key=lambda one: places.get((one[0], one[1].partition("~")[0]), 0)):
                    groups.setdefault(group, []).append(marks[group, case])
                yield marked(name, groups, width, names)

    # --- in words -----------------------------------------------------------------------------------------------------
    @property
    def _place(self) -> str:
        """Return which problem is at work: `lizards  2 of 4`. Of a lone one only its name."""
        count = len(self._entries)
        return self._entry.problem.name + (f"  {self._at + 1} of {count}" if count > 1 else "") if self._entry else ""

    def _at_work(self) -> Text:
        """Return what is compiled now, or which case was run last."""
        if self._compiling:
            names = ", ".join(clean_line(name, 32) for name in self.at_work)
            return Text("compiling ", "dim").append(names, "cyan")
        if self._settling:
            return Text(self._settling, "cyan")
        if self._now:
            return Text("run  ", "dim").append(clean_line(self._now), "cyan")
        return Text("running the first case" if self._is_ready else "starting", "dim")

    def _left(self) -> str:
        """Return how long it still takes at the pace of late, with the rounds that are asked for."""
        left_s = self._bar.time_remaining
        left_s = None if left_s is None else left_s + self._budget_s
        return f"about {clock_time(left_s)} left" if left_s and left_s >= 1 else ""

    def _shares(self) -> str:
        """Return what part of all attempts each machine of a cluster has made, on one line, those that did the most
        first; empty where there are none."""
        at_work = sorted((one for one in self.machines() if one.attempts), key=lambda one: -one.attempts)
        whole = sum(one.attempts for one in at_work)
        return "   ".join(f"{one.name} {one.attempts / whole:.0%}" for one in at_work)

    # --- in a pipe ----------------------------------------------------------------------------------------------------
    def _say_alive(self) -> None:
        with self._lock:
            words = (self._place, self._at_work().plain, self._bar.description, self._left(), self._shares())
        self._print(Text("... " + "   ".join(filter(None, words)), "dim"))

    def _say_readied(self, event: Readied) -> None:
        """Say nothing if all is well: the cases say so soon enough."""
        if event.prepared.verdict is not Verdict.AC:
            self._say(event.submission, "compiling", event.prepared.verdict, clean_line(event.prepared.message))

    def _say_ran(self, event: Ran) -> None:
        """Say one line a case: a repetition is shown only if it ends otherwise than the one shown last."""
        key = (event.submission.problem, event.submission.name, event.run.path)
        if self._said.get(key) is not event.run.verdict:
            self._said[key] = event.run.verdict
            rest = "not run" if event.run.not_run else seconds(event.run.time_s(self.clock))
            rest += ", starved" if event.run.starved else ", disturbed" if event.run.disturbed else ""
            self._say(event.submission, key[2], event.run.verdict, rest)

    def _say(self, submission: Submission, case: str, verdict: Verdict, rest: str) -> None:
        who = clean_line(f"{submission.problem}/{submission.name}")
        line = Text(f"{who:<{_WHO_CELLS}}  {case:<{_CASE_CELLS}}  ")
        self._print(line.append(f"{verdict:<3}", LOOKS[verdict].style).append(f"  {rest}"))

    def _print(self, line: Text) -> None:
        self._console.print(line, soft_wrap=True)
        self.said()


class _Screen(Progress):
    """A bar between how much is done and how long it takes, below rows that are asked for whenever it is drawn. It is
    drawn on a terminal alone."""

    def __init__(self, console: Console, rows: Callable[[], Iterable[RenderableType]]) -> None:
        self._rows, words = rows, Column(no_wrap=True)
        super().__init__(
            TextColumn("{task.description}", table_column=words),
            BarColumn(None),
            TextColumn("{task.fields[times]}", table_column=words),
            console=console,
            auto_refresh=False,
            transient=True,
            speed_estimate_period=_LATELY_S,
            disable=not console.is_interactive,
            expand=True,
        )

    def get_renderables(self) -> Iterable[RenderableType]:
        yield from self._rows()
        yield from super().get_renderables()


class Heartbeat(threading.Thread):
    """Calls `say` when nobody has told it for `every_s` that something was said."""

    def __init__(self, say: Callable[[], object], every_s: float) -> None:
        super().__init__(name="heartbeat", daemon=True)
        self._say, self._every_s = say, every_s
        self._over = threading.Event()
        self.said()

    def said(self) -> None:
        """Take note that something was said."""
        self._said_s = time.monotonic()

    def wait_s(self) -> float:
        """Return how long nothing need be said."""
        return max(0.0, self._said_s + self._every_s - time.monotonic())

    def run(self) -> None:
        while not self._over.wait(self.wait_s()):
            if not self.wait_s():
                self.said()
                self._say()

    def stop(self) -> None:
        """End it; nothing is said any more when this returns."""
        self._over.set()
        if self.is_alive():
            self.join()


# --- a hunt -----------------------------------------------------------------------------------------------------------
class HuntProgress:
    """Says on a terminal what was tried so far; in a pipe now and then that it goes on."""

    def __init__(self, console: PlainConsole, seconds: float) -> None:
        self._console, self._seconds, self._last = console, seconds, "getting ready"
        self._status = console.status(self._last) if console.is_terminal else None
        self._shown = self._status or Heartbeat(self._say, EVERY_S)

    def __enter__(self) -> HuntProgress:
        self._shown.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._shown.stop()

    def tell(self, hunt: Hunt) -> None:
        """Take note of what was tried."""
        from judge.reports.views.hunt import tried  # only a hunt waits for it

        smaller = f", and {hunt.shrunk:,} to make what was found smaller" if hunt.shrunk else ""
        self._last = f"tried {tried(hunt)}, of {self._seconds:g} s{smaller}"
        if self._status:
            self._status.update(self._last)

    def interrupted(self, hunt: Hunt) -> None:
        """Say what was tried before Ctrl-C came."""
        from judge.reports.views.hunt import tried

        self._console.print(f"interrupted, nothing was found: {tried(hunt)}", style="bold yellow")

    def _say(self) -> None:
        self._console.print(self._last, style="dim")
