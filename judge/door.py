"""How a room hands out its names: a package lists them once, for readers and mypy, and loads each at its first use.

    if TYPE_CHECKING:
        from judge.scoring.ranking import boards, standings
    else:
        __getattr__ = door(__name__)

So a door costs nobody what only others need: `judge --help`, a run, the first process of a box. No name of a door may
be that of a file in its room, since an import of the file would hide it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module


def door(room: str) -> Callable[[str], object]:
    """Return the `__getattr__` of a package, which has every name that it imports from its own files; `__all__` too."""

    def load(name: str) -> object:
        homes = _homes(room)
        if name == "__all__":
            return sorted(homes)
        if name not in homes:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    return load


@cache
def _homes(room: str) -> Mapping[str, str]:
    import ast

    module = sys.modules[room]
    with open(str(module.__file__), "rb") as file:  # the first process of a box has no pathlib
        tree = ast.parse(file.read())
    imports = [(node.module or "", node) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    own = [
        (file, node.names) for file, node in imports if file.startswith(f"{module.__package__}.") and file != __name__
    ]
    return {alias.name: file for file, names in own for alias in names}
