"""The files beside the pages: the style, the script, and the library that draws plots, with its licence."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Final

from judge.reports.page.style import style
from judge.reports.picture.svg import STYLE
from judge.reports.plots.data import looks

FOLDER: Final = "assets"
_SHEETS: Final = ("report.css", "detail.css")
_STATIC: Final = ("chart.js", "chart.LICENSE.txt")


def assets() -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each file."""
    held = files("judge.reports.site") / "static"
    for name in _STATIC:
        yield f"{FOLDER}/{name}", (held / name).read_bytes()
    yield f"{FOLDER}/report.js", looks() + (held / "report.js").read_bytes()
    sheets = [(held / name).read_text("utf-8") for name in _SHEETS]
    yield f"{FOLDER}/report.css", style(STYLE, *sheets).encode()
