"""What boxes were started for, and why a file can't be prepared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from judge.model import Finding, Submission
from judge.sandbox import Box, Sandbox
from tests.boxed import problem_of
from tests.executors.make import FUNCTION, SMALL, Refused


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


@pytest.fixture
def refused(sandbox: Sandbox) -> Refused:
    """Why a file of this source can't be prepared."""

    def prepare(source: str, name: str = "mine.py") -> Finding:
        mine = Submission("mine", "pkg", "function", Path(name), source.encode(), "")
        found = FUNCTION.prepare(sandbox, mine, problem_of(limits=SMALL))
        assert isinstance(found, Finding), found
        return found

    return prepare
