"""A zygote as the judge sees it: the process, and the socket on which it is asked.

One request at a time, each answered before the next; a zygote that does not answer is killed and told of as
JudgeError E303, or E307 where others had the core all the time. It ends itself when the socket closes.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

from judge.errors import JudgeError
from judge.sandbox.clock import LOOK_S, Patience
from judge.sandbox.protocol import Done, Hello, Request, Settings, WarmRequest, from_line, to_line

START_S = 120.0  # numba's import and first kernel
REPLY_S = 10.0  # of both the time counts in which nobody else had the core
GRACE_S = 2.0
_T = TypeVar("_T")
_CODE = """
import sys
sys.path.insert(0, {root!r})
import judge.sandbox.inside.zygote
del sys.path[0]
judge.sandbox.inside.zygote.main({fd}, {settings!r})
"""


UNIMPORTED: Final = ("ImportError: ", "ModuleNotFoundError: ", "OSError: ", "AttributeError: ")  # what an import raises
NUMBA: Final = "judge doctor  tries to import it, and says in its first line how to install one that fits"


class ZygoteProcess:
    """Started at once; `hello` returns when it is in its tier. While it gets warm, the judge can do other work."""

    def __init__(self, settings: Settings, environment: Mapping[str, str]) -> None:
        self._channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        self._hello: Hello | None = None
        self._warming = False
        self._unread = b""  # the first two messages may come as one
        root = str(Path(__file__).resolve().parents[2])
        with theirs:
            code = _CODE.format(root=root, fd=theirs.fileno(), settings=to_line(settings).decode())
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-s", "-B", "-c", code],
                env=environment,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,  # as in each box: Python notes of its stdout, once, that nobody can seek in it
                stderr=subprocess.STDOUT,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        """Return the pid of the process that was started; in the jail the zygote itself is its child."""
        return self._process.pid

    def hello(self) -> Hello:
        """Wait for its first message."""
        if self._hello is None:
            self._hello = self._receive(START_S, Hello)[0]
        return self._hello

    def ask(self, request: Request, reply: type[_T], fds: Sequence[int] = ()) -> tuple[_T, int | None]:
        """Send a request with descriptors; the reply, and the descriptor that came with it, if one did."""
        self.hello()
        if self._warming:
            self._receive(START_S, Done)
            self._warming = False
        data = memoryview(to_line(request))
        sent = self._patiently(lambda: socket.send_fds(self._channel, [data], fds), REPLY_S)
        while data := data[sent:]:
            sent = self._patiently(lambda: self._channel.send(data), REPLY_S)
        return self._receive(REPLY_S, reply)

    def warm_up(self) -> None:
        """Let it set numba up from now on; the next request waits until it has. That tells of a zygote that is gone."""
        with contextlib.suppress(OSError):
            self._channel.send(to_line(WarmRequest()))
        self._warming = True

    def close(self) -> None:
        """Hang up, and wait until it has ended itself and all that it had started."""
        self._hang_up(REPLY_S)
        if self._process.stdout:
            self._process.stdout.close()

    def _hang_up(self, patience_s: float) -> None:
        self._channel.close()  # in the jail the zygote is a child of what we started, and reaped by it alone
        try:
            self._process.wait(patience_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _receive(self, limit_s: float, kind: type[_T]) -> tuple[_T, int | None]:
        buffer, fds = self._unread, list[int]()
        while b"\n" not in buffer:
            data, new, _, _ = self._patiently(lambda: socket.recv_fds(self._channel, 1 << 16, 1), limit_s)
            if not data:
                raise self._failed()
            buffer, fds = buffer + data, fds + new
        line, end, self._unread = buffer.partition(b"\n")
        try:
            return from_line(line + end, kind), fds[0] if fds else None
        except ValueError as error:
            for fd in fds:
                os.close(fd)
            raise self._failed() from error

    def _patiently(self, act: Callable[[], _T], limit_s: float) -> _T:
        """Return what one call on the socket returns, for which the zygote has `limit_s` in which it could have run."""
        patience = Patience(self.pid, limit_s)
        try:
            self._channel.settimeout(min(LOOK_S, limit_s))
            while True:
                try:
                    return act()
                except TimeoutError:
                    if patience.is_over():
                        raise
        except OSError as error:
            late = patience.fault("no box could be made") if isinstance(error, TimeoutError) else None
            failed = self._failed()
            raise late or failed from error

    def _failed(self) -> JudgeError:
        """End it; its last words become the note."""
        self._hang_up(GRACE_S)
        said = ""
        if self._process.stdout and not self._process.stdout.closed:
            os.set_blocking(self._process.stdout.fileno(), False)
            with contextlib.suppress(BlockingIOError):
                said = os.read(self._process.stdout.fileno(), 1 << 16).decode(errors="replace").strip()
        last = said.splitlines()[-1] if said else "it left no message"
        if self._warming and last.startswith(UNIMPORTED):
            return JudgeError(
                "E312", "this host's numba can't be imported, so no function runs here", note=last, help=("", NUMBA)
            )
        return JudgeError(
            "E303",
            "the process that starts the boxes has stopped",
            note=last,
            help=("do the same again; if it stays so, report it", "judge doctor  prints what to send with it"),
        )


def host_pid(pidfd: int) -> int:
    """Return the pid by which this process, outside the jail's pid namespace, knows the box."""
    for line in Path(f"/proc/self/fdinfo/{pidfd}").read_text().splitlines():
        if line.startswith("Pid:"):
            return int(line.split()[1])
    raise JudgeError("E303", "the box was gone before it had begun")
