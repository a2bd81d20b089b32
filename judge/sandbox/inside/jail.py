"""The room around a box: namespaces, and a root folder that holds what an interpreter needs and nothing else.

Built in two steps, both by trusted code. `enter` is called once, by the process that will be the zygote: new user
(where it needs one: linux.py), mount, pid, net, ipc, uts and cgroup namespaces, then a root of read-only
binds. `furnish` is called for each box, in a mount and pid namespace of its own: a fresh tmpfs to work in, the
submission's folders, everybody else's out of sight. A tmpfs goes with its namespace, so there is nothing to clean up
and no tree to walk.

    /usr /lib ... /<interpreter>   read-only binds of the host's
    /dev                           null, zero, full, random, urandom; stdin, stdout, stderr and fd, which lead to /proc
    /box                           the working directory: tmpfs of limited bytes and inodes; /tmp and /dev/shm lead here
    /tmp                           a tmpfs like it, where an interpreter lies below /tmp: that is bound into it
    /etc/passwd                    the user of the boxes alone
    /submission                    the submission, read-only
    /cache                         its kernel cache: writable in the prepare phase, read-only afterwards
    /homes                         of all submissions: only the zygote sees them
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import struct
import sys
from collections.abc import Sequence
from functools import cache
from glob import glob

from judge.sandbox.inside import linux
from judge.sandbox.inside.linux import invoke

NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWPID, NEWNET = (
    0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x20000000, 0x40000000,
)  # fmt: skip
RDONLY, NOSUID, NODEV, NOEXEC, REMOUNT, BIND, REC, PRIVATE = 1, 2, 4, 8, 32, 4096, 16384, 1 << 18
DETACH = 2
AT_EMPTY_PATH, AT_RECURSIVE = 0x1000, 0x8000
ATTR_RDONLY, ATTR_NOSUID, ATTR_NODEV = 1, 2, 4
OPEN_TREE, MOVE_MOUNT, MOUNT_SETATTR = 428, 429, 442
AT_FDCWD, TREE_CLONED, FROM_DESCRIPTOR = -100, 0x88001, 4  # OPEN_TREE_CLONE with O_CLOEXEC and AT_RECURSIVE
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}

BOX, SUBMISSION, CACHE, HOMES, TMP = "/box", "/submission", "/cache", "/homes", "/tmp"
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/alternatives", "/etc/ld.so.cache")
DEVICES = ("null", "zero", "full", "random", "urandom")
DESCRIPTORS = {"fd": "fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"}  # names below /dev of /proc/self/...
# Packages with their answers, and solutions, come with the judge. An installed judge lies where boxes see libraries.
SHIPPED = tuple(
    os.path.realpath(os.path.join(os.path.dirname(__file__), "..", "..", "shipped", name))
    for name in ("testcases", "solutions")
)
OWN = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))  # the judge's package
CONFIGURED = ("java-", "python")  # Debian keeps what their packages read in /etc
NODE = "/etc/ssl/openssl.cnf"  # it ends where this is there and can't be read
BOX_BYTES, BOX_INODES = 64 << 20, 4096


def leave(*, users: bool) -> bool:
    """Move this process out of the host's namespaces. The caller forks: the child is pid 1 of a new pid namespace, and
    calls `enter`. Say whether the kernel counts the processes of its users apart from those outside.

    `users` is whether boxes get user ids of their own. Who can give them needs a user namespace only for want of
    CAP_SYS_ADMIN, and then takes all ids along. Raises OSError where the host forbids it.
    """
    admin = linux.held(linux.SYS_ADMIN)
    apart = users and admin
    if not apart:
        try:
            linux.enter_user_namespace(every_id=users)
            apart = True
        except linux.ForbiddenError:
            if not admin:
                raise
    rest = NEWNS | NEWPID | NEWNET | NEWIPC | NEWUTS | NEWCGROUP
    invoke("unshare", rest, step="make namespaces of mounts, processes and network")
    return apart


def enter(scratch: str, extra: Sequence[str], uid: int | None) -> int:
    """Make the jail the root of this process; a descriptor of its pid namespace, for `return_from_box`.

    `scratch` is an empty folder of the host that the new root is mounted on, `extra` what is to be seen beside the
    system and the interpreter, `uid` the user that boxes run as, None for this one. Raises OSError where the host
    forbids one of the steps.
    """
    own = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    with contextlib.suppress(PermissionError):  # podman's filter allows all of this but a name of our own
        invoke("sethostname", b"box", 3)
    _mount(None, "/", None, REC | PRIVATE)
    _build_root(scratch, extra, (os.getuid(), os.getgid()) if uid is None else (uid, uid))
    os.chdir(scratch)
    here, call = b".", PIVOT_ROOT[os.uname().machine]
    invoke("syscall", call, here, here, step="pivot_root")  # the old root comes to lie over the new one
    invoke("umount2", here, DETACH, step="unmount the old root")
    os.chdir("/")
    _mount(None, "/", None, REMOUNT | BIND | RDONLY | NOSUID | NODEV)
    return own


def add_home(name: str, size_bytes: int, inodes: int) -> None:
    """Mount a tmpfs of limited size for one submission, under /homes."""
    path = f"{HOMES}/{name}"
    os.mkdir(path)
    _mount("tmpfs", path, "tmpfs", NOSUID | NODEV, f"size={size_bytes},nr_inodes={inodes},mode=755")


def remove_home(name: str) -> None:
    """Forget a submission's folder."""
    invoke("umount2", f"{HOMES}/{name}".encode(), DETACH)
    os.rmdir(f"{HOMES}/{name}")


