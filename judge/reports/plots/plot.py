"""A plot: what is drawn, in numbers and words; how its series are told apart; and the data for a page's script."""

from __future__ import annotations

import math
from typing import Any, ClassVar, Final, Literal

import msgspec
from markupsafe import Markup

from judge.text import clean_line


class Axis(msgspec.Struct, frozen=True):
    """An axis: what it measures, its unit ("" for none), and whether it is logarithmic. A `whole` one counts things,
    so it has whole numbers alone. With `names` it is no scale: they stand at 0, 1, 2 and so on."""

    label: str
    unit: str = ""
    log: bool = False
    whole: bool = False
    names: tuple[str, ...] = ()


class Dot(msgspec.Struct, frozen=True):
    """A point, with what it is called. `open` says that it is only a bound: a time-out needs longer than it had."""

    x: float
    y: float
    label: str = ""
    open: bool = False


class Series(msgspec.Struct, frozen=True):
    """Points that belong together, with a name for the legend; "" where that is said by the series before it.

    `line` joins them: steps for a cactus, straight ones for a law; bars stand on 0. Steps go up first, then right: the
    time to solve k cases holds from just after k - 1 on. `style` numbers its colour, shape and dashes (palette.py), so
    that one submission looks the same in every plot.
    """

    name: str
    dots: tuple[Dot, ...]
    line: Literal["none", "steps", "straight", "bars"] = "none"
    points: bool = True
    style: int = 0


class Mark(msgspec.Struct, frozen=True):
    """A line of reference across the plot, such as a limit."""

    label: str
    at: float


class Plot(msgspec.Struct, frozen=True):
    """A whole plot. `summary` says in words what it shows, for who can't see it, INSTEAD where it is not drawn. Names
    are those of strangers: whoever draws it cleans them."""

    INSTEAD: ClassVar = "The plot is drawn by a script. Its numbers are in the tables."
    title: str
    x: Axis
    y: Axis
    series: tuple[Series, ...]
    marks: tuple[Mark, ...] = ()
    summary: str = ""


# --- how series are told apart ----------------------------------------------------------------------------------------
# Each on a light page, and on a dark one.
COLOURS: Final = (
    ("#1144ee", "#6688ff"),  # blue
    ("#aa8800", "#ffcc00"),  # gold
    ("#008855", "#66ff99"),  # green
    ("#990000", "#dd5522"),  # vermilion
    ("#bb2299", "#aa5588"),  # pink
    ("#000000", "#ddffff"),  # neither
)
# Of Chart.js, and by how many degrees each is turned.
SHAPES: Final = (
    *(("circle", 0), ("rect", 0), ("triangle", 0), ("rectRot", 0)),
    *(("triangle", 180), ("triangle", 90), ("triangle", 270)),
)
# Strokes and gaps, in widths of a line.
DASHES: Final[tuple[tuple[int, ...], ...]] = ((), (5, 2), (1, 2), (6, 2, 1, 2), (9, 3))


# --- for a script -----------------------------------------------------------------------------------------------------
# What ends a <script>, begins a comment or an entity in one, or ends a line of JavaScript.
_LONGEST = 10_000  # characters of a text
_ESCAPED = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}


def as_json(plot: Plot) -> Markup:
    """Return a plot as JSON that may stand in a page as it is, in a <script type="application/json"> too."""
    text = msgspec.json.encode(as_data(plot)).decode()
    return Markup(text.translate(_ESCAPED))


def as_data(plot: Plot) -> dict[str, Any]:
    """Return a plot as what JSON has: names cleaned, numbers with 4 digits, times in ms.

    A series has a list of each: `x`, `y`, the `labels` of its dots, and the places of those that are `open`. `x` is
    left out where it is 1, 2, 3 and so on, and so is what is false or empty. A series without a name goes with the one
    before it.
    """
    return _filled(
        {
            "title": plot.title,
            "summary": plot.summary,
            "x": _axis(plot.x),
            "y": _axis(plot.y),
            "series": [_series(one, plot) for one in plot.series],
            "marks": [{"label": _clean(one.label), "at": _number(one.at, plot.y)} for one in plot.marks],
        }
    )


def looks() -> bytes:
    """Return a line of JavaScript: colours, shapes and dashes, from which a script takes those of a style's number."""
    made = {"colours": COLOURS, "shapes": SHAPES, "dashes": DASHES}
    return b"const LOOKS = " + msgspec.json.encode(made) + b";\n"


def _axis(axis: Axis) -> dict[str, Any]:
    return _filled({**msgspec.structs.asdict(axis), "names": [*axis.names]})


def _series(series: Series, plot: Plot) -> dict[str, Any]:
    dots = series.dots
    across = [_number(dot.x, plot.x) for dot in dots]
    labels = [dot.label for dot in dots]
    data = {
        "name": series.name,
        "line": "" if series.line == "none" else series.line,
        "bare": not series.points,
        "style": series.style or "",
        "x": [] if across == [*range(1, len(dots) + 1)] else across,
        "y": [_number(dot.y, plot.y) for dot in dots],
        "open": [at for at, dot in enumerate(dots) if dot.open],
        "labels": labels if any(labels) else [],
    }
    return _filled(data)


def _number(value: float, axis: Axis) -> float | int | None:
    """Return 4 digits of a number, a whole one as it is; nothing for what JSON has no number for."""
    value *= 1000 if axis.unit == "s" else 1
    if not math.isfinite(value):
        return None
    return int(value) if value == int(value) and abs(value) < 1 << 53 else float(f"{value:.4g}")


def _filled(data: dict[str, Any]) -> dict[str, Any]:
    return {key: _clean(value) for key, value in data.items() if value not in ("", False, [])}


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return clean_line(value, _LONGEST)
    return [*map(_clean, value)] if isinstance(value, list) else value
