"""The file of kernels: a record of each, with its result as bytes.

It comes from a process in which a submission has run. It is opened in boxes of the same submission alone, after the
seal; nothing in it is believed but by them.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

FILE: Final = "kernels"
MOST_BYTES: Final = 32 << 20
MOST_RECORDS: Final = 4096
_FRAME: Final = struct.Struct("<III")  # the lengths of a record and of its result, which follow, and their checksum

Types = tuple[Any, ...]
Key = tuple[Types, Any]  # the types of the arguments, and that of the result where it was asked for
Place = tuple[Any, ...]  # of a kernel: how another process finds it


class Record(NamedTuple):
    """One kernel for some types. `late` is what `solve` has changed of its content, `why` why it can't be kept;
    `functions` are the kernels among its arguments and their methods; `root`: it may be called from Python. `needs` are
    the kernels that are compiled with it, each by its place among those of its contents, and for which arguments."""

    place: Place
    name: str
    key: Key
    functions: tuple[int, ...] = ()
    digest: str = ""
    late: str = ""
    why: str = ""
    root: bool = True
    symbol: str = ""
    trace: tuple[tuple[str, str], ...] = ()
    needs: tuple[tuple[int, Types], ...] = ()


def frame(head: bytes, payload: bytes) -> bytes:
    """Return a record with its result as they stand in a file."""
    return b"".join((_FRAME.pack(len(head), len(payload), _checksum(head, payload)), head, payload))


def frames(path: str) -> Iterator[tuple[bytes, bytes]]:
    """Yield the records of a file with their results, as bytes, up to the first that is cut off or damaged."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES)
    except OSError:
        return
    at = 0
    while at + _FRAME.size <= len(data):
        length, more, checksum = _FRAME.unpack_from(data, at)
        at += _FRAME.size
        head, payload = data[at : at + length], data[at + length : at + length + more]
        at += length + more
        if not head or at > len(data) or checksum != _checksum(head, payload):
            return
        yield head, payload


def _checksum(head: bytes, payload: bytes) -> int:
    return zlib.crc32(payload, zlib.crc32(head))
