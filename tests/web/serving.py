"""`judge serve` for real, in a folder of its own: the supervisor, the web process and its judges."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 120.0


class Serving:
    """A site that runs. `lines` is what its terminal shows."""

    def __init__(self, folder: Path, port: int, words: Sequence[str]) -> None:
        self.folder, self.port = folder, port
        self.address = f"http://127.0.0.1:{port}"
        self.lines: list[str] = []
        command = [sys.executable, "-P", "-m", "judge", "serve", "--port", str(port), *words]
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200", "NO_COLOR": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._linked = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def link(self) -> str:
        """Wait for the printed link of the host."""
        assert self._linked.wait(PATIENCE_S), self.lines
        found = re.search(r"http://\S+/in/\S+", "\n".join(self.lines))
        assert found, self.lines
        return found[0]

    def stop(self) -> int:
        """End it as Ctrl-C does, and return its exit status."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(PATIENCE_S)
        finally:
            self.process.kill()
            self._reader.join(5)

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            if "/in/" in line:
                self._linked.set()
        self._linked.set()


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[Serving]:
    """Serve from this folder on a free port, until the block ends."""
    folder.mkdir(parents=True, exist_ok=True)
    made = Serving(folder, free_port(), words)
    try:
        yield made
    finally:
        if made.process.poll() is None:
            made.stop()


def free_port() -> int:
    """Return a port of this machine that nobody listens at."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])
