"""One running box: measured exchanges of frames with a process tree, and its end.

An exchange hands bytes over, waits for one whole frame, for the end of the process or for a limit, and reads the
clocks before and after. The judge's own monotonic clock and the meter's CPU are the only clocks there are; an
attempt that keeps to the protocol is blocked on its pipe at both ends of the window.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from collections.abc import Callable
from typing import Literal, NamedTuple

import msgspec

from judge.model import Facts, Limits
from judge.runner import frames
from judge.runner.meter import Meter

POLL_S = 0.02  # between two looks at CPU and memory; a limit is overstepped by no more than this
CHUNK = 1 << 20
STDERR_KEPT = 16 << 10

Outcome = Literal["frame", "exited", "cpu", "wall", "memory", "output", "answer"]


class Bounds(msgspec.Struct, frozen=True):
    """What one exchange may use, and the longest frame that can be an answer to it."""

    cpu_s: float
    wall_s: float
    frame_bytes: int = frames.TEXT_LIMIT


class Process(NamedTuple):
    """The pid, a pidfd where the system has them, and our ends of the four pipes."""

    pid: int
    pidfd: int | None
    case_fd: int
    answer_fd: int
    out_fd: int
    err_fd: int


class Box:
    """One process tree under `limits`. `exchange` any number of times, then `end`, always; a context manager."""

    def __init__(self, process: Process, meter: Meter, limits: Limits, end_tree: Callable[[int], int | None]) -> None:
        self.process, self.meter, self.limits = process, meter, limits
        self.ended = False
        self.status: int | None = None
        self._end_tree = end_tree
        self._answer = bytearray()  # received and not yet taken
        self._stderr = bytearray()
        self._printed_bytes = 0
        self._poll = select.poll()
        for fd in (process.answer_fd, process.out_fd, process.err_fd, process.pidfd):
            if fd is not None:
                self._poll.register(fd, select.POLLIN)

    def __enter__(self) -> Box:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def exchange(self, data: bytes, bounds: Bounds) -> Facts:
        """Hand `data` over (none: only wait) and take one frame. Unless a frame came, everything is dead after it.

        `Facts.killed_for` is "answer" for a frame longer than `bounds.frame_bytes` and for one that was there
        before it was asked for.
        """
        cpu_before_s = self.meter.cpu_s()
        start_s = time.monotonic()
        if data and (self._answer or self._receive(self.process.answer_fd)):
            outcome: Outcome = "answer"
        else:
            outcome = self._converse(memoryview(data), bounds, start_s, cpu_before_s)
        wall_s = time.monotonic() - start_s
        cpu_s = self.meter.cpu_s() - cpu_before_s
        memory_bytes = self.meter.memory_bytes()
        if outcome == "frame":
            return Facts(wall_s, cpu_s, memory_bytes, frame=self._take_frame(), stderr=self.stderr)
        if self.meter.out_of_memory():
            outcome = "memory"
        self.end()
        status = self.status if outcome == "exited" else None
        killed_for = "" if outcome == "exited" else outcome
        return Facts(wall_s, cpu_s, memory_bytes, killed_for, status, stderr=self.stderr)

    @property
    def stderr(self) -> str:
        """The last 16 KiB it wrote there; untrusted text."""
        return self._stderr.decode(errors="replace")

    def end(self) -> None:
        """Kill the tree, wait until it is dead, let go of everything. Safe to call twice."""
        if self.ended:
            return
        self.ended = True
        self.meter.freeze_forks()
        if self.process.pidfd is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.process.pidfd, signal.SIGKILL)
        try:
            self.status = self._end_tree(self.process.pid)
        finally:
            self._receive(self.process.err_fd)
            for fd in self.process[1:]:
                if fd is not None:
                    os.close(fd)
            self.meter.close()

    # --- the window ---
    def _converse(self, unsent: memoryview, bounds: Bounds, start_s: float, cpu_before_s: float) -> Outcome:
        """Write, read and look at the clocks until something decides."""
        deadline_s = start_s + bounds.wall_s
        look_s = start_s + POLL_S
        if unsent:
            unsent = self._send(unsent)
        if unsent:
            self._poll.register(self.process.case_fd, select.POLLOUT)
        ready: set[int] = set()
        try:
            while (outcome := self._look_at(ready, bounds)) is None:
                now_s = time.monotonic()
                if now_s >= look_s:
                    look_s = now_s + POLL_S
                    if self.meter.cpu_s() - cpu_before_s > bounds.cpu_s:
                        return "cpu"
                    if self.meter.memory_bytes() > self.limits.memory_bytes or self.meter.out_of_memory():
                        return "memory"
                if now_s >= deadline_s:
                    return "wall"
                ready = {fd for fd, _ in self._poll.poll(max(1, 1000 * (min(look_s, deadline_s) - now_s)))}
                if self.process.case_fd in ready:
                    unsent = self._send(unsent)
                    if not unsent:
                        self._poll.unregister(self.process.case_fd)
            return outcome
        finally:
            if unsent:
                self._poll.unregister(self.process.case_fd)

    def _look_at(self, ready: set[int], bounds: Bounds) -> Outcome | None:
        """Take in what has arrived. A whole frame counts even when the process has ended since."""
        outcome: Outcome | None = None
        if self.process.answer_fd in ready and not self._receive(self.process.answer_fd):
            self._poll.unregister(self.process.answer_fd)
            outcome = "exited" if self.process.pidfd is None else None
        if len(self._answer) >= frames.HEADER.size:
            length = frames.HEADER.unpack_from(self._answer)[1]
            if length > bounds.frame_bytes:
                return "answer"
            if len(self._answer) >= frames.HEADER.size + length:
                return "frame"
        for fd in (self.process.out_fd, self.process.err_fd):
            if fd in ready and not self._receive(fd):
                self._poll.unregister(fd)
        if self._printed_bytes > self.limits.output_bytes:
            return "output"
        return "exited" if self.process.pidfd in ready else outcome

    def _send(self, unsent: memoryview) -> memoryview:
        try:
            return unsent[os.write(self.process.case_fd, unsent) :]
        except BlockingIOError:
            return unsent
        except BrokenPipeError:  # it closed its end: what it answers, or how it ended, will tell
            return unsent[:0]

    def _receive(self, fd: int) -> int:
        """Read what is there, at most a chunk; the number of bytes, 0 at the end of the pipe or when none are there."""
        try:
            data = os.read(fd, CHUNK)
        except BlockingIOError:
            return 0
        if fd == self.process.answer_fd:
            self._answer += data
        else:
            self._printed_bytes += len(data)
            if fd == self.process.err_fd:
                self._stderr = (self._stderr + data)[-STDERR_KEPT:]
        return len(data)

    def _take_frame(self) -> bytes:
        """The oldest whole frame, as its kind and its payload."""
        kind, length = frames.HEADER.unpack_from(self._answer)
        end = frames.HEADER.size + length
        payload = bytes(self._answer[frames.HEADER.size : end])
        del self._answer[:end]
        return bytes(kind) + payload
