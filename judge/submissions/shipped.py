"""The solutions that come with the judge, each named by its problem and its own name: lizards/champion; and the starter
of each puzzle, an honest small solution that runs at once, for its owner to make fast."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from judge.files import is_there
from judge.model import Problem
from judge.problems import SHIPPED_PACKAGES, puzzle_named
from judge.submissions.folder import SOLUTIONS, source_files

SHIPPED = Path(__file__).parents[1] / "shipped/solutions"  # in a checkout a link


def solution_path(word: str) -> Path:
    """Return the file or folder that a word names: a path, else a solution by name, else the word as a path.

    `lizards/champion` is a shipped solution, and `lizards` are all of that problem. A folder solutions/ that lies here
    is nearer than those that came with the judge.
    """
    path = Path(word)
    if path.is_absolute() or ".." in path.parts or is_there(path):
        return path
    for place in (SOLUTIONS, SHIPPED):
        for named in (place / path, place / f"{path}.py"):
            if path.name and is_there(named):
                return named
    return path


def solution_name(path: Path) -> str:
    """Return the name of a shipped solution, as lizards/champion; of any other path, its words."""
    with contextlib.suppress(ValueError):
        return str(path.relative_to(SHIPPED).with_suffix(""))
    return str(path)


def solutions_of(problem: Problem) -> list[Path]:
    """Return the solutions of a problem in the folder solutions/ that lies here; of a package that came with the
    judge, else those that came with it."""
    came_along = Path(problem.path).parent == SHIPPED_PACKAGES
    for place in (SOLUTIONS, SHIPPED) if came_along else (SOLUTIONS,):
        folder = place / problem.name
        if folder.is_dir() and (found := source_files(folder)):
            return found
    return []


def solution_names() -> Iterator[str]:
    """Yield the name of each shipped solution."""
    for path in sorted(SHIPPED.glob("*/*.py")):
        yield solution_name(path)


# --- a starter --------------------------------------------------------------------------------------------------------
def starter_text(puzzle: str, name: str, problem: str = "") -> str:
    """Return the starter of `puzzle` as it is in a file of this name."""
    return puzzle_named(puzzle).starter.replace("THIS_FILE", name).replace("THIS_PROBLEM", problem)
