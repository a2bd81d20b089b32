"""The language spoken between the judge and an attempt: frames of `kind`, length and payload.

Both sides import this file; neither believes the other's lengths. Integers are little-endian.
"""

from __future__ import annotations

import struct
from typing import Final

HEADER: Final = struct.Struct("<cQ")  # kind, length of the payload
CASE: Final = struct.Struct("<8sIQ")  # algorithm, n, pieces; n * n bytes of the grid follow
SHAPE: Final = struct.Struct("<QQ")  # rows and columns of an int8 array; its bytes follow
TEXT_LIMIT: Final = 16 << 10  # bytes of an exception's text
GO: Final = b"g"  # the first byte an attempt reads: it is under its limits now

# Progress of a prepare phase, then the ways any phase can end.
IMPORTED: Final = b"I"
COMPILING: Final = b"c"
COMPILED: Final = b"d"
WARMED: Final = b"W"  # solve came back from a warm-up board
WARM_UP_RAISED: Final = b"w"  # text: what it raised
READY: Final = b"R"
BROKEN: Final = b"E"  # text: why the submission can't be called
FAIL: Final = b"F"  # solve returned None
ARRAY: Final = b"A"  # SHAPE and bytes
COUNT: Final = b"N"  # decimal digits
STRANGE: Final = b"T"  # text: what solve returned instead of an answer
RAISED: Final = b"X"  # text: what solve raised


def pack_case(algorithm: str, n: int, pieces: int, grid: bytes) -> bytes:
    """A case as an attempt reads it: the fixed part, then the n * n cells."""
    return CASE.pack(algorithm.encode(), n, pieces) + grid
