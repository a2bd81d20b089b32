"""A plot as data for the JavaScript of a page."""

from __future__ import annotations

import math
from typing import Any

import msgspec
from markupsafe import Markup

from judge.reports.plots.palette import COLOURS, DASHES, SHAPES
from judge.reports.plots.plot import Axis, Mark, Plot, Series
from judge.reports.sanitize import clean_line

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
            "marks": [_mark(one, plot) for one in plot.marks],
        }
    )


def looks() -> bytes:
    """Return a line of JavaScript: colours, shapes and dashes, from which a script takes those of a style's number."""
    made = {"colours": COLOURS, "shapes": SHAPES, "dashes": DASHES}
    return b"const LOOKS = " + msgspec.json.encode(made) + b";\n"


def _axis(axis: Axis) -> dict[str, Any]:
    label = {"label": axis.label, "unit": axis.unit}
    return _filled({**label, "log": axis.log, "whole": axis.whole, "names": [*axis.names]})


def _mark(mark: Mark, plot: Plot) -> dict[str, Any]:
    return {"label": _clean(mark.label), "at": _number(mark.at, plot.y)}


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
