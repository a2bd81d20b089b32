"""A plot as a figure of matplotlib. Only drawn.py imports this, once matplotlib is known to be there."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from typing import Any

import msgspec
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, MaxNLocator, NullLocator

from judge.reports.page.style import COLOURS
from judge.reports.plots.palette import Style, style_of
from judge.reports.plots.plot import Axis, Dot, Mark, Plot, Series
from judge.reports.plots.texts import shown

DPI = 300  # of a PNG: what printing takes
BELOW = 8  # so many names of a legend stand below a plot, more at its right
LISTED = 40  # names in a legend
_PER_COLUMN = 20
_MARKERS = 24  # on a line of steps
_NAME, _LABEL, _TITLE, _IN_LINE = 80, 62, 160, 62  # characters
_WIDTH, _HEIGHT, _SQUARE = 6.4, 4.2, 5.7  # inches
_LETTER, _LINE, _EDGE = 0.075, 0.19, 0.08  # inches
_ROOM = 1.25  # by what a logarithmic axis is longer at either end, at least
_SHARE = 0.07  # of it, so that a label has room there
_INSET = 36  # points from the corner


class _Ink(msgspec.Struct, frozen=True):
    """The colours of what is no series."""

    page: str
    text: str
    soft: str
    line: str
    dark: bool

    def of(self, style: Style) -> str:
        """Return the colour of a series."""
        return style.dark if self.dark else style.light


def figure_of(plot: Plot, *, dark: bool) -> Figure:
    """Return the figure of a plot, light or dark."""
    page, text, soft, line = (COLOURS[name][dark] for name in ("page", "text", "soft", "line"))
    ink = _Ink(page, text, soft, line, dark)
    square = any(mark.kind == "equal" for mark in plot.marks)
    figure = Figure(figsize=_size(plot, square=square), dpi=DPI, layout="constrained", facecolor=ink.page)
    FigureCanvasAgg(figure)
    layout = figure.get_layout_engine()
    assert layout is not None
    layout.set(w_pad=_EDGE, h_pad=_EDGE)  # type: ignore[call-arg]
    axes = figure.add_subplot(facecolor=ink.page)
    _title(axes, plot, ink)
    ranges = _ranges(plot, same=square)
    _axis(axes, "x", plot.x, ranges[0])
    _axis(axes, "y", plot.y, ranges[1])
    if square:
        axes.set_aspect("equal")
    _frame(axes, plot, ink)
    for mark in plot.marks:
        _mark(axes, mark, ink, ranges)
    for series in plot.series:
        _series(axes, series, ink)
    _legend(figure, plot, ink)
    return figure


def _named(plot: Plot) -> list[Series]:
    """Return the series that a legend names: bars need none."""
    return [one for one in plot.series if one.name and one.line != "bars"]


def _columns(names: Sequence[str]) -> int:
    """Return in how many columns a legend is: below the plot as many as fit, at its right a few long ones."""
    if len(names) > BELOW:
        return math.ceil(min(len(names), LISTED + 1) / _PER_COLUMN)
    longest = max(map(len, names), default=1) * _LETTER + 0.6
    return max(1, min(len(names), int(_WIDTH / longest)))


def _size(plot: Plot, *, square: bool) -> tuple[float, float]:
    """Return width and height in inches, with room for the legend."""
    names = [shown(one.name, _NAME) for one in _named(plot)]
    height = _SQUARE if square else _HEIGHT
    if len(names) > BELOW:
        width = _columns(names) * (max(map(len, names)) * _LETTER + 0.6)
        return _WIDTH + width, max(height, _LINE * min(len(names), _PER_COLUMN) + 0.4)
    return _WIDTH, height + _LINE * math.ceil(len(names) / _columns(names))


def _title(axes: Axes, plot: Plot, ink: _Ink) -> None:
    title = textwrap.fill(shown(plot.title, _TITLE), _IN_LINE)  # matplotlib's own wrap would read $...$ as a formula
    axes.set_title(title, loc="left", color=ink.text, fontsize=11)
    for axis, put in ((plot.x, axes.set_xlabel), (plot.y, axes.set_ylabel)):
        label = shown(axis.label, _LABEL)
        put(f"{label} ({axis.unit})" if axis.unit else label, color=ink.text)


def _ranges(plot: Plot, *, same: bool) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return from where to where each axis goes; both alike where equal values are to lie on the diagonal."""
    dots = [dot for one in plot.series for dot in one.dots]
    xs = [dot.x for dot in dots] + [mark.at for mark in plot.marks if mark.kind == "x"]
    ys = [dot.y for dot in dots] + [mark.at for mark in plot.marks if mark.kind == "y"]
    if same:
        xs = ys = xs + ys
    return _range(plot.x, xs), _range(plot.y, ys)


