"""E120: what solve returned that is no answer, and what to return in its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import msgspec
import numpy as np

from judge.executors.asked import Asked
from judge.executors.returned import Returned
from judge.model import Finding
from judge.problems.puzzles import findings
from judge.sandbox.protocol import Strange

_ROLES: Final = {
    "yield": "a generator, as it holds yield",
    "iterator": "an iterator, which holds no value yet",
    "async": "a coroutine, as it is async",
    "callable": "a function that nothing has called",
}
_NO_WORDS: Final = re.compile(r"[^0-9\\]*")  # of a text that draws no board
_WHOLE: Final = re.compile(r"-?[0-9]{1,30}(\.0)?")


def why_not(strange: Strange, asked: Asked) -> Finding:
    """Return E120, with a help that leads to an answer which is taken; E121 or E115 where one cell holds a number that
    is none of the puzzle's."""
    wild = _wild_cell(strange, asked)
    if wild:
        return wild
    repair = next(filter(None, (help_(strange, asked) for help_ in _HELPS)), f"return {asked.wanted}{_made(asked)}")
    note = "" if asked.wanted in repair else f"the puzzle asks for {asked.wanted}"
    return Finding("E120", f"solve returned {_said(strange)}{_why(strange, asked)}", note=note, help=repair)


def _made(asked: Asked) -> str:
    """Return how such an array is made, where one is asked for."""
    is_board = asked.wanted.startswith("the board as an int8")
    return "; np.array(rows, dtype=np.int8) makes one of lists" if is_board else ""


def _wild_cell(strange: Strange, asked: Asked) -> Finding | None:
    """Return the finding about a whole number that int8 can't hold: as it was returned, and not cut."""
    value, shape, trial = whole(strange.value), strange.shape, asked.trial
    if value is None or shape is None or trial is None or len(strange.cell) != 2 or not asked.holds(shape):
        return None
    row, column = strange.cell
    if not (0 <= row < shape[0] and 0 <= column < shape[1]):  # the submission's word
        return None
    if trial.board is None:
        return findings.wrong_column(msgspec.structs.replace(trial, number=row + 1), column, value)
    return msgspec.structs.replace(findings.wrong_cell(trial, (row, column), value), help=_of_array(strange, asked))


def too_strict(returned: Returned, asked: Asked) -> Finding:
    """Return E120 for what is only a warning where a problem is not strict."""
    kind = "int" if isinstance(returned.value, int) else asked.base
    what = kind if returned.shape is None else f"one of shape {asked.sizes}"
    message = f"solve returned {_was(returned)}, not {what}"
    note = 'the problem says answers = "strict", so nothing else is taken'
    repair = f"return {kind}({asked.name})"
    if isinstance(returned.value, np.ndarray):
        repair = f"return {_table(returned.kind, returned.dtype, asked)}{asked.reshaped(returned.shape)}"
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


def _why(strange: Strange, asked: Asked) -> str:
    """Return why it is no answer: the shape first, then the first cell, as a board is looked at."""
    if strange.role in _ROLES:
        return ""
    if strange.uneven:
        first, row, length = strange.uneven
        return f": row 1 has {first}, row {row + 1} has {length}"
    if strange.shape is not None and asked.shape and not asked.holds(strange.shape):
        return f", but the shape must be {asked.sizes}"
    if strange.cell and asked.shape:
        return f", with {strange.value} {_place(strange.cell)}, which {asked.base} can't hold"
    return ", not an answer"


def _place(cell: tuple[int, ...]) -> str:
    at = ", ".join(str(index + 1) for index in cell)
    return f"at row {cell[0] + 1}, column {cell[1] + 1}" if len(cell) == 2 else f"at element {at}"


# --- what to do -----------------------------------------------------------------------------------------------------
def _of_role(strange: Strange, asked: Asked) -> str:
    match strange.role:
        case "yield":
            return f"write return, not yield: return {asked.wanted}"
        case "async":
            return "write def solve, not async def solve"
        case "callable":
            return f"call it: write the arguments in brackets behind its name, as in return search({asked.name})"
        case "set" | "iterator" if asked.counts:
            return "return len(list(answer))"
        case "set" if asked.name == "found":
            return "return np.array(sorted(found), dtype=np.int8)"
        case "iterator":
            return _of_iterator(asked)
    return ""


