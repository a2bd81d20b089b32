"""What solve returned, as the kind and the parts of a frame.

An int8 board and an int leave as they are. Anything else that holds numbers is converted to the type that is asked for,
on the submission's own time, where no value is changed by that; the frame says what it was before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from judge.sandbox import protocol
from judge.sandbox.inside.desk import Desk
from judge.sandbox.inside.strange import describe, masked_in, unfit

if TYPE_CHECKING:
    import numpy as np

    Table = np.ndarray[Any, np.dtype[Any]]

COUNT_BITS: Final = 1024  # of a number that could be one of arrangements
ROUNDED: Final = 2**53  # from here on not every int is a float
Parts = tuple[bytes | memoryview, ...]
Found = Parts | protocol.Strange


def encode(result: Any, desk: Desk, *, typed: str = "int8") -> Parts:
    """Return the frame of an answer, or of what is none. `typed` is the type that is asked for."""
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
    return (protocol.STRANGE, msgspec.json.encode(found)) if isinstance(found, protocol.Strange) else found


def _other(result: Any, base: str) -> Found:
    import numpy as np

    if isinstance(result, str):
        return (protocol.TEXT, str.encode(result, errors="replace")) if base == "str" else describe(result)
    if masked := masked_in(result):
        return describe(result, masked=masked)
    array = isinstance(result, np.ndarray)
    if isinstance(result, int | float | np.bool_ | np.number) or (array and result.ndim == 0):
        return _number(result, base)
    if not array and (not isinstance(result, Sequence) or isinstance(result, bytes)):
        return describe(result)
    try:
        table = np.ndarray.view(result, np.ndarray) if array else np.asarray(result)
        if table.dtype.kind == "O":
            table = np.array(table.tolist())
    except (TypeError, ValueError, OverflowError):  # of rows of different lengths, above all
        return describe(result)
    return _array(result, table, base)


def _number(result: Any, base: str) -> Found:
    """Return the frame of one number, which may be numpy's or in an array without axes."""
    import numpy as np

    value = result.item() if isinstance(result, np.generic | np.ndarray) else result
    if isinstance(value, float | np.longdouble) and float(value) == value:  # of a class of its own, too
        value = float(value)
    if isinstance(value, int) and type(value) is not bool:
        value = int.__index__(value)
    if type(value) is float and value.is_integer() and base != "float":
        value = int(value)
    if type(value) is int and value.bit_length() <= COUNT_BITS:
        frame: Parts = protocol.COUNT, b"%d" % value
    elif (type(value), base) in ((float, "float"), (bool, "bool")):
        frame = protocol.VALUE, protocol.AXES.pack(0), np.array(value).tobytes()
    else:
        return describe(result, value=value)
    alike = type(result) in (bool, np.bool_, float, np.float64) and frame[0] == protocol.VALUE
    return frame if alike else _converted(result, frame)


def _array(result: Any, table: Table, base: str) -> Found:
    """Return the frame of an array, which holds what `result` does."""
    import numpy as np

    if base in protocol.SCALARS or table.ndim > protocol.MOST_AXES or table.dtype.kind not in "biuf":
        return unfit(result, table)
    dtype = np.dtype(base)
    cells, same = exactly(table, dtype)
    if dtype.itemsize == 8 and table.dtype.kind == "f" and not isinstance(result, np.ndarray):
        large = np.abs(table) >= ROUNDED
        if large.any():  # numpy rounds an int beside a float
            same &= ~large | (table.astype(object) == np.array(result, object))
    if not same.all():
        return unfit(result, table, same)
    axes = b"".join(map(protocol.LENGTH.pack, cells.shape))
    data = np.ascontiguousarray(cells).reshape(-1).view(np.uint8).data
    frame: Parts = protocol.VALUE, protocol.AXES.pack(cells.ndim) + axes, data
    return frame if type(result) is np.ndarray and result.dtype == dtype else _converted(result, frame)


def exactly(table: Table, dtype: np.dtype[Any]) -> tuple[Table, Table]:
    """Return the numbers in another type, an int or float64, and where each is the same as before."""
    import numpy as np

    was = table.dtype
    with np.errstate(all="ignore"):
        cells = table.astype(dtype)
        if was.kind == dtype.kind == "f":
            return cells, (cells == table) | np.isnan(table)
        same = (cells if dtype.kind == "i" else cells.astype(was)) == table
        floats, ints = (cells, was) if dtype.kind == "f" else (table, dtype)
        if floats.dtype.kind == "f" and ints.kind != "b" and ints.itemsize == 8:  # whose largest is no float
            same &= floats < float(np.iinfo(ints).max)
    return cells, same


def _converted(result: Any, frame: Parts) -> Parts:
    kind, dtype = type(result).__name__, getattr(result, "dtype", "")
    name = f"{kind[:20]} {dtype}".encode()[: protocol.TYPE_NAME]
    return protocol.CONVERTED, name.ljust(protocol.TYPE_NAME), *frame