def _range(axis: Axis, values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values, default=1.0), max(values, default=1.0)
    if axis.log:
        room = max(_ROOM, (high / low) ** _SHARE)
        return low / room, high * room
    if axis.names:
        return -0.6, len(axis.names) - 0.4
    return 0.0, high + max(0.05 * high, 0.5)


def _axis(axes: Axes, which: str, axis: Axis, range_: tuple[float, float]) -> None:
    it = axes.xaxis if which == "x" else axes.yaxis
    if axis.log:
        (axes.set_xscale if which == "x" else axes.set_yscale)("log")
        decades = math.log10(range_[1] / range_[0])
        it.set_major_locator(LogLocator(subs=(1.0,) if decades > 2.5 else (1.0, 2.0, 5.0), numticks=10))
        it.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        if decades <= 2.5:
            it.set_minor_locator(NullLocator())
    elif axis.names:
        it.set_major_locator(FixedLocator(range(len(axis.names))))
        names = [shown(name, _NAME) for name in axis.names]
        it.set_major_formatter(FuncFormatter(lambda value, _: names[round(value)] if 0 <= value < len(names) else ""))
        it.set_tick_params(rotation=45 if sum(map(len, names)) > 60 else 0)
    elif axis.whole:
        it.set_major_locator(MaxNLocator(integer=True))
    (axes.set_xlim if which == "x" else axes.set_ylim)(*range_)


def _frame(axes: Axes, plot: Plot, ink: _Ink) -> None:
    for side, spine in axes.spines.items():
        spine.set_color(ink.soft)
        spine.set_visible(side in ("left", "bottom"))
    axes.tick_params(which="both", color=ink.soft, labelcolor=ink.text)
    axes.grid(visible=True, axis="y" if plot.x.names else "both", color=ink.line, linewidth=0.6)
    axes.set_axisbelow(True)


def _mark(axes: Axes, mark: Mark, ink: _Ink, ranges: tuple[tuple[float, float], tuple[float, float]]) -> None:
    """Draw a line of reference. Its label is on the outer side, where there are no dots."""
    look: dict[str, Any] = {"color": ink.soft, "linewidth": 1.0, "linestyle": (0, (4, 3)), "zorder": 1.5}
    text: dict[str, Any] = {
        "color": ink.soft,
        "fontsize": 8,
        "textcoords": "offset points",
        "text": shown(mark.label, _LABEL),
    }
    (left, right), (bottom, top) = ranges
    inset = _INSET if ranges[0] == ranges[1] else 6  # such axes have lines of reference both ways, that labels keep off
    if mark.kind == "equal":
        axes.plot((left, right), (bottom, top), **{**look, "linestyle": "-"})
        middle = math.sqrt(left * right)
        axes.annotate(xy=(middle, middle), xytext=(-6, 6), rotation=45, ha="center", va="center", **text)
    elif mark.kind == "x":
        axes.axvline(mark.at, **look)
        first = _outer(mark.at, left, right)
        place: dict[str, Any] = (
            {"xytext": (-3, inset), "ha": "right"} if first else {"xytext": (3, inset), "ha": "left"}
        )
        axes.annotate(xy=(mark.at, bottom), va="bottom", rotation=90, **place, **text)
    else:
        axes.axhline(mark.at, **look)
        if _outer(mark.at, bottom, top):
            axes.annotate(xy=(right, mark.at), xytext=(-inset, -3), ha="right", va="top", **text)
        else:
            axes.annotate(xy=(left, mark.at), xytext=(inset, 3), ha="left", va="bottom", **text)


