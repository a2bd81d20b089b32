"""A stream goes on for as long as who watches may see it: a page that stays open is let in once, and for long."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judge.model.account import Account


async def while_in(
    messages: AsyncGenerator[bytes, None], viewer: Account, now: Callable[[], Awaitable[Account | None]]
) -> AsyncIterator[bytes]:
    """Pass messages on until the viewer has signed out, was removed, or has another role; `now` says who they are, and
    is asked before each message, signs of life among them. The browser comes again, and is looked at anew."""
    async with aclosing(messages) as following:
        async for message in following:
            found = await now()
            if found is None or (found.owner, found.role) != (viewer.owner, viewer.role):
                return
            yield message
