"""What the tests of the runner share."""

from __future__ import annotations

import pytest
from pretended import Pretended


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> Pretended:
    """A sandbox that takes no time."""
    return Pretended(monkeypatch)