def _outer(at: float, low: float, high: float) -> bool:
    """Say whether a place is in the first half of a logarithmic axis."""
    return at * at < low * high


def _series(axes: Axes, series: Series, ink: _Ink) -> None:
    style = style_of(series.style)
    colour = ink.of(style)
    xs, ys = [dot.x for dot in series.dots], [dot.y for dot in series.dots]
    if not series.dots:  # a line of none would still claim a place in the layout
        return
    if series.line == "bars":
        axes.bar(xs, ys, color=colour, width=0.8)
        for x, y in zip(xs, ys, strict=True):
            axes.annotate(f"{y:g}", (x, y), xytext=(0, 2), textcoords="offset points", ha="center", color=ink.text)
        return
    if series.line != "none":
        joined = "steps-pre" if series.line == "steps" else "default"
        axes.plot(xs, ys, color=colour, linestyle=_dashes(style), linewidth=1.4, drawstyle=joined)
    if series.points:
        for dots, inside in ((_marked(series, want_open=False), colour), (_marked(series, want_open=True), "none")):
            look: dict[str, Any] = {"color": colour, "markerfacecolor": inside, "marker": style.marker, "markersize": 5}
            if dots:
                axes.plot([dot.x for dot in dots], [dot.y for dot in dots], linestyle="none", clip_on=False, **look)


def _marked(series: Series, *, want_open: bool) -> list[Dot]:
    """Return the dots that get a shape: on long steps only some of them, and the last one."""
    every = max(1, len(series.dots) // _MARKERS) if series.line == "steps" else 1
    last = len(series.dots) - 1
    return [dot for at, dot in enumerate(series.dots) if dot.open == want_open and (last - at) % every == 0]


def _dashes(style: Style) -> Any:
    return (0, style.dash) if style.dash else "-"


def _legend(figure: Figure, plot: Plot, ink: _Ink) -> None:
    """Name the series outside of the plot: below it, or at its right where they are many."""
    named = _named(plot)
    if not named:
        return
    names = [shown(one.name, _NAME) for one in named[:LISTED]]
    handles = [_handle(plot, one, ink) for one in named[:LISTED]]
    if len(named) > LISTED:
        names.append(f"and {len(named) - LISTED} more")
        handles.append(Line2D([], [], linestyle="none"))
    where = "outside right upper" if len(named) > BELOW else "outside lower center"
    look: dict[str, Any] = {"loc": where, "ncols": _columns(names), "frameon": False, "handlelength": 3, "fontsize": 9}
    legend = figure.legend(handles, ["."] * len(names), **look)
    for text, name in zip(legend.get_texts(), names, strict=True):  # a label that begins with _ would be left out
        text.set_text(name)
        text.set_color(ink.text)


def _handle(plot: Plot, series: Series, ink: _Ink) -> Line2D:
    """Return how a series looks in the legend; its line may be that of a series without a name behind it."""
    style = style_of(series.style)
    lined = any(one.style == series.style and one.line != "none" for one in plot.series)
    inside = "none" if series.dots and all(dot.open for dot in series.dots) else ink.of(style)
    look: dict[str, Any] = {"color": ink.of(style), "marker": style.marker, "markersize": 5, "markerfacecolor": inside}
    return Line2D([], [], linestyle=_dashes(style) if lined else "none", linewidth=1.4, **look)
