"""What a prepare phase leaves to the attempts after it: one file of kernels, or the program that a compiler made.

A submission's own code may have written there. So the tree is gone through once, when everything in its box is dead:
what is worth keeping is moved into a fresh folder that nobody but the judge can change. No link is followed; depth,
entries and bytes are bounded; the rest is left behind, to be removed. Nothing is read here.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import subprocess
from collections.abc import Iterator
from typing import Final

KERNEL_BYTES, PROGRAM_BYTES = 32 << 20, 128 << 20
ENTRIES, DEPTH = 8192, 32
LEFT: Final = "left"
# When these files were last read, for ever: no reading changes a time that lies ahead (relatime), so it leaves no mark.
READ_NS: Final = 2_114_380_800 * 10**9  # 2037; older file systems know no later year than 2038


def settle(home: str, kernels: str = "") -> str:
    """Make the cache of this home what is to be kept of it; the folder with the rest is returned. `kernels` is the
    file of a function; of a program everything is kept."""
    left, cache = f"{home}/{LEFT}", f"{home}/cache"
    os.rename(cache, left)
    try:
        os.mkdir(cache, 0o755)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        # It took the last inode of its home, where its size is bounded: whoever does keeps nothing.
        subprocess.run(["rm", "-rf", "--", left], check=False, stderr=subprocess.DEVNULL)
        os.mkdir(cache, 0o755)
    budget = KERNEL_BYTES if kernels else PROGRAM_BYTES
    for path, size in _one(left, kernels) if kernels else _files(left, cache):
        budget -= size
        if budget < 0:
            break
        with contextlib.suppress(OSError):  # in a folder that could not be made
            os.rename(left + path, cache + path)
            os.chown(cache + path, os.geteuid(), os.getegid())
            os.chmod(cache + path, 0o644 if kernels else 0o755)
    hold_still(cache)
    return left


def hand_over(folder: str, uid: int) -> None:
    """Let this user write in a settled folder again."""
    for path in everything(folder):
        os.chown(path, uid, uid, follow_symlinks=False)


def hold_still(folder: str) -> None:
    """Hide of these files and folders whether they are read from now on."""
    for path in everything(folder):
        facts = os.lstat(path)
        os.utime(path, ns=(READ_NS, facts.st_mtime_ns), follow_symlinks=False)


def everything(folder: str) -> list[str]:
    """Return this folder and all that is in it, without a recursion. Looking into a folder is reading it: all that
    comes first."""
    found = [folder]
    for path in found:
        if os.path.isdir(path) and not os.path.islink(path):
            with os.scandir(path) as entries:
                found += (entry.path for entry in entries)
    return found


def _one(tree: str, name: str) -> Iterator[tuple[str, int]]:
    """Yield this file, by path within the tree, and its length, if it is a plain file of one name."""
    with contextlib.suppress(OSError):
        facts = os.lstat(f"{tree}/{name}")
        if stat.S_ISREG(facts.st_mode) and facts.st_nlink == 1:
            yield f"/{name}", facts.st_size


def _files(tree: str, copy: str) -> Iterator[tuple[str, int]]:
    """Yield the plain files of a tree, by path within it, and their lengths; its folders are made in `copy` on the
    way."""
    waiting, looked = [("", 0)], 0
    while waiting:
        inside, depth = waiting.pop()
        # A folder may be closed to its owner, and a path too long.
        with contextlib.suppress(OSError), os.scandir(tree + inside) as entries:
            for entry in entries:
                looked += 1
                if looked > ENTRIES:
                    return
                path = f"{inside}/{entry.name}"
                if entry.is_file(follow_symlinks=False):
                    yield path, entry.stat(follow_symlinks=False).st_size
                elif entry.is_dir(follow_symlinks=False) and depth < DEPTH:
                    os.mkdir(copy + path, 0o755)
                    waiting.append((path, depth + 1))
