"""What a process meter tells of forks of a zygote, which share memory with it, and of programs, which do not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from judge.model import Limits
from judge.sandbox.meter import ProcessMeter

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="not Linux")

LIMITS = Limits(memory=256, processes=8)
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
    meter = ProcessMeter(LIMITS)
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


def test_what_a_fork_shares_with_the_zygote_is_not_its_own() -> None:
    assert HELD - 1 < told(HOLD) < HELD + SHARED / 2


def test_a_child_of_a_fork_shares_it_too() -> None:
    in_child = f"if os.fork(): os.wait()\nelse:\n    {HOLD}    {REST.replace(chr(10), chr(10) + '    ')}"
    assert HELD - 1 < told(in_child) < HELD + SHARED / 2


def test_a_program_shares_nothing_with_the_zygote() -> None:
    assert HELD < told(execs(HOLD + REST)) < HELD + SHARED / 2


def test_the_fork_that_becomes_a_program_is_not_told_as_its_peak() -> None:
    assert 1 < told(execs(REST)) < SHARED / 2


def test_a_child_of_a_program_shares_nothing_with_the_zygote() -> None:
    """It holds what its parent had, and is told to: a meter of processes can't see that pages are one."""
    in_child = HOLD + f"import os\nif os.fork(): os.wait()\nelse:\n    {REST.replace(chr(10), chr(10) + '    ')}"
    assert 2 * HELD - 1 < told(execs(in_child)) < 2 * HELD + SHARED / 2
