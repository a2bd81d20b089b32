"""How `solve` is called for a problem, as its puzzle says: the case as bytes, and what came back from the box.

Everything in a frame is the submission's word: its lengths, its bytes, and places, which must be in its file. E120 is
told where what `solve` returned is no answer, with what to return in its place. E124 is told where it is nothing at
all, and that answer turns out wrong.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from judge.model import Answer, Case, Finding, Problem, ReadWarning, Verdict
from judge.problems import Call, Trial, puzzle_named
from judge.sandbox import protocol
from judge.submissions import Source
from judge.text import cell_at

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from judge.model import Value


class Calling(msgspec.Struct, frozen=True):
    """The call of a problem's `solve`: what goes into the box, and what comes out of it."""

    problem: Problem
    call: Call

    @classmethod
    def of(cls, problem: Problem) -> Calling:
        """Return the call of a problem that has functions."""
        call = puzzle_named(problem.puzzle).call
        assert call is not None, "of a general problem no submission is a function"
        return cls(problem, call)

    @property
    def arguments(self) -> tuple[protocol.Argument, ...]:
        """Return the types of the arguments, as a box is told."""
        return tuple(one.base for one in self.call.parameters)

    def pack(self, case: Case) -> tuple[bytes, bytes]:
        """Return a case as a box reads it, without the board, and the board."""
        return protocol.pack_case(self.arguments, self.call.values(case.board))

    def warm_ups(self) -> list[bytes]:
        """Return what `solve` is compiled on, as a box reads it: the puzzle's boards, each for every algorithm."""
        names, boards = self.problem.algorithms, puzzle_named(self.problem.puzzle).boards
        cases = (Case("", "", msgspec.structs.replace(board, algorithm=name)) for name in names for board in boards)
        return list(dict.fromkeys(b"".join(self.pack(case)) for case in cases))

    def most_bytes(self, case: Case) -> int:
        """Return how many bytes the frame of an answer may have; 0 where the limit on output says it."""
        expected = puzzle_named(self.problem.puzzle).answers.shape
        lengths = expected(case.board.shape) if expected else (None,)
        return math.prod(length or 0 for length in lengths) + LONGEST if None not in lengths else 0

    def read(self, frame: bytes, case: Case) -> Answer | Finding:
        """Return the answer in a frame that came back, or why it is none."""
        returned = read_returned(frame, self.call.result)
        if isinstance(returned, Finding):
            return returned
        expected = Expectation.of(self.problem, self.call.result, case)
        fitted = expected.fitted(returned) if isinstance(returned, Returned) else returned
        if isinstance(fitted, protocol.Strange):
            return why_not(fitted, expected)
        if not fitted.kind:
            return self._answer(fitted.value)
        was, now = _conversion(fitted)
        if self.problem.strict:
            note, repair = 'the problem says answers = "strict", so nothing else is taken', f"return {expected.wanted}"
            return Finding("E120", f"solve returned {was}, not {now}", note=note, help=repair)
        answer = self._answer(fitted.value)
        why = "every value fits" if fitted.shape is None else "both are empty"
        warning = ReadWarning("W115", f"solve returned {was}; it was read as {now}, as {why}")
        return msgspec.structs.replace(answer, warnings=(*answer.warnings, warning))

    def _answer(self, value: Value | None) -> Answer:
        answers = puzzle_named(self.problem.puzzle).answers
        if value is None:
            answer = Answer(fail=True)
        else:
            answer = Answer(count=value) if type(value) is int else answers.take(np.asarray(value))
        return Answer(text=answers.write(answer)) if answers.is_text else answer  # which the package's validator reads


