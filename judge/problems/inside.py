"""Tell whether a path stays inside a folder: a package is a stranger's, and no link in it may lead elsewhere."""

from __future__ import annotations

from pathlib import Path


def lies_inside(path: Path, folder: Path) -> bool:
    """Say whether the true place of a path is in the folder; a link that leads to itself has none."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # RuntimeError: a loop of links, up to Python 3.12
        return False
