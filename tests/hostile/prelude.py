"""What several hostile submissions share: which phase this is, and the file of kernels.

A submission is one file, so the stage puts all of this in the place of the line that imports it.
"""

import struct
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import FrameType


def _frame_of_the_judge() -> FrameType:
    frame: FrameType | None = sys._getframe()
    while frame is not None and not {"cache", "job"} <= set(frame.f_locals):
        frame = frame.f_back
    assert frame is not None, "this was not imported by an attempt"
    return frame


_JUDGE = _frame_of_the_judge()
CACHE = str(_JUDGE.f_locals["cache"])
FRESH = bool(_JUDGE.f_locals["job"].fresh)
ATTEMPT = {"prepare": False, "serve": True}[_JUDGE.f_code.co_name]
_HEAD = struct.Struct("<III")


def framed(record: bytes, payload: bytes = b"") -> bytes:
    """A record as a prepare phase writes it, with whatever in it."""
    return _HEAD.pack(len(record), len(payload), zlib.crc32(payload, zlib.crc32(record))) + record + payload


def records(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The records of a file of kernels."""
    while data:
        length, more, _ = _HEAD.unpack_from(data)
        at = _HEAD.size + length
        yield data[_HEAD.size : at], data[at : at + more]
        data = data[at + more :]


def leave(data: bytes) -> None:
    """Put a file in the place of that into which the prepare phase writes its records."""
    if not ATTEMPT:
        Path(CACHE, "forged").write_bytes(data)
        Path(CACHE, "forged").replace(f"{CACHE}/kernels")
