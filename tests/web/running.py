"""`judge serve` for real, for tests that end its processes: which there are, and how it does."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import psutil

from tests.web.serving import Serving, serving

LONGEST_S: Final = 60.0  # that a test waits for a fact


class Running:
    """A site that runs in a folder of its own."""

    def __init__(self, site: Serving) -> None:
        self.process, self.address, self.port = site.process, site.address, site.port
        self.store = site.folder / ".judge/store.db"
        self._lines = site.lines

    @property
    def said(self) -> str:
        return "\n".join(self._lines)

    def part(self, name: str) -> list[psutil.Process]:
        """Return its processes of this part, `web` or `judge`."""
        return [one for one in self.children() if _part(one) == name]

    def children(self) -> list[psutil.Process]:
        try:
            return [one for one in psutil.Process(self.process.pid).children() if alive(one)]
        except psutil.NoSuchProcess:
            return []

    def status(self, path: str = "/health") -> int:
        """Return the status of a page; 0 where nobody answers."""
        try:
            with urlopen(self.address + path, timeout=20) as answer:
                return int(answer.status)
        except HTTPError as fault:
            return fault.code
        except (URLError, OSError):
            return 0

    def well(self) -> bool:
        return self.status() == 200

    def stop(self, number: int = signal.SIGINT) -> int:
        """Send a signal, and return the exit status."""
        self.process.send_signal(number)
        return self.process.wait(LONGEST_S)


@contextmanager
def started(folder: Path, *words: str) -> Iterator[Running]:
    """Start it with these words; in the end nothing of it is left."""
    with serving(folder, *words) as site:
        running = Running(site)
        try:
            yield running
        finally:
            left = running.children()
            site.process.kill()
            site.process.wait()
            until(lambda: not any(map(alive, left)))


def alive(process: psutil.Process) -> bool:
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def until(fact: Callable[[], object], within_s: float = LONGEST_S) -> None:
    """Wait until it is so."""
    end_s = time.monotonic() + within_s
    while not fact():
        assert time.monotonic() < end_s, "it did not come to pass"
        time.sleep(0.02)


def _part(process: psutil.Process) -> str:
    try:
        words = process.cmdline()
    except psutil.NoSuchProcess:
        return ""
    return words[words.index("--part") + 1] if "--part" in words else ""
