"""Words that any message needs: so many of a thing, the first few of many names, lengths of time, points. Imports
nothing of judge."""

from __future__ import annotations

from collections.abc import Sequence

_SPANS = ((86_400, "day"), (3600, "h"), (60, "min"), (1, "s"))


def counted(count: int, noun: str, shape: str = "d") -> str:
    """Return `1 run`, `3 spies`; with the shape `,d` it is `2,500 trees`."""
    return f"{count:{shape}} {noun if count == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Return the word for several."""
    return noun[:-1] + "ies" if noun.endswith("y") else noun + "s"


def listed(names: Sequence[str], most: int = 5, *, between: str = ", ") -> str:
    """Return the first names of many, such as `a, b and 3 more`."""
    rest = len(names) - most
    return between.join(names[:most]) + (f" and {rest:,} more" if rest > 0 else "")


def span(seconds: int) -> str:
    """Return a length of time in its two largest units: 2 days 3 h, 1 day 30 min, 45 min."""
    found, left = list[str](), seconds
    for unit_s, unit in _SPANS:
        count, left = divmod(left, unit_s)
        if count:
            found.append(f"{count} {'days' if unit == 'day' and count != 1 else unit}")
    return " ".join(found[:2]) or "0 s"


def points_of(value: float) -> str:
    """Return points with two decimals at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
