"""A stream goes on for as long as who watches may see it: a page that stays open is let in once, and for long."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from judge.model.account import Account

AGAIN_S: Final = 15.0  # between two looks at who watches


async def while_in(
    messages: AsyncGenerator[bytes, None], viewer: Account, now: Callable[[], Awaitable[Account | None]]
) -> AsyncIterator[bytes]:
    """Pass messages on until the viewer has signed out, was removed, or has another role; `now` says who they are. The
    browser comes again, and is looked at anew."""
    looked_s = time.monotonic()
    async with aclosing(messages) as following:
        async for message in following:
            if time.monotonic() - looked_s >= AGAIN_S:
                looked_s, found = time.monotonic(), await now()
                if found is None or (found.owner, found.role) != (viewer.owner, viewer.role):
                    return
            yield message
