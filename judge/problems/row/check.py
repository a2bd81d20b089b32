"""Refuse a row that makes no puzzle, and one that can't be handed on: to a construction, to a program on stdin, to a
function, or to recipes. Each error names the word, what is wrong and what to write.
"""

from __future__ import annotations

import keyword
import math
from typing import Final

from judge.errors import ValueFault, meant
from judge.problems.constraints import FAMILIES
from judge.problems.row.words import (
    FIELD,
    LAYERS,
    LEAPERS,
    MAX_N,
    MOST_NUMBER,
    NUMBERS,
    OWN,
    PARTS,
    RIDERS,
    STATES,
    Counts,
    Product,
    Row,
    Share,
    added,
    product,
    toml_value,
)

_MOST_FACTOR: Final = 1_000_000  # of fields
_RULES: Final = ("apart", "in_line", "window", "torus", "exists", "construct")  # beside the shares
_PLACED: Final = ("row column", "x,y")  # how a cell is written: from 1, and from 0
_LINES_HELP: Final = 'write { piece = "row column", lines = "given" }'
# Each construction of prove/constructions.py: the goal that it answers, the states that a cell may have, and the
# pieces, if not any.
CONSTRUCTIONS: Final[dict[str, tuple[str, frozenset[str], str]]] = {
    "descent": ("arrangement", frozenset(("free", "tree")), ""),
    "pauls": ("arrangement", frozenset(("free",)), "n"),
    "queens-counted": ("all", frozenset(("free",)), "n"),
}
# Keys of recipes that are no fields of a case, and the one thing that a field of this name may count.
RECIPE_WORDS: Final[dict[str, str]] = {
    **dict.fromkeys(("corner", "count", "density", "moved", "pattern", "seed", "trees", "weight"), ""),
    **{"given": "piece", "placed": "piece", "fleet": "weight"},
}
# Words of `solve` in the first solution of any row: a parameter that is called like one would be overwritten.
SOLVE_WORDS: Final = (
    "arrangements", "best", "board", "c", "cells", "column", "counts", "down", "fits", "found", "given", "grid", "int",
    "len", "line", "most", "next", "np", "one", "part", "r", "range", "regions", "right", "row", "sum", "weight",
    "weights", "whole",
)  # fmt: skip
_OTHER: Final = "choose another name for it"


def check(row: Row) -> None:
    """Raise ValueFault for the first word that makes no puzzle."""
    if not all(word.strip() and word.isprintable() for word in (row.one, row.many)):
        raise ValueFault("piece", "calls a piece nothing that can be printed", 'write "camel", or ["spy", "spies"]')
    if not (row.conflict.strip() and row.conflict.isprintable()):
        repair = 'write what two of them do, such as "see each other", on one line'
        raise ValueFault("conflict", f"is {toml_value(row.conflict)}", repair)
    if not row.title.isprintable():
        raise ValueFault("title", "holds a character that can't be printed", "write it on one line")
    _check_case(row)
    _check_cells(row)
    _check_counts(row)
    _check_steps(row)
    _check_goal(row)
    for key, text in row.exists.items():
        if not text.strip() or any(not NUMBERS.fullmatch(part.strip()) for part in text.split(",")):
            repair = 'write numbers n: "2, 3", "2..9", "8..", "1 mod 6" or "rest"'
            raise ValueFault("exists", f"has {key} = {text!r}", repair)
    if row.exists:
        _check_theorem(row)
    if row.construct:
        _check_construct(row)
    _check_fields(row)
    _check_names(row)
    if row.stdin:
        _check_stdin(row)


def _check_theorem(row: Row) -> None:
    """Refuse a theorem that speaks of several boards at once, as if all of them had an arrangement or none."""
    fewer = "never" in row.exists or any(share.least != 0 for _, share in row.parts)  # of which an arrangement may fit
    free = [name for name in row.asked.names if fewer and name not in ("n", "m", *row.exact)]
    others = ["m"] * ("m" in row.fields) + ["regions"] * (row.parted and "always" in row.exists) + free
    if others:
        what = f"knows n alone, but whether there is an arrangement hangs on {others[0]} too"
        raise ValueFault("exists", what, "delete exists: judge answers  proves each case")


