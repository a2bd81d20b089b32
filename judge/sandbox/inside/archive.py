"""What is kept of a prepare phase, as one stream of bytes: the judge keeps it from run to run, and reads nothing of it.

A listing comes first, one line of JSON; the bytes of its files follow, in its order. Names come from a submission that
may be hostile, so they are looked at when a stream is unpacked: nothing is written outside the folder, over anything
that is there, or beyond the bounds of a home.
"""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Iterator
from typing import BinaryIO, Final

import msgspec

from judge.sandbox import protocol
from judge.sandbox.inside import kept

LISTING_BYTES: Final = 4 << 20
CHUNK: Final = 1 << 20
MOST_BYTES: Final = 32 << 20  # of all files: a zygote has some seconds to write them, also on a slow disk


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
            kept.hold_still(f"{home}/source")
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
    inside = [path for path in kept.everything(folder) if path != folder]
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
        if not all(map(_is_inside, names)) or len(names) > kept.ENTRIES:
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
    kept.hold_still(folder)


def _is_inside(name: str) -> bool:
    parts = name.split("/")
    return {"", ".", ".."}.isdisjoint(parts) and "\0" not in name and len(parts) <= kept.DEPTH + 1


def _chunks(stream: BinaryIO, size: int) -> Iterator[bytes]:
    """Yield so many bytes; ValueError where there are fewer."""
    while size:
        if not (chunk := stream.read(min(CHUNK, size))):
            raise ValueError("a file is shorter than its listing says")
        yield chunk
        size -= len(chunk)