def unshare_for_box() -> None:
    """Make the next child of the caller pid 1 of a new pid namespace."""
    invoke("unshare", NEWPID)


def return_from_box(own_pid_namespace: int) -> None:
    """Undo `unshare_for_box` for the children after that one."""
    invoke("setns", own_pid_namespace, NEWPID)


def furnish(home: str, uid: int | None, *, prepare: bool, proc: bool) -> None:
    """Give pid 1 of a box, which calls this, mounts of its own, and only its own submission in sight. With `proc` it
    sees its own processes, which a JVM and a loader of libraries look up; else none."""
    invoke("unshare", NEWNS | NEWIPC)
    owner = "" if uid is None else f",uid={uid},gid={uid}"
    room = f"size={BOX_BYTES},nr_inodes={BOX_INODES},mode=700{owner}"
    _mount("tmpfs", BOX, "tmpfs", NOSUID | NODEV, room)
    _make_tmp(room)
    _bind(f"{home}/source", SUBMISSION, read_only=True)
    _bind(f"{home}/cache", CACHE, read_only=not prepare)
    _mount("tmpfs", HOMES, "tmpfs", RDONLY | NOSUID | NODEV, "size=4096,mode=0")
    if proc and _mount_proc("/proc"):
        return
    _mount("tmpfs", "/proc", "tmpfs", RDONLY | NOSUID | NODEV | NOEXEC, "size=4096,mode=755")


def _make_tmp(room: str) -> None:
    """Mount a /tmp that can be written, and into it, each as a mount of its own, what has lain there: a box could
    rename a mere folder above an interpreter, and lay another one in its place."""
    if os.path.islink(TMP) or os.path.ismount(TMP):
        return
    names = [f"{TMP}/{name}".encode() for name in os.listdir(TMP)]
    trees = [(name, invoke("syscall", OPEN_TREE, AT_FDCWD, name, TREE_CLONED)) for name in names]
    _mount("tmpfs", TMP, "tmpfs", NOSUID | NODEV, room)
    for name, fd in trees:
        os.mkdir(name)
        invoke("syscall", MOVE_MOUNT, fd, b"", AT_FDCWD, name, FROM_DESCRIPTOR, step=f"mount a folder in {TMP}")
        os.close(fd)


