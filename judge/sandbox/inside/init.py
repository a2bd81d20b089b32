"""The first process of a box: it furnishes the box, seals and starts the payload, waits for it and reports.

It is trusted, and stays out of the payload's reach: it is pid 1 of the box's pid namespace, or at least outside the
payload's Landlock domain. When it dies, everything in the box does. It reports through a pipe that the payload does
not have, so that an exit status or an output file is never the payload's word.
"""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import signal
import stat
import traceback
from typing import NoReturn

from judge.sandbox import protocol
from judge.sandbox.inside import attempt, crash, jail, linux, seal, seccomp
from judge.sandbox.inside.desk import Desk
from judge.sandbox.inside.linux import prctl
from judge.sandbox.protocol import BoxRequest

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
PARK = 200  # descriptors are moved here before they are laid at their final numbers
REPORT_FD, SHARED_FD = 5, 6
PIPES = 5
LISTED, LISTED_DEPTH = 10, 4
RAISABLE = ("RLIMIT_STACK",)  # by a submission: what a stack takes is counted as memory


def run(request: BoxRequest, fds: list[int]) -> NoReturn:
    """Become the first process of a box. `fds`: case, answer, stdout, stderr, report; the shared memory, if there
    is any; then the doors of its meter, through which it goes first, as whatever it uses from then on is counted and
    bounded."""
    status = 1
    try:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        count = PIPES + bool(request.job.room.shared_bytes)
        for door in fds[count:]:
            os.write(door, b"0")
        _lay_descriptors(fds[:count])
        if request.uid is not None:
            for fd in (1, 2):  # only the owner of a pipe can open it once more, as /dev/stdout
                os.fchown(fd, request.uid, request.uid)
        if os.read(attempt.CASE_FD, 1) != protocol.GO:
            os._exit(1)
        if request.tier == "namespaces":
            jail.furnish(request.home.home, request.uid, prepare=request.job.prepare, proc=bool(request.job.command))
        else:
            prctl(PR_SET_CHILD_SUBREAPER, 1)
        status = _supervise(request)
    except BaseException:
        _complain()
    finally:
        os._exit(status)


def _supervise(request: BoxRequest) -> int:
    """Fork the payload and wait for it; whatever it left behind is dead before its output is read."""
    pid = os.fork()
    if not pid:
        _payload(request)
    for fd in (attempt.CASE_FD, attempt.ANSWER_FD, 1, 2):
        os.close(fd)
    if request.job.room.shared_bytes:
        os.close(SHARED_FD)
    _report(protocol.EXITED, protocol.STATUS.pack(*_wait(pid)))
    if request.job.output:
        end_children()
        _report(*read_output(request.home.work, request.job.output, request.output_bytes))
    return 0


def _wait(pid: int) -> tuple[int, int, int, int]:
    """Reap whoever dies, until the payload's first process has: its status, the nanoseconds that it computed and those
    that it waited for its core, and CPU of all who died here and whom they had waited for. The kernel tells these of a
    dead process until it is reaped."""
    used_s = 0.0
    while True:
        died = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
        last = linux.turns(pid) if died and died.si_pid == pid else None
        done, raw, usage = os.wait4(died.si_pid if died else -1, 0)
        used_s += usage.ru_utime + usage.ru_stime
        if done == pid:
            return os.waitstatus_to_exitcode(raw), *(last or (0, 0)), int(1e9 * used_s)


