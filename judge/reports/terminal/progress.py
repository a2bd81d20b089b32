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
from contextlib import nullcontext
from typing import TYPE_CHECKING

from rich import live as rich_live
from rich.console import Group
from rich.text import Text

from judge.model import Judgement, Ran, Readied, Verdict
from judge.reports.palette import LOOKS
from judge.reports.terminal.cluster import share_line
from judge.reports.terminal.console import PlainConsole
from judge.reports.terminal.heartbeat import EVERY_S, Heartbeat
from judge.reports.terminal.screen import Course, at_work, counts, left, screen
from judge.reports.terminal.timeleft import TimeLeft
from judge.text import clean_line, counted, number, seconds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Self

    from rich.console import Console, RenderableType

    from judge.model import Entry, Event, Host, Judgement, RunRecord, Submission

_WHO_CELLS, _CASE_CELLS = 28, 28  # enough for the names that we ship; longer ones push the rest to the right
_A_SECOND = 4  # times that a terminal is drawn: each takes milliseconds, which a core that times may lack


class Live:
    """Shows the events of a contest of `total` attempts on `console`, as they come. With `cases` a pipe gets a line
    for each case, else only signs of life. `budget_s` is for measuring more, in further rounds."""

    def __init__(
        self,
        console: Console,
        total: int,
        entries: Sequence[Entry] = (),
        *,
        cases: bool = True,
        budget_s: float | None = None,
    ) -> None:
        self.course = Course(entries, total)
        self.machines: Callable[[], Sequence[Host.Seen]] = list  # that work for this one
        self.clock: Host.Clock = "cpu"  # which times are shown
        self._console, self._cases = console, cases
        self._left = TimeLeft(entries, total, time.monotonic(), budget_s or 0.0)
        self._begun_s = time.monotonic()
        self._lock = threading.Lock()
        self._shown: dict[tuple[str, str, str], Verdict] = {}
        self._screen: rich_live.Live | None = None
        self._heart: Heartbeat | None = None

    def __enter__(self) -> Self:
        if self._console.is_interactive:
            self._screen = rich_live.Live(
                console=self._console, get_renderable=self._drawn, transient=True, auto_refresh=False
            )
            self._screen.start(refresh=True)
            self._heart = Heartbeat(self.draw, 1 / _A_SECOND)
        else:
            self._heart = Heartbeat(self._say_alive, EVERY_S)
        self._heart.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._heart:
            self._heart.stop()
        if self._screen:
            self._screen.stop()

    def expect_all(self) -> None:
        """Expect that no case is left out after time-outs."""
        self._left.expect_all()

    def event(self, event: Event) -> None:
        """Take one event."""
        with self._lock:
            self.course.event(event)
            self._left.event(event, time.monotonic())
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
        left_s = (time.monotonic() - self._begun_s) / done * (total - done)
        solved = sum(run.verdict is Verdict.AC for run in judgement.runs)
        line = Text(f"{done:>{len(str(total))}}/{total}  {clean_line(owner):<{_WHO_CELLS}}  ")
        line.append(f"{judgement.verdict:<3}", LOOKS[judgement.verdict].style)
        points = "points wait" if judgement.points is None else f"{number(judgement.points)} points"
        line.append(f"  {solved}/{len(judgement.problem.cases)} cases  {points}")
        found = Judgement.Disturbance.of([judgement])
        line.append(f"  {found.disturbed} disturbed" if found.disturbed else "", "yellow")
        self._print(line.append(f"  {seconds(left_s)} left" if done < total else "", "dim"))

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
            self.course.settling = f"round {now.rounds}: {counted(len(now.left), 'pair')} not settled"

    def said(self) -> None:
        """Take note that something else was printed."""
        if self._heart:
            self._heart.said()

    def draw(self) -> None:
        """Draw what grows as it is now, where there is a terminal."""
        with self._console.turn if isinstance(self._console, PlainConsole) else nullcontext():
            if self._screen:
                self._screen.refresh()

    def _drawn(self) -> RenderableType:
        with self._lock:
            now_s = time.monotonic()
            width, height = self._console.size
            shares = share_line(self.machines())
            shares.truncate(width, overflow="ellipsis")
            drawn = screen(
                self.course, (width, height - bool(shares)), now_s - self._begun_s, self._left.range_s(now_s)
            )
        return Group(drawn, shares) if shares else drawn

    def _say_alive(self) -> None:
        with self._lock:
            course, left_s = self.course, self._left.range_s(time.monotonic())
            shares = share_line(self.machines()).plain
            words = (course.place, at_work(course).plain, counts(course), left(left_s), shares)
        self._print(Text("... " + "   ".join(filter(None, words)), "dim"))

    def _say_readied(self, event: Readied) -> None:
        """Say nothing if all is well: the cases say so soon enough."""
        if event.prepared.verdict is not Verdict.AC:
            self._say(event.submission, "compiling", event.prepared.verdict, clean_line(event.prepared.message))

    def _say_ran(self, event: Ran) -> None:
        """Say one line a case: a repetition is shown only if it ends otherwise than the one shown last."""
        key = (event.submission.problem, event.submission.name, event.run.path)
        if self._shown.get(key) is not event.run.verdict:
            self._shown[key] = event.run.verdict
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
