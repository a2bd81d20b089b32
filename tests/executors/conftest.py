"""What boxes were started for."""

from __future__ import annotations

from typing import Any

import pytest

from judge.sandbox import Box, Sandbox


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The job of each box that is started, in their order."""
    found: list[Any] = []
    start = Sandbox.start

    def noted(self: Sandbox, home: Any, limits: Any, job: Any) -> Box:
        found.append(job)
        return start(self, home, limits, job)

    monkeypatch.setattr(Sandbox, "start", noted)
    return found
