"""What goes in and out of an attempt: the arguments of `solve`, what it returned, and what it raised. Inside the box.

Arguments come from the pipe of a case: everything but the lengths is known before it comes. What is done here once the
case is there is on the submission's clock: two reads of the pipe, mostly, and one walk over the types. Where one of
them is a table, that is the board, and no walk is needed: 10 us less. All of it is rehearsed before, so its code is in
memory by then.

What was returned leaves as the kind and the parts of a frame. An int8 board and an int leave as they are. Anything else
that holds numbers is converted to an array of int8, an int or a bool, on the submission's own time, where no value is
changed by that; the frame says what it was before. Of a result that is no answer it says what there is to know: the
judge makes a sentence and a help of that.

What was raised leaves as a text: its kind and places, what it says, and the way to it. The first line holds words: the
kind; line, first and last byte of the innermost place in the submission's file; the line that numba names; the errno of
what the system refused; 1 if that was a path outside the working directory; 1 if this process is sealed. Lines count
from 1, bytes from 0, and 0 or -1 stands where nothing is known. Everything here has met the submission's own code, so
the judge believes none of it.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import itertools
import os
import re
import sys
import traceback
import types
from collections.abc import Callable, Iterator, Sequence, ValuesView
from math import prod
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

import msgspec

from judge.sandbox import protocol
from judge.sandbox.inside import seal
from judge.sandbox.inside.desk import Desk
from judge.sandbox.inside.linux import prctl
from judge.sandbox.protocol import Role, Strange

if TYPE_CHECKING:
    import numpy as np

    Table = np.ndarray[Any, np.dtype[Any]]


Fill = Callable[[Any], object]  # fills a buffer with the next bytes of a case

# --- the arguments of solve -------------------------------------------------------------------------------------------
_SMALLEST: Final = {"int": 0, "str": ""}


class Arguments:
    """Reads cases whose arguments have these types. The board lies where the `desk` has a place for it."""

    def __init__(self, types: Sequence[protocol.Argument], desk: Desk) -> None:
        import numpy as np

        self._desk, self._table = desk, np.frombuffer
        head = protocol.head_of(types)
        self._unpack, self._behind = head.unpack_from, head.size
        self._types = [(base == "str", None if base in _SMALLEST else np.dtype(base)) for base in types]
        smallest = [_SMALLEST[base] if base in _SMALLEST else np.zeros((1, 1), base) for base in types]
        self._smallest = b"".join(protocol.pack_case(types, smallest))
        widths = [2 if dtype else 1 for _, dtype in self._types]
        self._places = [sum(widths[:index]) for index in range(len(widths))]  # in the head
        self._texts = [index for index, base in enumerate(types) if base == "str"]
        self._tables = [(index, dtype) for index, (_, dtype) in enumerate(self._types) if dtype]

    def parse(self, case: bytes) -> list[Any]:
        """Return the arguments of a warm-up, whose board is behind the rest. Each call makes them anew."""
        return self._values(io.BytesIO(case).readinto)

    def read(self, fd: int) -> list[Any]:
        """Return those of the case that comes."""
        if len(self._tables) == 1:
            return self._read_one_table(fd)
        return self._values(lambda buffer: read_into(fd, buffer))

    def rehearse(self) -> None:
        """Read a case of one cell from a pipe of our own: the first time costs ten times as much as any other."""
        ours, theirs = os.pipe()
        os.write(theirs, self._smallest)
        self.read(ours)
        os.close(ours)
        os.close(theirs)

    def _read_one_table(self, fd: int) -> list[Any]:
        """Return what `_values` would, where one table alone is among the arguments."""
        data = bytearray(max(protocol.FIRST, self._behind))
        read_into(fd, data)
        numbers = self._unpack(data)
        values: list[Any] = [numbers[place] for place in self._places]
        end = self._behind
        for index in self._texts:
            begin, end = end, end + values[index]
            if end > len(data):
                rest = bytearray(end - len(data))
                read_into(fd, rest)
                data += rest
            values[index] = data[begin:end].decode()
        [(index, dtype)] = self._tables
        rows, columns = values[index], numbers[self._places[index] + 1]
        cells = self._desk.place(dtype.itemsize * rows * columns)
        if self._desk.has_shared(cells.size):
            self._desk.take(cells)
        else:
            read_into(fd, cells)
        values[index] = cells.view(dtype).reshape(rows, columns)
        return values

    def _values(self, fill: Fill) -> list[Any]:
        data = bytearray(max(protocol.FIRST, self._behind))
        fill(data)
        numbers, at = self._unpack(data), 0
        values: list[Any] = []
        sizes: list[int] = []  # of what comes behind the head
        arrays: list[int] = []
        for is_text, dtype in self._types:
            lengths = numbers[at : at + (2 if dtype else 1)]
            at += len(lengths)
            values.append(lengths if dtype else lengths[0])
            sizes.append(dtype.itemsize * prod(lengths) if dtype else lengths[0] if is_text else 0)
            arrays.append(sizes[-1] if dtype else 0)
        board = protocol.board_of(arrays)
        if board >= 0:
            sizes[board] = 0
        lacking = self._behind + sum(sizes) - len(data)
        if lacking > 0:
            rest = bytearray(lacking)
            fill(rest)
            data += rest
        behind = self._behind
        for index, (is_text, dtype) in enumerate(self._types):
            if index == board:
                values[index] = self._board(arrays[index], fill).view(dtype).reshape(values[index])
            elif is_text or dtype:
                piece = data[behind : behind + sizes[index]]
                behind += sizes[index]
                values[index] = piece.decode() if is_text else self._table(piece, dtype).reshape(values[index])
        return values

    def _board(self, size: int, fill: Fill) -> Any:
        """Return the bytes of the board, which come last, where they lie."""
        cells = self._desk.place(size)
        if self._desk.has_shared(size):
            self._desk.take(cells)
        else:
            fill(cells.data)
        return cells


def read_into(fd: int, buffer: Any) -> None:
    """Fill a buffer from a pipe; ends this process where the judge is gone."""
    view = memoryview(buffer)
    while view:
        got = os.readv(fd, [view])
        if not got:
            os._exit(1)
        view = view[got:]


# --- what solve returned ----------------------------------------------------------------------------------------------
LONGEST: Final = 40  # characters of a value, or of a name
FEW: Final = 4  # different values that are told
_PLAIN: Final = (bool, int, float, str, types.NoneType)
COUNT_BITS: Final = 1024  # of a number that could be one of arrangements
Parts = tuple[bytes | memoryview, ...]
Found = Parts | Strange


def encode(result: Any, desk: Desk, *, typed: str = "int8") -> Parts:
    """Return the frame of an answer, or of what is none. `typed` is the type that is asked for: int8, int or bool."""
    import numpy as np

    if result is None:
        return (protocol.FAIL,)
    if type(result) is int and result.bit_length() <= COUNT_BITS:
        return protocol.COUNT, b"%d" % result
    if type(result) is np.ndarray and result.dtype == np.int8 and result.ndim == 2:
        shape = protocol.SHAPE.pack(*result.shape)
        if desk.has_shared(result.size):
            desk.give(result)
            return protocol.SHARED, shape
        return protocol.ARRAY, shape, np.ascontiguousarray(result).reshape(-1).data
    found = _other(result, typed)
    return (protocol.STRANGE, msgspec.json.encode(found)) if isinstance(found, Strange) else found


def _other(result: Any, base: str) -> Found:
    import numpy as np

    if isinstance(result, str):
        return _describe(result)
    if masked := _masked_in(result):
        return _describe(result, masked=masked)
    array = isinstance(result, np.ndarray)
    if isinstance(result, int | float | np.bool_ | np.number) or (array and result.ndim == 0):
        return _number(result, base)
    if not array and (not isinstance(result, Sequence) or isinstance(result, bytes)):
        return _describe(result)
    try:
        table = np.ndarray.view(result, np.ndarray) if array else np.asarray(result)
        if table.dtype.kind == "O":
            table = np.array(table.tolist())
    except (TypeError, ValueError, OverflowError):  # of rows of different lengths, above all
        return _describe(result)
    return _array(result, table, base)


def _number(result: Any, base: str) -> Found:
    """Return the frame of one number, which may be numpy's or in an array without axes."""
    import numpy as np

    value = result.item() if isinstance(result, np.generic | np.ndarray) else result
    if isinstance(value, float | np.longdouble) and float(value) == value:  # of a class of its own, too
        value = float(value)
    if isinstance(value, int) and type(value) is not bool:
        value = int.__index__(value)
    if type(value) is float and value.is_integer():
        value = int(value)
    if type(value) is int and value.bit_length() <= COUNT_BITS:
        frame: Parts = protocol.COUNT, b"%d" % value
    elif type(value) is bool and base == "bool":
        frame = protocol.VALUE, protocol.AXES.pack(0), b"\1" if value else b"\0"
        if type(result) in (bool, np.bool_):
            return frame
    else:
        return _describe(result, value=value)
    return _converted(result, frame)


