"""Read one table of a generators.toml: a case, or a family of them, whose lists are combined with each other."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from itertools import cycle, product
from typing import Any, Final, TypeVar, get_args

import msgspec

from judge.errors import meant
from judge.model import Algorithm
from judge.problems.formats.case import MAX_N
from judge.problems.generators.patterns import MAX_RANKED_N, NAMES, RANDOM
from judge.problems.generators.recipe import Pieces, Recipe

KEYS: Final = ("n", "density", "pattern", "pieces", "seed", "count", "trees", "algorithm")
_MOST_PIECES: Final = 10**18 - 1
_MOST_SEED: Final = 2**63 - 1
_PIECES_HELP: Final = 'write a number, "n", a share such as "80%", "max", "max+1" or "max-1"'
_T = TypeVar("_T")
Words = tuple[str, ...]


class ValueFault(Exception):  # noqa: N818 - a fault of a file, named as the other faults are
    """Says what is wrong with the value of a key, and how to correct it."""

    def __init__(self, key: str, what: str, repair: str) -> None:
        super().__init__(what)
        self.key, self.what, self.repair = key, what, repair


class Family(msgspec.Struct, frozen=True):
    """Holds a table: every combination of sizes, densities, patterns, pieces and seeds is a case.

    `lists` names the keys that hold a list: only what differs is in the names of the cases.
    """

    sizes: tuple[int, ...]
    densities: tuple[float, ...]
    patterns: Words
    pieces: tuple[Pieces | None, ...]  # None: as many as rows
    seeds: range
    trees: tuple[tuple[int, int], ...]
    algorithms: tuple[Algorithm, ...]  # none: those of the package
    lists: frozenset[str]

    @property
    def count(self) -> int:
        parts = (self.sizes, self.densities, self.patterns, self.pieces)
        return math.prod(map(len, parts)) * (self.seeds.stop - self.seeds.start)

    def recipes(self, group: str, name: str, algorithms: Sequence[Algorithm], line: int) -> list[Recipe]:
        """Return one recipe for each case, in order; the algorithms take turns."""
        turn = cycle(self.algorithms or algorithms)
        found = []
        for n, density, pattern, pieces, seed in product(
            self.sizes, self.densities, self.patterns, self.pieces, self.seeds
        ):
            many = pieces or Pieces("number", n)
            words = {"n": f"{n}", "density": f"d{100 * density:g}", "pattern": pattern}
            words |= {"pieces": _word(many), "seed": f"s{seed}"}
            whole = "-".join([name, *(word for key, word in words.items() if key in self.lists)])
            found.append(Recipe(group, whole, next(turn), n, many, pattern, density, seed, self.trees, line))
        return found


def read_family(table: dict[str, Any]) -> Family:
    """Return what a table says; raises ValueFault. Its keys are known already."""
    if "n" not in table:
        raise ValueFault("", "the key 'n' is missing", "write the size of the board, such as n = 8")
    seed = _whole("seed", table.get("seed", 0), 0, _MOST_SEED)
    count = _whole("count", table.get("count", 1), 1, 10**9)
    lists = {key for key in KEYS if isinstance(table.get(key), list)} | ({"seed"} if "count" in table else set())
    family = Family(
        sizes=_each(table, "n", None, _size),
        densities=_each(table, "density", 0.0, _density),
        patterns=_each(table, "pattern", RANDOM, _pattern),
        pieces=_each(table, "pieces", "n", _pieces),
        seeds=range(seed, seed + count),
        trees=_trees(table.get("trees", [])),
        algorithms=_each(table, "algorithm", [], _algorithm) if "algorithm" in table else (),
        lists=frozenset(lists),
    )
    _check_together(family, table)
    return family


def _each(table: dict[str, Any], key: str, default: Any, read: Callable[[Any], _T]) -> tuple[_T, ...]:
    value = table.get(key, default)
    values = value if isinstance(value, list) else [value]
    if not values:
        raise ValueFault(key, f"{key} is an empty list", "write at least one value")
    return tuple(read(one) for one in values)


def _whole(key: str, value: Any, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ValueFault(key, f"{key} is {value!r:.40}", f"write a whole number from {least} to {most:,}")
    return value


def _size(value: Any) -> int:
    return _whole("n", value, 1, MAX_N)


def _density(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueFault("density", f"density is {value!r:.40}", "write a number from 0 to 1: 0.25 is a quarter")
    return float(value)


def _pattern(value: Any) -> str:
    if value not in NAMES:
        known = f"write one of {', '.join(NAMES)}"
        raise ValueFault("pattern", f"pattern is {value!r:.40}{meant(str(value), NAMES)}", known)
    return str(value)


def _pieces(value: Any) -> Pieces | None:
    if value == "n":
        return None
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= _MOST_PIECES:
        return Pieces("number", value)
    text = value if isinstance(value, str) else ""
    if (share := re.fullmatch(r"([0-9]{1,3})%", text)) and 1 <= int(share[1]) <= 100:
        return Pieces("share", int(share[1]))
    if above := re.fullmatch(r"max([+-][0-9]{1,6})?", text):
        return Pieces("most", int(above[1] or 0))
    raise ValueFault("pieces", f"pieces is {value!r:.40}", _PIECES_HELP)


def _word(pieces: Pieces) -> str:
    """Return how a number of pieces is called in the name of a case."""
    if pieces.kind == "most":
        return f"{'over' if pieces.value > 0 else 'under'}{abs(pieces.value)}" if pieces.value else "max"
    return f"p{pieces.value}" + ("pc" if pieces.kind == "share" else "")


def _trees(value: Any) -> tuple[tuple[int, int], ...]:
    repair = "write pairs of row and column, from 1: trees = [[4, 5], [6, 6]]"
    if not isinstance(value, list):
        raise ValueFault("trees", f"trees is {value!r:.40}", repair)
    for tree in value:
        if not isinstance(tree, list) or len(tree) != 2 or any(type(one) is not int for one in tree):
            raise ValueFault("trees", f"trees holds {tree!r:.40}", repair)
    return tuple((row, column) for row, column in value)


def _algorithm(value: Any) -> Algorithm:
    names: dict[Any, Algorithm] = {name: name for name in get_args(Algorithm)}
    if not isinstance(value, str) or value not in names:
        what = f"algorithm is {value!r:.40}{meant(str(value), names)}"
        raise ValueFault("algorithm", what, f"write one of {', '.join(names)}, or a list of them, which take turns")
    return names[value]


def _check_together(family: Family, table: dict[str, Any]) -> None:
    least, most = min(family.sizes), max(family.sizes)
    if outside := [tree for tree in family.trees if not all(1 <= one <= least for one in tree)]:
        row, column = outside[0]
        what = f"the tree at row {row}, column {column} is not on the board"
        raise ValueFault("trees", what, f"write rows and columns from 1 to {least}")
    if any(pattern != RANDOM for pattern in family.patterns):
        if most > MAX_RANKED_N:
            raise ValueFault("n", f"n is {most:,}, too large for a pattern", f"write at most {MAX_RANKED_N:,}")
        if "density" not in table:
            raise ValueFault(
                "pattern", "a pattern needs to know how many trees", "write density = 0.25, or another share"
            )
    if family.seeds.stop > _MOST_SEED:
        raise ValueFault("count", "the last seed is too large", "write a smaller seed")
