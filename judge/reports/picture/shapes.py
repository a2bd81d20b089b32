"""The shapes of a picture as elements of SVG, in units: a cell that is drawn as such is SIDE wide.

A kind is one of `looks.LOOKS`, which says how it looks. Many dots, trees or lines are one path, and none are nothing.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
import numpy as np

from judge.reports.page.html import Html, element
from judge.reports.picture.looks import CELLS, colour

SIDE: Final = 24  # units of a cell
Point = tuple[float, float]  # across, down
_TREE: Final = "l8 14 -6 0 0 5 -4 0 0 -5 -6 0z"  # its outline, from the top
_TOP: Final = 10  # of a tree, above its middle
_BITS: Final = 2  # of a pixel
_EACH: Final = 8 // _BITS  # pixels of a byte
_INDEXED: Final = 3


class Sketch(msgspec.Struct, frozen=True, eq=False):
    """A whole picture, `things` before the `ground`, which pictures of several answers to one board share. `scale` is
    how many pixels a unit has in a file."""

    width: float
    height: float
    ground: Html
    things: Html
    scale: float

    @property
    def view(self) -> str:
        """Return the units that are seen."""
        return f"0 0 {_n(self.width)} {_n(self.height)}"

    @property
    def pixels(self) -> tuple[int, int]:
        """Return the size of the picture as an image: across, down."""
        return max(1, round(self.width * self.scale)), max(1, round(self.height * self.scale))


def box(kind: str, at: Point, size: Point) -> Html:
    """Return a rectangle from its upper left corner on."""
    return element("rect", class_=kind, **_place(at, size))


def strokes(kind: str, lines: Iterable[Sequence[Point]]) -> Html:
    """Return lines that bend at their points; each has two or more."""
    return _path(kind, map(_line, lines))


def dots(kind: str, centres: Iterable[Point]) -> Html:
    """Return discs or squares, as the look says, around these points."""
    return _path(kind, (f"M{_at(centre)}h0" for centre in centres))


def trees(centres: Iterable[Point]) -> Html:
    """Return trees around these points."""
    return _path("tree", (f"M{_at((across, down - _TOP))}{_TREE}" for across, down in centres))


def ring(kind: str, centre: Point, radius: float) -> Html:
    """Return a circle that shows what is inside."""
    return element("circle", class_=kind, cx=_n(centre[0]), cy=_n(centre[1]), r=_n(radius))


def label(kind: str, text: str, at: Point) -> Html:
    """Return a text, whose middle is at this point across, and whose letters stand on it."""
    return element("text", text, class_=kind, x=_n(at[0]), y=_n(at[1]))


def image(pixels: Any, at: Point, size: Point) -> Html:
    """Return an image of cells: an array (rows, columns) of numbers of `looks.CELLS`, stretched over a box."""
    data = "data:image/png;base64," + base64.b64encode(png(pixels)).decode("ascii")
    return element("image", class_="cells", **_place(at, size), preserveAspectRatio="none", href=data)


def _path(kind: str, parts: Iterable[str]) -> Html:
    drawn = "".join(parts)
    return element("path", class_=kind, d=drawn) if drawn else Html()


def _line(line: Sequence[Point]) -> str:
    """Return a line; a long straight one along the board in few characters."""
    (across, down), *others = line
    if len(others) == 1 and others[0][0] == across:
        return f"M{_at(line[0])}v{_n(others[0][1] - down)}"
    if len(others) == 1 and others[0][1] == down:
        return f"M{_at(line[0])}h{_n(others[0][0] - across)}"
    return f"M{_at(line[0])}" + "".join(f"L{_at(point)}" for point in others)


def _place(at: Point, size: Point) -> dict[str, Any]:
    return dict(zip(("x", "y", "width", "height"), map(_n, (*at, *size)), strict=True))


def _at(point: Point) -> str:
    return f"{_n(point[0])} {_n(point[1])}"


def _n(number: float) -> str:
    """Return a number of units as short as it may be."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


# --- an image of cells as an indexed PNG -----------------------------------------------------------------------------
def png(pixels: Any) -> bytes:
    """Return the file: two bits a pixel, before it is packed."""
    rows, columns = pixels.shape
    header = struct.pack(">IIBBBBB", columns, rows, _BITS, _INDEXED, 0, 0, 0)
    palette = bytes(part for name in CELLS for part in colour(name))
    filled = np.pad(pixels, ((0, 0), (0, -columns % _EACH))).reshape(rows, -1, _EACH)
    packed = np.bitwise_or.reduce(filled << np.arange(8 - _BITS, -1, -_BITS, dtype=np.uint8), axis=2)
    lines = np.pad(packed, ((0, 0), (1, 0))).tobytes()  # each row behind a 0: it is not filtered
    parts = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", zlib.compress(lines)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*one) for one in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
