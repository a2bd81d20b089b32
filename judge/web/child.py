"""One process that is kept alive: started, heard when it is ready, and started again when it has ended."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Callable, Sequence
from typing import Final

PART: Final = "JUDGE_PART"
_WELL_S: Final = 5.0  # who lived so long was well
_FIRST_S, _LONGEST_S = 0.1, 30.0  # how long one that ends again and again stays away
_TRIES: Final = 5  # of one that was never ready
_REFUSED: Final = 2  # the exit status of a command that can't do what it was asked


class Child:
    """A process of the supervisor. It leads a group of its own, so that Ctrl-C reaches the supervisor alone."""

    def __init__(self, name: str, command: Sequence[str], say: Callable[[str], object], *, port: int = -1) -> None:
        """`port` is an open socket that it inherits, -1 for none. The process reads in the variable PART which part of
        the site it is, and that socket's number."""
        self.name, self._command, self._say = name, command, say
        self._environment = {**os.environ, PART: f"{name} {port}"}
        self._inherited = () if port < 0 else (port,)
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._began_s, self._next_s, self._ends, self._told = 0.0, 0.0, 0, False
        self.was_ready = False  # at some time
        self.hopeless: int | None = None  # the exit status of one that was never ready, and will not be

    @property
    def alive(self) -> bool:
        """Say whether it runs."""
        return self._process is not None and self._process.poll() is None

    def look(self, now_s: float) -> None:
        """Start it, or start it again where it has ended; the oftener it ends, the later."""
        self._hear()
        if self.alive:
            return
        if self._process is not None:
            self._bury(self._process.returncode, now_s)
        if self.hopeless is None and now_s >= self._next_s:
            self._start(now_s)

    def stop(self, number: int) -> None:
        """Send it a signal, if it runs; that it ends then is as it should be."""
        if self._process is not None and self.alive:
            self._told = True
            self._process.send_signal(number)

    def hang_up(self) -> None:
        """Close the line to it; one that still runs is told to stop by that."""
        if self._line is not None:
            self._line.close()
        self._line = None

    def _start(self, now_s: float) -> None:
        self._began_s, self._told = now_s, False
        try:
            self._line, theirs = socket.socketpair()
            with theirs:
                self._process = subprocess.Popen(
                    self._command,
                    env=self._environment,
                    stdin=theirs.fileno(),
                    pass_fds=self._inherited,
                    process_group=0,
                )
        except OSError as fault:  # no memory, or too many processes or files, for now
            self.hang_up()
            self._next_s = now_s + _LONGEST_S
            self._say(f"the {self.name} process could not be started: {fault.strerror}; it is tried again")

    def _hear(self) -> None:
        if self._line is None or self.was_ready:
            return
        try:
            self.was_ready = bool(self._line.recv(1, socket.MSG_DONTWAIT))
        except OSError:  # it has said nothing yet, or has ended
            return

    def _bury(self, status: int, now_s: float) -> None:
        self.hang_up()
        self._process = None
        if self._told:
            self._ends = 0
            return
        self._ends = 1 if now_s - self._began_s > _WELL_S else self._ends + 1
        if not self.was_ready and (status == _REFUSED or self._ends >= _TRIES):
            self.hopeless = status
            return
        self._next_s = now_s + min(_LONGEST_S, _FIRST_S * 2 ** min(self._ends - 1, 10))
        self._say(f"the {self.name} process {ending(status)}; it starts again")


def ending(status: int) -> str:
    """Return how a process has ended, in words."""
    if status >= 0:
        return f"has ended with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:  # a signal without a name
        return f"was ended by signal {-status}"
