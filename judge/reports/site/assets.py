"""The files beside the pages: the style, the script, and the library that draws plots, with its licence."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Final

from judge.model import Verdict
from judge.reports.page.style import style
from judge.reports.palette import LOOKS, MIDDLE, SIDE, Look
from judge.reports.picture.svg import STYLE
from judge.reports.plots.data import looks

FOLDER: Final = "assets"
_SHEETS: Final = ("report.css", "detail.css")
_REM: Final = 1.35  # the side of a verdict in report.css
_STATIC: Final = ("chart.js", "chart.LICENSE.txt")


def assets() -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each file."""
    held = files("judge.reports.site") / "static"
    for name in _STATIC:
        yield f"{FOLDER}/{name}", (held / name).read_bytes()
    yield f"{FOLDER}/report.js", looks() + (held / "report.js").read_bytes()
    sheets = [(held / name).read_text("utf-8") for name in _SHEETS]
    yield f"{FOLDER}/report.css", style(STYLE, *sheets, _verdicts()).encode()


def _verdicts() -> str:
    """Return the shape and colour of each verdict; that of a judge error is an outline, which report.css draws."""
    return "".join(
        f".{verdict} b{{background:var(--{verdict});{_shape(look)}}}"
        for verdict, look in LOOKS.items()
        if verdict is not Verdict.JE
    )


def _shape(look: Look) -> str:
    if not look.corners:
        return "border-radius:50%"
    corners = ",".join(f"{100 * x / SIDE:.4g}% {100 * y / SIDE:.4g}%" for x, y in look.corners)
    lower_rem = 2 * (look.baseline - MIDDLE) / SIDE * _REM  # padding moves the letter by half
    side = "top" if lower_rem > 0 else "bottom"
    return f"clip-path:polygon({corners});padding-{side}:{abs(lower_rem):.2g}rem"
