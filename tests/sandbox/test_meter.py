"""The meters against real processes whose use of CPU and memory is known."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from judge.model import Limits
from judge.sandbox.cgroup import meter_maker
from judge.sandbox.meter import Meter, ProcessMeter

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="not Linux")

LIMITS = Limits(memory=64, processes=8)
BURN = "start = time.process_time()\nwhile time.process_time() - start < {}: pass\n"

Maker = Callable[[Limits], Meter]


@pytest.fixture(scope="module")
def best() -> Maker:
    """What this host offers."""
    return meter_maker()[0]


@pytest.fixture(params=["best", "process"])
def meter(request: pytest.FixtureRequest, best: Maker) -> Iterator[Meter]:
    made = best(LIMITS) if request.param == "best" else ProcessMeter(LIMITS)
    yield made
    made.close()


@pytest.fixture
def exact(best: Maker) -> Iterator[Meter]:
    """One that counts the whole tree."""
    made = best(LIMITS)
    if not made.exact:
        pytest.skip("there is no cgroup of our own on this host")
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
        assert self.process.stdin is not None
        self.process.stdin.write(b"g")
        return self.process

    def __exit__(self, *_: object) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


def done(process: subprocess.Popen[bytes]) -> bytes:
    """Wait until the body is done; nothing if the process died of it."""
    assert process.stdout is not None
    return process.stdout.read(1)


def test_cpu_is_counted_and_sleep_is_not(meter: Meter) -> None:
    with Worker(meter, BURN.format(0.2) + "time.sleep(1)") as process:
        done(process)
        used_s = meter.cpu_s()
        assert 0.19 < used_s < 1
        time.sleep(0.1)
        assert meter.cpu_s() - used_s < 0.02, "a process that rests costs nothing"


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


def test_a_child_that_is_dead_and_gone_is_counted(exact: Meter) -> None:
    body = "import signal\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\nif os.fork() == 0:\n"
    body += "".join(f"    {line}\n" for line in BURN.format(0.2).splitlines()) + "    os._exit(0)\n"
    body += "try: os.wait()\nexcept ChildProcessError: pass\n"
    with Worker(exact, body) as process:
        done(process)
        assert 0.19 < exact.cpu_s() < 0.4


def test_peak_memory_is_kept_after_it_was_given_back(meter: Meter) -> None:
    with Worker(
        meter, "block = bytearray(b'1') * (40 << 20)\nos.write(1, b'.')\nsys.stdin.read(1)\ndel block"
    ) as process:
        done(process)
        assert 39 << 20 < meter.memory_bytes() < 60 << 20
        assert process.stdin is not None
        process.stdin.write(b"g")
        done(process)
        assert meter.memory_bytes() > 39 << 20
        assert not meter.out_of_memory()


MAP_NORESERVE = 0x4000
UNTOUCHED = {
    "page tables": f"""
import mmap
block = mmap.mmap(-1, 40 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | {MAP_NORESERVE}, mmap.PROT_READ)
for offset in range(0, 40 << 30, 2 << 20): block[offset]
""",
    "sockets": """
import socket
pairs = [socket.socketpair() for _ in range(100)]
for pair, _ in pairs:
    pair.setblocking(False)
    try:
        while True: pair.send(bytes(1 << 14))
    except BlockingIOError: pass
