"""A stream ends for who may not see it any more, and goes on for all others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

import pytest

from judge.model.account import Account
from judge.web.app import while_in
from tests.web.sites import account

ADA = account("ada", "grader")


@pytest.mark.parametrize(
    ("found", "passed"), [(ADA, 5), (None, 0), (account("ada", "student"), 0), (account("bob", "grader"), 0)]
)
def test_it_ends_with_who_watches(found: Account | None, passed: int) -> None:
    closed = []

    async def messages() -> AsyncGenerator[bytes, None]:
        try:
            for _ in range(5):
                yield b"x"
        finally:
            closed.append(1)

    async def now() -> Account | None:
        return found

    async def whole() -> int:
        return len([one async for one in while_in(messages(), ADA, now)])

    assert asyncio.run(whole()) == passed
    assert closed == [1], "its place is free"


def test_no_message_goes_to_who_may_not_see_it_any_more() -> None:
    rights = [ADA]

    async def messages() -> AsyncGenerator[bytes, None]:
        yield b"with all names"
        rights[:] = [account("ada", "student")]
        yield b"with all names, too"

    async def now() -> Account | None:
        return rights[0]

    async def whole() -> list[bytes]:
        return [one async for one in while_in(messages(), ADA, now)]

    assert asyncio.run(whole()) == [b"with all names"]
