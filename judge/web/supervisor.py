"""The process over all others: it starts the web process and the judges, and starts again what ends.

It opens the port itself and hands it on, so that who comes while the web process is started again waits and is not
refused. SIGHUP starts all of them again, one after another: what is being judged is judged first. SIGTERM and Ctrl-C
end them in the same manner; the second one ends them at once. The children end by themselves when this process is
gone: the other end of their standard input is here.
"""

from __future__ import annotations

import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from judge.errors import JudgeError
from judge.web.settings import Settings

_LOOK_S: Final = 0.2
_FIRST_S, _LONGEST_S = 0.5, 30.0  # how long one that ends again and again stays away
_WELL_S: Final = 30.0  # who lived so long was well
_BACKLOG: Final = 2048


class Child:
    """One process that is kept alive."""

    def __init__(self, name: str, command: Sequence[str], listening: int | None = None) -> None:
        self.name, self._command, self._listening = name, command, listening
        self._process: subprocess.Popen[bytes] | None = None
        self._began_s, self._wait_s = 0.0, 0.0

    @property
    def alive(self) -> bool:
        """Say whether it runs."""
        return self._process is not None and self._process.poll() is None

    def look(self, now_s: float, say: Callable[[str], object]) -> None:
        """Start it, or start it again where it has ended; the oftener it ends, the later."""
        if self.alive:
            return
        if self._process is not None:
            self._bury(now_s, say)
        if now_s >= self._began_s + self._wait_s:
            self._start(now_s)

    def tell(self, number: int) -> None:
        """Send it a signal, if it runs."""
        if self._process is not None and self.alive:
            self._process.send_signal(number)

    def wait(self) -> None:
        """Wait until it has ended."""
        if self._process is not None:
            self._process.wait()

    def _start(self, now_s: float) -> None:
        kept = () if self._listening is None else (self._listening,)
        self._began_s = now_s
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, pass_fds=kept)

    def _bury(self, now_s: float, say: Callable[[str], object]) -> None:
        assert self._process is not None
        status, self._process = self._process.returncode, None
        if status == 0 or now_s - self._began_s > _WELL_S:
            self._wait_s = 0.0
            return
        self._wait_s = min(_LONGEST_S, max(_FIRST_S, 2 * self._wait_s))
        say(f"the {self.name} process has ended with {status}; it starts again")


class Supervisor:
    """The web process, the judges, and the port."""

    def __init__(self, settings: Settings, command: Sequence[str], judges: int, say: Callable[[str], object]) -> None:
        """Open the port. JudgeError E508 where that can't be."""
        self._say = say
        self._listening = _listen(settings)
        number = str(self._listening.fileno())
        self._web = Child("web", [*command, "--part", "web", "--listening", number], self._listening.fileno())
        self._children = [self._web, *(Child("judge", [*command, "--part", "judge"]) for _ in range(judges))]
        self._asked = 0  # how often to stop
        self._again = False
        self._woken = threading.Event()

    def run(self) -> None:
        """Keep everything alive until somebody says stop."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        signal.signal(signal.SIGHUP, self._restart)
        while not self._asked:
            if self._again:
                self._again = False
                for child in self._children:
                    child.tell(signal.SIGTERM)
            for child in self._children:
                child.look(time.monotonic(), self._say)
            self._woken.wait(_LOOK_S)
        self._end()

    def _end(self) -> None:
        self._say("stopping: what is being judged is judged first; Ctrl-C again ends it at once")
        self._listening.close()
        told = 0
        while any(child.alive for child in self._children):
            if told < self._asked:
                told += 1
                for child in self._children:
                    child.tell(signal.SIGTERM if told < 3 else signal.SIGKILL)
            time.sleep(_LOOK_S)

    def _stop(self, *_: object) -> None:
        self._asked += 1
        self._woken.set()

    def _restart(self, *_: object) -> None:
        self._again = True


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((settings.host, settings.port))
        made.listen(_BACKLOG)
    except OSError as fault:
        made.close()
        where = f"{settings.host}:{settings.port}"
        raise JudgeError(
            "E508", f"the site can't be served at {where}: {fault.strerror}", help="choose another port with --port"
        ) from fault
    return made