def _array(result: Any, table: Table, base: str) -> Found:
    """Return the frame of an array of int8, which holds what `result` does."""
    import numpy as np

    if base != "int8" or table.ndim > protocol.MOST_AXES or table.dtype.kind not in "biuf":
        return _unfit(result, table)
    with np.errstate(all="ignore"):
        cells = table.astype(np.int8)
        same = cells == table
    if not same.all():
        return _unfit(result, table, same)
    axes = b"".join(map(protocol.LENGTH.pack, cells.shape))
    data = np.ascontiguousarray(cells).reshape(-1).view(np.uint8).data
    frame: Parts = protocol.VALUE, protocol.AXES.pack(cells.ndim) + axes, data
    return frame if type(result) is np.ndarray and result.dtype == np.int8 else _converted(result, frame)


def _converted(result: Any, frame: Parts) -> Parts:
    kind, dtype = type(result).__name__, getattr(result, "dtype", "")
    name = f"{kind[:20]} {dtype}".encode()[: protocol.TYPE_NAME]
    return protocol.CONVERTED, name.ljust(protocol.TYPE_NAME), *frame


# --- what is no answer --------------------------------------------------------------------------------------------
def _describe(result: Any, *, value: Any = None, masked: int = 0) -> Strange:
    """Return what is known of a result that is no array of numbers; `value` is the number that it holds."""
    plain = result if value is None else value
    return Strange(
        "tuple" if isinstance(result, tuple) else type(result).__name__[:LONGEST],
        _role(result),
        _repr(plain) if type(plain) in _PLAIN or isinstance(plain, str) else "",
        masked=masked,
        uneven=_uneven(result) if isinstance(result, Sequence) and not isinstance(result, str | bytes) else None,
    )


