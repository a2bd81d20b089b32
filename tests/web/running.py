"""Sites that listen on this machine: `judge serve` for real, in a folder of its own, with its processes and how it
does; and one in a thread, for clients that speak HTTP, with a judge beside it that is told what comes out."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import psutil
import uvicorn

from judge.model import Problem
from judge.store import Store
from judge.web import Settings
from tests.make import replace
from tests.web.sites import served

ROOT: Final = Path(__file__).resolve().parents[2]
LONGEST_S: Final = 60.0  # that a test waits for a fact


class Running:
    """A site that runs. `lines` is what its terminal shows."""

    def __init__(self, folder: Path, words: Sequence[str], python: str = sys.executable, path: str = str(ROOT)) -> None:
        self.folder, self.store, self.port = folder, folder / ".judge/store.db", free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.lines: list[str] = []
        command = [python, "-P", "-m", "judge", "serve", "--port", str(self.port), *words]
        env = {**os.environ, "PYTHONPATH": path, "COLUMNS": "200", "NO_COLOR": "1"}
        pipe: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        self.process = subprocess.Popen(command, cwd=folder, env=env, **pipe)
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def said(self) -> str:
        return "\n".join(self.lines)

    def part(self, name: str) -> list[psutil.Process]:
        """Return its processes of this part, `web` or `judge`."""
        found = []
        for one in self.children():
            with suppress(psutil.NoSuchProcess):
                found += [one] if one.environ().get("JUDGE_PART", "").startswith(name) else []
        return found

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

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line.rstrip())


@contextmanager
def started(folder: Path, *words: str, **of: str) -> Iterator[Running]:
    """Serve from this folder with these words, on a free port; in the end nothing of it is left. `of` says whose judge
    it is: the `python`, and the `path` where it looks for modules."""
    folder.mkdir(parents=True, exist_ok=True)
    running = Running(folder, words, **of)
    try:
        yield running
    finally:
        left = running.children()
        running.process.kill()
        running.process.wait()
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


def free_port() -> int:
    """Return a port of this machine that nobody listens at."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


# --- in a thread ------------------------------------------------------------------------------------------------------
Judging = Callable[[Store, Problem], None]


class Listening(NamedTuple):
    """A site that listens, its problem, and a token of a student."""

    settings: Settings
    problem: Problem
    token: str

    @property
    def url(self) -> str:
        return self.settings.address

    @contextmanager
    def judged(self, judging: Judging) -> Iterator[None]:
        """Judge the next submission in this manner, as soon as it is there."""
        stop = threading.Event()

        def work() -> None:
            with Store(self.settings.store) as store:
                while not store.queue.open() and not stop.wait(0.01):
                    pass
                if not stop.is_set():
                    judging(store, self.problem)

        thread = threading.Thread(target=work)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join(LONGEST_S)
            assert not thread.is_alive()


@contextmanager
def listening(folder: Path) -> Iterator[Listening]:
    """Serve the quiz from this folder until the block ends."""
    with served(folder) as site, reachable(site.settings) as made:
        yield Listening(made, site.problem, site.secret("token", "ada"))


@contextmanager
def reachable(settings: Settings) -> Iterator[Settings]:
    """Serve a site at a free port until the block ends; return how."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        made = replace(settings, port=listener.getsockname()[1])
        app = made.application()
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, ws="none", proxy_headers=False))
        with in_thread(server, listener):
            try:
                yield made
            finally:
                app.state.hub.close()


@contextmanager
def in_thread(server: uvicorn.Server, listener: socket.socket) -> Iterator[None]:
    """Let a server answer until the block ends."""
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        until(lambda: server.started or not thread.is_alive())
        assert server.started
        yield
    finally:
        server.should_exit = True
        thread.join(LONGEST_S)
