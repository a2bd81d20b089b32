"""A stream ends for who may not see it any more, and goes on for all others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from unittest.mock import patch

import pytest

from judge.model.account import Account
from judge.web import streams
from judge.web.streams import while_in
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

    with patch.object(streams, "AGAIN_S", 0.0):
        assert asyncio.run(whole()) == passed
    assert closed == [1], "its place is free"


def test_it_is_not_asked_at_each_message() -> None:
    async def messages() -> AsyncGenerator[bytes, None]:
        for _ in range(5):
            yield b"x"

    async def now() -> Account | None:
        raise AssertionError

    async def whole() -> int:
        return len([one async for one in while_in(messages(), ADA, now)])

    assert asyncio.run(whole()) == 5
