"""The language spoken between the judge and a box: frames of `kind`, length and payload.

Both sides import this file; neither believes the other's lengths. Integers are little-endian. An attempt writes into
the answer pipe, where anything may come; the first process of the box, which is ours, into the report pipe.
"""

from __future__ import annotations

import struct
from typing import Final

HEADER: Final = struct.Struct("<cQ")  # kind, length of the payload
CASE: Final = struct.Struct("<8sIQ")  # algorithm, n, pieces; n * n bytes of the grid follow
SHAPE: Final = struct.Struct("<QQ")  # rows and columns of an int8 array; its bytes follow
INPUT: Final = struct.Struct("<QQ")  # lengths of a program's input file and of its stdin; the bytes follow
STATUS: Final = struct.Struct("<iQQ")  # exit status, negative for a signal; ns that it computed and waited
TEXT_LIMIT: Final = 16 << 10  # bytes of an exception's text
DIGITS: Final = 400  # of a number of arrangements, more than any board has
NOT_STARTED: Final = 127  # exit status of a program that is not there, as in a shell
GO: Final = b"g"  # the first byte a box reads: it is under its limits now

# --- the answer pipe ---
SEALED: Final = b"S"  # nothing of the submission has run yet, and the box holds
UNSEALED: Final = b"U"  # text: which part of it does not
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

# --- the report pipe ---
EXITED: Final = b"Z"  # STATUS of the submission's first process
OUTPUT: Final = b"O"  # what it left as output.txt
NO_OUTPUT: Final = b"n"  # text: why output.txt can't be read
NOTHING: Final = b"-"  # text: there is no output.txt, but these other files, a line each


def pack(kind: bytes, payload: bytes = b"") -> bytes:
    """One frame, whole."""
    return HEADER.pack(kind, len(payload)) + payload


def pack_case(algorithm: str, n: int, pieces: int, grid: bytes) -> bytes:
    """A case as an attempt reads it: the fixed part, then the n * n cells."""
    return CASE.pack(algorithm.encode(), n, pieces) + grid
