"""E120: what solve returned that is no answer, and what to return in its place. E124: nothing at all, told only where
that answer turns out wrong."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import Final

import msgspec
import numpy as np

from judge.executors.answer_frame import Returned
from judge.executors.expectation import Expectation
from judge.model import Finding
from judge.problems.puzzles import findings
from judge.sandbox.protocol import Strange
from judge.submissions.source import Node, Source

_OWN_SCOPE: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_ROLES: Final = {
    "yield": "a generator, as it holds yield",
    "iterator": "an iterator, which holds no value yet",
    "async": "a coroutine, as it is async",
    "callable": "a function that nothing has called",
}
_NO_WORDS: Final = re.compile(r"[^0-9\\]*")  # of a text that draws no board
_WHOLE: Final = re.compile(r"-?[0-9]{1,30}(\.0)?")


def why_not(strange: Strange, expected: Expectation) -> Finding:
    """Return E120, with a help that leads to an answer which is taken; E121 or E115 where one cell holds a number that
    is none of the puzzle's."""
    wild = _wild_cell(strange, expected)
    if wild:
        return wild
    repair = next(
        filter(None, (help_(strange, expected) for help_ in _HELPS)), f"return {expected.wanted}{_made(expected)}"
    )
    note = "" if expected.wanted in repair else f"the puzzle asks for {expected.wanted}"
    return Finding("E120", f"solve returned {_said(strange)}{_why(strange, expected)}", note=note, help=repair)


def _made(expected: Expectation) -> str:
    """Return how such an array is made, where one is asked for."""
    is_board = expected.wanted.startswith("the board as an int8")
    return "; np.array(rows, dtype=np.int8) makes one of lists" if is_board else ""


def _wild_cell(strange: Strange, expected: Expectation) -> Finding | None:
    """Return the finding about a whole number that int8 can't hold: as it was returned, and not cut."""
    value, shape, trial = whole(strange.value), strange.shape, expected.trial
    if value is None or shape is None or trial is None or len(strange.cell) != 2 or not expected.holds(shape):
        return None
    row, column = strange.cell
    if not (0 <= row < shape[0] and 0 <= column < shape[1]):  # the submission's word
        return None
    if trial.board is None:
        return findings.wrong_column(msgspec.structs.replace(trial, number=row + 1), column, value)
    return msgspec.structs.replace(findings.wrong_cell(trial, (row, column), value), help=_of_array(strange, expected))


def too_strict(returned: Returned, expected: Expectation) -> Finding:
    """Return E120 for what is only a warning where a problem is not strict."""
    kind = "int" if isinstance(returned.value, int) else expected.base
    what = kind if returned.shape is None else f"one of shape {expected.sizes}"
    message = f"solve returned {_was(returned)}, not {what}"
    note = 'the problem says answers = "strict", so nothing else is taken'
    repair = f"return {kind}({expected.name})"
    if isinstance(returned.value, np.ndarray):
        repair = f"return {_table(returned.kind, returned.dtype, expected)}{expected.reshaped(returned.shape)}"
    return Finding("E120", message, note=note, help=repair)


def read_as(returned: Returned) -> str:
    """Return the warning about a value that was converted."""
    value = returned.value
    if returned.shape is not None and isinstance(value, np.ndarray):
        return f"solve returned {_was(returned)}; it was read as one of shape {value.shape}, as both are empty"
    kind = value.dtype if isinstance(value, np.ndarray) else type(value).__name__
    return f"solve returned {_was(returned)}; it was read as {kind}, as every value fits"


def called(kind: str, dtype: str) -> str:
    """Return what a sentence calls a result: an array or a number of numpy's by its dtype."""
    if dtype and kind in ("ndarray", dtype):
        return dtype
    return f"{'an' if kind[:1] in 'aeiouAEIOU' else 'a'} {kind}"


def whole(text: str) -> int | None:
    """Return the whole number that this is the repr of; None where it is of none."""
    return int(text.removesuffix(".0")) if _WHOLE.fullmatch(text) else None


