"""The words of a puzzle's row, and what is wrong with one that makes no puzzle.

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

from judge.errors import JudgeError, meant
from judge.problems.formats.case import MAX_N
from judge.problems.rules.plain import BACKWARDS, CLOSED, PIECE, SLANTING, STRAIGHT, TREE, Cell

if TYPE_CHECKING:
    from judge.problems.formats.toml_source import TomlSource

STATES: Final = {"free": 0, "piece": PIECE, "tree": TREE, "closed": CLOSED}
HOMEWORK: Final = ("algorithm", "n", "lizards", "cells")  # the lines of an input.txt of USC's CSCI-561, 2017
LAYERS: Final = ("cells", "regions", "weights")
MOST: Final = 1_000  # of a number of a case, where its range says nothing else
_MOST_FACTOR: Final = 1_000_000  # of fields
MOST_NUMBER: Final = 10**18 - 1  # fits the 64-bit integer that a function is given
_RECIPE_WORDS: Final = frozenset(
    ("density", "pattern", "trees", "placed", "given", "moved", "weight", "seed", "count", "grid", *LAYERS)
)
_RIDERS: Final = {"queen": BACKWARDS, "rook": STRAIGHT, "bishop": SLANTING}
_LEAPERS: Final = {"king": ((0, 1), (1, 1)), "knight": ((1, 2),), "camel": ((1, 3),), "zebra": ((2, 3),)}
CONSTRUCTIONS: Final = ("descent", "pauls", "queens-counted")  # what known.py knows without a search
_PARTS: Final = ("row", "column", "diagonal", "region")
_FIELD: Final = re.compile(r"[a-z][a-z_0-9]{0,30}")
_NUMBERS: Final = re.compile(r"(\d{1,9})|(\d{1,9})\.\.(\d{1,9})?|(\d{1,9}) mod ([1-9]\d{0,8})|rest")
_PLACED: Final = {"row column": 1, "x,y": 0}  # how a cell is written, and from which number on it is counted

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


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Holds what one puzzle says, as it is written; `check` has refused what makes none."""

    piece: str | tuple[str, str]
    case: tuple[str | dict[str, Counts], ...]
    goal: Literal["arrangement", "most", "heaviest", "all", "count", "verify"]
    title: str = ""
    conflict: str = "attack each other"
    cells: dict[str, str] = {}
    mark: str = "1"
    range: dict[str, Bounds] = {}
    pieces: Counts = ""
    apart: str | Step | tuple[str | Step, ...] = ()
    in_line: int = 0
    row: Counts | Share | None = None
    column: Counts | Share | None = None
    diagonal: Counts | Share | None = None
    region: Counts | Share | None = None
    window: Window | None = None
    torus: bool = False
    exists: dict[Literal["never", "always"], str] = {}
    construct: str = ""
    answer: str | tuple[str, str] = ""
    stdin: tuple[str, ...] = ()
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
        return tuple(
            name for line in self.case if isinstance(line, str) and line not in LAYERS for name in line.split()
        )

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
        """Return the fields that only count lines."""
        return tuple(name for table in self.tables for name in product(table["lines"]).names if name not in ("n", "m"))

    @property
    def homework(self) -> bool:
        """Say whether a case is the homework's: an algorithm, n, a number of pieces, and cells that are 0 or 2."""
        return self.case == HOMEWORK and set(self.cells.items()) <= {("free", "0"), ("tree", "2")}

    @property
    def drawn(self) -> tuple[str, ...]:
        """Return what a function is given of a board: grid, and regions or weights."""
        tables = [added(table) for table in self.tables]
        grid = "cells" in self.layers or any(what != "weight" for what in tables)
        layers = [name for name in ("regions", "weights") if name in self.layers or (name[:-1] in tables)]
        return (*(("grid",) if grid else ()), *layers)

    @property
    def exact(self) -> tuple[str, ...]:
        """Return the fields that can hold one number alone."""
        return tuple(name for name, bounds in self.range.items() if not isinstance(bounds, tuple))

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
            elif one in _RIDERS:
                found["ride"] += _RIDERS[one]
            else:
                found["leap"] += [cell for step in _LEAPERS[one] for cell in images(step)]
        return tuple((kind, tuple(dict.fromkeys(cells))) for kind, cells in found.items() if cells)

    def share(self, part: str) -> Share | None:
        """Return how many pieces each row, column, diagonal or region holds."""
        said: Counts | Share | None = getattr(self, part)
        return said if said is None or isinstance(said, Share) else Share(said, said)


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


