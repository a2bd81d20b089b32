"""`--svg FILE`: write what a command draws as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.errors import JudgeError

if TYPE_CHECKING:
    from judge.reports.picture.scene import Scene


def _drawable(_: click.Context, __: click.Parameter, path: Path | None) -> Path | None:
    """Refuse a name that is none of a picture: JudgeError E468."""
    if path is not None and path.suffix.lower() != ".svg" and not _is_device(path):
        message = f"{path} does not end in .svg, and is to hold a picture"
        raise JudgeError("E468", message, help="name a file such as board.svg")
    return path


to_svg = click.option(
    "--svg",
    type=click.Path(path_type=Path, dir_okay=False),
    callback=_drawable,
    metavar="FILE",
    help="Write the board as SVG, light and dark.",
)


def write_picture(path: Path, scene: Scene) -> str:
    """Write a picture, and return what to say. JudgeError E435 when it can't be written."""
    from judge.reports.export.atomic import write_whole
    from judge.reports.picture.chosen import file_sketch
    from judge.reports.picture.svg import svg_file

    write_whole(path, svg_file(scene, file_sketch(scene)))
    return f"written: {path}"


def _is_device(path: Path) -> bool:
    """Say whether it is there and no file, such as /dev/stdout."""
    try:
        return path.exists() and not path.is_file()
    except OSError:  # a name that is longer than any path
        return False
