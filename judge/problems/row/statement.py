"""The statement of a row: what is asked, a sentence for each rule, the table of a case, the form of an answer. It is a
template (shipped/starters); what it takes of the row's rules and lines is said here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from judge.problems.constraints import FAMILIES
from judge.problems.formats.answer_text import LISTED_N
from judge.problems.row.case import call_of, signs
from judge.problems.row.starter import filled
from judge.problems.row.words import LAYERS, Row, added, product
from judge.text import all_of

CALL: Final = "A function is `solve("  # begins the paragraph about functions, in shipped statements too


def statement_of(row: Row) -> str:
    """Return the Markdown below the title."""
    trees = ", unless a tree stands between them" if "tree" in row.states else ""
    rules = [FAMILIES[family](*words).sentence(row.many, row.conflict, trees) for family, *words in row.constraints]
    return filled(
        "statement.md.jinja",
        call_of(row).names,
        row=row,
        pieces=f"`{row.asked}` {row.many}" if row.asked.names else f"{row.asked} {row.many}",
        rules=rules,
        case=list(_case(row)),
        call=CALL,
        listed=LISTED_N,
    )


def _case(row: Row) -> Iterator[tuple[str, str]]:
    """Yield the numbers of the lines of a case that hold the same, and what that is."""
    at = "1"
    for line in row.case:
        count, what = _line(row, line)
        yield at if count == "1" else f"{at} to {_after(at, count, last=True)}", what
        at = _after(at, count)


def _line(row: Row, line: str | dict[str, str | int]) -> tuple[str, str]:
    """Return how many lines it is, and what each of them holds."""
    if isinstance(line, dict):
        what = added(line)
        how = {"row column": "row and column, counted from 1,", "x,y": "`x,y`, column and row, counted from 0,"}
        return str(product(line["lines"])), f"{how[str(line[what])]} of a {row.one if what == 'piece' else what}"
    if line == "cells":
        return "n", f"a row of the board, a sign for each cell: {', '.join(signs(row))}"
    if line in LAYERS:
        return "n", f"the {line[:-1]} of each cell of a row, with blanks between"
    if line == "algorithm":
        return "1", "the algorithm, which may be ignored"
    names = [f"`{name}`" for name in line.split()]
    between = {1: "", 2: ", with a blank between"}.get(len(names), ", with blanks between")
    return "1", all_of(names) + between


def _after(at: str, count: str, *, last: bool = False) -> str:
    """Return the line behind so many from `at` on; `last` the last of them."""
    first, _, rest = at.partition(" + ")
    known = int(first) - last + (int(count) if count.isdigit() else 0)
    words = [word for word in (rest, "" if count.isdigit() else count) if word]
    return " + ".join([*([str(known)] if known or not words else []), *words])
