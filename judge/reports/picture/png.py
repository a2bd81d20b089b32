"""Boards as PNG: the same shapes as in SVG, drawn large and made smaller, so that edges are smooth. The letters are
those of Pillow's own font, the same on every machine."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from judge.reports.picture.cells_png import cells_image
from judge.reports.picture.looks import colour
from judge.reports.picture.sketch import Box, Cells, Dots, Label, Ring, Sketch, Strokes, Trees, tree_outline

if TYPE_CHECKING:
    from PIL.Image import Image

    from judge.reports.picture.sketch import AnyShape, Point

_FINER: Final = 3  # times as large it is drawn
_MOST: Final = 5000  # pixels of a side that is drawn larger


def png(sketch: Sketch) -> bytes:
    """Return the picture as a file of `sketch.pixels`, light, as on paper."""
    from PIL import Image

    size = sketch.pixels
    finer = max(1, min(_FINER, _MOST // max(size)))
    image = Image.new("RGB", (size[0] * finer, size[1] * finer), colour("page"))
    pen = _Pen(image, sketch.scale, finer)
    for shape in (*sketch.ground, *sketch.things):
        pen.draw(shape)
    file = BytesIO()
    image.resize(size, Image.Resampling.BOX).save(file, "PNG")
    return file.getvalue()


class _Pen:
    """Draws shapes on an image."""

    def __init__(self, image: Image, scale: float, finer: int) -> None:
        from PIL import ImageDraw

        self._image, self._finer = image, finer
        self._scale = scale * finer  # pixels of a unit
        self._draw = ImageDraw.Draw(image)

    def draw(self, shape: AnyShape) -> None:
        """Draw one shape over what is there."""
        match shape:
            case Cells():
                self._cells(shape)
            case Box():
                self._box(shape)
            case Strokes():
                for line in shape.lines:
                    self._line(shape, line)
            case Dots():
                for centre in shape.centres:
                    self._dot(shape, centre)
            case Trees():
                for centre in shape.centres:
                    self._draw.polygon([self._point(corner) for corner in tree_outline(centre)], self._fill(shape))
            case Ring():
                self._ring(shape)
            case Label():
                self._label(shape)

    def _point(self, at: Point) -> Point:
        return at[0] * self._scale, at[1] * self._scale

    def _colour(self, name: str) -> Any:
        return colour(name) if name else None

    def _fill(self, shape: Any) -> Any:
        return self._colour(shape.look.fill)

    def _width(self, shape: Any) -> int:
        return max(1, round(float(shape.look.width) * self._scale))

    def _cells(self, shape: Cells) -> None:
        """Put an image where its pixels are whole ones of the file."""
        from PIL.Image import Resampling

        left, top = (round(part / self._finer) * self._finer for part in self._point(shape.at))
        size = [max(1, round(part / self._finer)) * self._finer for part in self._point(shape.size)]
        image = cells_image(shape)
        self._image.paste(image.resize((size[0], size[1]), Resampling.NEAREST).convert("RGB"), (left, top))

    def _box(self, shape: Box) -> None:
        (left, top), (wide, high) = self._point(shape.at), self._point(shape.size)
        half = shape.look.width * self._scale / 2 if shape.look.stroke else 0  # a line lies half outside
        corners = (left - half, top - half, left + wide + half, top + high + half)
        stroke = self._colour(shape.look.stroke)
        self._draw.rectangle(corners, self._fill(shape), stroke, self._width(shape) if stroke else 0)

    def _line(self, shape: Strokes, line: tuple[Point, ...]) -> None:
        points = [self._point(point) for point in line]
        width, stroke = self._width(shape), self._colour(shape.look.stroke)
        self._draw.line(points, stroke, width, joint="curve")
        if width > self._finer * 2:  # ends are round
            for across, down in (points[0], points[-1]):
                self._disc((across, down), width / 2, stroke)

    def _dot(self, shape: Dots, centre: Point) -> None:
        (across, down), radius = self._point(centre), shape.look.width * self._scale / 2
        stroke = self._colour(shape.look.stroke)
        if shape.look.square:
            self._draw.rectangle((across - radius, down - radius, across + radius, down + radius), stroke)
        else:
            self._disc((across, down), radius, stroke)

    def _disc(self, at: Point, radius: float, fill: Any) -> None:
        self._draw.ellipse((at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius), fill)

    def _ring(self, shape: Ring) -> None:
        across, down = self._point(shape.centre)
        width = self._width(shape)
        radius = shape.radius * self._scale + width / 2
        corners = (across - radius, down - radius, across + radius, down + radius)
        self._draw.ellipse(corners, None, self._colour(shape.look.stroke), width)

    def _label(self, shape: Label) -> None:
        from PIL import ImageFont

        look = shape.look
        rim = round(look.width * self._scale / 2) if look.stroke else 0
        self._draw.text(
            self._point(shape.at),
            shape.text,
            self._fill(shape),
            ImageFont.load_default(look.font * self._scale),
            anchor="ms",
            stroke_width=rim,
            stroke_fill=self._colour(look.stroke),
        )