def _check_case(row: Row) -> None:
    names = row.fields
    if not row.case or any(isinstance(line, str) and not line.strip() for line in row.case):
        raise ValueFault("case", "has no line, or an empty one", 'write case = ["n"], or ["n camels", "cells"]')
    for name in names:
        if not FIELD.fullmatch(name):
            raise ValueFault("case", f"has a field {name!r}", "write names of small letters, with a blank between two")
    twice = [name for name in (*names, *row.layers) if (*names, *row.layers).count(name) > 1]
    if twice:
        raise ValueFault("case", f"names {twice[0]} twice", "name each field and each of cells, regions, weights once")
    if {"regions", "weights"} <= set(row.layers):
        raise ValueFault("case", "has regions and weights", "keep one of them")
    if "n" not in names and not row.layers:
        raise ValueFault("case", "says nowhere how many rows a board has", "name the field n, or draw the cells")
    if "algorithm" in names and row.case[0] != "algorithm":  # programs may be given a case without its first line
        raise ValueFault("case", "names the algorithm below or beside other fields", 'make "algorithm" the first line')
    if "m" in names and "n" not in names:
        raise ValueFault("case", "names m, the columns, and not n, the rows", 'write "n m"')
    if "m" in names and "regions" in row.layers:
        raise ValueFault("case", "has regions on a board with m columns", "leave out m: such a board is square")
    for table in row.tables:
        _check_table(table)
    _check_once(row)
    for table in row.tables:  # else their field would not say how many pieces are given
        if added(table) == "piece" and product(table["lines"]).factor != 1:
            raise ValueFault("case", f"has {table['lines']!r} lines of pieces", "name the field that counts them alone")
    _check_order(row)


def _check_once(row: Row) -> None:
    """Refuse what two lines of a case say."""
    whats, counting = [added(table) for table in row.tables], [product(table["lines"]).names for table in row.tables]
    if any(len(names) != 1 or names[0] in ("n", "m") for names in counting) or len(set(counting)) < len(counting):
        raise ValueFault("case", "does not count its single lines", 'give each a field of its own: lines = "given"')
    layered = [*(("weight",) if "weights" in row.layers else ()), *(row.cells if "cells" in row.layers else ())]
    if twice := [what for what in whats if [*whats, *layered].count(what) > 1]:
        raise ValueFault("case", f"says each {twice[0]} twice", f"keep one of the lines that say a {twice[0]}")
    if "regions" in row.layers and "weight" in whats:
        raise ValueFault("case", "has regions and weights", "keep one of them")


def _check_order(row: Row) -> None:
    """Refuse lines that need a number which only a later line says."""
    known: set[str] = set()
    for line in row.case:
        if isinstance(line, dict):
            needs = {"n", *product(line["lines"]).names, *({"m"} & set(row.fields))} - ({"m"} - set(row.fields))
        elif line in LAYERS:
            if any(isinstance(before, dict) for before in row.case[: row.case.index(line)]):
                raise ValueFault("case", f"has {line} below single lines", f"put {line} above them")
            needs = {"n", "m"} & set(row.fields)
            known.add("n" if not needs else "")  # the layer says it, where no field does
        else:
            needs = set()
            known.update(line.split())
        if late := sorted(needs - known):
            raise ValueFault("case", f"needs {late[0]} before it is read", f"put the line with {late[0]} further up")


def _check_table(table: dict[str, Counts]) -> None:
    what = [name for name in table if name in ("piece", "weight")]
    if set(table) != {"lines", *what} or len(what) != 1:
        raise ValueFault("case", f"has lines {toml_value(table)}", _LINES_HELP)
    if table[what[0]] not in _PLACED:
        repair = "write 'row column' (from 1) or 'x,y' (from 0)"
        raise ValueFault("case", f"writes a cell as {table[what[0]]!r}", repair)
    try:
        product(table["lines"])
    except ValueError as fault:
        raise ValueFault("case", f"has lines of which {fault}", _LINES_HELP) from None


def _check_cells(row: Row) -> None:
    known = ", ".join(STATES)
    for state, sign in row.cells.items():
        if state not in STATES:
            raise ValueFault("cells", f"has a state {state!r}{meant(state, STATES)}", f"write one of {known}")
        if not _is_sign(sign):
            raise ValueFault("cells", f"draws {state} as {sign!r}", "write one printable ASCII sign")
        if sign in "0123" and STATES[state] != int(sign):
            raise ValueFault("cells", f"draws {state} as {sign}", "digits are 0 free, 1 piece, 2 tree, 3 closed")
    if "cells" in row.layers and "free" not in row.cells:
        raise ValueFault("cells", "does not say how a free cell is drawn", 'write cells = { free = ".", tree = "#" }')
    signs = list(row.cells.values())
    if len(set(signs)) < len(signs):
        raise ValueFault("cells", "draws two states alike", "give each state a sign of its own")
    if not _is_sign(row.mark) or row.mark in "023":
        raise ValueFault("mark", f"is {row.mark!r}", "write one printable ASCII sign that is no 0, 2 or 3")
    if row.mark in [sign for state, sign in row.cells.items() if state != "piece"]:
        raise ValueFault("mark", f"is {row.mark!r}, the sign of another cell", "choose another sign")


