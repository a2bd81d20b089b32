"""A real cluster on this machine: Dask's scheduler and stations, each a process that a test may kill."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from judge.cluster import ClusterCrew
from tests.cli import handed_in

PATIENCE_S = 100.0
started = partial(handed_in.started, *handed_in.JUDGE, stderr=subprocess.STDOUT)


class Cluster:
    """A scheduler, and the stations that were started for it."""

    def __init__(self, folder: Path, tls: Mapping[str, str] | None = None) -> None:
        """`tls` is an environment in which Dask finds certificates."""
        self._folder, self._port, self._tls = folder, 0, tls
        self.scheduler = self._start_scheduler()
        self.stations: list[subprocess.Popen[bytes]] = []

    @property
    def address(self) -> str:
        return f"{self._protocol}://127.0.0.1:{self._port}"

    @property
    def _protocol(self) -> str:
        return "tls" if self._tls else "tcp"

    def _start_scheduler(self) -> subprocess.Popen[bytes]:
        file = self._folder / "scheduler.json"
        file.unlink(missing_ok=True)
        listens = f"--protocol {self._protocol} --host 127.0.0.1 --port {self._port} --no-dashboard --no-show".split()
        command = [sys.executable, "-m", "distributed.cli.dask_scheduler", *listens, "--scheduler-file", str(file)]
        process = self._popen(command, "scheduler")
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            with contextlib.suppress(OSError, ValueError):
                self._port = int(json.loads(file.read_text())["address"].rpartition(":")[2])
                return process
            assert process.poll() is None, (self._folder / "scheduler.log").read_text()
            time.sleep(0.05)
        raise TimeoutError

    def restart_scheduler(self) -> None:
        """Kill it, and start another one at its address."""
        kill(self.scheduler)
        self.scheduler = self._start_scheduler()

    def add(self, count: int = 1, program: str = "") -> None:
        """Start stations; `program` is Python that is run first in their process."""
        words = ["worker", self.address, "--jobs", "1", "--share-core"]
        start = f"import sys; sys.argv = ['judge', *{words!r}]\n{program}\nfrom judge.__main__ import main\nmain()\n"
        for _ in range(count):
            self.stations.append(self._popen([sys.executable, "-c", start], "stations"))

    def _popen(self, command: Sequence[str], name: str) -> subprocess.Popen[bytes]:
        with (self._folder / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, env=self._tls
            )

    def said(self) -> str:
        """Return what all of them have printed."""
        return "\n".join(f"{file.name}: {file.read_text(errors='replace')}" for file in self._folder.glob("*.log"))


def kill(process: subprocess.Popen[Any]) -> None:
    """End a process as a power cut does."""
    process.kill()
    process.wait()


@contextlib.contextmanager
def cluster(folder: Path, stations: int = 2, tls: Mapping[str, str] | None = None) -> Iterator[Cluster]:
    """Open a cluster, and end all of it."""
    folder.mkdir()
    made = Cluster(folder, tls)
    try:
        made.add(stations)
        yield made
    finally:
        for process in (*made.stations, made.scheduler):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@contextlib.contextmanager
def crew(made: Cluster, expected: int = 2) -> Iterator[ClusterCrew]:
    """Join a cluster as soon as so many stations are there."""
    with ClusterCrew.joined(made.address, trust=True) as joined:
        wait_for(joined, expected, made)
        yield joined


def wait_for(joined: ClusterCrew, count: int, made: Cluster, *, refused: bool = False) -> None:
    """Wait until so many stations may work, or with `refused` until so many are there."""
    until_s = time.monotonic() + PATIENCE_S
    while sum(refused or not one.refused for one in joined.seen()) != count:
        assert time.monotonic() < until_s, made.said()
        joined.wait_for_stations()
        time.sleep(0.1)
