"""A cluster on this machine alone: a scheduler and stations as processes, for as long as a run takes."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from judge.cluster.address import Address, read_address
from judge.errors import JudgeError

START_S: Final = 60.0
END_S: Final = 10.0


@contextlib.contextmanager
def local_cluster(stations: int, words: Sequence[str] = ()) -> Iterator[Address]:
    """Start a scheduler and so many stations, each with a core of its own; end them in the end. `words` are further
    options of `judge worker`. JudgeError E486 where the scheduler does not start."""
    with tempfile.TemporaryDirectory(prefix="judge-cluster-") as folder, contextlib.ExitStack() as stack:
        address = _scheduler(Path(folder), stack)
        command = [sys.executable, "-m", "judge", "worker", address.url, *words]
        for number in range(stations):
            stack.enter_context(_process(command, Path(folder) / f"station-{number}.log"))
        yield address


def _scheduler(folder: Path, stack: contextlib.ExitStack) -> Address:
    """Start a scheduler, and return where it is."""
    file, log = folder / "scheduler.json", folder / "scheduler.log"
    listens = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"]
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", *listens, "--scheduler-file", str(file)]
    process = stack.enter_context(_process(command, log))
    until_s = time.monotonic() + START_S
    while time.monotonic() < until_s and process.poll() is None:
        with contextlib.suppress(OSError, ValueError, KeyError):
            return read_address(json.loads(file.read_text())["address"])
        time.sleep(0.05)
    raise JudgeError("E486", "the scheduler did not start", note=log.read_text(errors="replace")[-2000:])


@contextlib.contextmanager
def _process(command: Sequence[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command beside this one; end it in the end."""
    with log.open("wb") as out, subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(END_S)
            except subprocess.TimeoutExpired:
                process.kill()
