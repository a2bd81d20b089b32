"""The starter of a row: a shipped solution of its puzzle, or one that tries everything, cut to what the row says."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from judge.problems import constraints
from judge.problems.constraints import FAMILIES
from judge.problems.formats.answer_text import LISTED_N
from judge.problems.places import SHIPPED_PACKAGES
from judge.problems.row.words import OWN, PARTS, Product, Row, product

if TYPE_CHECKING:
    from judge.problems.row.case import Call

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
        text = (SHIPPED_PACKAGES.parent / "solutions" / name / f"{solution}.py").read_text(encoding="utf-8")
        return _HEAD.format(name=name) + re.sub(r"\A(?:#.*\n)+", "", text)
    source = shipped_text("any_answer.py" if row.goal == "validator" else "any_row.py")
    names = call.names
    written = _written(row, names)
    kept = "\n".join(_kept(ast.parse(source).body, source.splitlines(), _said(row)))
    text = re.sub(r"\b\w+\b", lambda word: written.get(word[0], word[0]), kept)
    return _without_idle(_called(text if row.parts or row.own else text.replace(", counts", ""), names))


@cache
def shipped_text(name: str) -> str:
    """Return the text of a file of those to begin with."""
    return (SHIPPED_PACKAGES.parent / "starters" / name).read_text(encoding="utf-8")


def gives_up(names: Sequence[str]) -> str:
    """Return the text of a wrong solution with these parameters, THIS_PROBLEM in it."""
    return _called(shipped_text("gives_up.py"), names)


def _called(text: str, names: Sequence[str]) -> str:
    return re.sub(r"(?<=^def solve\().*(?=\):$)", ", ".join(names), text, flags=re.MULTILINE)


@cache
def solve_words() -> frozenset[str]:
    """Return the words in `solve` of any row: a parameter that is called like one would be overwritten."""
    body = ast.parse(shipped_text("any_row.py")).body
    [solve] = (one for one in body if isinstance(one, ast.FunctionDef) and one.name == "solve")
    return frozenset(word for word in _names(solve) if word.islower()) - {"n", "pieces"}


def _said(row: Row) -> dict[str, Any]:
    """Return what the words of any_row.py are for a row, those that an `if` asks for or a constant holds."""
    steps = {kind: tuple(dict.fromkeys([*back, *((-r, -c) for r, c in back)])) for kind, back in row.steps}
    bounds, own = [share for _, share in row.parts], bool(row.own)
    return {
        **{part.upper(): any(part == name for name, _ in row.parts) for part in (*PARTS, "window")},
        **{
            "RIDES": steps.get("ride", ()),
            "LEAPS": steps.get("leap", ()),
            "IN_LINE": row.in_line or 0,
            "TORUS": row.torus,
        },
        "GOAL": row.goal,
        "ANSWER": row.written,
        "BY_NUMBER": row.written == "number",
        "DRAWN": "grid" in row.drawn,
        "GIVEN": row.goal == "verify" or "piece" in row.states,
        "NAMED": row.pieces != "pieces",
        "BOUNDED": own or any(share.most is not None for share in bounds),
        "NEEDED": own or any(share.least != 0 for share in bounds),
        "RULES": own,
    }


def _written(row: Row, names: Sequence[str]) -> dict[str, str]:
    """Return what stands in the place of other words."""
    height, width = row.window.size if row.window else (0, 0)
    fields = dict.fromkeys(("n", "m", *row.fields))
    numbers = [f'"{name}": {_code(Product(1, (name,)), names)}' for name in fields if name in names or name == "m"]
    result = _MOST_WEIGHT if row.goal == "heaviest" and row.written == "number" else _RESULTS[row.goal]
    found: dict[str, str] = {
        **{str(name): told for name, told in row.names.items()},
        **{"stone": _plain(row.one), "stones": _plain(row.many)},
        "RESULT": f"Return {result}.".format(asked=row.asked, many=_plain(row.many)),
        "PIECES": _code(row.asked, names),
        "NOTHING": _NOTHING.get(row.goal, "None"),
        "SHAPE": "(n, m)" if "m" in names else "(n, n)",
        "LISTED": str(LISTED_N),
        **{"HEIGHT": str(height), "WIDTH": str(width)},
        "RULES": f"[{', '.join(f'{FAMILIES[OWN[word]].__name__}({value!r})' for word, value in row.own.items())}]",
        "REGIONS": "regions" if row.parted else "()",
        "VALUES": f"{{{', '.join(numbers)}}}",
    }
    for part, share in row.parts:
        found[f"{part.upper()}_LEAST"] = _code(product(share.least), names)
        found[f"{part.upper()}_MOST"] = "board.size" if share.most is None else _code(product(share.most), names)
    return found


def _code(counts: Product, names: Sequence[str]) -> str:
    """Return a product as Python writes it, for a function with these parameters."""
    words = [name if name in names else "n" for name in counts.names]  # without m, a board is square
    return " * ".join([*([str(counts.factor)] if counts.factor != 1 or not words else []), *words])


def _plain(words: str) -> str:
    """Return what a piece is called, as a docstring can hold it."""
    return re.sub(r'[\\"\s]+', " ", words)


def _kept(block: Sequence[ast.stmt], lines: Sequence[str], said: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a block, with what the row says: of an `if` that asks for this alone the branch that holds,
    and nothing below one that returns; of its words as constants those that have a line of their own."""
    end = block[0].lineno - 1 if block[0].col_offset else 0
    for one in block:
        match one:
            case ast.If() if _names(one.test) <= said.keys():
                if chosen := one.body if eval(ast.unparse(one.test), {}, {**said}) else one.orelse:
                    inset = chosen[0].col_offset - one.col_offset
                    yield from (line[inset:] for line in _kept(chosen, lines, said))
                    if isinstance(chosen[-1], ast.Return):
                        return
            case ast.If(orelse=[]) | ast.For(orelse=[]) | ast.FunctionDef():
                yield from lines[end : one.body[0].lineno - 1]
                yield from _kept(one.body, lines, said)
            case ast.ImportFrom() if not said["RULES"]:
                pass
            case ast.ImportFrom(module) if module != "__future__":
                yield from _rules()
            case ast.Assign(targets=[ast.Name(name)]) if name in said:
                yield f"{name} = {said[name]!r}"
            case ast.Assign(targets=[ast.Tuple() as several]) if _names(several) & said.keys():
                pass
            case _:
                yield from lines[end : one.end_lineno]
        end = one.end_lineno or end


