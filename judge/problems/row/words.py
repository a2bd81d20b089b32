"""The words of a puzzle's row: what it says, and what its words stand for. `check.py` refuses what makes no puzzle.

[puzzle]
piece = "camel"
case = ["n camels", "cells"]
cells = { free = ".", tree = "#" }
mark = "C"
pieces = "camels"
apart = { leap = [1, 3] }
goal = "arrangement"
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from judge.problems.constraints import BACKWARDS, CLOSED, FAMILIES, PIECE, SLANTING, STRAIGHT, TREE, Cell

STATES: Final = {"free": 0, "piece": PIECE, "tree": TREE, "closed": CLOSED}
FAMILY: Final = {"free": "0", "tree": "2"}  # the cells of an input.txt of USC's CSCI-561, 2017
LAYERS: Final = ("cells", "regions", "weights")
MOST: Final = 1_000  # of a number of a case, where its range says nothing else
MAX_N: Final = 20_000  # rows: above that one board of 400 MB and one answer no longer fit a student's memory
MOST_NUMBER: Final = 10**18 - 1  # fits the 64-bit integer that a function is given
RIDERS: Final = {"queen": BACKWARDS, "rook": STRAIGHT, "bishop": SLANTING}
LEAPERS: Final = {"king": ((0, 1), (1, 1)), "knight": ((1, 2),), "camel": ((1, 3),), "zebra": ((2, 3),)}
OWN: Final = {family.WORD: name for name, family in FAMILIES.items() if hasattr(family, "WORD")}
PARTS: Final = ("row", "column", "diagonal", "region")
FIELD: Final = re.compile(r"[a-z][a-z_0-9]{0,30}")
NUMBERS: Final = re.compile(r"(\d{1,9})|(\d{1,9})\.\.(\d{1,9})?|(\d{1,9}) mod ([1-9]\d{0,8})|rest")

Counts = str | int
Bounds = Counts | tuple[Counts, Counts]
Step = dict[str, tuple[int, int]]


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """So many pieces at least and at most."""

    least: Counts = 0
    most: Counts | None = None


class Window(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """So many pieces in each window of neighbouring cells, rows by columns."""

    size: tuple[int, int]
    least: int = 0
    most: int | None = None


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Holds what one puzzle says, as it is written; `check` has refused what makes none."""

    piece: str | tuple[str, str]
    case: tuple[str | dict[str, Counts], ...]
    goal: Literal["arrangement", "most", "heaviest", "all", "count", "verify", "validator"]
    title: str = ""
    conflict: str = "attack each other"
    cells: dict[str, str] = {}
    mark: str = "1"
    range: dict[str, Bounds] = {}
    pieces: Counts = ""
    apart: str | Step | tuple[str | Step, ...] = ()
    in_line: int | None = None
    row: Counts | Share | None = None
    column: Counts | Share | None = None
    diagonal: Counts | Share | None = None
    region: Counts | Share | None = None
    window: Window | None = None
    torus: bool = False
    exists: dict[Literal["never", "always"], str] = {}
    construct: str = ""
    answer: str | tuple[str, str] = ""
    stdin: tuple[str | dict[str, Counts], ...] = ()
    names: dict[Literal["grid", "regions", "weights"], str] = {}

    @property
    def one(self) -> str:
        """Return what a piece is called."""
        return self.piece if isinstance(self.piece, str) else self.piece[0]

    @property
    def many(self) -> str:
        """Return what several pieces are called."""
        return f"{self.piece}s" if isinstance(self.piece, str) else self.piece[1]

    @property
    def fields(self) -> tuple[str, ...]:
        """Return the names of the numbers of a case, in order."""
        lines = (line for line in self.case if isinstance(line, str) and line not in LAYERS)
        return tuple(name for line in lines for name in line.split())

    @property
    def layers(self) -> tuple[str, ...]:
        """Return which of cells, regions and weights a case draws."""
        return tuple(line for line in self.case if isinstance(line, str) and line in LAYERS)

    @property
    def tables(self) -> tuple[dict[str, Counts], ...]:
        """Return the lines that add to the board one by one."""
        return tuple(line for line in self.case if isinstance(line, dict))

    @property
    def counting(self) -> tuple[str, ...]:
        """Return the fields that count lines."""
        return tuple(name for table in self.tables for name in product(table["lines"]).names)

    @property
    def amounts(self) -> frozenset[str]:
        """Return the fields that say how many pieces are placed, or stand in a part."""
        bounds = [bound for _, share in self.shares for bound in (share.least, share.most) if bound is not None]
        return frozenset((*self.asked.names, *(name for bound in bounds for name in product(bound).names)))

    @property
    def silent(self) -> frozenset[str]:
        """Return the fields that only count lines: `solve` is not given them."""
        return frozenset(self.counting) - self.amounts

    @property
    def names_algorithm(self) -> bool:
        """Say whether line 1 of a case names an algorithm, as in the homework: each line has a code of its own then."""
        return "algorithm" in self.fields

    @property
    def constraints(self) -> tuple[tuple[Any, ...], ...]:
        """Return what the rules ask, each as the name of its family and plain words, in the order in which a conflict
        is named."""
        found: list[tuple[Any, ...]] = [
            ("share", part, plain(share.least), None if share.most is None else plain(share.most), self.torus)
            for part, share in self.shares
        ]
        if self.window is not None:
            found.append(("window", self.window.size, self.window.least, self.window.most))
        found += [(kind, steps, self.torus) for kind, steps in self.steps]
        found += [("line", self.in_line)] if self.in_line else []
        return (*found, *((OWN[word], value) for word, value in self.own.items()))

    @property
    def own(self) -> dict[str, Any]:
        """Return the words of families that have one of their own, as far as they are said."""
        said = {word: getattr(self, word) for word in OWN}
        return {word: value for word, value in said.items() if value is not None}

    @property
    def alphabet(self) -> dict[str, str]:
        """Return the signs that are read. Several puzzles share the homework's cases: a tree is read there where none
        may stand, and `misfit` refuses it."""
        return FAMILY if self.names_algorithm and self.cells.items() <= FAMILY.items() else self.cells

    @property
    def total(self) -> str:
        """Return the field that holds the number of pieces itself, or must equal it; nothing where none does."""
        for name in self.fields:
            says = product(self.bounds[name][0]) if name in self.exact else Product(1, (name,))
            if says == self.asked and name not in ("n", "m"):
                return name
        return ""

    @property
    def drawn(self) -> tuple[str, ...]:
        """Return what a function is given of a board: grid, and regions or weights."""
        tables = [added(table) for table in self.tables]
        grid = "cells" in self.layers or any(what != "weight" for what in tables)
        layers = [name for name in ("regions", "weights") if name in self.layers or (name[:-1] in tables)]
        return (*(("grid",) if grid else ()), *layers)

    @property
    def parted(self) -> bool:
        """Say whether a case has regions."""
        return "regions" in self.layers

    @property
    def wooded(self) -> bool:
        """Say whether a recipe says which cells are not free."""
        return "cells" in self.layers and bool({"tree", "closed"} & self.alphabet.keys())

    @property
    def hiding(self) -> bool:
        """Say whether regions can be grown around an arrangement: each holds just so many of its pieces."""
        return self.parted and any(part == "region" for part, _ in self.exact_shares)

    @property
    def starred(self) -> bool:
        """Say whether each row, column and region of free cells holds so many pieces that don't touch: an arrangement
        can be hidden."""
        alike = self.row == self.column == self.region is not None
        return self.parted and not self.wooded and alike and self.apart == "king"

    @property
    def symmetric(self) -> bool:
        """Say whether a board that is turned or mirrored has the same arrangements, turned or mirrored as it is."""
        square = self.window is None or self.window.size[0] == self.window.size[1]
        oblong = "m" in self.fields and not self.amounts.isdisjoint(("n", "m"))  # as many pieces as one side is long
        return square and not oblong and self.share("row") == self.share("column") and not self.own

    @property
    def only_queens(self) -> bool:
        """Say whether the pieces are queens, of which nothing else is asked."""
        [(family, *words), *others] = self.constraints or [("",)]
        return family == "ride" and not others and set(words[0]) == set(BACKWARDS) and not self.torus

    @property
    def exact(self) -> tuple[str, ...]:
        """Return the fields that can hold one number alone."""
        return tuple(name for name, bounds in self.range.items() if not isinstance(bounds, tuple))

    def fixed(self, values: Mapping[str, int]) -> dict[str, int]:
        """Return such fields, as far as these values do not hold them, with the numbers that follow from the values."""
        return {name: product(self.bounds[name][0]).of(values) for name in self.exact if name not in values}

    @property
    def asked(self) -> Product:
        """Return how many pieces are placed; of as many as possible, at least one."""
        return product(self.pieces or 1)

    @property
    def states(self) -> tuple[str, ...]:
        """Return which states the cells of a case can have, free ones first."""
        added = [name for table in self.tables for name in table if name in STATES]
        return tuple(dict.fromkeys(["free", *(self.cells if "cells" in self.layers else ()), *added]))

    @property
    def written(self) -> str:
        """Return how an answer is written."""
        if isinstance(self.answer, tuple):
            return "word"
        return self.answer or {"all": "list", "count": "number"}.get(self.goal, "board")

    @property
    def steps(self) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
        """Return rides and leaps by kind, each with its steps back to cells that were read before, rides first."""
        several = self.apart if isinstance(self.apart, tuple) else (self.apart,)
        found: dict[str, list[Cell]] = {"ride": [], "leap": []}
        for one in several:
            if isinstance(one, dict):
                [(kind, step)] = one.items()
                found[kind] += images(step)
            elif one in RIDERS:
                found["ride"] += RIDERS[one]
            else:
                found["leap"] += [cell for step in LEAPERS[one] for cell in images(step)]
        return tuple((kind, tuple(dict.fromkeys(cells))) for kind, cells in found.items() if cells)

    @property
    def bounds(self) -> dict[str, tuple[Counts, Counts]]:
        """Return the least and the most of each field in `range`; those that may only be one number have it twice."""
        return {name: said if isinstance(said, tuple) else (said, said) for name, said in self.range.items()}

    @property
    def exact_shares(self) -> tuple[tuple[str, Counts], ...]:
        """Return the rows, columns or regions that hold just so many pieces each, so that these must add up."""
        parts = ("row", "column", "region") if self.pieces != "" else ()
        return tuple((part, one.least) for part, one in self.shares if part in parts and one.least == one.most)

    @property
    def sums(self) -> tuple[tuple[str, Product], ...]:
        """Return the rows or columns that hold just so many pieces each, and how many these make together."""
        lines = {"row": "n", "column": "m" if "m" in self.fields else "n"}
        each = [(part, product(least)) for part, least in self.exact_shares if part in lines]
        return tuple((part, Product(one.factor, (*one.names, lines[part]))) for part, one in each)

    @property
    def fleet(self) -> Product | None:
        """Return how many single lines a case has that weigh a cell each; None where it has no such lines."""
        return next((product(table["lines"]) for table in self.tables if "weight" in table), None)

    @property
    def shares(self) -> tuple[tuple[str, Share], ...]:
        """Return the parts of the board of which a row says how many pieces each holds, and how many."""
        said = ((part, self.share(part)) for part in PARTS)
        return tuple((part, share) for part, share in said if share is not None)

    @property
    def parts(self) -> tuple[tuple[str, Share | Window], ...]:
        """Return the same, and the windows, whose name is that of their word."""
        return (*self.shares, ("window", self.window)) if self.window else self.shares

    def theorem(self, n: int) -> bool | None:
        """Say whether there is an arrangement on an empty board of n rows, where `exists` does; it says nothing of
        boards with other cells."""
        if len(self.states) > 1:
            return None
        for key, answer in (("never", False), ("always", True)):
            if key in self.exists and lists(self.exists[key], n):
                return answer
        rest = [key for key, text in self.exists.items() if "rest" in text]
        return None if not rest else rest[0] == "always"

    def share(self, part: str) -> Share | None:
        """Return how many pieces each row, column, diagonal or region holds."""
        said: Counts | Share | None = getattr(self, part)
        return said if said is None or isinstance(said, Share) else Share(said, said)