def end_children() -> None:
    """Kill all that runs below this process, orphans that become its own too, until there is nobody to wait for."""
    while True:
        if os.getpid() == 1:  # of a pid namespace, in which nobody else is
            with contextlib.suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)
        else:
            for child in _children():
                for kill in (os.killpg, os.kill):
                    with contextlib.suppress(ProcessLookupError, PermissionError):
                        kill(child, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _children() -> list[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as listing:
            return [int(word) for word in listing.read().split()]
    except OSError:  # no /proc, or a kernel without CONFIG_PROC_CHILDREN
        import psutil

        return [child.pid for child in psutil.Process().children()]


def read_output(folder: str, name: str, limit: int) -> tuple[bytes, bytes]:
    """Return the frame for `folder/name`, read once nobody can change it any more.

    Only a plain file with one name is read: no link is followed on the way, a FIFO or device is not waited for, and of
    a file that is longer than `limit` only the length is looked at.
    """
    *within, last = name.split("/")
    try:
        directory = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        for part in within:  # the submission may have put a link in its place
            directory = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=directory)
        fd = os.open(last, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY, dir_fd=directory)
    except FileNotFoundError:
        return protocol.NOTHING, "\n".join(_listing(folder)).encode(errors="replace")
    except OSError as error:
        why = "is a link" if error.errno == errno.ELOOP else f"can't be opened: {error.strerror}"
        return protocol.NO_OUTPUT, f"{name} {why}".encode()
    facts = os.fstat(fd)
    if why := _why_not_read(facts):
        return protocol.NO_OUTPUT, f"{name} {why}".encode()
    if facts.st_size > limit:
        return protocol.LONG_OUTPUT, f"{name} is {facts.st_size:,} bytes long".encode()
    data = bytearray()
    while chunk := os.read(fd, 1 << 20):
        data += chunk
        if len(data) > limit:
            return protocol.LONG_OUTPUT, f"{name} is too long".encode()
    return protocol.OUTPUT, bytes(data)


def _why_not_read(facts: os.stat_result) -> str:
    if stat.S_ISDIR(facts.st_mode):
        return "is a folder"
    if not stat.S_ISREG(facts.st_mode):
        return "is not a plain file"
    return "has a second name: it was linked" if facts.st_nlink > 1 else ""


def _listing(folder: str) -> list[str]:
    """Return the files that were left, by path within `folder`: the first few, and not far down."""
    found: list[str] = []
    for path, folders, names in os.walk(folder):
        inside = os.path.relpath(path, folder)
        if inside.count(os.sep) >= LISTED_DEPTH:
            folders.clear()
        seen = (name for name in names if not name.startswith(".") or name.startswith(".\\"))  # as Windows writes ./
        found += [os.path.normpath(os.path.join(inside, name)) for name in seen]
        if len(found) >= LISTED:
            break
    return found[:LISTED]


def filter_of(request: BoxRequest) -> bytes:
    """Return the system calls that this box may make. It is made once, before the first fork that needs it."""
    jailed = request.tier == "namespaces"
    return seccomp.program(
        seal.landlock_abi(),
        alone=jailed or request.uid is not None,
        jailed=jailed,
        counted=request.counted,
        shared_memory=request.shared_memory,
        forks=request.job.forks,
    )


# --- the payload ----------------------------------------------------------------------------------------------------
def _payload(request: BoxRequest) -> NoReturn:
    """Set limits, seal, prove the seal, and then run the submission's code."""
    try:
        os.close(REPORT_FD)
        os.setsid()
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        os.chdir(request.home.work)
        _set_limits(request.rlimits)
        try:
            desk = None if request.job.prepare or request.job.command else Desk(request.job.room, SHARED_FD)
            _seal(request)
        except BaseException as error:
            os.write(attempt.ANSWER_FD, protocol.pack(protocol.UNSEALED, f"{type(error).__name__}: {error}".encode()))
            os._exit(1)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.write(attempt.ANSWER_FD, protocol.pack(protocol.SEALED))
        job, home = request.job, request.home
        if job.command:
            attempt.execute(job)
        if job.boundscheck:
            crash.watch_stack(attempt.ANSWER_FD)
            crash.check_indexes()
        main = home.path_of(job.main, jailed=request.tier == "namespaces")
        if desk is None:
            attempt.prepare(main, home.cache, job)
        attempt.serve(main, home.cache, job, desk)
    except BaseException:
        _complain()
    finally:
        os._exit(1)


def _seal(request: BoxRequest) -> None:
    if request.tier == "plain":
        return
    writable = [request.home.work, *(f"/dev/{name}" for name in jail.DEVICES)]
    if not request.shared_memory:
        writable.remove("/dev/zero")  # mapped shared it is memory as well
    if request.job.prepare:
        writable.append(request.home.cache)
    jailed = request.tier == "namespaces"
    if jailed:
        writable.append(jail.TMP)
    readable = ["/"] if jailed else [request.home.home, *jail.open_paths(request.extra), "/proc/self"]
    listed = [] if jailed else jail.listed_paths(request.extra)
    seal.seal(request.uid, readable, writable, filter_of(request), listed)
    seal.attest(request.uid, request.forbidden)


def _lay_descriptors(fds: list[int]) -> None:
    """Put each descriptor in its place: stdin is empty; 1 and 2 are bounded pipes; 3, 4 and 5 are case, answer and
    report; 6 is the shared memory, if there is any; no other is left."""
    case, answer, out, err, report, *board = (os.dup2(fd, PARK + index) for index, fd in enumerate(fds))
    null = os.open(os.devnull, os.O_RDWR)
    final = ((null, 0), (out, 1), (err, 2), (case, attempt.CASE_FD), (answer, attempt.ANSWER_FD), (report, REPORT_FD))
    for fd, target in (*final, *((fd, SHARED_FD) for fd in board)):
        os.dup2(fd, target, inheritable=target < attempt.CASE_FD)
    os.closerange(REPORT_FD + len(board) + 1, os.sysconf("SC_OPEN_MAX"))


def _set_limits(rlimits: dict[str, int]) -> None:
    for name, value in rlimits.items():
        limit = getattr(resource, name, None)
        if limit is None:
            continue
        hard = resource.getrlimit(limit)[1]
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(limit, (bound, hard if name in RAISABLE else bound))


def _report(kind: bytes, payload: bytes) -> None:
    view = memoryview(protocol.pack(kind, payload))
    while view:
        view = view[os.write(REPORT_FD, view) :]


def _complain() -> None:
    """Write our own fault to stderr: the judge finds no report, and says so with this text."""
    with contextlib.suppress(OSError):
        os.write(2, traceback.format_exc().encode(errors="replace"))
