"""Progress while a contest runs: a bar on a terminal, a line for each case in a pipe.

    with Live(console, total) as live:
        for event in contest:
            live.event(event)

The bar goes away at the end, also at Ctrl-C, so that the results are alone on the screen.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rich.cells import set_cell_size
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from judge.model import Ran, Readied, Verdict
from judge.reports.sanitize import clean_line
from judge.reports.terminal.diagnostic import VERDICT_STYLES
from judge.reports.units import counted, seconds

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from rich.console import Console

    from judge.model import Event, Settling, Submission

_WHO_CELLS, _CASE_CELLS = 28, 28  # enough for the names that we ship; longer ones push the rest to the right


class Live:
    """Shows the events of a contest of `total` attempts on `console`, as they come."""

    def __init__(self, console: Console, total: int) -> None:
        self._console = console
        self._counts: Counter[Verdict] = Counter()
        self._disturbed = 0
        self._shown: dict[tuple[str, str, str], Verdict] = {}
        self._bar: Progress | None = None
        self._task = TaskID(0)
        if console.is_interactive:
            self._bar = _bar(console)
            self._task = self._bar.add_task("", total=total, counts="")

    def __enter__(self) -> Self:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def event(self, event: Event) -> None:
        """Take one event: a submission that is compiled, or an attempt that is over."""
        if isinstance(event, Ran):
            self._counts[event.run.verdict] += 1
            self._disturbed += event.run.disturbed or event.run.starved
        if self._bar:
            self._advance(self._bar, event)
        elif isinstance(event, Readied):
            self._say_readied(event)
        else:
            self._say_ran(event)

    def settling(self, now: Settling) -> None:
        """Take how far the order is settled after another round. In a pipe nothing is said of it before the end."""
        if self._bar:
            left = counted(len(now.left), "pair")
            self._bar.update(self._task, counts=f"round {now.rounds}: {left} not settled")

    def _advance(self, bar: Progress, event: Event) -> None:
        counts = "  ".join(f"{count} {verdict}" for verdict in Verdict if (count := self._counts[verdict]))
        counts += f"  {self._disturbed} disturbed" if self._disturbed else ""
        if isinstance(event, Readied):
            where = "compiling"
        else:
            where = event.run.case
            bar.update(self._task, completed=event.done, total=event.total)
        now = clean_line(f"{event.submission.name}  {where}")
        steady = max(12, min(36, self._console.width // 3))  # the bar stays put
        now = set_cell_size(now, steady)
        bar.update(self._task, description=now, counts=counts)

    def _say_readied(self, event: Readied) -> None:
        """Say nothing if all is well: the cases say so soon enough."""
        if event.prepared.verdict is not Verdict.AC:
            self._say(event.submission, "compiling", event.prepared.verdict, clean_line(event.prepared.message))

    def _say_ran(self, event: Ran) -> None:
        """Say one line a case: a repetition is shown only if it ends otherwise than the one shown last."""
        key = (event.submission.problem, event.submission.name, f"{event.run.group}/{event.run.case}")
        if self._shown.get(key) is not event.run.verdict:
            self._shown[key] = event.run.verdict
            rest = "not run" if event.run.not_run else seconds(event.run.cpu_s)
            rest += ", starved" if event.run.starved else ", disturbed" if event.run.disturbed else ""
            self._say(event.submission, key[2], event.run.verdict, rest)

    def _say(self, submission: Submission, case: str, verdict: Verdict, rest: str) -> None:
        who = clean_line(f"{submission.problem}/{submission.name}")
        line = Text(f"{who:<{_WHO_CELLS}}  {clean_line(case):<{_CASE_CELLS}}  ")
        line.append(f"{verdict:<3}", VERDICT_STYLES[verdict]).append(f"  {rest}")
        self._console.print(line, soft_wrap=True)


def _bar(console: Console) -> Progress:
    """Return a bar of which no column reads markup: the names in them are not ours."""
    return Progress(
        TextColumn("{task.description}", markup=False, style="cyan"),
        BarColumn(bar_width=None),
        TextColumn("{task.completed:.0f}/{task.total:.0f}", markup=False),
        TextColumn("{task.fields[counts]}", markup=False),
        TimeElapsedColumn(),
        TextColumn("left", markup=False, style="dim"),
        TimeRemainingColumn(compact=True),
        console=console,
        transient=True,
        expand=True,
    )
