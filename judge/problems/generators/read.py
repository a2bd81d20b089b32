"""Read `generators.toml`, what the cases of a package are made of, strictly.

    by_hand = ["sample/*"]
    [secret.forest]
    n = [8, 10]
    density = 0.2

A table is a case, or a family of them, whose lists are combined with each other: only what differs is in their names.
An unknown key is an error, as a misspelt one would silently be the default. A family of many cases is counted before
any of it is made.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import cycle, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

import msgspec

from judge.errors import JudgeError, Place, ValueFault, meant
from judge.model import Instance
from judge.problems.generators.keys import Key, Pieces, Values, number, one_of, plain_word
from judge.problems.manifest import NAME, NAME_HELP, Manifest
from judge.problems.puzzles import GENERAL, puzzle_named
from judge.problems.safe_files import read_if_there, refuse_outside
from judge.toml_source import TomlSource

if TYPE_CHECKING:
    from judge.problems.row.recipes import Recipes

FILE: Final = "generators.toml"
MOST_CASES: Final = 10_000
MOST_CELLS: Final = 2_000_000_000  # of all boards together: about a minute
_MOST_SEED: Final = 2**63 - 1
_LARGEST: Final = 1 << 20  # bytes
_NO_BOARDS: Final = 'no recipe can make a case of puzzle = "general": it has no board'
_TEMPLATE: Final = "write a table for each case or family, such as [secret.forest], with n = 8 and density = 0.2"


class Recipe(msgspec.Struct, frozen=True):
    """How one case is made; `recipes` are those of its puzzle, which know what the values are."""

    group: str
    name: str
    algorithm: Instance.Algorithm
    recipes: Recipes
    values: Values
    seed: int = 0
    line: int = 0  # of generators.toml

    @property
    def path(self) -> str:
        return f"{self.group}/{self.name}"

    @property
    def n(self) -> int:
        """Return the number of rows."""
        return int(self.values["n"])

    @property
    def cells(self) -> int:
        """Return how many cells the board has."""
        return self.n * int(self.values.get("m") or self.n)

    @property
    def pieces(self) -> Pieces | None:
        """Return how many pieces are asked for, where that takes knowledge of the board."""
        return next((value for value in self.values.values() if isinstance(value, Pieces)), None)

    def board(self) -> Instance:
        """Return the case; where its pieces depend on the most that the board holds, with one. May raise ValueFault."""
        return self.recipes.board(self.values, self.seed, self.algorithm)


class Generators(msgspec.Struct, frozen=True):
    """Holds a generators.toml, checked: every recipe has a name of its own, and its group is one of problem.toml."""

    file: str
    recipes: tuple[Recipe, ...]
    by_hand: tuple[str, ...] = ()  # group/name, or patterns of them


def read_generators(package: Path, manifest: Manifest) -> Generators:
    """Read `package`/generators.toml. Raises JudgeError E411 where there is none, it is wrong, or the puzzle has no
    board."""
    if manifest.puzzle == GENERAL:
        repair = "write each input.txt and answer.txt by hand, or with a script of your own"
        raise JudgeError("E411", _NO_BOARDS, Place(str(package / FILE)), "a recipe makes boards", repair)
    source = _source(package / FILE, package)
    top = source.keys()
    by_hand = _by_hand(top.pop("by_hand", []), source)
    recipes: list[Recipe] = []
    for group, tables in top.items():
        _check_group(group, tables, manifest, source)
        for name, table in tables.items():
            family = _family((group, name), table, manifest, source)
            _bound(len(recipes) + family.count, (group, name), source)
            recipes += family.recipes(group, name, source.place(f"{group}.{name}", "").line)
    _check_whole(recipes, manifest, source)
    return Generators(source.file, tuple(recipes), by_hand)


def _source(file: Path, package: Path) -> TomlSource:
    refuse_outside(file, package)
    if (data := read_if_there(file, _LARGEST + 1)) is None:
        raise JudgeError("E411", f"there is no {FILE} in {package}", Place(str(file)), help=_TEMPLATE)
    if len(data) > _LARGEST:
        raise JudgeError("E411", f"{FILE} is larger than 1 MiB", Place(str(file)), help="make families of the cases")
    return TomlSource.of(data, str(file), "E411", _TEMPLATE)


def _by_hand(value: Any, source: TomlSource) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        repair = 'write by_hand = ["sample/*"], above the first table'
        raise source.refused("", "by_hand", "by_hand must be a list of cases, each group/name", repair)
    for one in value:
        if one.count("/") != 1:
            message = f"by_hand holds {one!r}, which is not group/name"
            raise source.refused("", "by_hand", message, "write sample/tiny, or sample/* for all of a group")
    return tuple(value)


def _check_group(group: str, tables: Any, manifest: Manifest, source: TomlSource) -> None:
    known = f"its groups are {', '.join(manifest.groups)}"
    if not isinstance(tables, dict):
        message = f"the key {group!r} is unknown above the first table{meant(group, ['by_hand'])}"
        raise source.refused("", group, message, _TEMPLATE, "by_hand is the only key there")
    if group not in manifest.groups:
        message = f"{group!r} is no group of problem.toml{meant(group, manifest.groups)}"
        raise source.refused("", group, message, f"add [groups.{group}] to problem.toml, or correct the name", known)
    for name, table in tables.items():
        if not isinstance(table, dict):
            if isinstance(table, list) and table and isinstance(table[0], dict):
                message = f"{group}.{name} must be one table, but two pairs of brackets make a list"
                raise source.refused(group, name, message, f"write [{group}.{name}]")
            message = f"{group}.{name} must be a table, but is {table!r:.40}"
            raise source.refused(group, name, message, f"put a name before it: [{group}.NAME]")


class Family(msgspec.Struct, frozen=True):
    """Holds a table: every combination of the values of its keys, and of the seeds, is a case.

    `lists` names the keys that hold a list: only what differs is in the names of the cases.
    """

    made: Recipes
    values: Mapping[str, tuple[Any, ...]]
    seeds: range
    algorithms: tuple[Instance.Algorithm, ...]  # which take turns
    lists: frozenset[str]

    @property
    def count(self) -> int:
        return math.prod(map(len, self.values.values())) * (self.seeds.stop - self.seeds.start)

    def recipes(self, group: str, name: str, line: int) -> list[Recipe]:
        """Return one recipe for each case, in order."""
        turn, found = cycle(self.algorithms), []
        listed = [key for key in self.made.keys if key.word and key.name in self.lists]
        for *chosen, seed in product(*self.values.values(), self.seeds):
            values = dict(zip(self.values, chosen, strict=True))
            words = [key.word(values[key.name], values) for key in listed if key.word]
            words += [f"s{seed}"] if "seed" in self.lists else []
            found.append(Recipe(group, "-".join([name, *words]), next(turn), self.made, values, seed, line))
        return found


def _family(path: tuple[str, str], table: dict[str, Any], manifest: Manifest, source: TomlSource) -> Family:
    name, made, keys = ".".join(path), puzzle_named(manifest.puzzle).recipes, keys_of(manifest.puzzle)
    if strange := [key for key in table if key not in keys]:
        message = f"the key {strange[0]!r} of [{name}] is unknown{meant(strange[0], keys)}"
        raise source.refused(name, strange[0], message, "correct or delete the key", f"keys: {', '.join(keys)}")
    try:
        return read_family(table, made, manifest.algorithms)
    except ValueFault as fault:
        key = fault.key if fault.key in table else ""
        raise source.refused(name, key, f"[{name}]: {fault.what}", fault.help) from None


def keys_of(puzzle: str) -> tuple[str, ...]:
    """Return the names of all keys of a table; `algorithm` is one where a case names it."""
    chosen = puzzle_named(puzzle)
    algorithm = ("algorithm",) if chosen.row.names_algorithm else ()
    return (*(key.name for key in chosen.recipes.keys), "seed", "count", *algorithm)


def read_family(table: dict[str, Any], made: Recipes, algorithms: tuple[Instance.Algorithm, ...]) -> Family:
    """Return what a table says, of which the keys are known; raises ValueFault. `algorithms` are those of a table
    without any."""
    for key in made.keys:
        if key.needed and key.name not in table:
            raise ValueFault("", f"the key '{key.name}' is missing", key.needed)
    seed = number(0, _MOST_SEED)("seed", table.get("seed", 0))
    count = number(1, 10**9)("count", table.get("count", 1))
    algorithm = Key("algorithm", one_of(get_args(Instance.Algorithm)), plain_word(), algorithms)
    lists = {name for name, value in table.items() if isinstance(value, list)}
    family = Family(
        made=made,
        values={key.name: _each(table, key) for key in made.keys},
        seeds=range(seed, seed + count),
        algorithms=algorithms if algorithm.name not in table else _each(table, algorithm),
        lists=frozenset(lists | ({"seed"} if "count" in table else set())),
    )
    made.together(family.values, frozenset(table))
    if family.seeds.stop > _MOST_SEED:
        raise ValueFault("count", "the last seed is too large", "write a smaller seed")
    return family


def _each(table: dict[str, Any], key: Key) -> tuple[Any, ...]:
    """Return all values of a key."""
    if key.name not in table:
        return (key.default,)
    value = table[key.name]
    values = value if key.word and isinstance(value, list) else [value]
    if not values:
        raise ValueFault(key.name, f"{key.name} is an empty list", "write at least one value")
    return tuple(map(key.read, values))


def _bound(cases: int, path: tuple[str, ...], source: TomlSource) -> None:
    if cases > MOST_CASES:
        message = f"these are {cases:,} cases or more, but a package has at most {MOST_CASES:,}"
        raise source.refused(".".join(path), "", message, "write smaller numbers or shorter lists")


def _check_whole(recipes: list[Recipe], manifest: Manifest, source: TomlSource) -> None:
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
        raise source.refused("", "", message, "make fewer or smaller boards")
