"""What a prepare phase leaves to the attempts after it: one file of kernels, or the program that a compiler made.

A submission's own code may have written there. So the tree is gone through once, when everything in its box is dead:
what is worth keeping is moved into a fresh folder that nobody but the judge can change. No link is followed; depth,
entries and bytes are bounded; the rest is left behind, to be removed. Nothing is read here.

From run to run the judge keeps it as one stream of bytes, of which it reads nothing. A listing comes first, one line of
JSON; the bytes of its files follow, in its order. Names come from a submission that may be hostile, so they are looked
at when a stream is unpacked: nothing is written outside the folder, over anything that is there, or beyond the bounds
of a home.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import subprocess
from collections.abc import Iterator
from typing import BinaryIO, Final

import msgspec

from judge.sandbox import protocol

KERNEL_BYTES, PROGRAM_BYTES = 32 << 20, 128 << 20
ENTRIES, DEPTH = 8192, 32
LEFT: Final = "left"
HOME_BYTES, HOME_INODES = 128 << 20, 8192  # sources, compiled programs and kernels of one submission
LISTING_BYTES: Final = 4 << 20
CHUNK: Final = 1 << 20
MOST_BYTES: Final = 32 << 20  # of all files of a stream: a zygote has some seconds to write them, also on a slow disk
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


# --- from run to run ------------------------------------------------------------------------------------------------
class Listing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The folders of a stream, outer ones first, and its files with their lengths; of those that can be run which."""

    folders: tuple[str, ...]
    files: tuple[tuple[str, int], ...]
    programs: tuple[str, ...]


def move(home: str, fd: int, *, into: bool) -> bool:
    """Carry a cache out of its home or into it, and close the file; say whether all of it. Where that fails, the judge
    drops the copy; the home is as it was."""
    try:
        if into:
            _replace(fd, f"{home}/cache")
            hold_still(f"{home}/source")
        else:
            pack(f"{home}/cache", fd)
    except (OSError, ValueError):
        return False
    finally:
        os.close(fd)
    return True


def _replace(fd: int, cache: str) -> None:
    """Put what is unpacked in the place of an empty cache."""
    laid = f"{cache}.laid"
    os.mkdir(laid)
    os.chmod(laid, 0o755)
    try:
        unpack(fd, laid)
        os.rmdir(cache)
        os.rename(laid, cache)
    except BaseException:
        subprocess.run(["rm", "-rf", "--", laid], check=False, stderr=subprocess.DEVNULL)
        raise


def pack(folder: str, fd: int) -> None:
    """Write all that is in a settled folder into a file that is open; OSError where it can't be."""
    inside = [path for path in everything(folder) if path != folder]
    folders = [path for path in inside if os.path.isdir(path)]
    files = [(path, os.lstat(path)) for path in inside if path not in set(folders)]

    def named(path: str) -> str:
        return path.removeprefix(f"{folder}/")

    listing = Listing(
        tuple(map(named, folders)),
        tuple((named(path), facts.st_size) for path, facts in files),
        tuple(named(path) for path, facts in files if facts.st_mode & 0o100),
    )
    if sum(facts.st_size for _, facts in files) > MOST_BYTES:
        raise OSError(errno.EFBIG, "it is too much to be kept", folder)
    with open(fd, "wb", closefd=False) as stream:
        stream.write(protocol.to_line(listing))
        for path, facts in files:
            with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW), "rb") as source:
                for chunk in _chunks(source, facts.st_size):
                    stream.write(chunk)


def unpack(fd: int, folder: str) -> None:
    """Lay what `pack` has written into an empty folder; OSError or ValueError where it is something else."""
    with open(fd, "rb", closefd=False) as stream:
        listing = protocol.from_line(stream.readline(LISTING_BYTES), Listing)
        names = (*listing.folders, *(name for name, _ in listing.files))
        if not all(map(_is_inside, names)) or len(names) > ENTRIES:
            raise ValueError("a name leads out of the folder, or there are too many")
        sizes = [size for _, size in listing.files]
        if min(sizes, default=0) < 0 or sum(sizes) > MOST_BYTES:
            raise ValueError("it is more than is ever packed")
        for name in listing.folders:
            os.mkdir(f"{folder}/{name}")
            os.chmod(f"{folder}/{name}", 0o755)
        for name, size in listing.files:
            target = os.open(f"{folder}/{name}", os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW)
            with open(target, "wb") as file:
                for chunk in _chunks(stream, size):
                    file.write(chunk)
                os.fchmod(target, 0o755 if name in listing.programs else 0o644)
    hold_still(folder)


def _is_inside(name: str) -> bool:
    parts = name.split("/")
    return {"", ".", ".."}.isdisjoint(parts) and "\0" not in name and len(parts) <= DEPTH + 1


def _chunks(stream: BinaryIO, size: int) -> Iterator[bytes]:
    """Yield so many bytes; ValueError where there are fewer."""
    while size:
        if not (chunk := stream.read(min(CHUNK, size))):
            raise ValueError("a file is shorter than its listing says")
        yield chunk
        size -= len(chunk)
