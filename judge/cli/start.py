"""The start of `judge run`, up to its first event: Ctrl-C comes there upon nothing that anybody has judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from judge.cli.options import RunOptions
from judge.cli.running import started_hands

if TYPE_CHECKING:
    from judge.judging.crew import Hands


class Start(msgspec.Struct):
    """The sandboxes, and whether the start is over: from then on whoever shows the contest says how it was stopped."""

    opened: Hands
    over: bool = False


@contextmanager
def starting(options: RunOptions, check: Callable[[], object], files: Sequence[Path]) -> Iterator[Start]:
    """Open the sandboxes, or a cluster, as `started_hands` does. Where Ctrl-C comes before the start is over, say that
    nothing was judged, and end with status 130."""
    start = Start([])
    try:
        with started_hands(options, check, files) as start.opened:
            yield start
    except KeyboardInterrupt:
        if start.over:
            raise
        _say_stopped()
        raise click.exceptions.Exit(130) from None


def _say_stopped() -> None:
    from judge.reports.terminal.console import plain_console

    console = plain_console(stderr=True)
    if console.is_terminal:
        console.print()  # what was typed stands at the end of a line
    console.print("interrupted before anything was compiled or run, so nothing was judged", style="bold yellow")
