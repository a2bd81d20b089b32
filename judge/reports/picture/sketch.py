"""The shapes that a picture is made of, in units: a cell that is drawn as such is SIDE wide."""

from __future__ import annotations

from typing import Any, Final

import msgspec

SIDE: Final = 24  # units of a cell
Point = tuple[float, float]  # across, down


class Shape(msgspec.Struct, frozen=True, eq=False):
    """Holds what all shapes have: a kind of `looks.LOOKS`, which says how it looks."""

    kind: str


class Box(Shape, frozen=True, eq=False):
    """A rectangle from its upper left corner on."""

    at: Point
    size: Point


class Strokes(Shape, frozen=True, eq=False):
    """Lines that bend at their points; each has two or more."""

    lines: tuple[tuple[Point, ...], ...]


class Dots(Shape, frozen=True, eq=False):
    """Discs or squares, as the look says, around these points."""

    centres: tuple[Point, ...]


class Trees(Shape, frozen=True, eq=False):
    """Trees around these points."""

    centres: tuple[Point, ...]


class Ring(Shape, frozen=True, eq=False):
    """A circle that shows what is inside."""

    centre: Point
    radius: float


class Label(Shape, frozen=True, eq=False):
    """A text, whose middle is at this point across, and whose letters stand on it."""

    text: str
    at: Point


class Cells(msgspec.Struct, frozen=True, eq=False):
    """An image of cells: an array (rows, columns) of numbers of `looks.CELLS`, stretched over a box."""

    pixels: Any
    at: Point
    size: Point


AnyShape = Box | Strokes | Dots | Trees | Ring | Label | Cells


class Sketch(msgspec.Struct, frozen=True, eq=False):
    """A whole picture from behind to the front. `scale` is how many pixels a unit has in a file."""

    width: float
    height: float
    ground: tuple[AnyShape, ...]  # what pictures of several answers to one board share
    things: tuple[AnyShape, ...]
    scale: float

    @property
    def pixels(self) -> tuple[int, int]:
        """Return the size of the picture as an image: across, down."""
        return max(1, round(self.width * self.scale)), max(1, round(self.height * self.scale))


def tree_outline(centre: Point) -> tuple[Point, ...]:
    """Return the corners of a tree, from its top."""
    across, down = centre
    steps = ((0, -10), (8, 4), (2, 4), (2, 9), (-2, 9), (-2, 4), (-8, 4))
    return tuple((across + right, down + below) for right, below in steps)
