"""How much somebody may be sending at once: a form is held in memory until it is whole, and may come slowly."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Final

from judge.web.body import SUBMISSION
from judge.web.reply import RefusedError

_MOST: Final = 4 * SUBMISSION  # bytes of one account; a larger form comes alone
_AGAIN_S: Final = 5


class Sending:
    """What is being sent to one process. Called on its event loop alone."""

    def __init__(self) -> None:
        self._held: dict[Hashable, int] = {}

    @contextmanager
    def one(self, who: Hashable, most: int) -> Iterator[None]:
        """Hold `most` bytes for a form until the block ends. RefusedError 429 where others of theirs take too much."""
        held = self._held.get(who, 0)
        if held and held + most > _MOST:
            raise RefusedError(429, "You send too much at once: wait for the others, and try again.", wait_s=_AGAIN_S)
        self._held[who] = held + most
        try:
            yield
        finally:
            self._held[who] -= most
            if not self._held[who]:
                del self._held[who]
