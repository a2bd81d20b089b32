"""Refuse a row that can't be handed on: to a construction, to a program on stdin, to a function, or to recipes."""

from __future__ import annotations

import keyword
from typing import Final

from judge.errors import ValueFault, meant
from judge.problems.row.starter import solve_words
from judge.problems.row.words import FIELD, LAYERS, Counts, Product, Row, added, product

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
_OTHER: Final = "choose another name for it"


def check_compatibility(row: Row) -> None:
    """Raise ValueFault for the first word that can't be handed on."""
    if row.construct:
        _check_construct(row)
    _check_fields(row)
    _check_names(row)
    if row.stdin:
        _check_stdin(row)


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
        if name in solve_words() and name not in row.silent:
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
        if told in solve_words():
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