def _was(returned: Returned) -> str:
    if returned.kind == "ndarray" and not isinstance(returned.value, np.ndarray):
        return f"a 0-d array of {returned.dtype}"
    if returned.shape is None:
        return called(returned.kind, returned.dtype)
    return f"{'an array' if returned.kind == 'ndarray' else called(returned.kind, '')} of shape {returned.shape}"


# --- what it is -----------------------------------------------------------------------------------------------------
def _said(strange: Strange) -> str:
    if strange.role in _ROLES:
        return _ROLES[strange.role]
    if strange.masked:
        return "an array with masked cells"
    if strange.shape is not None:
        if strange.kind == "ndarray":
            return f"an array of {strange.dtype}, shape {strange.shape}"
        return f"{called(strange.kind, '')} of shape {strange.shape}"
    if strange.kind == "str":
        return f"the text {strange.value}"
    if strange.uneven:
        return f"{called(strange.kind, '')} of rows of different lengths"
    if strange.kind in ("list", "tuple"):
        return f"a {strange.kind} of values that make no array"
    return strange.value or f"an object of type {strange.kind}"


def _why(strange: Strange, expected: Expectation) -> str:
    """Return why it is no answer: the shape first, then the first cell, as a board is looked at."""
    if strange.role in _ROLES:
        return ""
    if strange.uneven:
        first, row, length = strange.uneven
        return f": row 1 has {first}, row {row + 1} has {length}"
    if strange.shape is not None and expected.shape and not expected.holds(strange.shape):
        return f", but the shape must be {expected.sizes}"
    if strange.cell and expected.shape:
        return f", with {strange.value} {_place(strange.cell)}, which {expected.base} can't hold"
    return ", not an answer"


def _place(cell: tuple[int, ...]) -> str:
    at = ", ".join(str(index + 1) for index in cell)
    return f"at row {cell[0] + 1}, column {cell[1] + 1}" if len(cell) == 2 else f"at element {at}"


# --- what to do -----------------------------------------------------------------------------------------------------
def _of_role(strange: Strange, expected: Expectation) -> str:
    match strange.role:
        case "yield":
            return f"write return, not yield: return {expected.wanted}"
        case "async":
            return "write def solve, not async def solve"
        case "callable":
            return f"call it: write the arguments in brackets behind its name, as in return search({expected.name})"
        case "set" | "iterator" if expected.counts:
            return "return len(list(answer))"
        case "set" if expected.name == "found":
            return "return np.array(sorted(found), dtype=np.int8)"
        case "iterator":
            return _of_iterator(expected)
    return ""


def _of_iterator(expected: Expectation) -> str:
    if not expected.shape:
        return ""
    rows = f"return np.array(list({expected.name}), dtype=np.{expected.base})"
    if expected.board is None:
        return rows
    return f"return next(board{', None' if expected.none else ''}) if it yields boards, {rows} if it yields rows"


def _of_masked(strange: Strange, expected: Expectation) -> str:
    if not strange.masked or not expected.shape:
        return ""
    if strange.kind in ("list", "tuple"):
        return f"return np.array([row.filled(0) for row in {expected.name}])"
    return f"return {expected.name}.filled(0)"


def _of_none(strange: Strange, expected: Expectation) -> str:
    """Return what stands for no arrangement, where the puzzle has that."""
    empty = strange.shape is not None and 0 in strange.shape
    word = strange.kind == "str" and _NO_WORDS.fullmatch(strange.value)
    if expected.none and (empty or word or strange.value == "False"):
        return "return None where there is no arrangement"
    return ""


def _of_parts(strange: Strange, expected: Expectation) -> str:
    if strange.uneven and expected.shape:
        return f"give every row as many elements: the shape must be {expected.sizes}"
    if strange.kind == "tuple" and strange.shape is None and not strange.uneven:
        return f"return one value alone, not a tuple: {expected.wanted}"
    return ""


