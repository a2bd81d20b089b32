"""Read one table of a generators.toml: a case, or a family of them, whose lists are combined with each other."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import cycle, product
from typing import Any, Final, get_args

import msgspec

from judge.errors import meant
from judge.model import Algorithm
from judge.problems.generators.keys import Key, Recipes, ValueFault, whole
from judge.problems.generators.recipe import Recipe

_MOST_SEED: Final = 2**63 - 1
_OF_ALL: Final = ("seed", "count")


class Family(msgspec.Struct, frozen=True):
    """Holds a table: every combination of the values of its keys, and of the seeds, is a case.

    `lists` names the keys that hold a list: only what differs is in the names of the cases.
    """

    made: Recipes
    values: Mapping[str, tuple[Any, ...]]
    seeds: range
    algorithms: tuple[Algorithm, ...]  # none: those of the package
    lists: frozenset[str]

    @property
    def count(self) -> int:
        return math.prod(map(len, self.values.values())) * (self.seeds.stop - self.seeds.start)

    def recipes(self, group: str, name: str, algorithms: Sequence[Algorithm], line: int) -> list[Recipe]:
        """Return one recipe for each case, in order; the algorithms take turns."""
        turn = cycle(self.algorithms or algorithms)
        found = []
        for *chosen, seed in product(*self.values.values(), self.seeds):
            values = dict(zip(self.values, chosen, strict=True))
            words = [
                key.word(values[key.name], values) for key in self.made.keys if key.word and key.name in self.lists
            ]
            words += [f"s{seed}"] if "seed" in self.lists else []
            whole_name = "-".join([name, *words])
            found.append(Recipe(group, whole_name, next(turn), self.made, values, seed, line))
        return found


def keys_of(made: Recipes, *, algorithm: bool) -> tuple[str, ...]:
    """Return the names of all keys of a table; `algorithm` is one where a case names it."""
    return (*(key.name for key in made.keys), *_OF_ALL, *(("algorithm",) if algorithm else ()))


def read_family(table: dict[str, Any], made: Recipes) -> Family:
    """Return what a table says; raises ValueFault. Its keys are known already."""
    for key in made.keys:
        if key.needed and key.name not in table:
            raise ValueFault("", f"the key '{key.name}' is missing", key.needed)
    seed = whole("seed", table.get("seed", 0), 0, _MOST_SEED)
    count = whole("count", table.get("count", 1), 1, 10**9)
    lists = {name for name, value in table.items() if isinstance(value, list)}
    family = Family(
        made=made,
        values={key.name: _each(table, key) for key in made.keys},
        seeds=range(seed, seed + count),
        algorithms=_algorithms(table["algorithm"]) if "algorithm" in table else (),
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
    return tuple(map(key.read, _listed(key.name, value))) if key.word else (key.read(value),)


def _listed(name: str, value: Any) -> list[Any]:
    values = value if isinstance(value, list) else [value]
    if not values:
        raise ValueFault(name, f"{name} is an empty list", "write at least one value")
    return values


def _algorithms(value: Any) -> tuple[Algorithm, ...]:
    return tuple(map(_algorithm, _listed("algorithm", value)))


def _algorithm(value: Any) -> Algorithm:
    names: dict[Any, Algorithm] = {name: name for name in get_args(Algorithm)}
    if not isinstance(value, str) or value not in names:
        what = f"algorithm is {value!r:.40}{meant(str(value), names)}"
        raise ValueFault("algorithm", what, f"write one of {', '.join(names)}, or a list of them, which take turns")
    return names[value]