# --- what is asked for -----------------------------------------------------------------------------------------------
class Expectation(msgspec.Struct, frozen=True):
    """What is to be returned. `wanted` completes "return ..."; `shape` is that of an array, with None for any number of
    rows, and empty where a number is asked for."""

    wanted: str
    base: str
    shape: tuple[int | None, ...] = ()
    trial: Trial | None = None  # what a finding about one cell is of, on a board or in a list
    none: bool = False  # None says that there is no arrangement

    @classmethod
    def of(cls, problem: Problem, base: str, case: Case) -> Expectation:
        """Return what is asked for, of a puzzle whose `solve` returns this type."""
        puzzle, board = puzzle_named(problem.puzzle), case.board
        goal, answers = puzzle.goal, puzzle.answers
        wanted = goal.wanted(case)
        if goal.every and board.n > goal.listed:
            return cls(wanted, "int")
        if answers.shape is None:
            return cls(wanted, base, none=goal.may_fail)
        shape, trial = answers.shape(board.shape), Trial(puzzle.row, case, Answer())
        if goal.every:
            return cls(wanted, base, shape, trial=trial)
        return cls(wanted, base, shape, msgspec.structs.replace(trial, board=board.grid), goal.may_fail)

    @property
    def sizes(self) -> str:
        """Return the shape as numpy writes it, with k for any length."""
        return f"({', '.join('k' if length is None else str(length) for length in self.shape)})"

    def holds(self, shape: tuple[int, ...]) -> bool:
        """Say whether an array may have this shape."""
        same = len(shape) == len(self.shape)
        return same and all(wanted in (length, None) for length, wanted in zip(shape, self.shape, strict=True))

    def fitted(self, returned: Returned) -> Returned | protocol.Strange:
        """Return the value in the type or the shape that is asked for, or what it is instead. What is wrong with None,
        a number, or a board of any size, the puzzle's goal says."""
        value = returned.value
        if value is None or type(value) is int:
            return returned
        if not isinstance(value, np.ndarray):
            kind = type(value).__name__
            return returned if kind == self.base and not self.shape else protocol.Strange(kind, value=repr(value)[:40])
        if self.holds(value.shape) or (value.ndim == len(self.shape) == 2 and value.size):
            return returned
        kind, dtype = returned.kind or "ndarray", returned.dtype or str(value.dtype)
        if not value.size and self.shape.count(None) == 1:  # no row is no row, whatever the shape
            return Returned(value.reshape([length or 0 for length in self.shape]), kind, dtype, value.shape)
        return protocol.Strange(kind, dtype=dtype, shape=value.shape)


# --- E120, and what it was in place of that --------------------------------------------------------------------------
_ROLES: Final = {  # what it is, and what to write in its place
    "yield": ("a generator, as it holds yield", "write return, not yield"),
    "iterator": ("an iterator, which holds no value yet", "take its values, as list(...) does"),
    "async": ("a coroutine, as it is async", "write def solve, not async def solve"),
    "callable": ("a function that nothing has called", "call it, with the arguments in brackets behind its name"),
}
_NO_WORDS: Final = re.compile(r"[^0-9\\]*")  # of a text that draws no board
_WHOLE: Final = re.compile(r"-?[0-9]{1,30}(\.0)?")


def why_not(strange: protocol.Strange, expected: Expectation) -> Finding:
    """Return E120, with a help that says what is taken; E121 or E115 where one cell holds a number that is none of the
    puzzle's."""
    if wild := _wild_cell(strange, expected):
        return wild
    said, repair = f"{_said(strange)}{_why(strange, expected)}", _instead(strange, expected)
    if strange.role in _ROLES:
        said, way = _ROLES[strange.role]
        repair = f"{way}: return {expected.wanted}"
    elif strange.uneven:
        first, row, length = strange.uneven
        lengths = f"row 1 has {first}, row {row + 1} has {length}"
        said = f"{_called(strange.kind, '')} of rows of different lengths: {lengths}"
        repair = f"give every row as many elements: the shape must be {expected.sizes}" if expected.shape else ""
    repair = repair or f"return {expected.wanted}"
    if repair.startswith("return the board as an int8"):
        repair += "; np.array(rows, dtype=np.int8) makes one of lists"
    note = "" if expected.wanted in repair else f"the puzzle asks for {expected.wanted}"
    return Finding("E120", f"solve returned {said}", note=note, help=repair)


def _wild_cell(strange: protocol.Strange, expected: Expectation) -> Finding | None:
    """Return the finding about a whole number that int8 can't hold: as it was returned, and not cut."""
    shape, trial = strange.shape, expected.trial
    if not _WHOLE.fullmatch(strange.value) or shape is None or trial is None:
        return None
    if len(strange.cell) != 2 or not expected.holds(shape):
        return None
    value, (row, column) = int(strange.value.removesuffix(".0")), strange.cell
    if not (0 <= row < shape[0] and 0 <= column < shape[1]):  # the submission's word
        return None
    if trial.board is None:
        return msgspec.structs.replace(trial, number=row + 1).wrong_column(column, value)
    found = trial.wrong_cell((row, column), value)
    return msgspec.structs.replace(found, help=_instead(strange, expected))


def _conversion(returned: Returned) -> tuple[str, str]:
    """Return what a value was that had to be converted, and what it is now."""
    now, shape = np.asarray(returned.value), returned.shape
    if shape is not None:
        return f"{_called(returned.kind, '')} of shape {shape}", f"one of shape {now.shape}"
    if returned.kind == "ndarray" and not now.ndim:
        return f"a 0-d array of {returned.dtype}", type(returned.value).__name__
    return _called(returned.kind, returned.dtype), str(now.dtype) if now.ndim else type(returned.value).__name__