class RowError(Exception):
    """Says what is wrong with a word of a row, and what to write."""

    def __init__(self, key: str, what: str, repair: str) -> None:
        super().__init__(what)
        self.key, self.what, self.repair = key, what, repair


def added(table: dict[str, Counts]) -> str:
    """Return what each line of a table adds to the board: a state of a cell, or a weight."""
    return next(name for name in table if name != "lines")


def product(value: Counts) -> Product:
    """Return what `2`, `"n"` or `"2 n"` says. ValueError for other text."""
    if isinstance(value, int):
        return Product(value)
    words = value.split()
    factor = int(words.pop(0)) if words and words[0].isdigit() else 1
    if not all(map(_FIELD.fullmatch, words)) or not value.strip():
        raise ValueError(f"{value!r} is no number and no field")
    return Product(factor, tuple(words))


def lists(text: str, n: int) -> bool:
    """Say whether a list of numbers such as `2, 3, 8.., 1 mod 6` holds n; `rest` holds none by itself."""
    for part in text.split(","):
        found = _NUMBERS.fullmatch(part.strip())
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


def read_row(raw: dict[str, Any], source: TomlSource) -> Row:
    """Return the row of a table [puzzle]. JudgeError E422 with line and cure for one that makes no puzzle."""
    head = source.place("puzzle", "")
    try:
        row = source.convert(raw, Row, "puzzle")
        check(row)
    except RowError as fault:
        place = source.place("puzzle", fault.key)
        note = "judge help package lists the words of [puzzle]"
        raise JudgeError("E422", f"[puzzle] {fault.what}", place if place.line else head, note, fault.repair) from None
    except JudgeError as fault:
        if fault.place is None or not fault.place.line:
            raise JudgeError(fault.code, fault.message, head, fault.note, fault.help) from None
        raise
    return row


def check(row: Row) -> None:
    """Raise RowError for the first word that makes no puzzle."""
    if not all(word.strip() for word in (row.one, row.many)):
        raise RowError("piece", "has a piece without a name", 'write piece = "camel", or ["spy", "spies"]')
    _check_case(row)
    _check_cells(row)
    _check_counts(row)
    _check_steps(row)
    _check_goal(row)
    for key, text in row.exists.items():
        if not text.strip() or any(not _NUMBERS.fullmatch(part.strip()) for part in text.split(",")):
            raise RowError(
                "exists", f"has {key} = {text!r}", 'write numbers n: "2, 3", "2..9", "8..", "1 mod 6" or "rest"'
            )
    _check_call(row)


def _check_case(row: Row) -> None:
    names = row.fields
    if not row.case:
        raise RowError("case", "says nothing of a case", 'write case = ["n"], or ["n camels", "cells"]')
    for name in names:
        if not _FIELD.fullmatch(name):
            raise RowError("case", f"has a field {name!r}", "write names of small letters, with a blank between two")
    twice = [name for name in (*names, *row.layers) if (*names, *row.layers).count(name) > 1]
    if twice:
        raise RowError("case", f"names {twice[0]} twice", "name each field and each of cells, regions, weights once")
    if {"regions", "weights"} <= set(row.layers):
        raise RowError("case", "has regions and weights", "keep one of them")
    if "n" not in names and not row.layers:
        raise RowError("case", "says nowhere how many rows a board has", "name the field n, or draw the cells")
    if any("algorithm" in line.split() and line != "algorithm" for line in row.case if isinstance(line, str)):
        raise RowError("case", "names the algorithm beside other fields", 'give it a line of its own: "algorithm"')
    if "m" in names and "n" not in names:
        raise RowError("case", "names m, the columns, and not n, the rows", 'write "n m"')
    if "m" in names and "regions" in row.layers:
        raise RowError("case", "has regions on a board with m columns", "leave out m: such a board is square")
    for table in row.tables:
        _check_table(table)
    if taken := [name for name in names if name in _RECIPE_WORDS and name not in row.counting]:
        raise RowError("case", f"has a field {taken[0]}, a word of recipes", "choose another name for it")
    _check_once(row)
    _check_given(row)
    _check_order(row)