def _of_iterator(asked: Asked) -> str:
    if not asked.shape:
        return ""
    rows = f"return np.array(list({asked.name}), dtype=np.{asked.base})"
    if asked.board is None:
        return rows
    return f"return next(board{', None' if asked.none else ''}) if it yields boards, {rows} if it yields rows"


def _of_masked(strange: Strange, asked: Asked) -> str:
    if not strange.masked or not asked.shape:
        return ""
    if strange.kind in ("list", "tuple"):
        return f"return np.array([row.filled(0) for row in {asked.name}])"
    return f"return {asked.name}.filled(0)"


def _of_none(strange: Strange, asked: Asked) -> str:
    """Return what stands for no arrangement, where the puzzle has that."""
    empty = strange.shape is not None and 0 in strange.shape
    word = strange.kind == "str" and _NO_WORDS.fullmatch(strange.value)
    if asked.none and (empty or word or strange.value == "False"):
        return "return None where there is no arrangement"
    return ""


def _of_parts(strange: Strange, asked: Asked) -> str:
    if strange.uneven and asked.shape:
        return f"give every row as many elements: the shape must be {asked.sizes}"
    if strange.kind == "tuple" and strange.shape is None and not strange.uneven:
        return f"return one value alone, not a tuple: {asked.wanted}"
    return ""


def _of_number(strange: Strange, asked: Asked) -> str:
    """Return how the one number is got at that is asked for."""
    if asked.shape or asked.base not in ("int", "float"):
        return ""
    if strange.kind == "str" and whole(strange.value[1:-1]) is not None:
        return f"return int({asked.name})"
    if strange.shape is None:
        return ""
    if asked.counts and strange.shape[1:] == (asked.counts,) != strange.shape[:1]:
        return "return len(answer)"
    if len(strange.values) == 1 and sum(strange.values.values()) == 1 and whole(next(iter(strange.values))) is not None:
        return f"return {asked.name if strange.kind == 'ndarray' else f'np.array({asked.name})'}.item()"
    return ""


def _of_array(strange: Strange, asked: Asked) -> str:
    """Return the array that is asked for, made of the one that came."""
    shape, board = strange.shape, asked.board
    if shape is None or not asked.shape:
        return ""
    reshaped = "" if asked.holds(shape) else asked.reshaped(shape)
    if not reshaped and not asked.holds(shape):
        return ""
    mark = findings.mark_of(strange.values) if board is not None else ""
    if mark and board is not None:
        rows = f"[list(row) for row in {asked.name}]" if strange.drawn else asked.name
        table = rows if strange.kind == "ndarray" and not strange.drawn else f"np.array({rows})"
        return f"return {findings.ones_for(mark, table + reshaped, board)}"
    if strange.cell:
        return findings.CELLS if board is not None else ""
    return f"return {_table(strange.kind, strange.dtype, asked)}{reshaped}" if reshaped else ""


def _of_other_array(strange: Strange, asked: Asked) -> str:
    """Return the board of columns, or the columns of boards, or one board of several."""
    shape, board = strange.shape, asked.board
    if shape is None or strange.cell:
        return ""
    if asked.name == "found" and shape[1:] == (asked.shape[1],) * 2:
        return "return np.array(found).argmax(axis=2).astype(np.int8)"
    if board is None:
        return ""
    if shape[1:] == board.shape and shape[0] > 1:
        return "return board[0], one board alone"
    if shape == (board.n,) == (board.pieces,) and not board.grid.any():
        return "return (np.arange(n) == np.array(board)[:, None]).astype(np.int8) if these are the columns of the rows"
    return ""


def _table(kind: str, dtype: str, asked: Asked) -> str:
    """Return the expression of an array of the type that is asked for."""
    if kind == "ndarray":
        return asked.name if dtype == asked.base else f"{asked.name}.astype(np.{asked.base})"
    return f"np.array({asked.name}, dtype=np.{asked.base})"


_HELPS: Final[tuple[Callable[[Strange, Asked], str], ...]] = (
    _of_role,
    _of_masked,
    _of_none,
    _of_parts,
    _of_number,
    _of_other_array,
    _of_array,
)