if TYPE_CHECKING:
    Row = _Row
else:
    Row = msgspec.defstruct(
        "Row",
        [(word, FAMILIES[name].VALUE | None, None) for word, name in OWN.items()],
        bases=(_Row,),
        module=__name__,
        frozen=True,
        forbid_unknown_fields=True,
        omit_defaults=True,
    )


class Product(msgspec.Struct, frozen=True):
    """A number times fields of the case."""

    factor: int
    names: tuple[str, ...] = ()

    def of(self, values: Mapping[str, int]) -> int:
        """Return the number for these values."""
        return self.factor * math.prod(values[name] for name in self.names)

    def __str__(self) -> str:
        words = [str(self.factor)] * (self.factor != 1 or not self.names)
        return " ".join([*words, *self.names])


def own_words() -> str:
    """Return the lines of a table of the words of [puzzle] that families of rules have for themselves."""
    return "".join(f"| `{word}` | {FAMILIES[family].HELP} |\n" for word, family in OWN.items())


def added(table: dict[str, Counts]) -> str:
    """Return what each line of a table adds to the board: a state of a cell, or a weight."""
    return next(name for name in table if name != "lines")


def product(value: Counts) -> Product:
    """Return what `2`, `"n"` or `"2 n"` says. ValueError for other text."""
    if isinstance(value, int):
        return Product(value)
    words = value.split()
    factor = int(words.pop(0)) if words and words[0].isdigit() else 1
    if not all(map(FIELD.fullmatch, words)) or not value.strip():
        raise ValueError(f"{value!r} is no number and no field")
    return Product(factor, tuple(words))


