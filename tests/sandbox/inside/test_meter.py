"""What of a meter no box shows: that its clock never runs backwards, and processes that are gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.model import Limits
from judge.sandbox.cgroup import meter_maker
from judge.sandbox.meter import Meter, ProcessMeter
from tests.conftest import there

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="not Linux")

LIMITS = Limits(memory=64, processes=8)
BURN = "start = time.process_time()\nwhile time.process_time() - start < {}: pass\n"


@pytest.fixture(params=["best", "process"])
def meter(request: pytest.FixtureRequest) -> Iterator[Meter]:
    """What this host offers, or one that looks at each process."""
    made = meter_maker()[0](LIMITS) if request.param == "best" else ProcessMeter(LIMITS)
    yield made
    made.close()


class Worker:
    """A process that is put under `meter`, then runs `body`, then says so, and rests until it is killed."""

    def __init__(self, meter: Meter, body: str) -> None:
        code = f"import os, sys, time\nsys.stdin.read(1)\n{body}\nos.write(1, b'.')\ntime.sleep(100)\n"
        self.process = subprocess.Popen(
            [sys.executable, "-S", "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # so that its children end with it, also when it was the first to die
        )
        self.meter = meter

    def __enter__(self) -> subprocess.Popen[bytes]:
        self.meter.attach(self.process.pid)
        there(self.process.stdin).write(b"g")
        return self.process

    def __exit__(self, *_: object) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


def done(process: subprocess.Popen[bytes]) -> bytes:
    """Wait until the body is done; nothing if the process died of it."""
    return there(process.stdout).read(1)


def test_cpu_never_runs_backwards_and_has_children_that_nobody_saw(meter: Meter) -> None:
    """Else whoever computes in short-lived children has their time told as that of strangers."""
    burn = BURN.format(0.03)
    body = f"for _ in range(10):\n    if os.fork() == 0:\n        exec({burn!r})\n        os._exit(0)\n    os.wait()"
    with Worker(meter, body) as process:
        seen = [0.0]
        while seen[-1] < 0.1 and process.poll() is None:
            seen.append(meter.cpu_s())
            time.sleep(0.005)
        done(process)
        seen.append(meter.cpu_s())
        assert seen == sorted(seen)
        assert 0.19 < seen[-1] < 1


@pytest.mark.parametrize("meter", ["best"], indirect=True)
def test_no_process_is_born_once_forks_are_frozen(meter: Meter) -> None:
    if not meter.exact:
        pytest.skip("there is no cgroup of our own on this host")
    with Worker(meter, "sys.stdin.read(1)\ntry: os.fork()\nexcept OSError: os.write(1, b'frozen')") as process:
        meter.freeze_forks()
        there(process.stdin).write(b"g")
        assert done(process) in (b"f", b""), "cgroup.kill may have ended it, which will do as well"


def test_a_process_that_is_gone_measures_as_nothing() -> None:
    meter = ProcessMeter(LIMITS)
    with Worker(meter, "") as process:
        done(process)
    used_s, used_bytes = meter.cpu_s(), meter.memory_bytes()
    assert not Path(f"/proc/{process.pid}").exists()
    assert meter.cpu_s() == used_s, "what was seen stays, and nothing is added"
    assert meter.memory_bytes() == used_bytes
    assert not meter.out_of_memory()
    with pytest.raises(OSError, match="No such process"):  # the sandbox makes a judge error of it
        ProcessMeter(LIMITS).attach(process.pid)
