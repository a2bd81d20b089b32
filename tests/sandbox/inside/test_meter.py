"""What of a meter no box shows: that its clock never runs backwards, who is gone, and deep trees of processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.model import Host, Limits
from judge.sandbox import meter as meters
from judge.sandbox.cgroup import meter_maker
from judge.sandbox.inside import linux
from judge.sandbox.machine import boot, features
from judge.sandbox.meter import Meter, ProcessMeter
from tests.conftest import there
from tests.make import files as laid
from tests.sandbox.test_machine import ARM, XEON

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


# --- what /proc tells, however a program has made its tree -----------------------------------------------------------
DEEP = 5000  # more than Python recurses


def chain(pid: int) -> list[int]:
    return [pid + 1] if pid < DEEP else []


def test_a_tree_of_any_depth_is_seen_in_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    for children, found in ((chain, [*range(1, DEEP + 1)]), ({1: [2, 3], 2: [4], 3: [], 4: []}.get, [1, 2, 4, 3])):
        monkeypatch.setattr(linux, "children", children)
        assert list(linux.tree(1)) == found


def test_the_memory_of_a_tree_of_any_depth_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meters, "children", chain)
    monkeypatch.setattr(meters, "_own_bytes", lambda _: 3)
    counted = ProcessMeter(Limits())
    counted.pid, counted.baseline_bytes = 1, 2
    assert counted.memory_bytes() == DEEP, "where no exec shows, all are taken for forks"


def test_a_child_of_this_process_is_in_its_tree() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        assert {os.getpid(), child.pid} <= set(linux.tree(os.getpid()))


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (XEON.format(0), "fpu vme"),
        (ARM.format(0, "0xd0c") + "Features\t: fp asimd\n", "asimd fp"),
        (ARM.format(0, "0xd0c"), Host.Machine.UNKNOWN),
    ],
)
def test_a_core_tells_which_instructions_it_knows(tmp_path: Path, text: str, known: str) -> None:
    assert features(0, laid(tmp_path, {"proc/cpuinfo": text})) == known
    assert features(None, laid(tmp_path, {"proc/cpuinfo": text})) == known
    assert boot(tmp_path) == Host.Machine.UNKNOWN
    assert boot(laid(tmp_path, {"proc/sys/kernel/random/boot_id": "dee31582\n"})) == "dee31582"