""",
}


@pytest.mark.parametrize("body", UNTOUCHED.values(), ids=UNTOUCHED)
def test_what_the_kernel_keeps_for_a_process_is_its_memory(body: str) -> None:
    """Without a cgroup too: 80 MiB of page tables over a block that nobody writes to, and 100 full sockets."""
    meter = ProcessMeter(LIMITS)
    with Worker(meter, body) as process:
        assert done(process) == b"."
        assert meter.memory_bytes() > 15 << 20


def test_memory_over_the_limit_is_seen_or_refused(meter: Meter) -> None:
    """A cgroup kills; without one the process itself is refused more, and MemoryError is what it gets to see."""
    body = "try: block = bytearray(b'1') * (100 << 20)\nexcept MemoryError: os.write(1, b'r')"
    with Worker(meter, body) as process:
        said = done(process)
        assert meter.memory_bytes() <= LIMITS.memory_bytes
        assert meter.out_of_memory() if meter.exact else said == b"r"
        assert meter.exact or not meter.out_of_memory()


def test_memory_that_the_children_use_together_is_seen(meter: Meter) -> None:
    """No bound of a single process ends it: three times 30 of 64 MiB."""
    body = "for _ in range(2):\n    if os.fork() == 0: break\nblock = bytearray(b'1') * (30 << 20)"
    with Worker(meter, body):
        deadline_s = time.monotonic() + 100
        while not meter.out_of_memory() and time.monotonic() < deadline_s:
            meter.memory_bytes()
            time.sleep(0.01)
        assert meter.out_of_memory()


def test_no_process_is_born_once_forks_are_frozen(exact: Meter) -> None:
    with Worker(exact, "sys.stdin.read(1)\ntry: os.fork()\nexcept OSError: os.write(1, b'frozen')") as process:
        exact.freeze_forks()
        assert process.stdin is not None
        process.stdin.write(b"g")
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


# --- the doors ---
def test_a_process_enters_by_the_doors_and_its_children_are_counted(exact: Meter) -> None:
    """What a box does first: from the moment in which it has written, all of its tree is in the account."""
    doors = exact.doors()
    if not doors:
        pytest.skip("processes of this host's cgroups are moved from outside")
    body = f"for fd in {doors}: os.write(fd, b'0')\nif os.fork(): os.wait()\n" + BURN.format(0.1)
    before_s = exact.cpu_s()
    subprocess.run([sys.executable, "-S", "-c", f"import os, time\n{body}"], pass_fds=doors, check=True)
    for fd in doors:
        os.close(fd)
    assert exact.cpu_s() - before_s >= 0.2
    assert exact.memory_bytes() > 0


# --- forks of a zygote share memory with it, programs do not ----------------------------------------------------------

SHARED, HELD = 60, 40  # MiB of the zygote, and of what it starts
ZYGOTE = f"""
import os, sys
shared = bytearray(b"1") * ({SHARED} << 20)
pid = os.fork()
if pid:
    os.write(1, b"%d\\n" % pid)
    os.wait()
else:
    os.read(0, 1)
    exec(sys.argv[1])
    os.write(1, b".")
    os.read(0, 1)
"""
HOLD = f"held = bytearray(b'1') * ({HELD} << 20)\n"
REST = "import os\nos.write(1, b'.')\nos.read(0, 1)\n"


def execs(body: str) -> str:
    """Return a body that becomes another program, which runs this one."""
    return f"os.execv({sys.executable!r}, [{sys.executable!r}, '-S', '-c', {body!r}])"


@contextmanager
def forked(body: str) -> Iterator[tuple[ProcessMeter, subprocess.Popen[bytes]]]:
    """A meter on a fork of a zygote, which runs the body when it is told to, says so, and rests until it is told."""
    zygote = subprocess.Popen(
        [sys.executable, "-S", "-c", ZYGOTE, body],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
    )
    assert zygote.stdout is not None
    meter = ProcessMeter(Limits(memory=256))
    try:
        meter.attach(int(zygote.stdout.readline()))
        yield meter, zygote
    finally:
        os.killpg(zygote.pid, signal.SIGKILL)
        zygote.communicate()


def told(body: str) -> float:
    """Return the MiB that a meter tells once the body has run, having looked before as well."""
    with forked(body) as (meter, zygote):
        assert zygote.stdin is not None
        assert zygote.stdout is not None
        meter.memory_bytes()
        zygote.stdin.write(b"g")
        assert zygote.stdout.read(1) == b"."
        return meter.memory_bytes() / 2**20


IN_CHILD = f"if os.fork(): os.wait()\nelse:\n    {{}}{REST.replace(chr(10), chr(10) + '    ')}"


@pytest.mark.parametrize(
    ("body", "least", "most"),
    [
        (HOLD, HELD - 1, HELD + SHARED / 2),
        (IN_CHILD.format(f"{HOLD}    "), HELD - 1, HELD + SHARED / 2),
        (execs(HOLD + REST), HELD, HELD + SHARED / 2),
        (execs(REST), 1, SHARED / 2),
        # it holds what its parent had, and is told to: a meter of processes can't see that pages are one
        (execs(f"{HOLD}import os\n{IN_CHILD.format('')}"), 2 * HELD - 1, 2 * HELD + SHARED / 2),
    ],
    ids=["a fork", "its child", "a program", "a fork that becomes one", "a child of a program"],
)
def test_a_fork_alone_shares_memory_with_the_zygote(body: str, least: float, most: float) -> None:
    assert least < told(body) < most
