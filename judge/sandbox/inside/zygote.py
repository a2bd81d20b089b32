"""A warm process that forks boxes; the judge starts one per core.

Theory of operation. The judge starts this file as a fresh interpreter with an empty environment. It moves into the
jail (jail.py) where the host allows that, and never sees a case, an answer or the store. It then serves requests over
a socket, one box at a time:

    warm    import numba, and run one small kernel: numba sets its compiler up lazily, and no attempt pays for it
    home    keep a submission's files where boxes can see them
    start   fork the first process of a box (init.py). It waits for one byte, so that the judge can put it under its
            limits first. The reply names its pid and carries a pidfd.
    end     kill the box; the reply comes when everything in it is dead, and of a prepare phase only that is left what
            the attempts need (artifacts.py)
    move    write what a prepare phase has left into a file of the judge's, or lay it from there into a new home
    forget  let go of a submission's files

When the judge dies, the socket closes and everything here dies with it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, assert_never

import msgspec

from judge.sandbox import protocol
from judge.sandbox.inside import artifacts, desk, init, jail, seal
from judge.sandbox.inside.kernels import FILE as KERNELS
from judge.sandbox.inside.linux import prctl

DESCRIPTORS: Final = 16  # more than come with a request
NAMES = (
    errno.ENAMETOOLONG, errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ENOENT, errno.EINVAL, errno.EILSEQ, errno.ELOOP
)  # fmt: skip
BUILT = b"\0"  # what a process says that has built its jail: a filter may kill it before it can say anything
WRITTEN_NS = 10**18  # of every source: older numbas know a file again by its time, and it may be laid down anew
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def main(channel_fd: int, line: str) -> None:
    """Enter the best tier that is allowed and possible, say which, and serve until the judge hangs up. `line` holds the
    Settings."""
    settings = protocol.from_line(line, protocol.Settings)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the judge's to handle
    os.umask(0o022)  # a box has a user of its own, and reads what is laid here
    if settings.core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {settings.core})
    tier, why_not, jailed = _enter(settings)
    prctl(init.PR_SET_CHILD_SUBREAPER, 1)
    channel = socket.socket(fileno=channel_fd)
    _reply(channel, protocol.Hello(tier, tuple(why_not), jailed.apart))
    Zygote(tier, settings.scratch, jailed.pid_namespace).serve(channel)
    os._exit(0)  # to take numba down would cost 0.25 s of CPU


class Jailed(NamedTuple):
    """A descriptor of our pid namespace, and whether processes are counted apart from those outside."""

    pid_namespace: int = -1
    apart: bool = False


def _enter(settings: protocol.Settings) -> tuple[str, list[str], Jailed]:
    """Try the tiers in order: the one we are in, why not those before, and what is known of the jail."""
    why_not: list[str] = []
    for tier in settings.tiers:
        try:
            if tier != "plain":
                seal.require()
            jailed = _move_into_jail(settings) if tier == "namespaces" else Jailed()
        except OSError as error:
            why_not.append(f"{tier}: {error}")
        else:
            return tier, why_not, jailed
    return "none", why_not, Jailed()


def _move_into_jail(settings: protocol.Settings) -> Jailed:
    """Go on as pid 1 of a new pid namespace, in the jail; OSError where the host forbids it, and nothing has changed.

    That takes two forks, as a process can't move itself: one leaves the host, its child enters the jail and is who
    returns from here. The process that the judge started waits for them, and does nothing else.
    """
    heard, told = os.pipe()
    leaver = os.fork()
    if leaver:
        os.close(told)
        with open(heard, "rb") as pipe:
            fault = pipe.read()
        os.waitpid(leaver, 0)  # with the jail built, this lasts as long as the zygote does
        if fault == BUILT:
            os._exit(0)
        raise OSError(fault.decode(errors="replace") or "a process was killed for a system call that a jail needs")
    try:
        apart = jail.leave(users=settings.uid is not None)
        if zygote := os.fork():
            os.close(told)
            os.waitpid(zygote, 0)
            os._exit(0)
        prctl(init.PR_SET_PDEATHSIG, signal.SIGKILL)
        namespace = jail.enter(settings.scratch, settings.extra, settings.uid)
    except OSError as error:
        os.write(told, str(error).encode())
        os._exit(1)
    os.write(told, BUILT)
    os.close(told)
    os.close(heard)
    return Jailed(namespace, apart)


class Zygote:
    """Serves the judge's requests; at most one box runs at a time."""

    def __init__(self, tier: str, scratch: str, pid_namespace: int) -> None:
        self.tier, self.pid_namespace = tier, pid_namespace
        self.moved = 0
        self.preparing: protocol.BoxRequest | None = None  # the box that runs, if it is one of a prepare phase
        self.folder = jail.HOMES if tier == "namespaces" else scratch

    def serve(self, channel: socket.socket) -> None:
        for request, fds in _requests(channel):
            match request:
                case protocol.WarmRequest():
                    desk.set_up()
                    _reply(channel, protocol.Done())
                case protocol.HomeRequest():
                    _reply(channel, self._keep(request))
                case protocol.BoxRequest():
                    pid = self._start(request, fds, channel)
                    for fd in fds:
                        os.close(fd)
                    _reply(channel, protocol.Started(pid), os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None)
                case protocol.MoveRequest():
                    moved = artifacts.move(f"{self.folder}/{request.name}", fds[0], into=request.into)
                    _reply(channel, protocol.Done(moved))
                case protocol.ForgetRequest():
                    if self.tier == "namespaces":  # there a home is memory; elsewhere the judge removes a folder
                        with contextlib.suppress(OSError):
                            jail.remove_home(request.name)
                    _reply(channel, protocol.Done())
                case protocol.EndRequest():
                    init.end_children()
                    self._settle()
                    _reply(channel, protocol.Done())
                case _:
                    assert_never(request)
        if self.tier != "namespaces":  # there our own end, of pid 1, is the end of all
            init.end_children()

    def _keep(self, request: protocol.HomeRequest) -> protocol.Kept:
        """Write a submission's files into a folder of its own, of limited size where that can be had.

        The reply says where a box will find them; or, where they can't be kept, why, and that folder is gone.
        """
        home = f"{self.folder}/{request.name}"
        try:
            if self.tier == "namespaces":
                jail.add_home(request.name, artifacts.HOME_BYTES, artifacts.HOME_INODES)
            else:  # other users of the host could read it by its name
                os.mkdir(home, 0o700)
                if request.uid is not None:
                    os.chown(home, -1, request.uid)
                    os.chmod(home, 0o710)
            for folder in ("source", "cache"):
                os.mkdir(f"{home}/{folder}", 0o755)
        except OSError as error:
            return self._refused(request.name, error, ours=True)
        work = jail.BOX if self.tier == "namespaces" else f"{home}/work"
        try:
            _write_files(f"{home}/source", request.files)
            for name in request.links:
                os.symlink(f"{work}/{name}", f"{home}/source/{name}")
        except (OSError, ValueError) as error:  # a ValueError: no path can be called so
            return self._refused(request.name, error, ours=not self._by_files(error))
        if request.uid is not None:
            os.chown(f"{home}/cache", request.uid, request.uid)
        if self.tier == "namespaces":
            return protocol.Kept(protocol.Home(home, jail.SUBMISSION, jail.CACHE, work))
        return protocol.Kept(protocol.Home(home, f"{home}/source", f"{home}/cache", work))

    def _by_files(self, error: OSError | ValueError) -> bool:
        """Say whether names or bytes of the files are why. A disk that is full is, where it is the home's own."""
        full = self.tier == "namespaces" and isinstance(error, OSError) and error.errno in FULL
        return full or not isinstance(error, OSError) or error.errno in NAMES

    def _refused(self, name: str, error: Exception, *, ours: bool) -> protocol.Kept:
        """Clean up, and say why; `ours` where the host is at fault, not the files."""
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        with contextlib.suppress(OSError):
            if self.tier == "namespaces":
                jail.remove_home(name)
            else:
                subprocess.run(["rm", "-rf", "--", f"{self.folder}/{name}"], check=False, stderr=subprocess.DEVNULL)
        return protocol.Kept(refused=why, ours=ours)

    def _start(self, request: protocol.BoxRequest, fds: list[int], channel: socket.socket) -> int:
        """Fork; in the jail the child is pid 1 of a pid namespace of its own. It never returns from here."""
        if self.tier == "namespaces":
            jail.unshare_for_box()
        else:
            self._renew(request.home.work, request.uid)
        if self.tier != "plain":
            init.filter_of(request)
            jail.open_paths(request.extra)
        if request.job.prepare:
            self._open(request)
        pid = os.fork()
        if not pid:
            channel.detach()
            init.run(request, fds)
        if self.tier == "namespaces":
            jail.return_from_box(self.pid_namespace)
        return pid

    def _open(self, request: protocol.BoxRequest) -> None:
        """Let a prepare phase write into the cache, also when it is not the first."""
        self.preparing = request
        artifacts.hold_still(f"{request.home.home}/source")
        if request.uid is not None:
            artifacts.hand_over(f"{request.home.home}/cache", request.uid)

    def _settle(self) -> None:
        """Settle the home after a prepare phase. What is left behind goes now where its size is bounded, else the judge
        removes it."""
        if self.preparing:
            left = artifacts.settle(self.preparing.home.home, "" if self.preparing.job.command else KERNELS)
            if self.tier == "namespaces":
                subprocess.run(["rm", "-rf", "--", left], check=False, stderr=subprocess.DEVNULL)
            self.preparing = None

    def _renew(self, work: str, uid: int | None) -> None:
        """Make an empty working directory. What the last box left is moved out of the way first, so that nothing that
        it did to its tree can hold up the next one; rm gets through trees that are too deep for a recursion."""
        if os.path.exists(work):
            self.moved += 1
            left = f"{work}.{self.moved}"
            os.rename(work, left)
            subprocess.run(["chmod", "-R", "u+rwx", "--", left], check=False, stderr=subprocess.DEVNULL)
            subprocess.run(["rm", "-rf", "--", left], check=False, stderr=subprocess.DEVNULL)
        os.mkdir(work, 0o700)
        if uid is not None:
            os.chown(work, uid, uid)


def _write_files(folder: str, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        path = f"{folder}/{name}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "xb") as file:
            file.write(data)
        os.utime(path, ns=(artifacts.READ_NS, WRITTEN_NS))


def _requests(channel: socket.socket) -> Iterator[tuple[protocol.Request, list[int]]]:
    """Yield one JSON line and its descriptors at a time; the judge waits for each reply before its next request."""
    buffer, fds = bytearray(), list[int]()
    while True:
        data, new, flags, _ = socket.recv_fds(channel, 1 << 16, DESCRIPTORS)
        assert not flags & socket.MSG_CTRUNC, "a box whose last door is missing would be in no account"
        if not data:
            return
        buffer, fds = buffer + data, fds + new
        if buffer.endswith(b"\n"):
            yield protocol.read_request(buffer), fds
            buffer, fds = bytearray(), []


def _reply(channel: socket.socket, message: msgspec.Struct, fd: int | None = None) -> None:
    data = protocol.to_line(message)
    if fd is None:
        channel.sendall(data)
    else:
        socket.send_fds(channel, [data], [fd])
        os.close(fd)
