"""The noun of a plot: axes, points and lines, in numbers. It knows no renderer."""

from __future__ import annotations

from typing import Literal

import msgspec


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
    """A whole plot. `summary` says in words what it shows, for who can't see it. Names are those of strangers: whoever
    draws it cleans them."""

    title: str
    x: Axis
    y: Axis
    series: tuple[Series, ...]
    marks: tuple[Mark, ...] = ()
    summary: str = ""
