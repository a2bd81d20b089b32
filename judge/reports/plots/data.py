"""A plot as data for the JavaScript of a page."""

from __future__ import annotations

import math
from typing import Any

import msgspec
from markupsafe import Markup

from judge.reports.plots.palette import style_of
from judge.reports.plots.plot import Axis, Dot, Plot, Series
from judge.reports.sanitize import clean_line

# What ends a <script>, begins a comment or an entity in one, or ends a line of JavaScript.
_ESCAPED = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}


def as_json(plot: Plot) -> Markup:
    """Return a plot as JSON that may stand in a page as it is, in a <script type="application/json"> too."""
    text = msgspec.json.encode(as_data(plot)).decode()
    return Markup(text.translate(_ESCAPED))


def as_data(plot: Plot) -> dict[str, Any]:
    """Return a plot as what JSON has: names cleaned, numbers with 4 digits, each series with its style.

    A dot is [x, y], [x, y, label], or [x, y, label, 1] where it is open. A series without a name goes with the one
    before it, and what is false or empty is left out.
    """
    return _filled(
        {
            "title": clean_line(plot.title),
            "summary": clean_line(plot.summary, 10_000),
            "x": _axis(plot.x),
            "y": _axis(plot.y),
            "series": [_series(one) for one in plot.series],
            "marks": [{"kind": one.kind, "label": clean_line(one.label), "at": _number(one.at)} for one in plot.marks],
        }
    )


def _axis(axis: Axis) -> dict[str, Any]:
    names = [clean_line(name) for name in axis.names]
    label = {"label": clean_line(axis.label), "unit": clean_line(axis.unit)}
    return _filled({**label, "log": axis.log, "whole": axis.whole, "names": names})


def _series(series: Series) -> dict[str, Any]:
    style = style_of(series.style)
    looks = {"colour": [style.light, style.dark], "shape": style.shape, "turn": style.turn, "dash": list(style.dash)}
    return {
        "name": clean_line(series.name),
        "line": series.line,
        "points": series.points,
        "style": series.style,
        **looks,
        "dots": [_dot(dot) for dot in series.dots],
    }


def _dot(dot: Dot) -> list[Any]:
    found: list[Any] = [_number(dot.x), _number(dot.y)]
    if dot.label or dot.open:
        found.append(clean_line(dot.label))
    return [*found, 1] if dot.open else found


def _number(value: float) -> float | int | None:
    """Return 4 digits of a number, a whole one as it is; nothing for what JSON has no number for."""
    if not math.isfinite(value):
        return None
    return int(value) if value == int(value) and abs(value) < 1 << 53 else float(f"{value:.4g}")


def _filled(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value not in ("", False, [])}
