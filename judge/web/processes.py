"""The processes of a site: one over all others keeps the web process and the judges alive, and starts what ended.

It opens the port itself and hands it on, so that who comes while the web process is started again waits and is not
refused. The judges start one after another, each when the one before is ready: what is wrong is said once. SIGHUP
starts all of them again: what is being judged is judged first. SIGTERM and Ctrl-C end them in the same manner; the
second one ends them at once.

Between it and each process there is a line: the process says that it is ready, and both learn that the other ends. It
is a socket, handed over as standard input. However the supervisor ends, the kernel closes its side: then the process is
told to stop as by the supervisor itself, with SIGTERM.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING, Final

import msgspec

from judge.errors import JudgeError, own_fault
from judge.store import Store
from judge.web.site import Settings, Site, enter_class, open_site

if TYPE_CHECKING:
    from judge.judging import Hands
    from judge.model import Host

PART: Final = "JUDGE_PART"  # the variable in which a process reads which part of the site it is, and a socket's number
STALLED_MS: Final = 60_000  # in which a browser takes something of what it is sent, or is there no more
BACKLOG: Final = 2048  # who comes while no web process takes them
_FREE: Final = 1024  # ports from here on are everybody's
_LOOK_S: Final = 0.1
_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGKILL)  # the first, the second and the third time
_REFUSED: Final = 2  # the exit status of a command that can't do what it was asked
_WELL_S: Final = 5.0  # who lived so long was well
_FIRST_S, _LONGEST_AWAY_S = 0.1, 30.0  # how long one that ends again and again stays away
_TRIES: Final = 5  # of one that was never ready


def serve_site(
    settings: Settings, name: str, judges: int, command: Sequence[str], tell: Callable[[str | JudgeError], object]
) -> int:
    """Keep a site alive until somebody says stop, and return the exit status. Each of its processes is started by the
    `command`, with the port behind it, and is there what `run_part` does. What the host of this `name` should know is
    told, first how they come in; and so is what is wrong when all is to start again. JudgeError E508 where nobody can
    listen there, E525 where a process does not start."""
    with open_port(settings.host, settings.port) as port:
        settings = msgspec.structs.replace(settings, port=port.getsockname()[1])
        site = Site(settings)  # what is wrong with course, contest or packages is said before anything starts
        supervisor = Supervisor(port, [*command, "--port", str(settings.port)], judges, tell)
        link = open_site(site, name)  # where the store can't be written, nothing is said to be served
        tell(f"{site.title}: {len(site.names)} problem{'s' * (len(site.names) > 1)} at {settings.address}")
        tell(f"you come in as host within a day by {link}")
        for words in settings.doubts:
            tell(words)
        for one in site.left_out:
            tell(f"{one.name} is not served: {one.why}")
        return supervisor.run(lambda: reads(settings, tell))


def reads(settings: Settings, tell: Callable[[JudgeError], object]) -> bool:
    """Say whether course, contest and packages can be read; tell what is wrong with them. Who is new on the class list
    gets an account."""
    try:
        enter_class(Site(settings))
    except Exception as fault:  # whatever it is, the site goes on as it was
        tell(fault if isinstance(fault, JudgeError) else own_fault(fault))
        return False
    return True


def run_part(settings: Settings, hands: AbstractContextManager[tuple[Hands, Host]], repeat: int) -> int | None:
    """Be the part of a site that this process was started as, and return the exit status; None where it is none. A
    judge opens what submissions are run by, and runs each case so often."""
    part, _, listening = os.environ.pop(PART, "").partition(" ")
    if part == "web":
        from judge.web.serving import serve_pages

        serve_pages(settings, int(listening))
        return 0
    return _judge(settings, hands, repeat) if part == "judge" else None


def _judge(settings: Settings, hands: AbstractContextManager[tuple[Hands, Host]], repeat: int) -> int:
    """Judge what is waiting, until the supervisor says stop or is gone."""
    from judge.judging import QueueJudge

    work = Work()
    try:
        with Store(settings.store) as store, hands as (workers, host):
            judge = QueueJudge(store, workers, host, Site(settings).problem, repeat)
            work.ready()
            judge.run(work)
    except KeyboardInterrupt:
        return 130
    return 0


def open_port(host: str, port: int) -> socket.socket:
    """Listen there; with port 0 at one that is free. JudgeError E508 where that can't be."""
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # at once after the last one has ended
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_MS)  # each connection has it from here
    try:
        made.bind((host, port))
        made.listen(BACKLOG)
    except OSError as fault:
        made.close()
        repair = "take another port with --port" if port >= _FREE else "take a port above 1023 with --port"
        raise JudgeError(
            "E508",
            f"the site can't be served at {host}:{port}: {fault.strerror or fault}",
            help=f"{repair}, or another address of this machine with --host",
        ) from fault
    return made


