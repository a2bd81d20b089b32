"""Sees why a process crashes, for a case that is run once more: a stack that overflows, an index out of bounds.

numba's own check of an index raises an IndexError without a place; here it gets that of the instruction that is being
compiled, as numba gives it to a `raise`.

A fault right beside the stack pointer is the stack's own: elsewhere the stack has room there. Any other fault, such as
an index far outside an array, ends the process as before. The handler is machine code on a stack of its own: no Python
runs in it, as nothing is known of the state in which the fault found the process.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import platform
import signal
import struct
import sys
from typing import Any, Final

from judge.sandbox import protocol
from judge.sandbox.inside.linux import invoke, libc

KIND: Final = "StackOverflow"
NEAR: Final = 64 << 10  # bytes; a call that needs more room than this at once is not seen
STACK_BYTES: Final = 64 << 10
SA_SIGINFO, SA_ONSTACK, SA_RESETHAND = 0x4, 0x08000000, 0x80000000
ADDRESS: Final = 2  # words of 8 bytes before the fault's address in a siginfo_t
POINTER: Final = {"x86_64": 20, "aarch64": 54}  # and before the stack pointer in a ucontext_t
_held: list[object] = []


def watch_stack(fd: int) -> None:
    """Write a frame RAISED of the kind `StackOverflow` into `fd` when the stack of this thread overflows."""
    pointer = POINTER.get(platform.machine())
    if pointer is None or sys.platform != "linux":
        return
    frame = protocol.pack(protocol.RAISED, f"{KIND} 0 0 -1 0 0 0 0\n{KIND}".encode())
    told, stack = ctypes.create_string_buffer(frame, len(frame)), ctypes.create_string_buffer(STACK_BYTES)
    handler = _compiled(fd, ctypes.addressof(told), len(frame), pointer)
    _held.extend((told, stack, handler))
    invoke("sigaltstack", struct.pack("=Qi4xQ", ctypes.addressof(stack), 0, STACK_BYTES), None)
    flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND
    invoke("sigaction", signal.SIGSEGV, struct.pack("=Q128xI4xQ", handler.address, flags, 0), None)


def _compiled(fd: int, frame: int, length: int, pointer: int) -> Any:
    """Return the handler: it writes the frame at this address, or nothing, and what it returns to fails again."""
    numba: Any = importlib.import_module("numba")
    write = ctypes.CFUNCTYPE(ctypes.c_ssize_t, ctypes.c_int, ctypes.c_size_t, ctypes.c_size_t)(("write", libc))
    words, carray = numba.types.CPointer(numba.int64), numba.carray

    def handle(_: int, info: Any, context: Any) -> None:
        if abs(carray(info, (ADDRESS + 1,))[ADDRESS] - carray(context, (pointer + 1,))[pointer]) < NEAR:
            write(fd, frame, length)

    return numba.cfunc(numba.void(numba.int32, words, words))(handle)


def check_indexes() -> None:
    """Check indexes in whatever is compiled in this process from now on."""
    import numba
    from numba.core import callconv, lowering

    config: Any = numba.config
    config.BOUNDSCHECK = 1
    os.environ["NUMBA_BOUNDSCHECK"] = "1"  # numba reads all of its variables again when one has changed
    lower: Any = lowering.BaseLower
    convention: Any = callconv.CPUCallConv
    lower_block, set_exception = lower.lower_block, convention.set_static_user_exc
    compiling: list[Any] = []

    def lower_and_remember(self: Any, block: Any) -> Any:
        compiling.append(self)
        try:
            return lower_block(self, block)
        finally:
            compiling.pop()

    def set_with_place(self: Any, builder: Any, exc: Any, exc_args: Any = None, **place: Any) -> Any:
        if place.get("loc") is None and compiling:
            place = {"loc": compiling[-1].loc, "func_name": "a kernel"}
        return set_exception(self, builder, exc, exc_args=exc_args, **place)

    lower.lower_block = lower_and_remember
    convention.set_static_user_exc = set_with_place
