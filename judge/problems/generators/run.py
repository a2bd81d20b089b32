"""A whole run of `judge generate`: every recipe that is asked for, then the orphans, then the lock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec

from judge.errors import JudgeError, Place, meant
from judge.model.made import Made
from judge.problems.generators.lock import Lock, read_lock
from judge.problems.generators.make import Order, make
from judge.problems.generators.orphans import orphans, remove
from judge.problems.generators.read import Generators, read_generators
from judge.problems.generators.recipe import Recipe
from judge.problems.manifest import read_manifest


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
