"""A store in a folder of its own, and other processes beside this one."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge.store import Store
from tests.store.make import Clock, Fork


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


class Child:
    """Another process. It does its work when it is asked, answers with a line, and waits to be killed. It is made
    before this process opens the store: SQLite must not be carried into a child."""

    def __init__(self, work: Callable[[], object]) -> None:
        (self._heard, self._ask), (self._answers, self._said) = os.pipe(), os.pipe()
        self._pid = os.fork()
        if not self._pid:
            os.read(self._heard, 1)
            kept = work()
            os.write(self._said, f"{kept}\n".encode())
            signal.pause()

    def begin(self) -> None:
        os.write(self._ask, b".")

    def answer(self) -> str:
        """What it says once its work is done."""
        said = b""
        while not said.endswith(b"\n"):
            said += os.read(self._answers, 1 << 16)
        return said.decode().strip()

    def asked(self) -> str:
        self.begin()
        return self.answer()

    def kill(self) -> None:
        """End it, and wait for that."""
        if self._pid:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
            for end in (self._heard, self._ask, self._answers, self._said):
                os.close(end)
        self._pid = 0


@pytest.fixture
def fork() -> Iterator[Fork]:
    """Make children, and kill them in the end."""
    made: list[Child] = []

    def child(work: Callable[[], object]) -> Child:
        made.append(Child(work))
        return made[-1]

    yield child
    for one in made:
        one.kill()