def _called(kind: str, dtype: str) -> str:
    """Return what a sentence calls a result: an array or a number of numpy's by its dtype, if it has one."""
    if dtype and kind in ("ndarray", dtype):
        return dtype
    return "an array" if kind == "ndarray" else f"{'an' if kind[:1] in 'aeiouAEIOU' else 'a'} {kind}"


# --- what it is, and what to do ---------------------------------------------------------------------------------------
def _said(strange: protocol.Strange) -> str:
    if strange.masked:
        return "an array with masked cells"
    if strange.shape is not None:
        if strange.kind == "ndarray":
            return f"an array of {strange.dtype}, shape {strange.shape}"
        return f"{_called(strange.kind, '')} of shape {strange.shape}"
    if strange.kind == "str":
        return f"the text {strange.value}"
    if strange.kind in ("list", "tuple"):
        return f"a {strange.kind} of values that make no array"
    return strange.value or f"an object of type {strange.kind}"


def _why(strange: protocol.Strange, expected: Expectation) -> str:
    """Return why it is no answer: the shape first, then the first cell, as a board is looked at."""
    cell = strange.cell
    if strange.shape is not None and expected.shape and not expected.holds(strange.shape):
        return f", but the shape must be {expected.sizes}"
    if cell and expected.shape:
        at = cell_at(cell) if len(cell) == 2 else f"element {', '.join(str(index + 1) for index in cell)}"
        return f", with {strange.value} at {at}, which {expected.base} can't hold"
    return ", not an answer"


def _instead(strange: protocol.Strange, expected: Expectation) -> str:
    """Return what to write where that tells more than what the puzzle asks for; else nothing."""
    shape, trial = strange.shape, expected.trial
    if strange.masked and expected.shape:
        return "fill the masked cells, as .filled(0) does"
    if expected.none and _says_none(strange):
        return "return None where there is no arrangement"
    if way := _reshaped(strange, expected):
        return way
    if strange.kind == "tuple" and (shape is None or (len(shape) == 1 and None not in expected.shape)):
        return f"return one value alone, not a tuple: {expected.wanted}"
    if trial is None or trial.board is None or shape is None or not expected.holds(shape):
        return ""
    rows = "[list(row) for row in board]" if strange.drawn else "board"
    if ones := trial.ones(strange.values, f"np.array({rows})"):
        return f"return {ones}"
    return trial.CELLS if strange.cell else ""


def _reshaped(strange: protocol.Strange, expected: Expectation) -> str:
    """Return how a board is made of its cells in another shape, or of the columns of its pieces; else nothing."""
    shape, wanted, trial = strange.shape, expected.shape, expected.trial
    if shape is None or trial is None or trial.board is None or strange.dtype in ("str", "object"):
        return ""
    if shape == wanted[:1] == wanted[1:] != (1,) and not trial.board.any():
        return f"of columns from 0, np.eye({shape[0]}, dtype=np.int8)[columns] makes a board"
    same = not expected.holds(shape) and math.prod(shape) == trial.board.size
    return f"return np.array(board, dtype=np.int8).reshape{wanted}" if same else ""


def _says_none(strange: protocol.Strange) -> bool:
    """Say whether it stands for no arrangement: nothing at all, False, or a word."""
    empty = strange.shape is not None and 0 in strange.shape
    word = strange.kind == "str" and _NO_WORDS.fullmatch(strange.value) is not None
    return empty or word or strange.value == "False"


# --- a frame that came back -------------------------------------------------------------------------------------------
LONGEST: Final = 3 + protocol.TYPE_NAME + protocol.MOST_AXES * protocol.LENGTH.size  # of a frame, beside its cells
_NO_FRAME: Final = Finding("E208", "what came back is not a frame of this protocol", verdict=Verdict.RTE)
_LONG, _MANY = 60, 8  # characters of a value, and axes, that are told


class Returned(msgspec.Struct, frozen=True, eq=False):
    """What `solve` returned, as the type that was asked for, or an int or None. `kind`, `dtype` and `shape` are those
    that it had where it had to be converted."""

    value: Value | None
    kind: str = ""
    dtype: str = ""
    shape: tuple[int, ...] | None = None


