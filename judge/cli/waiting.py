"""The line that tells how long a judge waits for a core."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.reports import PlainConsole
from judge.sandbox import Waiting

if TYPE_CHECKING:
    from rich.status import Status


class WaitingLine:
    """Says on stderr what a claim of cores says."""

    def __init__(self) -> None:
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
