"""`judge serve` for real, for tests: its processes, its address, and what it says."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import psutil

from tests.manual import ROOT

LONGEST_S: Final = 60.0  # that a test waits for a fact


class Running:
    """A site that runs in a folder of its own."""

    def __init__(self, folder: Path, process: subprocess.Popen[bytes]) -> None:
        self.folder, self.process = folder, process
        self.store = folder / ".judge/store.db"

    @property
    def said(self) -> str:
        return (self.folder / "said.txt").read_text(encoding="utf-8")

    @property
    def address(self) -> str:
        found = re.search(r"at (http://\S+)", self.said)
        assert found, self.said
        return found[1]

    def part(self, name: str) -> list[psutil.Process]:
        """Return its processes of this part, `web` or `judge`."""
        return [one for one in self.children() if _part(one) == name]

    def children(self) -> list[psutil.Process]:
        try:
            found = psutil.Process(self.process.pid).children()
        except psutil.NoSuchProcess:
            return []
        return [one for one in found if one.status() != psutil.STATUS_ZOMBIE]

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


def _part(process: psutil.Process) -> str:
    try:
        words = process.cmdline()
    except psutil.NoSuchProcess:
        return ""
    return words[words.index("--part") + 1] if "--part" in words else ""


@contextmanager
def started(folder: Path, *words: str) -> Iterator[Running]:
    """Start `judge serve` with these words at a free port, as the installed command is; in the end nothing of it is
    left."""
    with (folder / "said.txt").open("wb") as said:
        command = [sys.executable, "-P", "-m", "judge", "serve", "--port", "0", *words]
        environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(folder)}
        process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.DEVNULL, stdout=said, stderr=said, env=environment
        )
    running = Running(folder, process)
    try:
        yield running
    finally:
        left = running.children()
        process.kill()
        process.wait()
        until(lambda: not any(one.is_running() and one.status() != psutil.STATUS_ZOMBIE for one in left))


def until(fact: Callable[[], object], within_s: float = LONGEST_S) -> None:
    """Wait until it is so."""
    end_s = time.monotonic() + within_s
    while not fact():
        assert time.monotonic() < end_s, "it did not come to pass"
        time.sleep(0.02)
