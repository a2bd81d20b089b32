"""Bounds of single processes, by the kernel's own limits, behind those of the tree."""

from __future__ import annotations

from judge.model import Limits

STACK_BYTES = 64 << 20


def rlimits(limits: Limits) -> dict[str, int]:
    """Return the bounds by their names.

    RLIMIT_AS is left alone: numba and the JVM reserve address space that they never touch. A submission may raise that
    of the stack: what a stack takes counts as memory.
    """
    return {
        "RLIMIT_CORE": 0,
        "RLIMIT_CPU": int(limits.compilation_time + limits.wall_limit_s) + 2,
        "RLIMIT_FSIZE": max(limits.output_bytes, 64 << 20),  # the kernel cache needs room too
        "RLIMIT_NOFILE": 256,
        "RLIMIT_STACK": STACK_BYTES,
        "RLIMIT_MEMLOCK": 64 << 10,
        "RLIMIT_MSGQUEUE": 0,
    }
