"""What commands that run submissions have in common: open the sandboxes, and show what happens until it ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from judge.errors import JudgeError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from judge.cli.options import RunOptions
    from judge.judging.contest import Contest
    from judge.judging.crew import Hands
    from judge.judging.rounds import Rounds
    from judge.judging.session import Again, GradingSession, Judged, Waits
    from judge.model import Clock, Event, Host, Settling
    from judge.model.record import Batch, Ticket
    from judge.reports.terminal.console import PlainConsole
    from judge.reports.terminal.progress import Live
    from judge.reports.terminal.waiting import WaitingLine
    from judge.sandbox.corelocks import Waiting
    from judge.sandbox.sandbox import Sandbox
    from judge.store import Store

    Happened = Event | Judged
    Told = Happened | Waits | Again


@contextmanager
def sandboxes(options: RunOptions, console: PlainConsole) -> Iterator[tuple[list[Sandbox], Host]]:
    """Open the sandboxes that the options ask for, and look at the host, as `start_sandboxes` and `watch_host` do."""
    with start_sandboxes(options) as opened, watch_host(opened, options, console) as host:
        yield opened, host


@contextmanager
def hands(options: RunOptions, console: PlainConsole) -> Iterator[tuple[Hands, Host]]:
    """Open the same, or a cluster where the options name one."""
    with start_workers(options) as opened, watch_workers(opened, options, console) as host:
        yield opened, host


@contextmanager
def start_workers(
    options: RunOptions, check: Callable[[], object] = lambda: None, files: Sequence[Path] = ()
) -> Iterator[Hands]:
    """Open sandboxes as `start_sandboxes` does, or a cluster where the options name one."""
    if not options.cluster:
        with start_sandboxes(options, check, files) as opened:
            yield opened
        return
    from judge.cli.cluster import join_cluster

    check()
    with join_cluster(options) as crew:
        yield crew


@contextmanager
def watch_workers(opened: Hands, options: RunOptions, console: PlainConsole) -> Iterator[Host]:
    """Look at the host as `watch_host` does, or at the stations of a cluster."""
    from collections.abc import Sequence

    if isinstance(opened, Sequence):
        with watch_host(opened, options, console) as host:
            yield host
        return
    from judge.cli.cluster import show_stations

    with show_stations(opened, console) as host:
        yield host


@contextmanager
def start_sandboxes(
    options: RunOptions, check: Callable[[], object] = lambda: None, files: Sequence[Path] = ()
) -> Iterator[list[Sandbox]]:
    """Open the sandboxes before anything else is imported: their processes need most of the time. With one of `files`
    that may need it they begin to load numba at once.

    `check` says what is wrong with what was asked for. It is called before anybody waits for a core.
    """
    from judge.sandbox.pool import arena

    turn = _Turn(check)
    if not all(file.exists() for file in files):
        check()
    asked = options.machine
    with (
        turn,
        arena(asked.tier, asked.cores, options.jobs, asked.share_core, turn.say, wait_s=asked.wait_s) as opened,
    ):
        turn.over()
        if any(map(_may_need_numba, files)):
            for sandbox in opened:
                sandbox.warm_up()
        yield opened


class _Turn:
    """Shows how long a judge waits for a core. What was asked for is checked before it does; nothing is imported where
    it need not wait."""

    def __init__(self, check: Callable[[], object]) -> None:
        self._check = check
        self._line: WaitingLine | None = None

    def __enter__(self) -> None:
        """Wait for what there is to show."""

    def __exit__(self, *_: object) -> None:
        self.over()

    def say(self, words: str | Waiting) -> None:
        if self._line is None:
            from judge.reports.terminal.waiting import WaitingLine

            self._check()
            self._line = WaitingLine()
        self._line.say(words)

    def over(self) -> None:
        if self._line:
            self._line.over()


def _may_need_numba(file: Path) -> bool:
    """Say whether this may be a function that numba compiles: by its imports, or as the name of shipped ones."""
    if not file.exists():
        return not file.suffix
    try:
        source = file.read_bytes() if file.suffix.lower() == ".py" else b""
    except OSError:
        return False
    return bool(re.search(rb"^\s*(?:from|import) numba\b", source, re.MULTILINE))


@contextmanager
def watch_host(opened: Sequence[Sandbox], options: RunOptions, console: PlainConsole) -> Iterator[Host]:
    """Say what the sandboxes can't enforce, and let them use what earlier runs have compiled; at the end, say whether
    the host changed.

    Without trust nothing is run where no sandbox holds it: JudgeError E463.
    """
    from judge.reports.measuring_words import changed
    from judge.reports.terminal.ranking import host_line, warning_line
    from judge.sandbox.cache import own_cache
    from judge.sandbox.machine import look
    from judge.sandbox.pool import keeping

    host = opened[0].host()
    if line := host_line(host):
        console.print(line)
    refuse_untrusted(host, options)
    with keeping(opened, own_cache() if options.machine.cache else None):
        yield host
    if words := changed(host, look(opened[0].core)):
        console.print(warning_line(words))


def refuse_untrusted(host: Host, options: RunOptions) -> None:
    """Raise JudgeError E463 where no sandbox holds what is run, and nobody said that it may be run all the same."""
    if host.sandbox == "plain" and not options.trust:
        raise JudgeError(
            "E463",
            "on this host nothing keeps a submission in its box, and these are not your own",
            note=f"what is missing: {', '.join(host.missing)}",
            help="judge doctor  says how to fix that; --trust-submissions  runs them all the same",
        )


def rounds_of(contest: Contest, clock: Clock, budget_s: float | None, live: Live) -> Rounds | None:
    """Return the rounds that settle the order of a contest; None where there is no budget for them."""
    from judge.judging.rounds import Rounds
    from judge.scoring import ranking

    if budget_s is None:
        return None
    return Rounds(budget_s, lambda rows: ranking.unsettled(rows, clock, contest.noise), tell=live.settling)


def follow(events: Iterable[Event], live: Live, told: Callable[[Event], object] = lambda _: None) -> bool:
    """Show a contest as it goes, and call `told` after each event; say whether it came to its end, or Ctrl-C did. What
    was judged until then is kept."""
    try:
        with live:
            for event in events:
                live.event(event)
                told(event)
    except KeyboardInterrupt:
        return False
    return True


def to_the_end(
    events: Iterator[Told],
    display: AbstractContextManager[object],
    show: Callable[[Any], None],
    console: PlainConsole,
) -> bool:
    """Show the events on the display as they come; say whether they came to their end, or Ctrl-C did."""
    from judge.judging.session import Again, Waits
    from judge.reports.terminal.grading import again, waiting

    try:
        with display:
            for event in events:
                if isinstance(event, Waits):
                    console.print(waiting(event.tickets))
                elif isinstance(event, Again):
                    console.print(again(event.runs, event.tickets))
                else:
                    show(event)
    except KeyboardInterrupt:
        console.print("interrupted: the same command goes on where it stopped", style="bold yellow")
        return False
    return True


def class_to_the_end(session: GradingSession, opened: Hands, console: PlainConsole) -> bool:
    """Show a class being judged; say whether it came to its end."""
    from collections.abc import Sequence

    from judge.judging.session import Judged
    from judge.reports.terminal.grading import Progress

    progress = Progress(console, session.total)
    if not isinstance(opened, Sequence):
        progress.machines = opened.seen

    def show(event: Happened) -> None:
        if isinstance(event, Judged):
            progress.judged(event.ticket.owner, event.judgement, event.done, event.total)
        else:
            progress.event(event)

    return to_the_end(session.events(opened), progress, show, console)


def bonus_to_the_end(
    store: Store,
    batch: Batch,
    tickets: Sequence[Ticket],
    budget_s: float | None,
    at: tuple[Hands, PlainConsole],
) -> tuple[Settling, ...] | None:
    """Measure who is near the last place of a bonus; return what came of it, None where Ctrl-C ended it. A budget that
    was asked for measures also those on whom an earlier one has ended."""
    from judge.cli.options import BUDGET_S
    from judge.judging.bonus import BonusRounds
    from judge.reports.terminal.grading import Progress

    opened, console = at
    race = BonusRounds(store, batch, tickets, BUDGET_S if budget_s is None else budget_s, more=budget_s is not None)
    progress = Progress(console, 0)
    return tuple(race.settled) if to_the_end(race.events(opened), progress, progress.event, console) else None
