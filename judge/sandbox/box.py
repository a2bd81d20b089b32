"""One running box: measured exchanges of frames with a process tree, and its end.

An exchange hands bytes over, waits for one whole frame, for the end of the process or for a limit, and reads the
clocks before and after. The judge's own monotonic clock and the meter's CPU are the only clocks there are; an
attempt that keeps to the protocol is blocked on its pipe at both ends of the window. The wall clock is read when the
answer is whole; the CPU after that, when nothing in the box runs any more (clock.py). A program has no protocol: its
window is its life, and what it leaves is read after everything in the box is dead.

The limit of the wall clock ends who sleeps. Time in which others had the core (clock.py) moves it, up to STARVED
times the limit: then the run is given up as starved, and says nothing about the program.
"""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import threading
import time
from collections.abc import Callable
from typing import Literal, NamedTuple

import msgspec

from judge.model import Limits
from judge.sandbox import protocol
from judge.sandbox.clock import LOOK_S, STARVED, Patience, WindowClock, bring_to_rest, unseen
from judge.sandbox.inside.linux import Turns
from judge.sandbox.meter import Meter
from judge.sandbox.protocol import Room
from judge.sandbox.provision import Inbox, Provision, Words, receive_some

POLL_S = 0.02  # between two looks at CPU and memory; a limit is overstepped by no more than this
COLLECT_S = 10.0  # for our own process to kill what is left and to read one file

KilledFor = Literal["", "cpu", "wall", "starved", "memory", "output", "answer", "early"]
WindowEnd = Literal["frame", "exited", "cpu", "wall", "starved", "memory", "output", "answer"]


class Bounds(msgspec.Struct, frozen=True):
    """What one exchange may use, and the longest frame that can be an answer to it. Of `wall_s` only the time counts in
    which nobody else had the core; of `idle_s` only that in which it did not compute either. Where the kernel does not
    tell what others had, nothing is idle."""

    cpu_s: float
    wall_s: float
    frame_bytes: int = protocol.TEXT_LIMIT
    idle_s: float = math.inf


class Facts(msgspec.Struct, frozen=True):
    """What the sandbox saw of one process tree, judged by nobody yet.

    `killed_for` names the bound that ended it, `status` the exit status (negative: the signal), None if it lived
    until the judge ended it. `wall_s` and `cpu_s` are those of the timed window.
    """

    wall_s: float = 0.0
    cpu_s: float = 0.0
    memory_bytes: int = 0
    lost_s: float = 0.0  # of the window, while the process wanted the core and somebody else had it
    killed_for: KilledFor = ""
    status: int | None = None
    frame: bytes = b""  # kind and payload of the answer, bounded, unread
    stderr: str = ""  # cut, decoded with replacement
    stdout: bytes = b""  # of a program, up to the output limit
    output: bytes | None = None  # a program's output file, None when there is none that can be read
    output_fault: str = ""  # why it can't be read, "" when there is simply none
    output_too_long: bool = False  # which is why
    left: tuple[str, ...] = ()  # other files that a program without an output file wrote; names are untrusted
    load_cpu_s: float = 0.0  # CPU that a function used before it was given the case
    exact: bool = True  # cpu_s is that of all that ran

    @property
    def counts_s(self) -> float:
        """Return the CPU that counts for a rank: at most all the time that nobody else had, where it is not exact."""
        return self.cpu_s if self.exact else max(self.cpu_s, self.wall_s - self.lost_s)

    @property
    def unseen_s(self) -> float:
        """Return the part of `counts_s` in which nobody saw it compute."""
        return self.counts_s - self.cpu_s


class Process(NamedTuple):
    """The pid of the box's first process, a pidfd where the system has them, and our ends of the five pipes."""

    pid: int
    pidfd: int | None
    case_fd: int
    answer_fd: int
    out_fd: int
    err_fd: int
    report_fd: int


