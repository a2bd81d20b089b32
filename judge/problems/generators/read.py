"""Read `generators.toml`, what the cases of a package are made of, strictly.

    by_hand = ["sample/*"]
    [secret.forest]
    n = [8, 10]
    density = 0.2

An unknown key is an error, as a misspelt one would silently be the default. A family of many cases is counted before
any of it is made.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from judge.errors import JudgeError, Place, meant
from judge.problems.formats.toml_source import decoded, parsed, written_keys
from judge.problems.generators.family import Family, keys_of, read_family
from judge.problems.generators.keys import Recipes, ValueFault
from judge.problems.generators.recipe import Recipe
from judge.problems.inside import read_if_there, refuse_outside
from judge.problems.manifest import NAME, NAME_HELP, Manifest
from judge.problems.puzzles import named
from judge.problems.puzzles.general import GENERAL

FILE: Final = "generators.toml"
MOST_CASES: Final = 10_000
MOST_CELLS: Final = 2_000_000_000  # of all boards together: about a minute
_LARGEST: Final = 1 << 20  # bytes
_NO_BOARDS: Final = 'no recipe can make a case of puzzle = "general": it has no board'
_TEMPLATE: Final = "write a table for each case or family, such as [secret.forest], with n = 8 and density = 0.2"


class Generators(msgspec.Struct, frozen=True):
    """Holds a generators.toml, checked: every recipe has a name of its own, and its group is one of problem.toml."""

    file: str
    recipes: tuple[Recipe, ...]
    by_hand: tuple[str, ...] = ()  # group/name, or patterns of them


class _Source(msgspec.Struct, frozen=True):
    file: str
    text: str

    def wrong(self, message: str, path: tuple[str, ...] = (), repair: str = "", note: str = "") -> JudgeError:
        place = Place(self.file, line_of(self.text, *path))
        return JudgeError("E411", message, place, note, repair or "correct the value")


def read_generators(package: Path, manifest: Manifest) -> Generators:
    """Read `package`/generators.toml. Raises JudgeError E411 where there is none, it is wrong, or the puzzle has no
    board."""
    if manifest.puzzle == GENERAL.name:
        repair = "write each input.txt and answer.txt by hand, or with a script of your own"
        raise JudgeError("E411", _NO_BOARDS, Place(str(package / FILE)), "a recipe makes boards", repair)
    made = named(manifest.puzzle).recipes
    if made is None:
        message = f"the cases of {manifest.puzzle} have a form of their own, which no recipe makes"
        repair = "write each input.txt and answer.txt by hand, or with a script of your own"
        raise JudgeError(
            "E411", message, Place(str(package / FILE)), "a puzzle says what its recipes are: recipes=", repair
        )
    source = _Source(str(package / FILE), _text(package / FILE, package))
    top = parsed(source.text, "E411", source.file)
    by_hand = _by_hand(top.pop("by_hand", []), source)
    keys = keys_of(made, algorithm=named(manifest.puzzle).cases.names_algorithm)
    recipes: list[Recipe] = []
    for group, tables in top.items():
        _check_group(group, tables, manifest, source)
        for name, table in tables.items():
            family = _family((group, name), table, made, keys, source)
            _bound(len(recipes) + family.count, (group, name), source)
            recipes += family.recipes(group, name, manifest.algorithms, line_of(source.text, group, name))
    _check_whole(recipes, manifest, source)
    return Generators(source.file, tuple(recipes), by_hand)


def _text(file: Path, package: Path) -> str:
    refuse_outside(file, package)
    if (data := read_if_there(file, _LARGEST + 1)) is None:
        raise JudgeError("E411", f"there is no {FILE} in {package}", Place(str(file)), help=_TEMPLATE)
    if len(data) > _LARGEST:
        raise JudgeError("E411", f"{FILE} is larger than 1 MiB", Place(str(file)), help="make families of the cases")
    return decoded(data, "E411", str(file))


def _by_hand(value: Any, source: _Source) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        repair = 'write by_hand = ["sample/*"], above the first table'
        raise source.wrong("by_hand must be a list of cases, each group/name", ("by_hand",), repair)
    for one in value:
        if one.count("/") != 1:
            message = f"by_hand holds {one!r}, which is not group/name"
            raise source.wrong(message, ("by_hand",), "write sample/tiny, or sample/* for all of a group")
    return tuple(value)


def _check_group(group: str, tables: Any, manifest: Manifest, source: _Source) -> None:
    known = f"its groups are {', '.join(manifest.groups)}"
    if not isinstance(tables, dict):
        message = f"the key {group!r} is unknown above the first table{meant(group, ['by_hand'])}"
        raise source.wrong(message, (group,), _TEMPLATE, "by_hand is the only key there")
    if group not in manifest.groups:
        message = f"{group!r} is no group of problem.toml{meant(group, manifest.groups)}"
        raise source.wrong(message, (group,), f"add [groups.{group}] to problem.toml, or correct the name", known)
    for name, table in tables.items():
        if not isinstance(table, dict):
            message = f"{group}.{name} must be a table, but is {table!r:.40}"
            raise source.wrong(message, (group, name), f"put a name before it: [{group}.NAME]")


def _family(
    path: tuple[str, str], table: dict[str, Any], made: Recipes, keys: tuple[str, ...], source: _Source
) -> Family:
    head = f"[{'.'.join(path)}]"
    if strange := [key for key in table if key not in keys]:
        message = f"the key {strange[0]!r} of {head} is unknown{meant(strange[0], keys)}"
        raise source.wrong(message, (*path, strange[0]), "correct or delete the key", f"keys: {', '.join(keys)}")
    try:
        return read_family(table, made)
    except ValueFault as fault:
        raise source.wrong(f"{head}: {fault.what}", (*path, fault.key), fault.repair) from None


def _bound(cases: int, path: tuple[str, ...], source: _Source) -> None:
    if cases > MOST_CASES:
        message = f"these are {cases:,} cases or more, but a package has at most {MOST_CASES:,}"
        raise source.wrong(message, path, "write smaller numbers or shorter lists")


def _check_whole(recipes: list[Recipe], manifest: Manifest, source: _Source) -> None:
    """Refuse names that are none or are there twice, algorithms that the package has not, and far too many cells."""
    seen: dict[str, Recipe] = {}
    for recipe in recipes:
        place = Place(source.file, recipe.line)
        if not NAME.fullmatch(recipe.name):
            raise JudgeError("E411", f"{recipe.name!r:.80} can't be the name of a case", place, help=NAME_HELP)
        if recipe.path in seen:
            note = f"the other one is on line {seen[recipe.path].line}"
            repair = "give the tables other names, or the lists other values"
            raise JudgeError("E411", f"two recipes make the case {recipe.path}", place, note, repair)
        seen[recipe.path] = recipe
        if recipe.algorithm not in manifest.algorithms:
            message = f"the algorithm {recipe.algorithm} is none of problem.toml"
            raise JudgeError("E411", message, place, f"it has {', '.join(manifest.algorithms)}", "correct one of them")
    cells = sum(recipe.cells for recipe in recipes)
    if cells > MOST_CELLS:
        message = f"the boards have {cells:,} cells together, but {MOST_CELLS:,} are the most"
        raise source.wrong(message, (), "make fewer or smaller boards")


def line_of(text: str, *path: str) -> int:
    """Return the line of a key by its path, else of the nearest table around it that is found; 0 for the whole file."""
    found, best = 0, 0
    for number, named_there, _ in written_keys(text):
        shared = named_there[: len(path)]
        if len(shared) > best and path[: len(shared)] == shared:
            found, best = number, len(shared)
    return found
