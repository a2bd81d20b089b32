"""Show what is judged out of the store, which waits for other judges; after Ctrl-C the same command goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from judge.cli.options import BUDGET_S
from judge.cli.progress import follow
from judge.judging import BonusRounds, GradingSession, Hands
from judge.model import Batch, Event, RunRecord
from judge.reports import Live, PlainConsole
from judge.store import Store

Happened = Event | GradingSession.Judged
Told = Happened | GradingSession.Waits | GradingSession.Again


def to_the_end(events: Iterable[Told], display: Live, show: Callable[[Any], object], console: PlainConsole) -> bool:
    """Follow events out of the store, which wait for other judges; say that the same command goes on after Ctrl-C."""

    def told(event: Told) -> None:
        if isinstance(event, GradingSession.Waits):
            display.waits(event.tickets)
        elif isinstance(event, GradingSession.Again):
            display.again(event.runs, event.tickets)
        else:
            show(event)

    whole = follow(events, display, told)
    if not whole:
        console.print("interrupted: the same command goes on where it stopped", style="bold yellow")
    return whole


def class_to_the_end(session: GradingSession, opened: Hands, console: PlainConsole) -> bool:
    """Show a class being judged; say whether it came to its end."""
    progress = Live(console, session.total, cases=False)
    if not isinstance(opened, Sequence):
        progress.machines = opened.seen

    def show(event: Happened) -> None:
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
    opened, console = at
    race = BonusRounds(store, batch, tickets, BUDGET_S if budget_s is None else budget_s, more=budget_s is not None)
    progress = Live(console, 0, cases=False)
    return tuple(race.settled) if to_the_end(race.events(opened), progress, progress.event, console) else None
