"""What `judge generate` and `judge hack` make of a row: keys by what a case holds, and a board of their values."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Any, Final

import msgspec
import numpy as np

from judge.errors import ValueFault
from judge.model import Instance
from judge.problems.constraints import CLOSED, PIECE, TREE, Cell, Quota
from judge.problems.generators.keys import (
    Key,
    Lists,
    Pieces,
    Values,
    cells,
    number,
    on_board,
    one_of,
    plain_word,
    share,
    total,
    total_word,
)
from judge.problems.generators.patterns import MAX_RANKED_N, NAMES, RANDOM, draw
from judge.problems.generators.regions import (
    GROWN,
    HIDDEN,
    MOST_GROWN,
    MOST_STARS,
    around,
    around_stars,
    grown,
    moved,
    moved_together,
)
from judge.problems.prove.search import every_cell, first_on
from judge.problems.row.case import free_fields, most_of, range_of
from judge.problems.row.words import Row, product
from judge.problems.rules import Rule
from judge.text import counted

_MOST_PLACED: Final = 60  # rows: on more, all straight lines take minutes
_WEIGHTS: Final = 1_000_000
_SIZE_HELP: Final = "write the size of the board, such as n = 8"
_DENSITY: Final = Key("density", share, lambda of_all, _: f"d{100 * of_all:g}", 0.0)
_PATTERN: Final = Key("pattern", one_of(NAMES), plain_word(), RANDOM)
_GROUPINGS: Final = 100  # of the pieces of an arrangement, that are tried
_NODES: Final = 5_000  # some seconds
_FLEET_HELP: Final = "write how many are seen: fleet = 10"


class Recipes:
    """The recipes of a puzzle: their keys, and how a board is made of their values, a seed and an algorithm."""

    def __init__(self, row: Row, rules: Sequence[Rule]) -> None:
        self._row, self._rules = row, rules
        self.keys = tuple(recipe_keys(row))

    def board(self, values: Values, seed: int, algorithm: Instance.Algorithm) -> Instance:
        """Return the board of these values. ValueFault where they make none."""
        row, rules = self._row, self._rules
        n, m = values["n"], values.get("m") or values["n"]
        grid = np.zeros((n, m), np.int8)
        if row.wooded:
            grid = draw(values["pattern"], (n, m), values["density"], seed)
            for r, c in values["trees"]:
                grid[r - 1, c - 1] = TREE
        if "tree" not in row.alphabet:
            grid = np.where(grid == TREE, np.int8(CLOSED), grid)
        known = {"n": n, "m": m}
        for name, key in field_keys(row).items():
            said, (low, high) = values[key], range_of(row, name)
            most = most_of(row, name, known) or _shared_out(row, name, known)
            usual = row.asked.of(known) if name in row.exact else most or min(max(low, n), high)
            known[name] = 1 if isinstance(said, Pieces) else n if said == "n" else usual if said is None else said
        known |= row.fixed(known)
        known |= {name: n for name in row.asked.names if name not in known}
        board = Instance(algorithm, n, _asked(row, known), grid)
        board = msgspec.structs.replace(board, layer=_layer(row, rules, {**values, **known}, board, seed))
        given = _given(row, rules, values, board, seed) if "piece" in row.states else []
        for r, c in given:
            grid[r, c] = PIECE
        counting = [name for table in row.tables if "piece" in table for name in product(table["lines"]).names]
        known |= dict.fromkeys(counting, len(given))
        return msgspec.structs.replace(board, pieces=_asked(row, known))

    def together(self, lists: Lists, written: frozenset[str]) -> None:
        """Raise ValueFault for cells that lie on no board, and for values that do not go together: of all values of a
        table, and the keys that are written there."""
        row = self._row
        columns = [m for m in lists.get("m", ()) if m]
        least, most = min(lists["n"]), max([*lists["n"], *columns])
        smallest = least, min(columns, default=least)
        if row.wooded:
            on_board(lists["trees"][0], "trees", "tree", smallest)
            if any(pattern != RANDOM for pattern in lists["pattern"]):
                if most > MAX_RANKED_N:
                    raise ValueFault("n", f"n is {most:,}, too large for a pattern", f"write at most {MAX_RANKED_N:,}")
                if "density" not in written:
                    what = "a pattern needs to know how many trees"
                    raise ValueFault("pattern", what, "write density = 0.25, or another share")
        if row.parted:
            moved_together(lists)
        if "given" in lists:
            on_board(lists["given"][0], "given", row.one, smallest)
            if {"given", "placed"} <= written:
                raise ValueFault("given", "pieces are given by hand and at random", "keep one of given and placed")


def recipe_keys(row: Row) -> Iterator[Key]:
    """Yield the keys of a table, in their order."""
    least, most = range_of(row, "n")
    yield Key("n", number(least, min(most, MOST_GROWN) if row.parted else most), plain_word(), needed=_SIZE_HELP)
    if "m" in row.fields:
        yield Key("m", number(*range_of(row, "m")), plain_word("x"))
    yield from (_DENSITY, _PATTERN) if row.wooded else ()
    for name, key in field_keys(row).items():
        low, high = range_of(row, name)
        high = min(high, MOST_STARS) if row.starred else high
        if name == row.total:
            yield Key(key, total(low, high), total_word(key[0]))
        else:
            yield Key(key, number(low, high), plain_word(key[0]), _usual(row, name))
    if row.wooded:
        yield Key("trees", cells, default=())
    if row.fleet:  # what is seen on several cells, and weighs them
        yield Key("fleet", number(*range_of(row, row.fleet.names[0])), plain_word("s"), needed=_FLEET_HELP)
    if "piece" in row.states:
        yield Key("placed", number(0, most), plain_word("p"), 0)
        yield Key("corner", number(1, most), plain_word("c"))
        yield Key("given", cells, default=())
    if row.hiding and not row.wooded:
        yield Key("pattern", one_of((HIDDEN, GROWN)), plain_word(), HIDDEN)
    if row.parted:
        yield Key("moved", number(0, MOST_GROWN**2), plain_word("m"), 0)
    if "weights" in row.layers:
        yield Key("weight", number(1, _WEIGHTS), plain_word("w"), 9)


def field_keys(row: Row) -> dict[str, str]:
    """Return the keys that say a field of a case, by these fields: its name, but `pieces` in cases of the homework's
    form, where each puzzle calls line 3 alike and may have one number alone."""
    names = [*free_fields(row), *([row.total] if row.names_algorithm and row.total in row.exact else [])]
    return {name: "pieces" if row.names_algorithm and name == row.total else name for name in names}


def _usual(row: Row, name: str) -> int | None:
    """Return what a field is where a recipe leaves it out: None for the most that hangs on the board, or as many as
    rows."""
    least, most = range_of(row, name)
    return max(least, min(1, most)) if len(row.asked.names) > 1 else None


def _shared_out(row: Row, name: str, known: dict[str, int]) -> int:
    """Return the number of pieces that all rows or columns make together, if this field says it; else 0."""
    made = (made.of(known) for _, made in row.sums if known.keys() >= {*made.names})
    return next(made, 0) if name == row.total else 0


def _asked(row: Row, known: dict[str, int]) -> int:
    """Return how many pieces a case asks for."""
    return known[row.total] if row.total else row.asked.of(known)


def _layer(row: Row, rules: Sequence[Rule], values: Values, board: Instance, seed: int) -> Any:
    n, m = board.shape
    if row.parted:
        dice = random.Random(seed)
        hidden = row.hiding and (row.wooded or values["pattern"] == HIDDEN)
        regions = _around(row, rules, values, board, dice) if hidden else grown(n, dice)
        return np.array(moved(regions, values["moved"], dice), np.int64)
    rng = np.random.default_rng(seed)
    if "weights" in row.layers:
        return rng.integers(0, values["weight"] + 1, (n, m))
    return _wander(rng, (n, m), values["fleet"], row.fleet.factor) if row.fleet else None


def _around(row: Row, rules: Sequence[Rule], values: Values, board: Instance, dice: random.Random) -> list[list[int]]:
    """Return regions around an arrangement; where none is found, at random."""
    n, size = board.n, product(dict(row.exact_shares)["region"]).of(values)
    if row.starred:
        return around_stars(n, size, dice)
    found = _arrangement([rule for rule in rules if rule.name != "region_alike"], board, dice)
    return (found and around(n, size, repeat(found, _GROUPINGS), dice)) or grown(n, dice)


def _arrangement(rules: Sequence[Rule], board: Instance, dice: random.Random) -> list[Cell] | None:
    """Return an arrangement at random: the search tries the cells in the order of weights, which ask for nothing."""
    weights = tuple(dice.randrange(1, 1000) for _ in range(board.grid.size))
    found = first_on(board, rules, _NODES, Quota(every_cell(board), 0, sum(weights), weights))
    return None if found is None else list(found)


def _wander(rng: np.random.Generator, shape: tuple[int, int], fleet: int, times: int) -> Any:
    """Return how often each cell is visited: each of a fleet is seen so often, and takes a random step or stays."""
    visits = np.zeros(shape, np.int64)
    for _ in range(fleet):
        place = rng.integers(0, shape, 2)
        for _ in range(times):
            visits[tuple(place)] += 1
            place = np.clip(place + rng.integers(-1, 2, 2), 0, np.array(shape) - 1)
    return visits


def _given(row: Row, rules: Sequence[Rule], values: Values, board: Instance, seed: int) -> list[Cell]:
    """Return the given cells: those by hand, or, in random order, each that breaks no rule with those before."""
    if values["given"] or not values["placed"]:
        return [(r - 1, c - 1) for r, c in values["given"]]
    wide = values["corner"] or board.n
    lines = [{at for at in range(side) if at < wide or at >= side - wide} for side in board.shape]
    free = [(int(r), int(c)) for r, c in np.argwhere(board.grid == 0) if r in lines[0] and c in lines[1]]
    dice = random.Random(seed)
    if len(rules) == 1 and (rides := dict(row.steps).get("ride")) and not (row.torus or (board.grid == TREE).any()):
        return _enough(_in_no_sight(free, values["placed"], rides, dice), values["placed"], seed)
    if board.n > _MOST_PLACED:
        what = f"pieces are placed at random on at most {_MOST_PLACED} rows"
        raise ValueFault("placed", what, "give them by hand: given = [[1, 2]]")
    through: dict[Cell, list[int]] = {}
    left: list[int] = []  # how many pieces each set of cells may still hold
    for quota in (quota for rule in rules for quota in rule.quotas(board)):
        for cell in quota.cells:
            through.setdefault(cell, []).append(len(left))
        left.append(quota.most)
    dice.shuffle(free)
    found: list[Cell] = []
    for cell in free:
        sets = through.get(cell, [])
        if len(found) < values["placed"] and all(left[number] for number in sets):
            found.append(cell)
            for number in sets:
                left[number] -= 1
    return _enough(found, values["placed"], seed)


def _in_no_sight(free: list[Cell], count: int, rides: Sequence[Cell], dice: random.Random) -> list[Cell]:
    """Go over the cells in random order, and take each that no piece before sees along a ride, until there are so many.

    Random boards are easy, as Gent, Jefferson and Nightingale found (JAIR 59, 2017). Of queens in the corners, the
    diagonals cross the middle, of which no row is given: about half of such boards can be completed where they cross
    half of it, and there the search is long.
    """
    dice.shuffle(free)
    seen: list[set[int]] = [set() for _ in rides]  # the lines of each direction that hold a piece
    found: list[Cell] = []
    for row, column in free:
        if len(found) == count:
            break
        lines = [row * right - column * down for down, right in rides]
        if any(line in held for line, held in zip(lines, seen, strict=True)):
            continue
        for line, held in zip(lines, seen, strict=True):
            held.add(line)
        found.append((row, column))
    return found


def _enough(found: list[Cell], wanted: int, seed: int) -> list[Cell]:
    if len(found) < wanted:
        message = f"with seed {seed} there is room for {counted(len(found), 'piece')}, and not for {wanted}"
        raise ValueFault("placed", message, "write a smaller number, or another seed")
    return found
