"""The noun of a plot: axes, points and lines, in numbers. It knows no renderer, so all of them show the same."""

from __future__ import annotations

from typing import Literal

import msgspec


class Axis(msgspec.Struct, frozen=True):
    """An axis: what it measures, its unit ("" for none), and whether it is logarithmic."""

    label: str
    unit: str = ""
    log: bool = False


class Dot(msgspec.Struct, frozen=True):
    """A point, with what it is called. `open` says that it is only a bound: a time-out needs longer than it had."""

    x: float
    y: float
    label: str = ""
    open: bool = False


class Series(msgspec.Struct, frozen=True):
    """Points that belong together, with a name for the legend. `line` joins them: steps for a cactus, straight ones for
    a law; `style` numbers its colour, shape and dashes, so that one submission looks the same in every plot."""

    name: str
    dots: tuple[Dot, ...]
    line: Literal["none", "steps", "straight"] = "none"
    points: bool = True
    style: int = 0


class Mark(msgspec.Struct, frozen=True):
    """A line of reference: where both are equal, or a limit."""

    kind: Literal["equal", "x", "y"]
    label: str
    at: float = 0.0


class Plot(msgspec.Struct, frozen=True):
    """A whole plot. `summary` says in words what it shows, for who can't see it."""

    title: str
    x: Axis
    y: Axis
    series: tuple[Series, ...]
    marks: tuple[Mark, ...] = ()
    summary: str = ""