def _check_given(row: Row) -> None:
    """Refuse pieces that are given by more than one line each: their field says how many there are."""
    for table in row.tables:
        if added(table) == "piece" and product(table["lines"]).factor != 1:
            raise RowError("case", f"has {table['lines']!r} lines of pieces", "name the field that counts them alone")


def _check_once(row: Row) -> None:
    """Refuse what two lines of a case say."""
    whats, counting = [added(table) for table in row.tables], list(row.counting)
    if len(counting) != len(whats) or len(set(counting)) < len(counting):
        raise RowError("case", "does not count its single lines", 'give each a field of its own: lines = "given"')
    layered = [*(("weight",) if "weights" in row.layers else ()), *(row.cells if "cells" in row.layers else ())]
    if twice := [what for what in whats if [*whats, *layered].count(what) > 1]:
        raise RowError("case", f"says each {twice[0]} twice", f"keep one of the lines that say a {twice[0]}")
    if "regions" in row.layers and "weight" in whats:
        raise RowError("case", "has regions and weights", "keep one of them")


def _check_order(row: Row) -> None:
    """Refuse lines that need a number which only a later line says."""
    known: set[str] = set()
    for line in row.case:
        if isinstance(line, dict):
            needs = {"n", *product(line["lines"]).names, *({"m"} & set(row.fields))} - ({"m"} - set(row.fields))
        elif line in LAYERS:
            if any(isinstance(before, dict) for before in row.case[: row.case.index(line)]):
                raise RowError("case", f"has {line} below single lines", f"put {line} above them")
            needs = {"n", "m"} & set(row.fields)
            known.add("n" if not needs else "")  # the layer says it, where no field does
        else:
            needs = set()
            known.update(line.split())
        if late := sorted(needs - known):
            raise RowError("case", f"needs {late[0]} before it is read", f"put the line with {late[0]} further up")


def _check_table(table: dict[str, Counts]) -> None:
    what = [name for name in table if name in ("piece", "weight")]
    if set(table) != {"lines", *what} or len(what) != 1:
        raise RowError("case", f"has lines {table}", 'write { piece = "row column", lines = "given" }')
    if table[what[0]] not in _PLACED:
        raise RowError("case", f"writes a cell as {table[what[0]]!r}", "write 'row column' (from 1) or 'x,y' (from 0)")
    try:
        product(table["lines"])
    except ValueError as fault:
        raise RowError(
            "case", f"has lines of which {fault}", 'write { piece = "row column", lines = "given" }'
        ) from None


def _check_cells(row: Row) -> None:
    known = ", ".join(STATES)
    if "cells" in row.layers and "free" not in row.cells:
        raise RowError("cells", "does not say how a free cell is drawn", 'write cells = { free = ".", tree = "#" }')
    for state, sign in row.cells.items():
        if state not in STATES:
            raise RowError("cells", f"has a state {state!r}{meant(state, STATES)}", f"write one of {known}")
        if len(sign) != 1 or not sign.isascii() or not sign.isprintable() or sign == " ":
            raise RowError("cells", f"draws {state} as {sign!r}", "write one printable sign")
        if sign in "0123" and STATES[state] != int(sign):
            raise RowError("cells", f"draws {state} as {sign}", "digits are 0 free, 1 piece, 2 tree, 3 closed")
    signs = list(row.cells.values())
    if len(set(signs)) < len(signs):
        raise RowError("cells", "draws two states alike", "give each state a sign of its own")
    if len(row.mark) != 1 or not row.mark.isascii() or not row.mark.isprintable() or row.mark in " 023":
        raise RowError("mark", f"is {row.mark!r}", "write one sign that is no 0, 2 or 3")
    if row.mark in [sign for state, sign in row.cells.items() if state != "piece"]:
        raise RowError("mark", f"is {row.mark!r}, the sign of another cell", "choose another sign")