def _is_sign(text: str) -> bool:
    return len(text) == 1 and text.isascii() and text.isprintable() and text != " "


def _check_counts(row: Row) -> None:
    drawn = () if "n" in row.fields else ("n",)
    known = (*row.fields, *drawn, *(("m",) if "m" not in row.fields else ()))
    numbers = [name for name in known if name != "algorithm"]
    counts: list[tuple[str, Counts | None]] = [("pieces", row.pieces)] if row.pieces != "" else []
    counts += [("case", table["lines"]) for table in row.tables]
    counts += [(part, count) for part, share in row.shares for count in (share.least, share.most)]
    for name, bounds in row.range.items():
        if name not in (ranged := [*numbers, *["regions"] * row.parted]):
            raise ValueFault("range", f"names {name!r}{meant(name, ranged)}", f"write one of {', '.join(ranged)}")
        several = bounds if isinstance(bounds, tuple) else (bounds,)
        if name in ("n", "m") and any(not isinstance(one, int) or not 1 <= one <= MAX_N for one in several):
            raise ValueFault("range", f"has {toml_value(bounds)} for {name}", f"write numbers from 1 to {MAX_N:,}")
        for one in several:  # of the board alone, so that no bound hangs on itself
            _check_product("range", one, ["n", "m"])
    for key, value in counts:
        if value is not None:
            _check_product(key, value, numbers)
    if row.pieces == 0 or row.asked.factor < 1:
        raise ValueFault("pieces", "asks for no piece", "write 1 or more")
    _check_ends(row)
    _check_sums(row)
    used = {"algorithm", "n", "m", *row.asked.names, *row.counting, *row.exact}
    if idle := [name for name in row.fields if name not in used]:
        repair = f'write pieces = "{idle[0]}", or a number in its place'
        what = f"has a field {idle[0]!r} that pieces does not hang on{meant(idle[0], LAYERS)}"
        raise ValueFault("case", what, repair)
    if len(unknown := [name for name in row.asked.names if name not in ("n", "m")]) > 1:
        raise ValueFault("pieces", f"hangs on {' and '.join(unknown)}", "name one field beside n and m")


def _check_ends(row: Row) -> None:
    """Refuse bounds of which the least is above the most, where both are numbers, and those that bound nothing."""
    if idle := next((part for part, share in row.parts if share.least == 0 and share.most is None), ""):
        raise ValueFault(idle, "has neither a least nor a most", "write most = 1, or least = 1")
    for part, share in row.parts:
        if share.most is not None and product(share.most).factor == 0:
            raise ValueFault(part, "lets no piece stand anywhere", "write a most of 1 or more")
    ranges = (bounds for bounds in row.range.values() if isinstance(bounds, tuple))
    pairs: list[tuple[str, Counts, Counts | None]] = [("range", *bounds) for bounds in ranges]
    pairs += [(part, share.least, share.most) for part, share in row.parts]
    for key, *ends in pairs:
        least, *most = (product(end) for end in ends if end is not None)
        if any(not (least.names or one.names) and least.factor > one.factor for one in most):
            raise ValueFault(key, f"has a least of {ends[0]} and a most of {ends[1]}", "write the smaller number first")


def _check_sums(row: Row) -> None:
    """Refuse shares that make another number of pieces on every board."""
    for part, made in row.sums:
        if made.factor != row.asked.factor and sorted(made.names) == sorted(row.asked.names):
            what = f"asks for {made} {row.many} in all, but pieces is {row.asked}"
            raise ValueFault(part, what, f'write pieces = "{made}", or change {part}')


def _check_product(key: str, value: Counts, numbers: list[str]) -> None:
    try:
        found = product(value)
    except ValueError:
        found = Product(1, (str(value),))
    if strange := [name for name in found.names if name not in numbers]:
        what = f"has {value!r}, but {strange[0]!r} is no number and no field of the case"
        raise ValueFault(key, what + meant(strange[0], numbers), f"write a number, or one of {', '.join(numbers)}")
    most = MOST_NUMBER if isinstance(value, int) else _MOST_FACTOR
    if not 0 <= found.factor <= most:
        raise ValueFault(key, f"has {value}", f"write a number from 0 to {most:,}")


