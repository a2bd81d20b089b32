"""A cluster of this machine alone ends with the run that has started it, whatever ends that."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

pytestmark = pytest.mark.slow

RUN = """
import signal, sys
from judge.cluster import ClusterCrew
signal.signal(2, signal.default_int_handler)
try:
    with ClusterCrew.joined("local:1", trust=True, share_core=True) as crew:
        crew.wait_for_stations()
        print("ready", flush=True)
        sys.stdin.read()
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_nothing_is_left_of_it_and_nothing_is_said(tmp_path: Path, number: signal.Signals, status: int) -> None:
    with (tmp_path / "said").open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-c", RUN],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            start_new_session=True,
        )
    assert process.stdout
    assert process.stdout.readline() == b"ready\n", (tmp_path / "said").read_text()
    children = psutil.Process(process.pid).children(recursive=True)
    assert len(children) >= 2, "a scheduler and a station"
    if number == signal.SIGINT:
        os.killpg(process.pid, number)  # as a terminal does
    else:
        process.kill()
    assert process.wait(60) == status
    _, left = psutil.wait_procs(children, timeout=60)
    assert not left
    assert (tmp_path / "said").read_text() == ""
