"""A user namespace of our own: capabilities hold in it, and nowhere else, over the ids that it takes along.

An ordinary user may take one id along, its own. Root of a container can take all; the kernel lets a process write that
which has stayed outside, as rights outside are asked for.
"""

from __future__ import annotations

import os
from typing import NoReturn

from judge.sandbox.inside import rights
from judge.sandbox.inside.syscall import invoke

NEWUSER = 0x10000000


class ForbiddenError(OSError):
    """The host lets this process make none; it is where it was."""


def enter(*, every_id: bool) -> None:
    """Move this process into a new one, with its own ids or with every id that is known here; ForbiddenError where the
    host forbids it, OSError where its ids can't be mapped: then this process is of no use any more."""
    if every_id:
        _enter_with_every_id()
        return
    uid, gid = os.geteuid(), os.getegid()
    _unshare()
    _write("setgroups", "deny")
    _write("uid_map", f"{uid} {uid} 1")
    _write("gid_map", f"{gid} {gid} 1")


def _enter_with_every_id() -> None:
    heard, told = os.pipe()
    writer = os.fork()
    if not writer:
        os.close(told)
        _write_from_outside(heard)
    os.close(heard)
    try:
        _unshare()
        os.write(told, b"g")
    finally:
        os.close(told)
        code = os.waitstatus_to_exitcode(os.waitpid(writer, 0)[1])
    if code:
        raise OSError(code, f"map all user ids: {os.strerror(code)}")


def _write_from_outside(heard: int) -> NoReturn:
    """Wait until the parent is in its namespace, and map for it what is known here; the exit status is an errno."""
    status = 0
    try:
        maps = ["".join(f"{inside} {inside} {size}\n" for inside, _, size in rights.known(path)) for path in rights.IDS]
        if os.read(heard, 1):
            for path, lines in zip(rights.IDS, maps, strict=True):
                with open(path.replace("self", str(os.getppid())), "w") as file:
                    file.write(lines)
    except OSError as error:
        status = error.errno or 1
    finally:
        os._exit(status)


def _unshare() -> None:
    try:
        invoke("unshare", NEWUSER, step="make a user namespace")
    except OSError as error:
        raise ForbiddenError(*error.args) from error


def _write(name: str, text: str) -> None:
    try:
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)
    except OSError as error:
        code = error.errno or 0
        raise OSError(code, f"map this user's id ({name}): {os.strerror(code)}") from error