def _check_steps(row: Row) -> None:
    known = (*RIDERS, *LEAPERS)
    for one in row.apart if isinstance(row.apart, tuple) else (row.apart,):
        if isinstance(one, str) and one not in known:
            repair = f"write one of {', '.join(known)}, or {{ leap = [1, 3] }}"
            raise ValueFault("apart", f"has {one!r}, which is no piece{meant(one, known)}", repair)
        if isinstance(one, dict) and (len(one) != 1 or not set(one) <= {"ride", "leap"}):
            raise ValueFault("apart", f"has {toml_value(one)}", "write { leap = [1, 3] } or { ride = [1, 2] }")
        if isinstance(one, dict) and not any(next(iter(one.values()))):
            raise ValueFault("apart", "has a step of no length", "write how many rows and columns it goes")
    if row.in_line is not None and row.in_line < 2:
        raise ValueFault("in_line", f"is {row.in_line}", "write 2 or more: so many may stand on one line")
    if row.region is not None and "regions" not in row.layers:
        raise ValueFault("region", "asks for pieces of each region, and a case has none", 'add "regions" to case')
    if row.torus and (row.in_line or "m" in row.fields):
        raise ValueFault("torus", "does not go with in_line, or with boards that are no squares", "delete one of them")
    if row.window is not None and min(row.window.size) < 1:
        raise ValueFault("window", f"has the size {toml_value(row.window.size)}", "write rows and columns: [2, 2]")
    if row.window and row.window.least > (cells := math.prod(row.window.size)):
        raise ValueFault("window", f"asks for {row.window.least} pieces in {cells} cells", "write a smaller least")
    for word, value in row.own.items():
        family = FAMILIES[OWN[word]]
        try:
            family(value)
        except ValueError as fault:
            raise ValueFault(word, str(fault), f"it says: {family.HELP}") from None
    if row.goal != "validator" and not row.constraints:
        raise ValueFault("", "has no rule", 'write apart = "queen", in_line = 2, or so many for each row')


def _check_goal(row: Row) -> None:
    if row.pieces == "" and row.goal not in ("most", "validator"):
        repair = 'write pieces = "n", or a field of the case'
        raise ValueFault("pieces", "does not say how many pieces are placed", repair)
    if row.goal == "most":
        _check_most(row)
    ruled = next((name for name in (*PARTS, *_RULES, *row.own) if name in row.own or getattr(row, name)), "")
    if ruled and row.goal == "validator":
        raise ValueFault(ruled, "is a rule, but the goal is what a validator says", f"delete {ruled}, or name a goal")
    if row.goal == "heaviest" and "weights" not in row.drawn:
        raise ValueFault("goal", "asks for the heaviest, and a case has no weights", 'add "weights" to case')
    if row.goal == "verify" and not isinstance(row.answer, tuple):
        raise ValueFault("answer", "does not say the two words of an answer", 'write answer = ["valid", "invalid"]')
    if row.goal == "verify" and "piece" not in row.states:
        raise ValueFault("goal", "asks about a board, and a case gives no pieces", 'add piece = "*" to cells')
    words = [*map(str.casefold, row.answer)] if isinstance(row.answer, tuple) else ["valid", "invalid"]
    if len({*words}) < 2 or any(len(one.split()) != 1 for one in words):  # capitals are forgiven, so these tell nothing
        raise ValueFault("answer", f"has the words {toml_value(row.answer)}", 'write two words: ["valid", "invalid"]')
    if row.goal == "all" and not _one_a_row(row):
        raise ValueFault("goal", "asks for all, but a row may hold two pieces", 'write goal = "count"')
    ways = {
        "heaviest": ("board", "number"),
        "all": ("list",),
        "count": ("number",),
        "verify": ("word",),
        "validator": ("board", "number", "word"),
    }
    allowed = ways.get(row.goal, ("board", "board or columns"))
    if row.written not in allowed:
        raise ValueFault("answer", f"is {toml_value(row.answer)}", f"write one of {', '.join(allowed)}")
    if "columns" in row.written and not _one_a_row(row):
        raise ValueFault("answer", "is columns, but a row may hold two pieces", 'write answer = "board"')


