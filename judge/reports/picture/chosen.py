"""Choose how a board is shown: cell by cell, as the part around its marks, or as an image of all cells."""

from __future__ import annotations

from typing import Final

from judge.reports.picture.overview import overview_sketch
from judge.reports.picture.scene import Scene
from judge.reports.picture.shapes import cell_sketch
from judge.reports.picture.sketch import Sketch

PAGE_ROOM: Final = 20  # rows and columns: a cell is then at least as large as a letter on a narrow screen
FILE_ROOM: Final = 64


def page_sketch(scene: Scene) -> tuple[Scene, Sketch]:
    """Return what a page shows of a scene: of a large one what is around its marks, without marks all of it."""
    if not scene.marks and _is_large(scene, PAGE_ROOM):
        return scene, overview_sketch(scene)
    shown = scene.within((PAGE_ROOM, PAGE_ROOM))
    return shown, cell_sketch(shown)


def file_sketch(scene: Scene) -> Sketch:
    """Return what a file shows: all rows and columns of the scene, whatever is marked."""
    return overview_sketch(scene) if _is_large(scene, FILE_ROOM) else cell_sketch(scene)


def _is_large(scene: Scene, room: int) -> bool:
    return max(len(scene.rows), len(scene.columns)) > room