def _check_counts(row: Row) -> None:
    drawn = () if "n" in row.fields else ("n",)
    known = (*row.fields, *drawn, *(("m",) if "m" not in row.fields else ()))
    numbers = [name for name in known if name != "algorithm"]
    counts: list[tuple[str, Counts | None]] = [("pieces", row.pieces)] if row.pieces != "" else []
    counts += [("case", table["lines"]) for table in row.tables]
    for part in _PARTS:
        if (share := row.share(part)) is not None:
            counts += [(part, share.least), (part, share.most)]
    for name, bounds in row.range.items():
        if name not in numbers and name not in ("regions",):
            raise RowError("range", f"names {name!r}{meant(name, numbers)}", f"write one of {', '.join(numbers)}")
        several = bounds if isinstance(bounds, tuple) else (bounds,)
        if name in ("n", "m") and any(not isinstance(one, int) or not 1 <= one <= MAX_N for one in several):
            raise RowError("range", f"has {bounds} for {name}", f"write numbers from 1 to {MAX_N:,}")
        for one in several:  # of the board alone, so that no bound hangs on itself
            _check_product("range", one, ["n", "m"])
    for key, value in counts:
        if value is not None:
            _check_product(key, value, numbers)
    _check_some(row)
    _check_ends(row)
    used = {"algorithm", "n", "m", *row.asked.names, *row.counting, *row.exact}
    if idle := [name for name in row.fields if name not in used]:
        raise RowError("case", f"has a field {idle[0]} that nothing uses", f'write pieces = "{idle[0]}", or delete it')
    if len(unknown := [name for name in row.asked.names if name not in ("n", "m")]) > 1:
        raise RowError("pieces", f"hangs on {' and '.join(unknown)}", "name one field beside n and m")


def _check_some(row: Row) -> None:
    """Refuse a number of pieces that is none."""
    if row.pieces == 0 or row.asked.factor < 1:
        raise RowError("pieces", "asks for no piece", "write 1 or more")


def _check_ends(row: Row) -> None:
    """Refuse bounds of which the least is above the most, where both are numbers."""
    pairs: list[tuple[str, Counts, Counts | None]] = [
        ("range", *bounds) for bounds in row.range.values() if isinstance(bounds, tuple)
    ]
    pairs += [(part, share.least, share.most) for part in _PARTS if (share := row.share(part)) is not None]
    pairs += [("window", row.window.least, row.window.most)] if row.window is not None else []
    for key, least, most in pairs:
        if isinstance(least, int) and isinstance(most, int) and least > most:
            raise RowError(key, f"has a least of {least} and a most of {most}", "write the smaller number first")


def _check_product(key: str, value: Counts, numbers: list[str]) -> None:
    try:
        names = product(value).names
    except ValueError:
        names = (str(value),)
    most = MOST_NUMBER if isinstance(value, int) else _MOST_FACTOR
    if not _strange(names, numbers) and not 0 <= product(value).factor <= most:
        raise RowError(key, f"has {value} as {key}", f"write a number from 0 to {most:,}")
    if strange := _strange(names, numbers):
        what = f"has {value!r} as {key}, but {strange[0]!r} is no number and no field of the case"
        raise RowError(key, what + meant(strange[0], numbers), f"write a number, or one of {', '.join(numbers)}")


def _strange(names: tuple[str, ...], known: list[str]) -> list[str]:
    """Return the names that are none of those that are known."""
    return [name for name in names if name not in known]


