"""A store in a folder of its own, and other processes beside this one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.store import Store
from tests.store.make import Child, Clock, Fork, Work


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        yield opened


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
def fork() -> Iterator[Fork]:
    """Make children, and kill them in the end."""
    made: list[Child] = []

    def child(work: Work) -> Child:
        made.append(Child(work))
        return made[-1]

    yield child
    for one in made:
        one.kill()