def _check_most(row: Row) -> None:
    """Refuse what any number of pieces can't keep: then a case might have no answer, and FAIL is none."""
    if row.pieces != "":
        what = "says how many, but the goal is as many as possible"
        raise ValueFault("pieces", what, "delete it, or change the goal")
    if least := next((part for part, share in row.parts if share.least != 0), ""):
        raise ValueFault(least, "has a least, but the goal is as many as possible", f"write {least} = {{ most = 2 }}")


def _one_a_row(row: Row) -> bool:
    """Say whether each row holds one piece: so many as rows, and none sees along a row, which no tree cuts."""
    steps = dict(row.steps).get("ride", ())
    alone = row.share("row") == Share(1, 1) or ((0, -1) in steps and "tree" not in row.states)
    return alone and row.asked == Product(1, ("n",))


def _check_construct(row: Row) -> None:
    if row.construct not in CONSTRUCTIONS:
        near = meant(row.construct, CONSTRUCTIONS)
        raise ValueFault("construct", f"is {row.construct!r}{near}", f"write one of {', '.join(CONSTRUCTIONS)}")
    goal, states, pieces = CONSTRUCTIONS[row.construct]
    wrong = {
        'apart = "queen" and no other rule': not row.only_queens,
        f'goal = "{goal}"': row.goal != goal,
        f'pieces = "{pieces}"': bool(pieces) and row.asked != Product(1, (pieces,)),
        "a square board, without m": "m" in row.fields,
        f"no cells but {' and '.join(sorted(states))} ones": not set(row.states) <= states,
    }
    if needs := next((word for word, missing in wrong.items() if missing), ""):
        raise ValueFault("construct", f"is {row.construct!r}, which needs {needs}", "delete construct, or say so")


def _check_fields(row: Row) -> None:
    """Refuse fields that a function, its starter or a recipe can't have."""
    counted = {name: added(table) for table in row.tables for name in product(table["lines"]).names}
    for name in row.fields:
        if keyword.iskeyword(name):
            raise ValueFault("case", f"has a field {name!r}, a keyword of Python", _OTHER)
        if name in LAYERS or (name in RECIPE_WORDS and counted.get(name) != RECIPE_WORDS[name]):
            raise ValueFault("case", f"has a field {name!r}, a word of recipes", _OTHER)
        if name in SOLVE_WORDS and name not in row.silent:
            raise ValueFault("case", f"has a field {name!r}, a word of the first solution", _OTHER)


def _check_names(row: Row) -> None:
    """Refuse names of the arrays that `solve` is given."""
    for name, told in row.names.items():
        if name not in row.drawn:
            raise ValueFault("names", f"has {name}, which a case does not draw", f"write of {', '.join(row.drawn)}")
        if not FIELD.fullmatch(told) or keyword.iskeyword(told):
            repair = "write a word of small letters that Python has not taken"
            raise ValueFault("names", f"calls {name} {told!r}", repair)
        if told in row.fields or told in ("n", "m") or list(row.names.values()).count(told) > 1:
            raise ValueFault("names", f"calls {name} {told!r}, as something else is called", _OTHER)
        if told in SOLVE_WORDS:
            raise ValueFault("names", f"calls {name} {told!r}, a word of the first solution", _OTHER)


def _check_stdin(row: Row) -> None:
    """Refuse other lines than those of a case, in their order, and a line that is missing."""
    rest = iter(row.case)
    for line in row.stdin:
        if line not in rest:  # which takes all lines up to this one
            what = f"has {line!r}, which is no line of case below the one before"
            raise ValueFault("stdin", what, "write lines of case as they stand there, in their order")
    for line in row.case:
        if line not in row.stdin and (missing := _needed(row, line)):
            what = f"leaves out {missing}, which a program must know"
            raise ValueFault("stdin", what, f"add the line {line!r} to it")


def _needed(row: Row, line: str | dict[str, Counts]) -> str:
    """Return what of a line of a case a program can't do without; nothing where the other words of the row say it."""
    if isinstance(line, dict):
        return f"each {added(line)}"
    if line == "cells":
        sized = "n" in row.fields or any(layer in row.stdin for layer in row.layers)
        return "cells" if len(row.cells) > 1 or not sized else ""
    if line in LAYERS:
        return line
    used = {"n", "m", *row.counting, *row.amounts}
    known = {"algorithm", *row.exact} - {"n", "m"}
    return next((name for name in line.split() if name in used - known), "")
