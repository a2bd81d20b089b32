"""The runners of this folder's tests: one of each for a worker."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from judge.sandbox.sandbox import Sandbox
from tests.bare.bare import Bare
from tests.bare.judged import Judged


@pytest.fixture(scope="session")
def bare() -> Iterator[Bare]:
    """The process that forks one for each file and case."""
    with Bare() as one:
        yield one


@pytest.fixture(scope="session")
def judged(sandbox: Sandbox) -> Iterator[Judged]:
    """The judge in the best tier of this host."""
    with Judged(sandbox=sandbox) as one:
        yield one
