"""What the tests of the runner share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from judge.runner.languages import homes
from judge.runner.sandbox import Sandbox
from tests.runner.pretended import Pretended


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> Pretended:
    """A sandbox that takes no time."""
    return Pretended(monkeypatch)


@pytest.fixture(scope="module", params=["auto", "plain"])
def lean(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox without numba, of the best tier of this host and of the weakest."""
    with Sandbox(tier=request.param, warm=False, extra=homes()) as own:
        yield own


@pytest.fixture(scope="module")
def best() -> Iterator[Sandbox]:
    """The best tier alone, for what does not depend on it."""
    with Sandbox(warm=False, extra=homes()) as own:
        yield own
