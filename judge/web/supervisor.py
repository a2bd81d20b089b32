"""The process over all others: it starts the web process and the judges, and starts again what ends.

It opens the port itself and hands it on, so that who comes while the web process is started again waits and is not
refused. The judges start one after another, each when the one before is ready: what is wrong is said once. SIGHUP
starts all of them again: what is being judged is judged first. SIGTERM and Ctrl-C end them in the same manner; the
second one ends them at once. The children end by themselves when this process is gone: see `lifeline`.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from judge.errors import JudgeError
from judge.web.child import Child, ending

if TYPE_CHECKING:
    import socket

_LOOK_S: Final = 0.1
_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGKILL)  # the first, the second and the third time
_REFUSED: Final = 2


class Supervisor:
    """The web process, the judges, and the port."""

    def __init__(self, port: socket.socket, command: Sequence[str], judges: int, say: Callable[[str], object]) -> None:
        """Take an open port, and the command whose parts the processes are."""
        self._say, self._port = say, port
        number = port.fileno()
        web = Child("web", command, say, port=number)
        self._children = [web, *(Child("judge", command, say) for _ in range(judges))]
        self._asked = 0  # how often to stop
        self._again = False

    def run(self, check: Callable[[], bool]) -> int:
        """Keep everything alive until somebody says stop; return the exit status. Before all is started again, `check`
        says whether that can be. JudgeError E525 where a process ends again and again before it was ever ready."""
        terminal = _has_terminal() and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN  # as after nohup
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        signal.signal(signal.SIGHUP, lambda *_: self._hang_up(terminal))
        while not self._asked:
            if self._again:
                self._start_again(check)
            self._look()
            if hopeless := next((child for child in self._children if child.hopeless is not None), None):
                return self._give_up(hopeless)
            time.sleep(_LOOK_S)
        self._say("stopping: what is being judged is judged first; Ctrl-C again ends it at once")
        self._end()
        return 0

    def _look(self) -> None:
        for child in self._children:
            child.look(time.monotonic())
            if not child.was_ready:
                return

    def _start_again(self, check: Callable[[], bool]) -> None:
        self._again = False
        if not check():
            self._say("nothing was started again: correct that first")
            return
        self._say("starting again: what is being judged is judged first")
        for child in self._children:
            child.stop(signal.SIGTERM)

    def _give_up(self, child: Child) -> int:
        """End all for one that can't start. What it refused it has said itself."""
        self._asked = 1
        self._end()
        status = child.hopeless or 0
        if status == _REFUSED:
            return status
        raise JudgeError(
            "E525",
            f"the {child.name} process does not start: it {ending(status)}, each time",
            help="the lines above say why; `judge doctor` looks at this machine",
        )

    def _end(self) -> None:
        self._port.close()
        told = 0
        while any(child.alive for child in self._children):
            if told < self._asked:
                for child in self._children:
                    child.stop(_SIGNALS[min(told, 2)])
                told += 1
            time.sleep(_LOOK_S)
        for child in self._children:
            child.hang_up()

    def _stop(self, *_: object) -> None:
        self._asked += 1  # a handler of signals takes no lock: who is interrupted may hold it

    def _hang_up(self, terminal: bool) -> None:
        """Start again; but stop where the terminal was closed."""
        if terminal and not _has_terminal():
            self._stop()
        self._again = True


def _has_terminal() -> bool:
    with suppress(OSError):
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
        return True
    return False
