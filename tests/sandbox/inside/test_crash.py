"""A stack that overflows is told from every other crash, and the process ends by the signal all the same."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from judge.sandbox import protocol
from judge.sandbox.inside.crash import KIND

SET_UP = """
import ctypes, functools, resource, sys
import numpy as np
from numba import njit
from judge.sandbox.inside import crash

resource.setrlimit(resource.RLIMIT_STACK, (8 << 20, resource.getrlimit(resource.RLIMIT_STACK)[1]))
crash.watch_stack(1)

@njit
def deep(n):
    if n == 0:
        return 0.0
    made = np.empty(3)
    made[0] = deep(n - 1)
    return made[0] + 1

@njit
def read(cells, at):
    return cells[at]

@functools.lru_cache(None)
def cached(n):
    return cached(n - 1) + 1 if n else 0

sys.setrecursionlimit(10**7)
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="not Linux")


def ended(act: str) -> tuple[int, bytes]:
    """How a process ends that does this, and what it has written."""
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", SET_UP + act], cwd=root, capture_output=True, check=False)
    return done.returncode, done.stdout


BY_C = pytest.mark.skipif(sys.version_info >= (3, 12), reason="Python counts calls by way of C")


@pytest.mark.parametrize("act", ["deep(10**7)", pytest.param("cached(10**6)", marks=[BY_C, pytest.mark.slow])])
def test_a_stack_that_overflows_is_seen(act: str) -> None:
    status, written = ended(act)
    assert status == -signal.SIGSEGV
    kind, length = protocol.HEADER.unpack(written[: protocol.HEADER.size])
    frame = written[protocol.HEADER.size :]
    assert (kind, length) == (protocol.RAISED, len(frame))
    assert frame.startswith(KIND.encode() + b" ")


def test_another_fault_is_none() -> None:
    assert ended("read(np.zeros(3), 1 << 40)") == (-signal.SIGSEGV, b"")


def test_a_recursion_that_fits_is_let_be() -> None:
    assert ended("print(deep(10_000))") == (0, b"10000.0\n")