def _of_number(strange: Strange, expected: Expectation) -> str:
    """Return how the one number is got at that is asked for."""
    if expected.shape or expected.base not in ("int", "float"):
        return ""
    if strange.kind == "str" and whole(strange.value[1:-1]) is not None:
        return f"return int({expected.name})"
    if strange.shape is None:
        return ""
    if expected.counts and strange.shape[1:] == (expected.counts,) != strange.shape[:1]:
        return "return len(answer)"
    if len(strange.values) == 1 and sum(strange.values.values()) == 1 and whole(next(iter(strange.values))) is not None:
        return f"return {expected.name if strange.kind == 'ndarray' else f'np.array({expected.name})'}.item()"
    return ""


def _of_array(strange: Strange, expected: Expectation) -> str:
    """Return the array that is asked for, made of the one that came."""
    shape, board = strange.shape, expected.board
    if shape is None or not expected.shape:
        return ""
    reshaped = "" if expected.holds(shape) else expected.reshaped(shape)
    if not reshaped and not expected.holds(shape):
        return ""
    mark = findings.mark_of(strange.values) if board is not None else ""
    if mark and board is not None:
        rows = f"[list(row) for row in {expected.name}]" if strange.drawn else expected.name
        table = rows if strange.kind == "ndarray" and not strange.drawn else f"np.array({rows})"
        return f"return {findings.ones_for(mark, table + reshaped, board)}"
    if strange.cell:
        return findings.CELLS if board is not None else ""
    return f"return {_table(strange.kind, strange.dtype, expected)}{reshaped}" if reshaped else ""


def _of_other_array(strange: Strange, expected: Expectation) -> str:
    """Return the board of columns, or the columns of boards, or one board of several."""
    shape, board = strange.shape, expected.board
    if shape is None or strange.cell:
        return ""
    if expected.name == "found" and shape[1:] == (expected.shape[1],) * 2:
        return "return np.array(found).argmax(axis=2).astype(np.int8)"
    if board is None:
        return ""
    if shape[1:] == board.shape and shape[0] > 1:
        return "return board[0], one board alone"
    if shape == (board.n,) == (board.pieces,) and not board.grid.any():
        return "return (np.arange(n) == np.array(board)[:, None]).astype(np.int8) if these are the columns of the rows"
    return ""


def _table(kind: str, dtype: str, expected: Expectation) -> str:
    """Return the expression of an array of the type that is asked for."""
    if kind == "ndarray":
        return expected.name if dtype == expected.base else f"{expected.name}.astype(np.{expected.base})"
    return f"np.array({expected.name}, dtype=np.{expected.base})"


_HELPS: Final[tuple[Callable[[Strange, Expectation], str], ...]] = (
    _of_role,
    _of_masked,
    _of_none,
    _of_parts,
    _of_number,
    _of_other_array,
    _of_array,
)


# --- nothing at all -------------------------------------------------------------------------------------------------
def why_nothing(source: Source) -> Finding | None:
    """Return that solve never returns a value, where its text has no `return` with one; who writes None means FAIL."""
    functions = (node for node in reversed(source.tree().body) if isinstance(node, ast.FunctionDef))
    solve = next((node for node in functions if node.name == "solve"), None)
    if solve is None:
        return None
    own = list(_own(solve))
    if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own):
        return None
    returns = [node for node in own if isinstance(node, ast.Return)]
    if any(node.value is not None for node in returns):
        return None
    prints = any(isinstance(node, ast.Call) and _name(node.func) in ("print", "write") for node in own)
    finding = Finding(
        "E124",
        f"solve {'returns nothing' if returns else 'ends without return'}, and so it says FAIL",
        note="what it prints or writes is not read" if prints else "",
        help="return the board at the end of solve, as an int8 array",
    )
    return finding.at(source.of_node(returns[-1] if returns else solve))


def _own(function: Node) -> Iterator[ast.AST]:
    """Return the nodes of a function, without those of functions within it."""
    waiting: list[ast.AST] = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _OWN_SCOPE):
            waiting += ast.iter_child_nodes(node)


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name
    return ""
