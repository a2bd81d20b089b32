"""Show what happens while submissions run, until it ends or Ctrl-C comes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import msgspec

from judge.model import Host
from judge.reports import Live
from judge.scoring import unsettled

if TYPE_CHECKING:
    from judge.judging import Contest, Rounds


def rounds_of(contest: Contest, clock: Host.Clock, budget_s: float | None, live: Live) -> Rounds | None:
    """Return the rounds that settle the order of a contest; None where there is no budget for them."""
    if budget_s is None:
        return None
    from judge.judging import Rounds

    return Rounds(budget_s, lambda rows: unsettled(rows, clock, contest.noise), tell=live.settling)


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


def follow(events: Iterable[Any], display: Live, show: Callable[[Any], object] | None = None) -> bool:
    """Show the events on a display as they come; say whether they came to their end, or Ctrl-C did. `show` is called
    for each event in place of the display's own `event`."""
    with showing(display) as shown:
        for event in events:
            (show or display.event)(event)
    return shown.whole
