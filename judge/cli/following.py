"""Show what happens while submissions run, until it ends or Ctrl-C comes; and how long a judge waits for a core.

What is judged out of the store waits for other judges, and after Ctrl-C the same command goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from judge.cli.options import BUDGET_S
from judge.reports import Live, PlainConsole

if TYPE_CHECKING:
    from rich.status import Status

    from judge.judging import Contest, GradingSession, Hands, Rounds
    from judge.model import Batch, Event, Host, RunRecord
    from judge.sandbox import Waiting
    from judge.store import Store


def rounds_of(contest: Contest, clock: Host.Clock, budget_s: float | None, live: Live) -> Rounds | None:
    """Return the rounds that settle the order of a contest; None where there is no budget for them."""
    if budget_s is None:
        return None
    from judge.judging import Rounds
    from judge.scoring import unsettled_pairs

    return Rounds(budget_s, lambda rows: unsettled_pairs(rows, clock, contest.noise), tell=live.settling)


class Shown(msgspec.Struct):
    """Whether what was shown came to its end."""

    whole: bool = False


@contextmanager
def showing(display: Live) -> Iterator[Shown]:
    """Show a display meanwhile, until Ctrl-C comes at the latest. What was judged until then is kept."""
    shown = Shown()
    try:
        with display:
            yield shown
        shown.whole = True
    except KeyboardInterrupt:
        pass


def follow(events: Iterable[Any], display: Live) -> bool:
    """Show the events on a display as they come; say whether they came to their end, or Ctrl-C did."""
    with showing(display) as shown:
        for event in events:
            display.event(event)
    return shown.whole


# --- out of the store -------------------------------------------------------------------------------------------------
def to_the_end(events: Iterable[Any], display: Live, show: Callable[[Any], object], console: PlainConsole) -> bool:
    """Follow events out of the store, which wait for other judges; say that the same command goes on after Ctrl-C."""
    from judge.judging import GradingSession

    with showing(display) as shown:
        for event in events:
            if isinstance(event, GradingSession.Waits):
                display.waits(event.tickets)
            elif isinstance(event, GradingSession.Again):
                display.again(event.runs, event.tickets)
            else:
                show(event)
    if not shown.whole:
        console.print("interrupted: the same command goes on where it stopped", style="bold yellow")
    return shown.whole


def class_to_the_end(session: GradingSession, opened: Hands, console: PlainConsole) -> bool:
    """Show a class being judged; say whether it came to its end."""
    from judge.judging import GradingSession

    progress = Live(console, session.total, cases=False)
    if not isinstance(opened, Sequence):
        progress.machines = opened.seen

    def show(event: Event | GradingSession.Judged) -> None:
        if isinstance(event, GradingSession.Judged):
            progress.judged(event.ticket.owner, event.judgement, event.done, event.total)
        else:
            progress.event(event)

    return to_the_end(session.events(opened), progress, show, console)


def bonus_to_the_end(
    store: Store,
    batch: Batch,
    tickets: Sequence[Batch.Ticket],
    budget_s: float | None,
    at: tuple[Hands, PlainConsole],
) -> tuple[RunRecord.Settling, ...] | None:
    """Measure who is near the last place of a bonus; return what came of it, None where Ctrl-C ended it. A budget that
    was asked for measures also those on whom an earlier one has ended."""
    from judge.judging import BonusRounds

    opened, console = at
    race = BonusRounds(store, batch, tickets, BUDGET_S if budget_s is None else budget_s, more=budget_s is not None)
    progress = Live(console, 0, cases=False)
    return tuple(race.settled) if to_the_end(race.events(opened), progress, progress.event, console) else None


# --- for a core -------------------------------------------------------------------------------------------------------
class WaitingLine:
    """Says on stderr what a claim of cores says."""

    def __init__(self) -> None:
        from judge.sandbox import Waiting

        self._console = PlainConsole(stderr=True)
        self._now_and_then = Waiting.now_and_then(
            lambda words: self._console.print(words, soft_wrap=True, highlight=False)
        )
        self._status: Status | None = None

    def say(self, words: str | Waiting) -> None:
        """Print a message; how long it waits already takes the place of what was said of that before."""
        if isinstance(words, str) or not self._console.is_terminal:
            self._now_and_then(words)
        elif self._status:
            self._status.update(str(words))
        else:
            self._console.print(words.why, soft_wrap=True, highlight=False)
            # Slowly, as others time on this machine; and in ASCII, which each terminal can show.
            self._status = self._console.status(str(words), spinner="line", refresh_per_second=2)
            self._status.start()

    def over(self) -> None:
        """Take the line away."""
        if self._status:
            self._status.stop()
        self._status = None