def plain(value: Counts) -> tuple[int, tuple[str, ...]]:
    """Return what is said as the constraints know it: a number and the names of fields."""
    found = product(value)
    return found.factor, found.names


def lists(text: str, n: int) -> bool:
    """Say whether a list of numbers such as `2, 3, 8.., 1 mod 6` holds n; `rest` holds none by itself."""
    for part in text.split(","):
        found = NUMBERS.fullmatch(part.strip())
        assert found, "the list was checked"
        one, first, last, left, cycle = found.groups()
        if (
            (one and n == int(one))
            or (first and int(first) <= n <= int(last or n))
            or (cycle and n % int(cycle) == int(left) % int(cycle))
        ):
            return True
    return False


def images(step: tuple[int, int]) -> tuple[Cell, ...]:
    """Return the images of a step that lead back to cells read before: nearer rows first, then from left to right."""
    turned = {(a * i, b * j) for a, b in (step, step[::-1]) for i in (1, -1) for j in (1, -1)}
    back = [cell for cell in turned if cell < (0, 0)]
    return tuple(sorted(back, key=lambda cell: (-cell[0], cell[1])))


def toml_value(value: Any) -> str:
    """Return a value as a TOML file has it, on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {toml_value(one)}" for name, one in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return msgspec.json.encode(value).decode()
