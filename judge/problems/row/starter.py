"""The starter of a row: a shipped solution of its puzzle, or one that tries everything, a template of what the row says
(shipped/starters)."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from judge.problems import constraints
from judge.problems.constraints import FAMILIES
from judge.problems.formats.answer_text import LISTED_N
from judge.problems.places import SHIPPED_PACKAGES
from judge.problems.row.words import OWN, Counts, Product, Row, product

if TYPE_CHECKING:
    from judge.problems.row.case import Call

_SHIPPED: Final = SHIPPED_PACKAGES.parent
_HEAD: Final = """\
# judge: problem = {name}
# A first solution. It is right, and it is slow: make it faster. Try it with  judge run THIS_FILE
"""
_RESULTS: Final = {  # of `solve`, by goal
    "arrangement": "a board with {asked} {many} (1), or None where they don't fit",
    "most": "a board with as many {many} (1) as you can place",
    "heaviest": "a board of {asked} {many} (1) with the most weight, or None where they don't fit",
    "all": f"every arrangement: int8 (k, n), columns from 0; above n = {LISTED_N} their number",
    "count": "how many arrangements there are",
    "validator": "what the statement asks for, or None where there is nothing",
    "verify": "whether the board holds {asked} {many} that keep the rules",
}
_MOST_WEIGHT: Final = "the most weight that {asked} {many} can have, or None where they don't fit"
_NO_LIST: Final = f"np.zeros((0, n), np.int8) if n <= {LISTED_N} else 0"
_NOTHING: Final = {"count": "0", "all": _NO_LIST, "verify": "False"}


def starter_of(row: Row, name: str, solution: str, call: Call) -> str:
    """Return the text of a first solution: a shipped one of a puzzle, without the verdict that is expected of it, or
    one in plain Python. THIS_FILE in it becomes its path, THIS_PROBLEM the package."""
    if solution:
        text = (_SHIPPED / "solutions" / name / f"{solution}.py").read_text(encoding="utf-8")
        return _HEAD.format(name=name) + re.sub(r"\A(?:#.*\n)+", "", text)
    template = "any_answer.py.jinja" if row.goal == "validator" else "any_row.py.jinja"
    return filled(template, call.names, row=row, **_words(row, call.names))


def filled(template: str, names: Sequence[str] = (), **words: object) -> str:
    """Return a file of shipped/starters with its words filled in; `names` are the parameters of `solve`."""
    from jinja2 import StrictUndefined, Template  # few commands write one

    text = (_SHIPPED / "starters" / template).read_text(encoding="utf-8")
    made = Template(text, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, undefined=StrictUndefined)
    found: str = made.render(names=", ".join(names), **words)
    return found


def _words(row: Row, names: Sequence[str]) -> dict[str, Any]:
    """Return the words of the templates; numbers of pieces as Python writes them, such as `2 * n`."""

    def code(counts: Counts | Product) -> str:
        said = counts if isinstance(counts, Product) else product(counts)
        known = [name if name in names else "n" for name in said.names]  # without m, a board is square
        return " * ".join([*([str(said.factor)] if said.factor != 1 or not known else []), *known])

    steps = {kind: tuple(dict.fromkeys([*back, *((-r, -c) for r, c in back)])) for kind, back in row.steps}
    most = {part: "board.size" if share.most is None else code(share.most) for part, share in row.parts}
    fields = [name for name in dict.fromkeys(("n", "m", *row.fields)) if name in names or name == "m"]
    values = ", ".join(f'"{name}": {code(Product(1, (name,)))}' for name in fields)
    rules = ", ".join(f"{FAMILIES[OWN[word]].__name__}({value!r})" for word, value in row.own.items())
    by_number = row.goal == "heaviest" and row.written == "number"
    result = _MOST_WEIGHT if by_number else _RESULTS[row.goal]
    one, many = (re.sub(r'[\\"\s]+', " ", word) for word in (row.one, row.many))  # as a docstring can hold them
    return {
        **{name: row.names.get(name, name) for name in ("grid", "regions", "weights")},
        "stone": one,
        "stones": many,
        "rides": steps.get("ride"),
        "leaps": steps.get("leap"),
        "parts": {part: f"{code(share.least)}, {most[part]}" for part, share in row.parts},
        "counts": ", counts" if row.parts or row.own else "",
        "bounded": row.own or any(share.most is not None for _, share in row.parts),
        "needed": row.own or any(share.least != 0 for _, share in row.parts),
        "given": row.goal == "verify" or "piece" in row.states,
        "families": _families(row),
        "rules": f"[{rules}]",
        "values": f"{{{values}}}",
        "pieces": code(row.asked),
        "shape": "(n, m)" if "m" in names else "(n, n)",
        "nothing": _NOTHING.get(row.goal, "None"),
        "result": f"Return {result}.".format(asked=row.asked, many=many),
        "listed": LISTED_N,
    }


def _families(row: Row) -> str:
    """Return the text of the families that a row has words for: of the rules' own, all that these need."""
    lines, body = inspect.getsource(constraints).splitlines(), ast.parse(inspect.getsource(constraints)).body
    needed, more = set[str](), {"Board", *(FAMILIES[OWN[word]].__name__ for word in row.own)} if row.own else set()
    while more:
        needed |= more
        more = {word for one in body if _made(one) & more for word in _names(one)} - needed
    found, end = list[str](), 0
    for one in body:
        if _made(one) & needed and "PIECE" not in _made(one):  # which each starter makes itself
            found += lines[end : one.end_lineno]
        end = one.end_lineno or end
    return "".join(f"{line}\n" for line in found)


def _made(statement: ast.stmt) -> set[str]:
    """Return the names that a statement of a module makes."""
    match statement:
        case ast.FunctionDef(name) | ast.ClassDef(name):
            return {name}
        case ast.Assign(targets=[target]):
            return _names(target)
    return set()


def _names(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