def _check_steps(row: Row) -> None:
    known = (*_RIDERS, *_LEAPERS)
    for one in row.apart if isinstance(row.apart, tuple) else (row.apart,):
        if isinstance(one, str) and one not in known:
            repair = f"write one of {', '.join(known)}, or {{ leap = [1, 3] }}"
            raise RowError("apart", f"has {one!r}, which is no piece{meant(one, known)}", repair)
        if isinstance(one, dict) and (len(one) != 1 or not set(one) <= {"ride", "leap"}):
            raise RowError("apart", f"has {one}", "write { leap = [1, 3] } or { ride = [1, 2] }")
        if isinstance(one, dict) and not any(next(iter(one.values()))):
            raise RowError("apart", "has a step of no length", "write how many rows and columns it goes")
    if row.in_line and row.in_line < 2:
        raise RowError("in_line", f"is {row.in_line}", "write 2 or more: so many may stand on one line")
    if row.region is not None and "regions" not in row.layers:
        raise RowError("region", "asks for pieces of each region, and a case has none", 'add "regions" to case')
    if row.torus and (row.in_line or "m" in row.fields):
        raise RowError("torus", "does not go with in_line, or with boards that are no squares", "delete one of them")
    if row.window is not None and min(row.window.size) < 1:
        raise RowError("window", f"has the size {row.window.size}", "write rows and columns: [2, 2]")
    if not (row.apart or row.in_line or row.window or any(row.share(part) for part in _PARTS)):
        raise RowError("", "has no rule", 'write apart = "queen", in_line = 2, or so many for each row')


def _check_goal(row: Row) -> None:
    if row.pieces == "" and row.goal != "most":
        raise RowError(
            "pieces", "does not say how many pieces are placed", 'write pieces = "n", or a field of the case'
        )
    if row.goal == "heaviest" and "weights" not in row.layers and not any("weight" in table for table in row.tables):
        raise RowError("goal", "asks for the heaviest, and a case has no weights", 'add "weights" to case')
    if row.goal == "verify" and not isinstance(row.answer, tuple):
        raise RowError("answer", "does not say the two words of an answer", 'write answer = ["valid", "invalid"]')
    if isinstance(row.answer, tuple) and (len({*row.answer}) < 2 or any(len(one.split()) != 1 for one in row.answer)):
        raise RowError("answer", f"has the words {row.answer}", 'write two words: ["valid", "invalid"]')
    if row.goal == "all" and not _one_a_row(row):
        raise RowError("goal", "asks for all, but a row may hold two pieces", 'write goal = "count"')
    ways = {"heaviest": ("board", "number"), "all": ("list",), "count": ("number",), "verify": ("word",)}
    allowed = ways.get(row.goal, ("board", "board or columns"))
    if row.written not in allowed:
        raise RowError("answer", f"is {row.answer!r}", f"write one of {', '.join(allowed)}")
    if "columns" in row.written and not _one_a_row(row):
        raise RowError("answer", "is columns, but a row may hold two pieces", 'write answer = "board"')


def _check_call(row: Row) -> None:
    """Refuse what a program or a function can't be given, and constructions that nobody knows."""
    if row.construct and row.construct not in CONSTRUCTIONS:
        known = ", ".join(CONSTRUCTIONS)
        raise RowError(
            "construct", f"is {row.construct!r}{meant(row.construct, CONSTRUCTIONS)}", f"write one of {known}"
        )
    words = (*row.fields, *row.layers)
    for line in row.stdin:
        if strange := _strange(tuple(line.split()), [*words]) or [""] * (not line.split()):
            raise RowError("stdin", f"has {strange[0]!r}, which a case does not hold", f"write of {', '.join(words)}")
    for name, told in row.names.items():
        if name not in row.drawn:
            raise RowError("names", f"has {name}, which a case does not draw", f"write of {', '.join(row.drawn)}")
        if not _FIELD.fullmatch(told) or told in row.fields:
            raise RowError("names", f"calls {name} {told!r}", "write a word of small letters that is no field")


def _one_a_row(row: Row) -> bool:
    """Say whether each row holds one piece: so many as rows, and none sees along a row, which no tree cuts."""
    steps = dict(row.steps).get("ride", ())
    alone = row.share("row") == Share(1, 1) or ((0, -1) in steps and "tree" not in row.states)
    return alone and row.asked == Product(1, ("n",))
