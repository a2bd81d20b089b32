"""How each kind of shape looks: its colours by their names in page/style.py, its lines, its letters. SVG makes CSS of
it."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from judge.reports.page.style import COLOURS

LIGHT, DARK = 0, 1


class Look(msgspec.Struct, frozen=True):
    """Colours by name, "" for none; `width` is that of the line, `font` the height of letters, in units. A dot is a
    line without a length: its ends are round or `square`."""

    fill: str = ""
    stroke: str = ""
    width: float = 0
    font: float = 0
    square: bool = False


# Signs of the longest weight on a board: height of its letters, so that a disc has room for it.
WEIGHTS: Final = {2: 11, 3: 9, 4: 7}
# What differs, differs in shape too: trees are trees, closed cells have bars, pieces are discs,
# given ones squares, marked ones have letters.
LOOKS: Final = {
    "paper": Look("page"),
    "floor": Look("cell", "line", 1),
    "grid": Look("", "line", 1),
    "gap": Look("page"),
    "tree": Look("tree"),
    "border": Look("", "text", 3),
    "closed": Look("", "text", 2),
    "piece": Look("", "text", 18),
    "given": Look("", "text", 17, square=True),
    "marked": Look("", "alarm", 22),
    "marked-given": Look("", "alarm", 21, square=True),
    "frame": Look("", "alarm", 3),
    "halo": Look("", "page", 7),
    "conflict": Look("", "alarm", 3),
    "rim": Look("", "page", 7),
    "ring": Look("", "alarm", 3),
    "tick": Look("", "soft", 1),
    "number": Look("soft", font=12),
    "fine": Look("soft", font=9),
    "loud": Look("alarm", font=12),
    "loud-fine": Look("alarm", font=9),
    "ink": Look("ink", font=14),
    "tag": Look("alarm", "page", 4, font=15),
    # Of a weight, by its signs: on its cell, on a cell with a line through it, on a piece, below the letter of a marked
    # one. On a piece it has the colour of the paper, so that the piece stays whole.
    **{f"weight{signs}": Look("text", font=font) for signs, font in WEIGHTS.items()},
    **{f"crossed{signs}": Look("text", "cell", 4, font) for signs, font in WEIGHTS.items()},
    **{f"borne{signs}": Look("page", font=font) for signs, font in WEIGHTS.items()},
    "named": Look("ink", font=10),
    "below": Look("ink", font=7),
}
# Of an image of cells: free, piece, tree, anything else. Each differs by 3 to 1 from what is beside it.
CELLS: Final = ("cell", "text", "forest", "alarm")
_IMAGE: Final = ".board .cells{image-rendering:pixelated}"
_IMAGE_IN_THE_DARK: Final = ".board .cells{filter:invert(1) hue-rotate(180deg)}"
_AT_NIGHT: Final = "@media screen and (prefers-color-scheme:dark)"


def colour(name: str) -> tuple[int, int, int]:
    """Return a colour of the light style as red, green and blue of 0 to 255."""
    text = COLOURS[name][LIGHT]
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def page_style() -> str:
    """Return the rules for pages, whose own style gives the colours."""
    shown = ".board{display:block;max-width:100%;height:auto}.board.shared{position:absolute}"
    return f"{shown}{_rules()}{_AT_NIGHT}{{{_IMAGE_IN_THE_DARK}}}"


def file_style() -> str:
    """Return the rules of a file that stands alone: with colours written out, as not every viewer knows variables."""
    night = f"{_coloured(_rules(), DARK)}{_IMAGE_IN_THE_DARK}"
    return f"{_coloured(_rules(), LIGHT)}{_AT_NIGHT}{{{night}}}"


def _rules() -> str:
    text = ".board text{text-anchor:middle;font-family:system-ui,sans-serif;font-weight:600}"
    return text + "".join(f".board .{kind}{{{_rule(look)}}}" for kind, look in LOOKS.items()) + _IMAGE


def _rule(look: Look) -> str:
    said = [f"fill:var(--{look.fill})" if look.fill else "fill:none"]
    if look.stroke:
        said.append(f"stroke:var(--{look.stroke});stroke-width:{look.width:g}")
        said.append("stroke-linecap:square" if look.square else "stroke-linecap:round;stroke-linejoin:round")
    if look.font:
        said.append(f"font-size:{look.font:g}px")
        said += ["paint-order:stroke"] if look.stroke else []
    return ";".join(said)


def _coloured(rules: str, mode: int) -> str:
    return re.sub(r"var\(--(\w+)\)", lambda found: COLOURS[found[1]][mode], rules)
