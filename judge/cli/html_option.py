"""The option `--html DIR` of what makes a report of a run: a folder of pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.cli.options import FILE

if TYPE_CHECKING:
    from judge.model import RunRecord
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


to_pages = click.option(
    "--html",
    "html_folder",
    type=FILE,
    metavar="DIR",
    callback=_checked,
    help="Write it as a folder of pages as well.",
)