def read_returned(frame: bytes, base: str) -> Returned | protocol.Strange | Finding:
    """Return what is in a frame, of a `solve` whose result is of int8, an int or a bool, as `base` says; a Finding for
    what is no frame."""
    if frame[:1] == protocol.STRANGE:
        return _strange(frame[1:])
    was = b""
    if frame[:1] == protocol.CONVERTED:
        was, frame = frame[1 : protocol.TYPE_NAME + 1], frame[protocol.TYPE_NAME + 1 :]
        if frame[:1] not in (protocol.COUNT, protocol.VALUE):
            return _NO_FRAME
    value = _value(frame[:1], frame[1:], base)
    if isinstance(value, Finding | protocol.Strange):
        return value
    name, _, dtype = _short(was.decode(errors="replace")).rpartition(" ")
    return Returned(value, name or dtype, dtype if name else "")


def _value(kind: bytes, payload: bytes, base: str) -> Value | protocol.Strange | Finding | None:
    if kind == protocol.FAIL:
        return None
    if kind == protocol.COUNT and len(payload) < protocol.DIGITS and payload.removeprefix(b"-").isdigit():
        return int(payload)
    if kind == protocol.ARRAY:
        table = _table(payload[: protocol.SHAPE.size], payload[protocol.SHAPE.size :])
        if base != "int8" and not isinstance(table, Finding):
            return protocol.Strange("ndarray", dtype="int8", shape=table.shape)
        return table
    axes = payload[0] if kind == protocol.VALUE and payload else protocol.MOST_AXES + 1
    if base == "bool" and axes == 0 and len(payload) == protocol.AXES.size + 1:
        return payload[-1] != 0
    if base != "int8" or not 0 < axes <= protocol.MOST_AXES:
        return _NO_FRAME
    at = protocol.AXES.size + axes * protocol.LENGTH.size
    return _table(payload[protocol.AXES.size : at], payload[at:])


def _table(lengths: bytes, data: bytes) -> NDArray[Any] | Finding:
    """Return an array of int8."""
    if len(lengths) % protocol.LENGTH.size:
        return _NO_FRAME
    shape = [length for (length,) in protocol.LENGTH.iter_unpack(lengths)]
    if math.prod(shape) != len(data) or max(shape) >= 1 << 31:
        return _NO_FRAME
    return np.frombuffer(data, np.int8).reshape(shape)


def _strange(payload: bytes) -> protocol.Strange | Finding:
    try:
        said = msgspec.json.decode(payload, type=protocol.Strange)
    except ValueError:  # no JSON, or no Strange; MsgspecError is one
        return _NO_FRAME
    return msgspec.structs.replace(
        said,
        kind=_short(said.kind),
        value=_short(said.value),
        dtype=_short(said.dtype),
        shape=said.shape and said.shape[:_MANY],
        values={_short(value): times for value, times in said.values.items()},
    )


def _short(text: str) -> str:
    return " ".join(text.split())[:_LONG]


# --- an exception -----------------------------------------------------------------------------------------------------
_LONGEST = 300  # of a headline
_PLACES = 7  # numbers behind the kind
_NUMBER = re.compile(r"-1|[0-9]{1,9}")


class Raised(msgspec.Struct, frozen=True):
    """The kind of exception, its text with the way to it, and its places; 0 or -1 where nothing is known. `errno` is
    what the system answered, `outside` says that this was about a path outside the working directory, and `sealed` that
    a sandbox may be why."""

    kind: str
    text: str  # as it came
    line: int = 0  # of the innermost place in the submission's file
    start: int = 0
    end: int = -1
    line_of_numba: int = 0
    errno: int = 0
    outside: bool = False
    sealed: bool = False

    def shown(self, source: Source) -> str:
        """Return the text, in which the file is called as its author called it."""
        return self.text.replace(source.inside, source.file) if source.inside else self.text

    @property
    def headline(self) -> str:
        """Return `IndexError: list index out of range`."""
        return self.text.splitlines()[0][:_LONGEST] if self.text else "an exception without a text"

    @property
    def says(self) -> str:
        """Return the headline without the name of the exception."""
        return self.headline.partition(": ")[2] or self.headline

    def place(self, source: Source) -> Finding.Excerpt | None:
        """Return the innermost place in the submission's file."""
        if self.end < 0:  # of a kernel numba tells the line alone
            return source.marked(self.line) or source.at(self.line)
        return source.in_bytes(self.line, self.start, self.end)


def read_raised(frame: bytes) -> Raised:
    """Return what a frame says."""
    head, _, text = frame[1:].decode(errors="replace").partition("\n")
    kind, *words = head.split(" ") if head else [""]
    numbers = [int(word) for word in words if _NUMBER.fullmatch(word)]
    if len(numbers) != len(words) or len(words) != _PLACES:
        return Raised(kind, text.strip())
    line, start, end, of_numba, errno, outside, sealed = numbers
    return Raised(kind, text.strip(), line, start, end, of_numba, errno, outside == 1, sealed == 1)