def _unfit(result: Any, table: Table, same: Table | None = None) -> Strange:
    """Return what is known of an array that is none of the type asked for. `same` says which cells are."""
    import numpy as np

    kind, drawn = table.dtype.kind, False
    if kind == "U" and table.ndim == 1 and len(set(map(len, table.tolist()))) == 1 and len(table[0]) > 1:
        table, drawn = np.array(list(map(list, table.tolist()))), True
    if kind == "O":
        same = np.array([_is_number(one) for one in table.reshape(-1).tolist()], bool).reshape(table.shape)
    elif kind not in "biuf":
        same = np.zeros(table.shape, bool)
    values: dict[str, int] = {}
    if kind in "biufU" and table.size:
        found, counts = np.unique(table, return_counts=True)
        if len(found) <= FEW:
            values = dict(zip(map(_repr, found.tolist()), counts.tolist(), strict=True))
    cell = () if same is None or same.all() else np.unravel_index(int(np.argmin(same)), table.shape)
    at = tuple(map(int, cell))
    value = _repr(table[at].item() if hasattr(table[at], "item") else table[at]) if at else ""
    return Strange(
        type(result).__name__[:LONGEST],
        value=value,
        dtype="str" if kind == "U" else str(table.dtype)[:LONGEST],
        shape=table.shape,
        cell=at,
        values=values,
        drawn=drawn,
    )


def _masked_in(result: Any) -> int:
    """Return how many cells of a masked array, or of a sequence of some, are masked."""
    masked = getattr(sys.modules.get("numpy.ma"), "MaskedArray", None)  # without it there is no such array
    if masked is None:
        return 0
    rows = (result,) if isinstance(result, masked) else result if isinstance(result, list | tuple) else ()
    return sum(int(row._mask.sum()) for row in rows if isinstance(row, masked))


def _repr(value: Any) -> str:
    if isinstance(value, str):
        return repr(str.__str__(value)[:LONGEST])[:LONGEST]
    if isinstance(value, int) and int.bit_length(value) > 128:  # Python writes none that is much larger
        return f"an int of {int.bit_length(value)} bits"
    return repr(value)[:LONGEST] if type(value) in _PLAIN else f"an object of type {type(value).__name__}"[:LONGEST]


def _is_number(value: Any) -> bool:
    return isinstance(value, float) or (isinstance(value, int) and int.bit_length(value) <= 64)


def _role(result: Any) -> Role:
    if isinstance(result, types.GeneratorType):
        return "yield" if result.gi_code.co_name == "solve" else "iterator"
    if isinstance(result, Iterator | ValuesView):
        return "iterator"
    if isinstance(result, types.CoroutineType | types.AsyncGeneratorType):
        return "async"
    return "callable" if callable(result) else ""


def _uneven(rows: Sequence[Any]) -> tuple[int, int, int] | None:
    """Return the length of row 0, and which row is the first of another length, and that; None where the items are
    not all rows."""
    import numpy as np

    try:
        if not all(np.ndim(row) == 1 for row in rows):
            return None
    except ValueError:
        return None
    lengths = list(map(len, rows))
    odd = next((at for at, length in enumerate(lengths) if length != lengths[0]), 0)
    return (lengths[0], odd, lengths[odd]) if odd else None


