"""The options `--html` and `--svg`: what a command shows, written as a folder of pages or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from judge.cli.declaration import option
from judge.errors import JudgeError

if TYPE_CHECKING:
    from judge.model import RunRecord
    from judge.reports.picture.scene import Scene
    from judge.reports.terminal.console import PlainConsole


def check_folder_of(folder: Path | None) -> None:
    """Refuse a folder that can't be written to: JudgeError E435 or E475."""
    if folder is not None:
        from judge.reports.site.folder import check_folder

        check_folder(folder)


def _checked(context: click.Context, _: click.Parameter, folder: Path | None) -> Path | None:
    """Refuse it before anything is judged."""
    if not context.resilient_parsing:
        check_folder_of(folder)
    return folder


def write_pages(record: RunRecord, folder: Path, console: PlainConsole) -> None:
    """Write the pages of a run, and say where they are. Of nothing there are none."""
    from judge.reports.site.write import write_site
    from judge.reports.units import room
    from judge.text import counted

    if not record.judgements:
        console.print(f"{folder}: no report is written, as nothing was judged", soft_wrap=True)
        return
    site = write_site(record, folder)
    said = f"{site.index}: the report, {counted(site.pages, 'page')}, {room(site.size_bytes)}"
    console.print(said, soft_wrap=True)


def _drawable(_: click.Context, __: click.Parameter, path: Path | None) -> Path | None:
    """Refuse a name that is none of a picture: JudgeError E468."""
    if path is not None and path.suffix.lower() != ".svg" and not _is_device(path):
        message = f"{path} does not end in .svg, and is to hold a picture"
        raise JudgeError("E468", message, help="name a file such as board.svg")
    return path


def _is_device(path: Path) -> bool:
    """Say whether it is there and no file, such as /dev/stdout."""
    try:
        return path.exists() and not path.is_file()
    except OSError:  # a name that is longer than any path
        return False


def write_picture(path: Path, scene: Scene, console: PlainConsole) -> None:
    """Write a picture, and say so. JudgeError E435 when it can't be written."""
    from judge.reports.export.atomic import write_whole
    from judge.reports.picture.svg import svg_file

    write_whole(path, svg_file(scene))
    console.print(f"written: {path}", style="dim", markup=False, soft_wrap=True)


HtmlFolder = Annotated[
    Path | None, option("--html", "Write it as a folder of pages as well.", metavar="DIR", callback=_checked)
]
SvgFile = Annotated[
    Path | None,
    option(
        "--svg",
        "Write the board as SVG, light and dark.",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        callback=_drawable,
    ),
]
