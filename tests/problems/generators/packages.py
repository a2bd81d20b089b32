"""Small packages for the tests of generators."""

from __future__ import annotations

from pathlib import Path

from tests.make import files as write

PROBLEM = """\
title = "Cup"
puzzle = "{puzzle}"
algorithms = ["BFS", "DFS"]
[groups.sample]
[groups.secret]
points = 10
"""


def package(folder: Path, generators: str, puzzle: str = "lizards") -> Path:
    """A package with these recipes and no case."""
    return write(folder, {"problem.toml": PROBLEM.format(puzzle=puzzle), "generators.toml": generators})


def files(folder: Path) -> dict[str, bytes]:
    """Every file of a package, by its path in it."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
