"""The rules that puzzles share, as parts: each looks at one arrangement and returns a Finding, or None."""

from judge.problems.puzzles.rules.in_line import none_in_line
from judge.problems.puzzles.rules.leaps import knights_apart, none_touch
from judge.problems.puzzles.rules.lines import bishops_apart, rooks_apart
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
