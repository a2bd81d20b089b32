"""A warm process that forks attempts; the judge starts one per core.

Theory of operation. The judge starts this file as a fresh interpreter with an empty environment. It imports
numba and compiles one small kernel (numba sets its compiler up lazily: 0.6 s that no attempt then pays), and it
never sees a case, an answer or the store. It then serves two requests over a socket, one attempt at a time:

    start   fork. The child waits for one byte, so that the judge can put it under its limits first, closes what
            it does not need and becomes the attempt. The reply names its pid and carries a pidfd.
    end     kill the attempt and whatever it left behind (we are the subreaper of our tree); the reply comes when
            all are dead, with the exit status.

When the judge dies, the socket closes and everything here dies with it.
"""

from __future__ import annotations

import array
import contextlib
import ctypes
import json
import os
import resource
import signal
import socket
import sys
import traceback
from collections.abc import Iterator
from typing import Any

from judge.runner import attempt, frames

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
PARK = 200  # descriptors are moved here before they are laid at their final numbers


def main(channel_fd: int) -> None:
    """Warm up, say so, then start and end attempts until the judge hangs up."""
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the judge's to handle
    channel = socket.socket(fileno=channel_fd)
    _reply(channel, _warm_numba())
    for request, fds in _requests(channel):
        if request["op"] == "start":
            pid = _start(request, fds, channel)
            for fd in fds:
                os.close(fd)
            _reply(channel, {"pid": pid}, os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None)
        else:
            _reply(channel, {"status": _end(request["pid"])})
    _end(0)


def _requests(channel: socket.socket) -> Iterator[tuple[dict[str, Any], list[int]]]:
    """One JSON line and its descriptors at a time; the judge waits for each reply before its next request."""
    buffer, fds = b"", array.array("i")
    while True:
        data, ancillary, _, _ = channel.recvmsg(1 << 16, socket.CMSG_SPACE(8 * fds.itemsize))
        if not data:
            return
        for _, _, payload in ancillary:
            fds.frombytes(payload)
        buffer += data
        if buffer.endswith(b"\n"):
            yield json.loads(buffer), fds.tolist()
            buffer, fds = b"", array.array("i")


def _reply(channel: socket.socket, message: dict[str, Any], fd: int | None = None) -> None:
    data = json.dumps(message).encode() + b"\n"
    if fd is None:
        channel.sendall(data)
    else:
        socket.send_fds(channel, [data], [fd])
        os.close(fd)


def _start(request: dict[str, Any], fds: list[int], channel: socket.socket) -> int:
    """Fork; the child never returns from here."""
    pid = os.fork()
    if pid:
        return pid
    try:
        channel.detach()
        _become_attempt(request, fds)
        warmups = [bytes.fromhex(text) for text in request["warmups"]]
        attempt.serve(request["source"], request["cache"], warmups, prepare=request["prepare"])
    except BaseException:  # the child must not return into the zygote's loop
        os.write(2, traceback.format_exc().encode(errors="replace"))
    finally:
        os._exit(1)


def _become_attempt(request: dict[str, Any], fds: list[int]) -> None:
    """A session, descriptors and limits of its own, then wait for the judge's go."""
    os.setsid()
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    os.chdir(request["home"])
    case, answer, out, err = (os.dup2(fd, PARK + index) for index, fd in enumerate(fds))
    null = os.open(os.devnull, os.O_RDWR)
    for fd, target in ((null, 0), (out, 1), (err, 2), (case, attempt.CASE_FD), (answer, attempt.ANSWER_FD)):
        os.dup2(fd, target)
    os.closerange(attempt.ANSWER_FD + 1, os.sysconf("SC_OPEN_MAX"))
    if os.read(attempt.CASE_FD, 1) != frames.GO:
        os._exit(1)
    for name, value in request["rlimits"].items():
        limit = getattr(resource, name)
        hard = resource.getrlimit(limit)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)  # noqa: PLW2901
        resource.setrlimit(limit, (value, value))
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _end(pid: int) -> int | None:
    """Kill the attempt and every orphan we inherited from it, until there is nobody left to wait for."""
    status: int | None = None
    while True:
        for child in _children():
            for kill in (os.killpg, os.kill):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    kill(child, signal.SIGKILL)
        try:
            done, raw = os.waitpid(-1, 0)
        except ChildProcessError:
            return status
        if done == pid:
            status = os.waitstatus_to_exitcode(raw)


def _children() -> list[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as listing:  # noqa: PTH123
            return [int(word) for word in listing.read().split()]
    except OSError:  # no /proc, or a kernel without CONFIG_PROC_CHILDREN
        import psutil

        return [child.pid for child in psutil.Process().children()]


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _warm_numba() -> dict[str, Any]:
    """Compile one kernel of the kind every solution has, so that forks find numba's compiler set up."""
    import numba
    import numpy as np

    @numba.njit
    def kernel(grid: Any) -> Any:
        board = grid.copy()
        for row in range(board.shape[0]):
            board[row, row] += 1
        return board

    kernel(np.zeros((2, 2), dtype=np.int8))
    return {"numba": numba.__version__, "numpy": np.__version__}
