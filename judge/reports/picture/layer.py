"""What a case says of each cell beside, its region or its points, as a table of numbers: rows and columns numbered.

A table that does not fit shows its first rows and columns, and a line below says which these are. 0 is a dot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from judge.reports.picture.scene import Cell

    Layer = np.ndarray[Any, np.dtype[np.int64]]


def table(layer: Layer, width: int = 100, height: int = 40) -> str:
    """Write the layer from its first cell on, in at most `width` x `height` characters."""
    rows, columns = layer.shape
    fits = max(1, (width - len(str(rows))) // (_wide(layer) + 1))
    if rows < height and columns <= fits:
        return _lines(layer, (1, 1), (rows, columns))
    return part(layer, (1, 1), (max(1, height - 2), fits))


def part(layer: Layer, first: Cell, size: tuple[int, int]) -> str:
    """Write as many rows and columns as `size` says, from the cell `first` on, or as many as there are; below it, which
    these are."""
    shown = min(size[0], layer.shape[0] - first[0] + 1), min(size[1], layer.shape[1] - first[1] + 1)
    return f"{_lines(layer, first, shown)}\n{_ends(first, shown)}"


def _wide(layer: Layer) -> int:
    """Return how many characters the widest number has."""
    return max(len(str(layer.shape[1])), len(str(layer.max())), len(str(layer.min())))


def _lines(layer: Layer, first: Cell, size: tuple[int, int]) -> str:
    (row, column), (rows, columns) = first, size
    wide, gutter = _wide(layer), len(str(row + rows - 1))
    cells = layer[row - 1 :, column - 1 :][:rows, :columns].tolist()
    numbered = [(str(row + at), [str(value or ".") for value in line]) for at, line in enumerate(cells)]
    heads = [("", [str(column + at) for at in range(columns)])]
    return "\n".join(_line(name, words, gutter, wide) for name, words in [*heads, *numbered])


def _line(name: str, words: Sequence[str], gutter: int, wide: int) -> str:
    return " ".join([name.rjust(gutter), *(word.rjust(wide) for word in words)])


def _ends(first: Cell, size: tuple[int, int]) -> str:
    (row, column), (rows, columns) = first, size
    return f"rows {row}-{row + rows - 1}, columns {column}-{column + columns - 1}"
