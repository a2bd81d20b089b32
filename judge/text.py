"""Words that any message needs: so many of a thing, and the first few of many names. Imports nothing of judge."""

from __future__ import annotations

from collections.abc import Sequence


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