class Supervisor:
    """The web process, the judges, and the port."""

    def __init__(self, port: socket.socket, command: Sequence[str], judges: int, say: Callable[[str], object]) -> None:
        """Take an open port, and the command whose parts the processes are."""
        self._say, self._port = say, port
        web = Child("web", command, say, port=port.fileno())
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
            for child in self._children:
                child.look(time.monotonic())
                if child.hopeless is not None:
                    return self._give_up(child.name, child.hopeless)
                if not child.was_ready:
                    break
            time.sleep(_LOOK_S)
        self._say("stopping: what is being judged is judged first; Ctrl-C again ends it at once")
        self._end()
        return 0

    def _start_again(self, check: Callable[[], bool]) -> None:
        self._again = False
        if not check():
            self._say("nothing was started again: correct that first")
            return
        self._say("starting again: what is being judged is judged first")
        for child in self._children:
            child.stop(signal.SIGTERM)

    def _give_up(self, name: str, status: int) -> int:
        """End all for one that can't start. What it refused it has said itself."""
        self._asked = 1
        self._end()
        if status == _REFUSED:
            return status
        raise JudgeError(
            "E525",
            f"the {name} process does not start: it {ending(status)}, each time",
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


class Child:
    """A process of the supervisor. It leads a group of its own, so that Ctrl-C reaches the supervisor alone."""

    def __init__(self, name: str, command: Sequence[str], say: Callable[[str], object], *, port: int = -1) -> None:
        """`port` is an open socket that it inherits, -1 for none."""
        self.name, self._command, self._say, self._port = name, command, say, port
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
        if self._line and not self.was_ready:
            with suppress(OSError):  # it has said nothing yet, or has ended
                self.was_ready = bool(self._line.recv(1, socket.MSG_DONTWAIT))
        if self._process is not None and not self.alive:
            self._bury(self._process.returncode, now_s)
        if self._process is None and self.hopeless is None and now_s >= self._next_s:
            self._start(now_s)

    def stop(self, number: int) -> None:
        """Send it a signal, if it runs; that it ends then is as it should be."""
        if self._process is not None and self.alive:
            self._told = True
            self._process.send_signal(number)

    def _start(self, now_s: float) -> None:
        self._began_s, self._told = now_s, False
        environment = {**os.environ, PART: f"{self.name} {self._port}"}
        inherited = () if self._port < 0 else (self._port,)
        try:
            self._line, theirs = socket.socketpair()
            with theirs:
                self._process = subprocess.Popen(
                    self._command, env=environment, stdin=theirs.fileno(), pass_fds=inherited, process_group=0
                )
        except OSError as fault:  # no memory, or too many processes or files, for now
            self._hang_up()
            self._next_s = now_s + _LONGEST_AWAY_S
            self._say(f"the {self.name} process could not be started: {fault.strerror}; it is tried again")

    def _hang_up(self) -> None:
        if self._line:
            self._line.close()
        self._line = None

    def _bury(self, status: int, now_s: float) -> None:
        self._hang_up()
        self._process = None
        if self._told:
            self._ends = 0
            return
        self._ends = 1 if now_s - self._began_s > _WELL_S else self._ends + 1
        if not self.was_ready and (status == _REFUSED or self._ends >= _TRIES):
            self.hopeless = status
            return
        self._next_s = now_s + min(_LONGEST_AWAY_S, _FIRST_S * 2 ** min(self._ends - 1, 10))
        self._say(f"the {self.name} process {ending(status)}; it starts again")


def ending(status: int) -> str:
    """Return how a process has ended, in words."""
    if status >= 0:
        return f"has ended with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:  # a signal without a name
        return f"was ended by signal {-status}"


# --- the side of the process ------------------------------------------------------------------------------------------
class Lifeline:
    """The line to the supervisor. Made once, before others are started: they get an empty standard input."""

    def __init__(self) -> None:
        self._line = os.dup(0)  # no process that is started inherits it
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        threading.Thread(target=self._watch, daemon=True).start()

    def ready(self) -> None:
        """Say that it does its work from here on."""
        with suppress(OSError):
            os.write(self._line, b"+")

    def _watch(self) -> None:
        with suppress(OSError):
            while os.read(self._line, 1):
                pass
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)  # it wakes from whatever it waits for


class Work(Lifeline):
    """The line of one that finishes what it does when it is told to stop. Made on the main thread. Called, it says
    whether it was told. SIGINT ends it at once, as ever."""

    def __init__(self) -> None:
        self._at_work = self._told = False
        signal.signal(signal.SIGTERM, self._hear)
        super().__init__()

    def __call__(self) -> bool:
        return self._told

    def ready(self) -> None:
        """Say that it does its work from here on; before, SIGTERM is a KeyboardInterrupt."""
        self._at_work = True
        super().ready()

    def _hear(self, *_: object) -> None:
        self._told = True
        if not self._at_work:
            raise KeyboardInterrupt