def _mount_proc(path: str) -> bool:
    """Show the processes of this pid namespace and nothing of the kernel; say whether the host allows it. A container
    with a masked /proc does not, and most programs run without."""
    try:
        _mount("proc", path, "proc", NOSUID | NODEV | NOEXEC, "subset=pid")
    except OSError:
        return False
    return True


def _build_root(scratch: str, extra: Sequence[str], ids: tuple[int, int]) -> None:
    """Open every source first: the mounts below may come to lie over it."""
    sources = [(path, os.open(path, os.O_PATH | os.O_CLOEXEC)) for path in visible_paths(extra)]
    links = [(path, os.readlink(path)) for path in SYSTEM if os.path.islink(path)]
    devices = [(name, os.open(f"/dev/{name}", os.O_PATH | os.O_CLOEXEC)) for name in DEVICES]
    _mount("tmpfs", scratch, "tmpfs", NOSUID | NODEV, "size=1m,mode=755")
    for path, target in links:
        os.symlink(target, scratch + path)
    for path, fd in sources:
        if os.path.isdir(path):
            os.makedirs(scratch + path, exist_ok=True)
        else:
            _touch(scratch + path)
        _mount(f"/proc/self/fd/{fd}", scratch + path, None, BIND | REC)
        _set_attributes(scratch + path, ATTR_RDONLY | ATTR_NOSUID | ATTR_NODEV)
        os.close(fd)
    for path, target in linked_paths().items():
        if not os.path.lexists(scratch + path):
            os.makedirs(os.path.dirname(scratch + path), exist_ok=True)
            os.symlink(target, scratch + path)
    for path in hidden_paths(extra):
        _mount("tmpfs", scratch + path, "tmpfs", RDONLY | NOSUID | NODEV | NOEXEC, "size=4096,mode=755")
    for folder in (BOX, SUBMISSION, CACHE, HOMES, "/dev", "/proc"):
        os.makedirs(scratch + folder, exist_ok=True)
    _mount_proc(f"{scratch}/proc")  # the kernel lets a box mount one only where one can be seen; each box covers it
    for name, fd in devices:
        _touch(f"{scratch}/dev/{name}")
        _mount(f"/proc/self/fd/{fd}", f"{scratch}/dev/{name}", None, BIND)
        os.close(fd)
    for name, target in DESCRIPTORS.items():
        os.symlink(f"/proc/self/{target}", f"{scratch}/dev/{name}")
    _mount("tmpfs", scratch + HOMES, "tmpfs", NOSUID | NODEV, "size=1m,mode=700")
    if not os.path.exists(scratch + TMP):  # what lies below /tmp has made it: then each box has one of its own
        os.symlink(BOX[1:], scratch + TMP)
    os.symlink(f"..{BOX}", f"{scratch}/dev/shm")
    with open(_touch(f"{scratch}/etc/passwd"), "w") as passwd:
        passwd.write(f"box:x:{ids[0]}:{ids[1]}::{BOX}:/bin/false\n")


def visible_paths(extra: Sequence[str] = ()) -> list[str]:
    """Return the system's folders that are no links, then the interpreter's, its packages' and the extra ones, outer
    ones before inner."""
    settings = [f"/etc/{name}" for name in os.listdir("/etc") if name.startswith(CONFIGURED)]
    paths = (*SYSTEM, *settings, os.path.realpath(NODE))
    visible = [path for path in paths if os.path.exists(path) and not os.path.islink(path)]
    for path in sorted(_own_paths(extra)):
        if not any(_within(path, outer) for outer in visible):
            visible.append(path)
    return visible


def hidden_paths(extra: Sequence[str] = ()) -> list[str]:
    """Return those of SHIPPED that are there and would be seen."""
    visible = visible_paths(extra)
    return [path for path in SHIPPED if os.path.isdir(path) and any(_within(path, outer) for outer in visible)]


