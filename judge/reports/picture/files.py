"""Write a picture to a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from judge.reports.export.atomic import write_bytes, write_whole
from judge.reports.picture.chosen import file_sketch
from judge.reports.picture.png import png
from judge.reports.picture.svg import svg_file

if TYPE_CHECKING:
    from judge.reports.picture.scene import Scene


def write_svg(path: Path, scene: Scene) -> None:
    """Write it as SVG. JudgeError E435 when it can't be written."""
    write_whole(path, svg_file(scene, file_sketch(scene)))


def write_png(path: Path, scene: Scene) -> None:
    """Write it as PNG, light, as on paper. JudgeError E435 when it can't be written."""
    write_bytes(path, png(file_sketch(scene)))
