"""What `solve` returned, as the kind and the parts of a frame. Inside the box.

An int8 board and an int leave as they are. Anything else that holds numbers is converted to an array of int8, an int or
a bool, on the submission's own time, where no value is changed by that; the frame says what it was before. Of a result
that is no answer it says what there is to know: the judge makes a sentence and a help of that. Everything here has met
the submission's own code, so the judge believes none of it.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator, Sequence, ValuesView
from typing import TYPE_CHECKING, Any, Final

import msgspec

from judge.sandbox import protocol
from judge.sandbox.inside.desk import Desk
from judge.sandbox.protocol import Role, Strange

if TYPE_CHECKING:
    import numpy as np

    Table = np.ndarray[Any, np.dtype[Any]]


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
