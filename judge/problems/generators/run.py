"""A whole run of `judge generate`: every recipe that is asked for, then the orphans, then the lock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec

from judge.errors import JudgeError, Place, meant
from judge.model.package import Made
from judge.problems.atomic import PART
from judge.problems.generators.lock import Lock, read_lock
from judge.problems.generators.make import OF_THE_BOARD, Order, make
from judge.problems.generators.read import Generators, read_generators
from judge.problems.generators.recipe import Recipe
from judge.problems.manifest import read_manifest

_OURS = ("input.txt", *OF_THE_BOARD, PART)


class Wish(msgspec.Struct, frozen=True):
    """What is asked of `generate`. `check` writes nothing; `only` are names of cases, or patterns of them."""

    check: bool = False
    only: tuple[str, ...] = ()
    remove_orphans: bool = False
    seconds: float = 20.0


def generate(package: Path, wish: Wish) -> Iterator[Made]:
    """Yield each case as it is made, in the order of generators.toml, then orphans. Whoever stops in between loses
    nothing. Raises JudgeError E411 before the first one where the recipes are wrong, E421 and E422 for problem.toml."""
    manifest = read_manifest(package)
    generators = read_generators(package, manifest)
    order = Order(package, manifest.puzzle, generators.file, not wish.check, wish.seconds)
    return _made(order, wish, generators, _chosen(generators, wish.only), tuple(manifest.groups))


def _made(
    order: Order, wish: Wish, generators: Generators, recipes: Sequence[Recipe], groups: Sequence[str]
) -> Iterator[Made]:
    lock, used = read_lock(order.package), set[str]()
    try:
        for recipe in recipes:
            found = make(order, recipe, lock)
            used.add(found.board)
            yield found
        if not wish.only:
            for orphan in orphans(order.package, generators, groups):
                yield remove(order.package, orphan) if wish.remove_orphans and order.writes else orphan
            _forget(lock, generators, used)
    finally:
        if order.writes:
            lock.write(order.package)


def _chosen(generators: Generators, words: tuple[str, ...]) -> tuple[Recipe, ...]:
    """Return the recipes that these words name; JudgeError E433 for a word that names none."""
    for word in words:
        if not any(_named(recipe, word) for recipe in generators.recipes):
            message = f"no recipe makes a case {word!r}{meant(word, [one.name for one in generators.recipes])}"
            repair = "name a case, or a pattern such as 'forest-*'"
            raise JudgeError("E433", message, Place(generators.file), help=repair)
    return tuple(one for one in generators.recipes if not words or any(_named(one, word) for word in words))


def _named(recipe: Recipe, word: str) -> bool:
    return fnmatchcase(recipe.name, word) or fnmatchcase(recipe.path, word)


def _forget(lock: Lock, generators: Generators, used: set[str]) -> None:
    """Drop what no recipe needs any more."""
    paths = {recipe.path for recipe in generators.recipes}
    lock.cases = {case: digest for case, digest in lock.cases.items() if case in paths}
    lock.boards = {name: most for name, most in lock.boards.items() if name in used}


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
