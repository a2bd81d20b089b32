"""Starts and ends the processes of attempts; with box.py and zygote.py the only place that does.

Theory of operation. A `Sandbox` owns one zygote (see zygote.py) pinned to one core and runs one box at a time.
`start` has the zygote fork, puts the child under its meter and limits, and only then lets it go; the `Box` it
returns is spoken to in frames (see box.py). Whatever ends a box, its whole process tree is dead before the next
one starts.

Two kinds of failure never mix: what the program did stands in Facts; what the judge could not do is a JudgeError
E303. Nothing here knows what a board is: bytes go in, a bounded frame comes out.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from judge.errors import JudgeError
from judge.model import Host, Limits
from judge.runner import frames
from judge.runner.box import Box, Process
from judge.runner.meter import meter_maker

PIPE_BYTES = 1 << 20  # a 1000 x 1000 board fits: one write, one wake-up
START_S = 120.0  # numba's import and first kernel, on a machine that is busy
END_S = 10.0
ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",  # a set of strings has the same order in every run
    **{
        f"{library}_NUM_THREADS": "1" for library in ("NUMBA", "OMP", "OPENBLAS", "MKL")
    },  # a core is what each one gets
}
_ZYGOTE = "import sys; sys.path.append({root!r}); from judge.runner.zygote import main; sys.path.pop(); main({fd})"


class Home(msgspec.Struct, frozen=True):
    """The folder of one submission: its source, its kernel cache, and its working directory."""

    root: Path

    @property
    def source(self) -> Path:
        return self.root / "submission.py"

    @property
    def cache(self) -> Path:
        return self.root / "cache"

    @property
    def work(self) -> Path:
        return self.root / "work"


class Sandbox:
    """A zygote on one core, and the attempts it forks, one at a time. Use it as a context manager."""

    def __init__(self, core: int | None = None) -> None:
        self.core = core
        self.new_meter, self._exact = meter_maker()
        self.root = Path(tempfile.mkdtemp(prefix="judge-"))
        self.box: Box | None = None
        self._zygote: subprocess.Popen[bytes] | None = None
        self._channel: socket.socket | None = None
        self.versions: dict[str, str] = {}
        self._launch()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the attempt, the zygote and the folders."""
        self._stop_zygote()
        shutil.rmtree(self.root, ignore_errors=True)

    def restart(self) -> None:
        """After a JudgeError: a new zygote; the homes stay."""
        self._stop_zygote()
        self._launch()

    def host(self) -> Host:
        """This machine and what is enforced on it."""
        self._await_zygote()
        exact = self._exact
        counted = "CPU, memory and processes of the whole tree (cgroup)"
        return Host(
            sandbox="plain",
            enforced=("time", "output", counted if exact else "memory of each process"),
            missing=(
                "files, network and other processes of this machine are open to a submission: run only code you trust",
                *(() if exact else ("CPU time of children that were not seen: wall time ranks",)),
            ),
            clock="cgroup" if exact else "wall",
            system=f"{platform.system()} {platform.release()} {platform.machine()}",
            python=platform.python_version(),
            numba=self.versions["numba"],
            cores=os.cpu_count() or 1,
        )

    def home(self, source: bytes) -> Home:
        """A folder for a submission, with its source in it."""
        home = Home(Path(tempfile.mkdtemp(prefix="home-", dir=self.root)))
        home.cache.mkdir()
        home.work.mkdir()
        home.source.write_bytes(source)
        return home

    def start(self, home: Home, limits: Limits, warmups: Sequence[bytes], *, prepare: bool) -> Box:
        """Fork an attempt (or a prepare phase) on `home.source`, under `limits`, running."""
        self._await_zygote()
        meter = self.new_meter(limits)
        pipes = [os.pipe() for _ in range(4)]  # case, answer, stdout, stderr
        ours = [pipes[0][1], *(read for read, _ in pipes[1:])]
        theirs = [pipes[0][0], *(write for _, write in pipes[1:])]
        request = {
            "op": "start",
            "source": str(home.source),
            "cache": str(home.cache),
            "home": str(home.work),
            "prepare": prepare,
            "warmups": [warmup.hex() for warmup in warmups],
            "rlimits": _rlimits(limits, exact=meter.exact),
        }
        for fd in (ours[0], ours[1]):
            with contextlib.suppress(OSError, AttributeError):  # a full quota of pipe pages, or not Linux
                fcntl.fcntl(fd, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        for fd in ours:
            os.set_blocking(fd, False)
        try:
            reply, pidfd = self._ask(request, theirs)
        finally:
            for fd in theirs:
                os.close(fd)
        self.box = Box(Process(reply["pid"], pidfd, *ours), meter, limits, self._end)
        try:
            meter.attach(reply["pid"])
            os.write(ours[0], frames.GO)
        except OSError as error:
            self.box.end()
            raise JudgeError("E303", f"the attempt could not be put under its limits: {error}") from error
        return self.box

    def _end(self, pid: int) -> int | None:
        """Kill the tree of `pid`; its exit status (negative: a signal) once everything is dead."""
        self.box = None
        reply, _ = self._ask({"op": "end", "pid": pid}, [])
        status: int | None = reply["status"]
        return status

    # --- the zygote ---
    def _launch(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        package_root = str(Path(__file__).resolve().parents[2])
        code = _ZYGOTE.format(root=package_root, fd=theirs.fileno())
        with theirs:
            self._zygote = subprocess.Popen(
                [sys.executable, "-P", "-s", "-B", "-c", code],
                env=ENVIRONMENT,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        if self.core is not None and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(self._zygote.pid, {self.core})
        self._channel = ours
        self.versions = {}

    def _await_zygote(self) -> None:
        if not self.versions:
            self.versions, _ = self._receive(START_S)

    def _ask(self, request: dict[str, Any], fds: list[int]) -> tuple[dict[str, Any], int | None]:
        assert self._channel is not None
        try:
            socket.send_fds(self._channel, [json.dumps(request).encode() + b"\n"], fds)
        except OSError as error:
            raise self._zygote_failed() from error
        return self._receive(END_S)

    def _receive(self, timeout_s: float) -> tuple[dict[str, Any], int | None]:
        assert self._channel is not None
        buffer, fds = b"", list[int]()
        self._channel.settimeout(timeout_s)
        try:
            while not buffer.endswith(b"\n"):
                data, new, _, _ = socket.recv_fds(self._channel, 1 << 16, 1)
                if not data:
                    raise self._zygote_failed()
                buffer, fds = buffer + data, fds + new
        except OSError as error:
            raise self._zygote_failed() from error
        return json.loads(buffer), fds[0] if fds else None

    def _zygote_failed(self) -> JudgeError:
        said = ""
        if self._zygote is not None:
            self._zygote.kill()
            said = self._zygote.communicate()[1].decode(errors="replace").strip()
        return JudgeError(
            "E303",
            "the process that starts the attempts has stopped",
            note=said.splitlines()[-1] if said else "it left no message",
            help="run the same command again; if it stays so, report it with `judge run --json` beside it",
        )

    def _stop_zygote(self) -> None:
        if self.box is not None:
            with contextlib.suppress(JudgeError):
                self.box.end()
            self.box = None
        if self._channel is not None:
            self._channel.close()  # the zygote ends itself on this
        if self._zygote is not None:
            try:
                self._zygote.wait(END_S)
            except subprocess.TimeoutExpired:
                self._zygote.kill()
                self._zygote.wait()
            if self._zygote.stderr:
                self._zygote.stderr.close()


def _rlimits(limits: Limits, *, exact: bool) -> dict[str, int]:
    """Bounds of single processes, behind those of the tree. RLIMIT_AS is left alone: numba and the JVM reserve
    address space that they never touch."""
    cpu_s = int(limits.compilation_time + limits.wall_limit_s) + 2
    rlimits = {
        "RLIMIT_CORE": 0,
        "RLIMIT_CPU": cpu_s,
        "RLIMIT_FSIZE": max(limits.output_bytes, 64 << 20),  # the kernel cache needs room too
        "RLIMIT_NOFILE": 256,
        "RLIMIT_STACK": 64 << 20,
    }
    if not exact:  # nobody else bounds memory between two polls; 1 GiB is what a warm zygote has mapped itself
        rlimits["RLIMIT_DATA"] = limits.memory_bytes + (1 << 30)
    return rlimits
