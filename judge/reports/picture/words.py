"""A picture in words: its caption, and all that a screen reader says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.reports.picture.scene import CLOSED, FREE, GAP, LETTERS, PIECE, TREE
from judge.text import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge.reports.picture.scene import Cell, Grid, Scene


def caption(board: Grid, piece: str = "lizard") -> str:
    """Return the board in numbers: `1000 x 1000, 250,113 trees (25.0 %)`, and its pieces if it has any."""
    rows, columns = board.shape
    trees, pieces = int((board == TREE).sum()), int((board == PIECE).sum())
    parts = [f"{rows} x {columns}"]
    if trees:
        parts.append(f"{counted(trees, 'tree', ',d')} ({trees / board.size:.1%})".replace("%", " %"))
    if closed := int((board == CLOSED).sum()):
        parts.append(counted(closed, "closed cell", ",d"))
    if pieces:
        parts.append(counted(pieces, piece, ",d"))
    return ", ".join(parts)


def around(board: Grid) -> str:
    """Return the board of a case in numbers, without pieces, and how many of these are given: `, 2 of them given`."""
    given = int((board == PIECE).sum())
    return caption(board * (board != PIECE)) + (f", {given:,d} of them given" if given else "")


def title(scene: Scene) -> str:
    """Return the name of a picture, clean."""
    return f"Board of {caption(scene.board, scene.piece)}"


def in_words(scene: Scene) -> str:
    """Return what the picture shows: the size, what stands on it, the marked cells, and whether a line joins them."""
    names = [_name(scene, mark) for mark in scene.marks]
    told = [f"{name} {letter}" if len(names) > 1 else name for name, letter in zip(names, LETTERS, strict=False)]
    places = [f"{name} in row {row}, column {column}" for name, (row, column) in zip(told, scene.marks, strict=True)]
    said = [title(scene), *_weighed(scene), *_given(scene), *places]
    if scene.line:
        said.append("A line joins them")
    if not scene.whole:
        said.append(f"The picture shows {_ranges('row', scene.rows)} and {_ranges('column', scene.columns)}")
    return ". ".join(said) + "."


def _weighed(scene: Scene) -> list[str]:
    weights = scene.weights
    return [] if weights is None else [f"Each cell has a weight, from {weights.min():,d} to {weights.max():,d}"]


def _given(scene: Scene) -> list[str]:
    pieces = sum(scene.value(cell) == PIECE for cell in scene.given)
    return [f"{pieces:,d} of the pieces {'were' if pieces > 1 else 'was'} given"] if pieces else []


def _name(scene: Scene, cell: Cell) -> str:
    value = scene.value(cell)
    if value == PIECE:
        return ("given " if cell in scene.given else "") + scene.piece
    return {FREE: "free cell", TREE: "tree", CLOSED: "closed cell"}.get(value, f"cell of {value}")


def _ranges(noun: str, shown: Sequence[int]) -> str:
    numbers = [number for number in shown if number != GAP]
    return f"{noun}s {numbers[0]} to {numbers[-1]}" + (", not all of them" if GAP in shown else "")
