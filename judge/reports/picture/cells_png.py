"""An image of cells as an indexed PNG."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, Final

import numpy as np

from judge.reports.picture.looks import CELLS, colour

if TYPE_CHECKING:
    from judge.reports.picture.sketch import Cells

_BITS: Final = 2  # of a pixel
_EACH: Final = 8 // _BITS  # pixels of a byte
_INDEXED: Final = 3


def cells_png(cells: Cells) -> bytes:
    """Return the file: two bits a pixel, before it is packed."""
    rows, columns = cells.pixels.shape
    header = struct.pack(">IIBBBBB", columns, rows, _BITS, _INDEXED, 0, 0, 0)
    palette = bytes(part for name in CELLS for part in colour(name))
    parts = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", zlib.compress(_lines(cells), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*one) for one in parts)


def _lines(cells: Cells) -> bytes:
    """Return the rows of pixels, each behind a 0: it is not filtered."""
    rows, columns = cells.pixels.shape
    filled = np.pad(cells.pixels, ((0, 0), (0, -columns % _EACH))).reshape(rows, -1, _EACH)
    packed = np.bitwise_or.reduce(filled << np.arange(8 - _BITS, -1, -_BITS, dtype=np.uint8), axis=2)
    return np.pad(packed, ((0, 0), (1, 0))).tobytes()


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