def _rules() -> Iterator[str]:
    """Yield the lines of what the rules' own text makes, but of what each starter makes itself."""
    text, end = inspect.getsource(constraints), 0
    lines = text.splitlines()
    for one in ast.parse(text).body:
        if isinstance(one, (ast.ClassDef, ast.FunctionDef, ast.Assign)) and "PIECE" not in _made(one):
            yield from lines[end : one.end_lineno]
        end = one.end_lineno or end


def _without_idle(text: str) -> str:
    """Return a module without the functions and constants that `solve` does not come to."""
    body, lines = ast.parse(text).body, text.splitlines()
    needed, more = set[str](), {"solve"}
    while more:
        needed |= more
        more = {word for one in body if _made(one) & more for word in _names(one)} - needed
    found, end = list[str](), 0
    for one in body:
        if not (made := _made(one)) or made & needed:
            found += lines[end : one.end_lineno]
        end = one.end_lineno or end
    return "\n".join([*found, ""])


def _made(statement: ast.stmt) -> set[str]:
    """Return the names that a statement of a module makes."""
    match statement:
        case ast.FunctionDef(name) | ast.ClassDef(name):
            return {name}
        case ast.Import([alias]):
            return {alias.asname or alias.name}
        case ast.Assign(targets=[target]):
            return _names(target)
    return set()


def _names(node: ast.AST) -> set[str]:
    """Return the words of a piece of Python that are names: parameters too."""
    found = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    return found | {one.arg for one in ast.walk(node) if isinstance(one, ast.arg)}
