"""An image of cells as an indexed PNG."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from judge.reports.picture.looks import CELLS, colour

if TYPE_CHECKING:
    from PIL.Image import Image

    from judge.reports.picture.sketch import Cells


def cells_image(cells: Cells) -> Image:
    """Return the image with its palette."""
    from PIL import Image

    image = Image.fromarray(cells.pixels)
    image.putpalette([part for name in CELLS for part in colour(name)])
    return image


def cells_png(cells: Cells) -> bytes:
    """Return the file: two bits a pixel, before it is packed."""
    file = BytesIO()
    cells_image(cells).save(file, "PNG", bits=2, optimize=True)
    return file.getvalue()