def listed_paths(extra: Sequence[str] = ()) -> list[str]:
    """Return the visible paths around SHIPPED, and the checkout. Their folders have to be listed, as modules are found
    in them, where not all that is in them can be read."""
    around = [path for path in visible_paths(extra) if _around_one(path, SHIPPED)]
    return [*around, os.path.dirname(OWN)] if OWN in _own_paths(extra) else around


@cache
def forbidden_files() -> tuple[str, ...]:
    """Return files that no box may read, one of each kind: a box checks that before a submission runs in it."""
    found = (min(glob(f"{path}/*/*.*"), default="") for path in SHIPPED)
    return ("/etc/shadow", *filter(None, found))


@cache
def open_paths(extra: tuple[str, ...] = ()) -> list[str]:
    """Return the visible paths, for where there is no mount to lie over SHIPPED; and of a folder around it what is
    beside that."""
    hidden = hidden_paths(extra)
    waiting, found = visible_paths(extra), list[str]()
    while waiting:
        path = waiting.pop(0)
        if not _around_one(path, hidden):
            found.append(path)
        elif path not in hidden:  # what a link leads to has a rule of its own, or is not to be seen
            waiting += sorted(entry.path for entry in os.scandir(path) if not entry.is_symlink())
    return found


def linked_paths() -> dict[str, str]:
    """Return each link on the way to the interpreter and its packages, and where it really leads: a virtual environment
    names its interpreter as whoever made it did."""
    found: dict[str, str] = {}
    waiting = [path for path in _python_paths() if os.path.isabs(path) and ".." not in path.split("/")]
    while waiting:
        parts = waiting.pop().split("/")
        for end in range(2, len(parts) + 1):
            path = "/".join(parts[:end])
            if path not in found and os.path.islink(path):
                found[path] = os.path.realpath(path)
                waiting.append("/".join((found[path], *parts[end:])))
                break
    return found


def _own_paths(extra: Sequence[str]) -> set[str]:
    """Return where the interpreter, its packages and the extra folders really lie. Of a checkout it is the judge alone:
    what lies beside it, such as the store in .judge, is no submission's business."""
    found = {os.path.realpath(path) for path in {*_python_paths(), *extra}}
    return {OWN if _is_checkout(path) else path for path in found}


def _is_checkout(path: str) -> bool:
    return path == os.path.dirname(OWN) and os.path.isfile(f"{path}/pyproject.toml")


def _python_paths() -> set[str]:
    """Return the folders of the interpreter and of its packages, as they are named."""
    paths = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
    return paths | {path for path in sys.path if path and os.path.isdir(path)}


def _around_one(outer: str, paths: Sequence[str]) -> bool:
    """Say whether one of the paths is `outer`, or lies in it."""
    return any(_within(path, outer) for path in paths)


def _within(path: str, outer: str) -> bool:
    return path == outer or path.startswith(f"{outer}/")


def _bind(source: str, target: str, *, read_only: bool) -> None:
    _mount(source, target, None, BIND)
    if read_only:
        _mount(None, target, None, REMOUNT | BIND | RDONLY | NOSUID | NODEV)


def _set_attributes(path: str, attributes: int) -> None:
    """Set them for a mount and all below it; the old remount would leave the inner ones writable."""
    fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    request = struct.pack("=QQQQ", attributes, 0, 0, 0)
    flags = AT_EMPTY_PATH | AT_RECURSIVE
    invoke("syscall", MOUNT_SETATTR, fd, b"", flags, request, len(request), step=f"make {path} read-only")
    os.close(fd)


def _mount(source: str | None, target: str, kind: str | None, flags: int, data: str | None = None) -> None:
    texts = [text.encode() if text is not None else None for text in (source, target, kind)]
    options = data.encode() if data is not None else None
    invoke("mount", *texts, ctypes.c_ulong(flags), options, step=f"mount {kind or 'a folder'} on {target}")


def _touch(path: str) -> str:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o644))
    return path