# --- what was raised --------------------------------------------------------------------------------------------------
SAID: Final = 3 * protocol.TEXT_LIMIT // 4  # of what an exception says; more is cut behind the middle
SHOWN: Final = 8  # calls of a traceback
DEEP: Final = 100_000  # calls that are looked at
CAUSES: Final = 10  # exceptions that led to it
# What numba raises from C, without a call of its own on the way.
_FROM_C: Final = re.compile(
    "cannot reflect element of reflected container|(?:not enough|too many) arguments: expected "
)


def describe(error: BaseException, path: str) -> bytes:
    """Return the text of an exception that came out of the submission in `path`."""
    try:
        frames = list(itertools.islice(_frames(error.__traceback__), DEEP))
        own = [frame for frame in frames if frame.tb_frame.f_code.co_filename == path]
        kind = "NumbaError" if is_numbas(error) else _kind(error)
        place = _place(own[-1]) if own else (0, 0, -1)
        said = "".join(traceback.format_exception_only(error))
        if isinstance(error, SyntaxError):  # of which a traceback shows the place first
            place = (error.lineno or 0, 0, -1) if error.filename == path else place
            said = f"{type(error).__name__}: {error}\n"
        said = _cut(said)
        told = own if kind == "NumbaError" else [one for one in frames if not _is_ours(one)]
        text = said + "".join("".join(traceback.format_tb(one, limit=1)) for one in told[-SHOWN:])
        head = " ".join(map(str, (kind, *place, _line_of_numba(error, path), *_refusal(error), int(_is_sealed()))))
    except BaseException:  # its __str__ is the submission's code as well
        head, text = "Exception 0 0 -1 0 0 0 0", "an exception that can't be shown"
    return f"{head}\n{text}".encode(errors="replace")[: protocol.TEXT_LIMIT]


def _frames(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next


def is_numbas(error: BaseException) -> bool:
    """Say whether numba refused to compile, or to take an argument; it raises errors of Python as well."""
    if isinstance(error, MemoryError):
        return False
    errors = sys.modules.get("numba.core.errors")
    if errors is not None and isinstance(error, errors.NumbaError):
        return True
    if type(error) is TypeError and error.args and _FROM_C.match(str(error.args[0])):
        return True
    return any(map(_compiles, itertools.islice(_frames(error.__traceback__), DEEP)))


def _kind(error: BaseException) -> str:
    """Return which built-in exception it is."""
    names = (sort.__name__ for sort in type(error).__mro__ if getattr(builtins, sort.__name__, None) is sort)
    return next(names, "Exception")


def _compiles(frame: TracebackType) -> bool:
    """Say whether this call is one of numba's that compile; what a compiled function raises has none of them."""
    return frame.tb_frame.f_code.co_filename.endswith(("/numba/core/dispatcher.py", "/numba/core/compiler.py"))


def _is_ours(frame: TracebackType) -> bool:
    return os.path.dirname(frame.tb_frame.f_code.co_filename) == os.path.dirname(__file__)


def _place(frame: TracebackType) -> tuple[int, int, int]:
    """Return the line of a call, and its bytes where Python knows them."""
    positions = itertools.islice(frame.tb_frame.f_code.co_positions(), max(0, frame.tb_lasti // 2), None)
    line, last_line, start, end = next(positions, (None, None, None, None))
    if line != frame.tb_lineno or start is None or end is None:
        return frame.tb_lineno or 0, 0, -1
    return line, start, end if last_line == line else -1


def _line_of_numba(error: Any, path: str) -> int:
    place = getattr(error, "loc", None)
    line = getattr(place, "line", 0)
    return line if type(line) is int and getattr(place, "filename", None) == path else 0


def _refusal(error: BaseException | None) -> tuple[int, int]:
    """Return the errno of the first OSError among an exception and those that led to it, and whether its path lies
    outside the working directory."""
    for _ in range(CAUSES):
        if error is None:
            break
        if isinstance(error, OSError) and type(error.errno) is int and error.errno > 0:
            return error.errno, int(_is_outside(error.filename))
        error = error.__cause__ or error.__context__
    return 0, 0


def _is_outside(path: object) -> bool:
    if not isinstance(path, str | bytes):
        return False
    with contextlib.suppress(OSError):  # the working directory may be gone
        here = os.path.realpath(os.getcwd())
        return os.path.commonpath((os.path.realpath(os.fsdecode(path)), here)) != here
    return False


def _is_sealed() -> bool:
    with contextlib.suppress(OSError):  # a kernel without seccomp
        return prctl(seal.PR_GET_SECCOMP) == seal.SECCOMP_MODE_FILTER
    return False


def _cut(text: str) -> str:
    return text if len(text) <= SAID else f"{text[: 3 * SAID // 4]}\n...\n{text[-SAID // 4 :]}"