class Box:
    """One process tree under `limits`. `exchange` or `run`, then `end`, always; a context manager."""

    def __init__(self, process: Process, meter: Meter, limits: Limits, end_tree: Callable[[], None]) -> None:
        self.process, self.meter, self.limits = process, meter, limits
        self.core: int | None = None
        self.provision = Provision(Room(), counted=meter.exact)
        self.ended = self.sealed = False
        self.stopped = threading.Event()  # Ctrl-C reaches the main thread alone
        self._end_tree = end_tree
        self._answers, self._reports = Inbox(process.answer_fd), Inbox(process.report_fd)
        self._stdout, self._stderr = bytearray(), Words()
        self._printed_bytes = 0
        self._poll = select.poll()
        for fd in (process.answer_fd, process.out_fd, process.err_fd, process.report_fd, process.pidfd):
            if fd is not None:
                self._poll.register(fd, select.POLLIN)

    def __enter__(self) -> Box:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def exchange(self, data: bytes, bounds: Bounds, board: bytes = b"") -> Facts:
        """Hand over `data` (none: only wait) and a `board`, take one frame. Without one everything is dead after it.

        `Facts.killed_for` is "answer" for a frame longer than `bounds.frame_bytes`, "early" for one that was there
        before it was asked for.
        """
        if data and (self._answers or self._answers.receive()):
            self.end()
            return Facts(killed_for="early", stderr=self.stderr)
        if not self.provision.carries(board):
            data, board = data + board, b""
        end, facts = self._measure(data, bounds, board)
        if end == "frame":
            return facts if facts.frame else msgspec.structs.replace(facts, frame=self._answers.take())
        self.end()
        return facts

    def run(self, data: bytes, bounds: Bounds) -> Facts:
        """Hand `data` to a program and wait for its end, then for the file and the stdout that it left."""
        end, facts = self._measure(data, bounds)
        left = self._collect() if end == "exited" and facts.status is not None else b""
        kind = left[:1]
        text = "" if kind == protocol.OUTPUT else left[1:].decode(errors="replace")
        self.end()
        if self._printed_bytes > self.limits.output_bytes and facts.killed_for not in ("memory", "starved"):
            facts = msgspec.structs.replace(facts, killed_for="output")
        return msgspec.structs.replace(
            facts,
            stdout=bytes(self._stdout),
            stderr=self.stderr,
            output=left[1:] if kind == protocol.OUTPUT else None,
            output_fault=text if kind in (protocol.NO_OUTPUT, protocol.LONG_OUTPUT) else "",
            output_too_long=kind == protocol.LONG_OUTPUT,
            left=tuple(text.splitlines()) if kind == protocol.NOTHING else (),
        )

    @property
    def stderr(self) -> str:
        """Return what it wrote there, of much of it the beginning and the end; untrusted text."""
        return str(self._stderr)

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
            self._end_tree()
        finally:
            for pipe in (self.process.out_fd, self.process.err_fd):
                self._hear(pipe)  # what is left of the dead, which is not more than a pipe holds
            for fd in self.process[1:]:
                if fd is not None:
                    os.close(fd)
            self.meter.close()
            self.provision.close()

    # --- the window ---------------------------------------------------------------------------------------------
    def _measure(self, data: bytes, bounds: Bounds, board: bytes = b"") -> tuple[WindowEnd, Facts]:
        """Open one window, and return what ended it, the clocks, and an answer that was in shared memory."""
        clock = WindowClock(self.meter, self.process.pid, self.core, sealing=not self.sealed)
        self.provision.lay(board)
        end = self._converse(memoryview(data), bounds, clock)
        frame = self.provision.fetch(self._answers) if end == "frame" and data else b""
        if len(frame) > 1 + bounds.frame_bytes:
            end, frame = "answer", b""
        wall_s = clock.wall_s()
        over = end == "exited" or (end == "frame" and bool(data))  # other frames are followed by more
        rests = bring_to_rest(self._payload) if over else True
        status = self._status(clock) if end == "exited" else None
        clock.look()
        cpu_s = clock.cpu_s()
        lost_s = clock.lost_s(wall_s, cpu_s)
        if not rests:  # it computed to the end: all the time that nobody else had
            cpu_s = max(cpu_s, wall_s - lost_s)
        memory_bytes = self.meter.memory_bytes()
        if data:
            memory_bytes = self.provision.submissions_bytes(memory_bytes, self.process.pid)
        if end != "frame" and self.meter.out_of_memory():
            end = "memory"
        killed_for: KilledFor = "" if end == "frame" or end == "exited" else end  # noqa: PLR1714 - narrows the type
        return end, Facts(wall_s, cpu_s, memory_bytes, lost_s, killed_for, status, frame, self.stderr)

    def _payload(self) -> list[int]:
        """Return every thread but our own, the box's first process."""
        return [tid for tid in self.meter.threads() if tid != self.process.pid]

    def _converse(self, unsent: memoryview, bounds: Bounds, clock: WindowClock) -> WindowEnd:
        """Write, read and look at the clocks until something decides."""
        pause_s, longest_s = self.meter.looks_s or (min(POLL_S, bounds.wall_s), POLL_S)
        look_s = time.monotonic() + pause_s
        if unsent:
            unsent = self._send(unsent)
        if unsent:
            self._poll.register(self.process.case_fd, select.POLLOUT)
        ready: set[int] = set()
        try:
            while (end := self._look_at(ready, bounds)) is None:
                now_s = time.monotonic()
                if now_s >= look_s:
                    if limit := self._over_limit(bounds, clock):
                        return limit
                    pause_s = min(2 * pause_s, longest_s)
                    look_s = now_s + pause_s
                ready = {fd for fd, _ in self._poll.poll(max(1, 1000 * (look_s - now_s)))}
                if self.process.case_fd in ready:
                    unsent = self._send(unsent)
                    if not unsent:
                        self._poll.unregister(self.process.case_fd)
            return end
        finally:
            if unsent:
                self._poll.unregister(self.process.case_fd)

    def _over_limit(self, bounds: Bounds, clock: WindowClock) -> WindowEnd | None:
        """Return which bound has been overstepped by now. Where nobody wants the answer any more, it is as Ctrl-C."""
        if self.stopped.is_set():
            raise KeyboardInterrupt
        clock.look()
        wall_s, cpu_s = clock.wall_s(), clock.cpu_s()
        if cpu_s > bounds.cpu_s:
            return "cpu"
        if self._over_memory():
            return "memory"
        if wall_s < bounds.wall_s and (wall_s - cpu_s < bounds.idle_s or unseen()):
            return None
        own_s = wall_s - clock.lost_s(wall_s, cpu_s)
        is_late = own_s >= bounds.wall_s or (own_s - cpu_s >= bounds.idle_s and not unseen())
        if is_late and not clock.waits():
            return "wall"
        return "starved" if wall_s >= STARVED * bounds.wall_s else None

    def _over_memory(self) -> bool:
        used_bytes, most_bytes = self.meter.memory_bytes(), self.limits.memory_bytes
        over = used_bytes > most_bytes < self.provision.submissions_bytes(used_bytes, self.process.pid)
        return over or self.meter.out_of_memory()

    def _look_at(self, ready: set[int], bounds: Bounds) -> WindowEnd | None:
        """Take in what has arrived. A whole frame counts even when the process has ended since."""
        for inbox in (self._answers, self._reports):
            if inbox.fd in ready and not inbox.receive():
                self._poll.unregister(inbox.fd)
        if (self._answers.length() or 0) > bounds.frame_bytes:
            return "answer"
        if self._answers.whole():
            return "frame"
        for fd in (self.process.out_fd, self.process.err_fd):
            if fd in ready and not self._hear(fd):
                self._poll.unregister(fd)
        if self._printed_bytes > self.limits.output_bytes:
            return "output"
        return "exited" if self._reports.whole() or self.process.pidfd in ready else None

    def _send(self, unsent: memoryview) -> memoryview:
        try:
            return unsent[os.write(self.process.case_fd, unsent) :]
        except BlockingIOError:
            return unsent
        except BrokenPipeError:  # it closed its end: what it answers, or how it ended, will tell
            return unsent[:0]

    def _hear(self, fd: int) -> int:
        """Take in what it printed; its stdout is kept up to the limit, of stderr the end."""
        data = receive_some(fd)
        self._printed_bytes += len(data)
        if fd == self.process.err_fd:
            self._stderr.add(data)
        elif len(self._stdout) <= self.limits.output_bytes:
            self._stdout += data
        return len(data)

    def _status(self, clock: WindowClock) -> int | None:
        """Return the exit status that our own process in the box reported, None when it was killed before it could;
        with it comes how the payload's first process had fared."""
        if not self._reports.whole():
            return None
        frame = self._reports.take()
        if frame[:1] != protocol.EXITED:
            return None
        status, computed_ns, waited_ns, used_ns = protocol.STATUS.unpack(frame[1:])
        clock.ended(Turns(computed_ns, waited_ns))
        self.meter.reaped(used_ns / 1e9)
        return int(status)

    def _collect(self) -> bytes:
        """Return the frame about the output file, b"" when none comes. JudgeError E307 when others had the core
        meanwhile."""
        patience, look_s = Patience(self.process.pid, COLLECT_S), time.monotonic() + LOOK_S
        while not self._reports.whole():
            if (self._reports.length() or 0) > self.limits.output_bytes:
                return b""
            ready = [fd for fd, _ in self._poll.poll(1000 * POLL_S)]
            if time.monotonic() >= look_s:
                if patience.is_over():
                    break
                look_s = time.monotonic() + LOOK_S
            for fd in (self.process.out_fd, self.process.err_fd):
                if fd in ready and not self._hear(fd):
                    self._poll.unregister(fd)
            if self._reports.fd in ready and not self._reports.receive():
                break
        if not self._reports.whole():
            if fault := patience.fault("what it left could not be read"):
                raise fault
            return b""
        return self._reports.take()
