"""What a host trusts is read once: each client reads it anew, which takes 33 ms of CPU."""

from __future__ import annotations

import functools
import ssl
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _trusted() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl, "create_default_context", functools.cache(ssl.create_default_context))
        yield
