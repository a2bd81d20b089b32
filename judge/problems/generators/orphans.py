"""Find the cases that no recipe makes, and remove them where that is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from judge.errors import JudgeError, Place
from judge.model.made import Made
from judge.problems.generators.make import OF_THE_BOARD
from judge.problems.generators.read import Generators
from judge.problems.whole_file import PART

_OURS = ("input.txt", *OF_THE_BOARD, PART)


def orphans(package: Path, generators: Generators, groups: Iterable[str]) -> Iterator[Made]:
    """Yield each case of these groups that neither a recipe makes nor `by_hand` declares."""
    made = {recipe.path for recipe in generators.recipes}
    for case in _cases(package, groups):
        if case not in made and not any(fnmatchcase(case, pattern) for pattern in generators.by_hand):
            yield Made(case, "orphan", note="no recipe makes it: declare it in by_hand, or give --remove-orphans")


def remove(package: Path, orphan: Made) -> Made:
    """Remove the folder of a case. One that holds what is no file of a case stays, and that is said. So does what only
    a link leads to."""
    folder = package / orphan.case
    if folder.is_symlink() or folder.resolve() != package.resolve() / orphan.case:
        return Made(orphan.case, "orphan", note="it is not removed, as it is a link")
    if strange := [name for name in _names(folder) if name not in _OURS]:
        return Made(orphan.case, "orphan", note=f"it is not removed, as it holds {strange[0]}")
    try:
        for name in _OURS:
            (folder / name).unlink(missing_ok=True)
        folder.rmdir()
    except OSError as fault:
        raise JudgeError("E435", f"{folder} can't be removed: {fault.strerror}") from fault
    return Made(orphan.case, "removed")


def _cases(package: Path, groups: Iterable[str]) -> Iterator[str]:
    for group in groups:
        names = _names(package / group) if (package / group).is_dir() else []
        yield from (f"{group}/{name}" for name in names if not name.startswith("."))


def _names(folder: Path) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir())
    except OSError as fault:
        message = f"the folder can't be opened: {fault.strerror}"
        raise JudgeError("E435", message, Place(str(folder))) from fault
