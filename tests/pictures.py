"""The pictures of README.md, made of real runs: what a terminal shows as SVG whose words are text, and a page.

`JUDGE_TESTS_TELL=1 pytest -m nightly tests/test_pictures.py` writes them anew; they lie in .pictures/.
"""

from __future__ import annotations

import base64
import html
import io
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.terminal_theme import TerminalTheme

if TYPE_CHECKING:
    from playwright.sync_api import Page

_DARK = TerminalTheme(
    (30, 35, 43), (230, 233, 238),
    [(90, 98, 112), (255, 125, 107), (122, 209, 120), (240, 196, 90), (120, 180, 255), (220, 150, 245),
     (100, 210, 210), (230, 233, 238)],
    [(150, 158, 170)] * 8,
)  # fmt: skip
# As rich draws it, but it asks no other host for letters.
_TERMINAL = Path(__file__).with_name("terminal.svg").read_text(encoding="utf-8")


def terminal(command: str, shown: Iterable[RenderableType], width: int = 80) -> str:
    """Return what a command shows as the picture of a terminal, with the command above it."""
    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for one in shown:
        console.print(one, soft_wrap=True)
    return console.export_svg(title=command, theme=_DARK, code_format=_TERMINAL, unique_id="shown")


def page_picture(tab: Page, file: Path, said: str, size: tuple[int, int]) -> str:
    """Return the beginning of a page as SVG; `said` is read to who can't see it. The colours become 256."""
    from PIL import Image

    tab.set_viewport_size({"width": size[0], "height": size[1]})
    tab.goto(file.as_uri())
    tab.wait_for_selector("figure canvas")
    shot = (
        Image.open(io.BytesIO(tab.screenshot(animations="disabled")))
        .convert("RGB")
        .quantize(256, dither=Image.Dither.NONE)
    )
    held = io.BytesIO()
    shot.save(held, "PNG", optimize=True)
    data = base64.b64encode(held.getvalue()).decode()
    wide, high = size
    return (
        f'<svg role="img" viewBox="0 0 {wide} {high}" xmlns="http://www.w3.org/2000/svg">\n'
        f"<title>{html.escape(said)}</title>\n"
        f'<image width="{wide}" height="{high}" href="data:image/png;base64,{data}"/>\n</svg>\n'
    )


def pixels(picture: str) -> bytes:
    """Return the PNG that the picture of a page holds."""
    found = re.search(r'href="data:image/png;base64,([^"]+)"', picture)
    assert found
    return base64.b64decode(found[1])
