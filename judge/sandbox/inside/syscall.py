"""System calls that Python has no function for."""

from __future__ import annotations

import ctypes
import os
import sys

libc = ctypes.CDLL(None, use_errno=True)


def prctl(option: int, value: int = 0) -> int:
    """Call prctl(2) where there is one, and return what it returns; OSError when it fails."""
    result = int(libc.prctl(option, value, 0, 0, 0)) if sys.platform == "linux" else 0
    if result < 0:
        raise OSError(ctypes.get_errno(), f"prctl {option}")
    return result


def call(number: int, *arguments: object) -> int:
    """Make a system call by its number; OSError when it fails."""
    result = int(libc.syscall(number, *arguments))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"system call {number}: {os.strerror(code)}")
    return result


def invoke(name: str, *arguments: object, step: str = "") -> int:
    """Call a function of libc by its name; OSError when it fails, which names the step."""
    result = int(getattr(libc, name)(*arguments))
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{step or name}: {os.strerror(code)}")
    return result
