"""The rules that puzzles share, as parts: each looks at one arrangement and returns a Finding, or None."""

from judge.problems.puzzles.rules.conflicts import (
    bishops_apart,
    knights_apart,
    none_in_line,
    none_touch,
    rooks_apart,
)
from judge.problems.puzzles.rules.shares import columns_alike, each_region, regions_alike, rows_alike

__all__ = [
    "bishops_apart",
    "columns_alike",
    "each_region",
    "knights_apart",
    "none_in_line",
    "none_touch",
    "regions_alike",
    "rooks_apart",
    "rows_alike",
]
