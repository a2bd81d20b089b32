"""Where a class lies, told from the folder of the store, so that both may move; `class.zip` unpacked is `class`."""

from __future__ import annotations

import os
from pathlib import Path

from judge.store import codec

_ALONE = ("", "web:")  # of which nobody knows where, and what was handed in on the web


def kept_place(place: str, folder: Path) -> str:
    """Return what the store in `folder` calls the class in this folder or zip."""
    if place in _ALONE:
        return place
    near = os.path.relpath(place, folder.resolve())
    return codec.plain(near[:-4] if near.lower().endswith(".zip") else near)


def shown_place(kept: str, folder: Path) -> str:
    """Return what a person calls the class, from the folder that the judge runs in."""
    return kept if kept in _ALONE else os.path.relpath(folder.resolve() / kept)
