"""What solve returned, as the kind and the parts of a frame.

Exact types only: a subclass could compute while it is read. An array of another type is taken where every value of it
is one of int8; that is said, and it is done on the submission's own time. Where the result is `typed`, arrays and
numbers come as they are, and the judge says whether they fit.
"""

from __future__ import annotations

from typing import Any, Final

from judge.sandbox import protocol
from judge.sandbox.inside.desk import Desk

COUNT_BITS: Final = 1024  # of a number that could be one of arrangements
WIDEST: Final = 8  # bytes of a number that the other side reads; no other host knows longdouble
Parts = tuple[bytes | memoryview, ...]


def encode(result: Any, desk: Desk, *, typed: bool = False) -> Parts:
    """Return the frame of an answer, or of what is none."""
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
    found = _typed(result) if typed else _converted(result)
    return found or _strange(result)


def _typed(result: Any) -> Parts | None:
    """Return the frame of a number, a text or an array in its own type; of a list as numpy makes an array of it."""
    import numpy as np

    if type(result) is str:
        return protocol.TEXT, result.encode(errors="replace")
    if type(result) in (list, tuple):
        try:
            made = np.asarray(result)
        except ValueError:  # of rows of different lengths
            return None
        found = _value(made)
        return (protocol.CONVERTED, type(result).__name__.encode().ljust(protocol.TYPE_NAME), *found) if found else None
    numpys = isinstance(result, np.generic | np.ndarray) and type(result).__module__ == "numpy"
    return _value(np.asarray(result)) if numpys or type(result) in (bool, float) else None


def _value(table: Any) -> Parts | None:
    import numpy as np

    dtype = table.dtype
    if dtype.kind not in "biuf" or dtype.itemsize > WIDEST or table.ndim > 2 or not dtype.isnative:
        return None
    lengths = b"".join(map(protocol.LENGTH.pack, table.shape))
    cells = np.ascontiguousarray(table).reshape(-1).view(np.uint8).data
    return protocol.VALUE, _name(table.dtype), protocol.AXES.pack(table.ndim) + lengths, cells


def _converted(result: Any) -> Parts | None:
    """Return the frame of what holds the numbers of an answer in another type."""
    import numpy as np

    if isinstance(result, np.integer) and type(result).__module__ == "numpy":
        return protocol.CONVERTED, _name(result.dtype), protocol.COUNT, b"%d" % int(result)
    if type(result) is not np.ndarray or result.ndim != 2 or result.dtype.kind not in "biuf":
        return None
    with np.errstate(all="ignore"):
        cells = result.astype(np.int8, order="C")
    if not np.array_equal(cells, result):
        return None
    head = protocol.ARRAY + protocol.SHAPE.pack(*cells.shape)
    return protocol.CONVERTED, _name(result.dtype), head, cells.reshape(-1).data


def _name(dtype: Any) -> bytes:
    return str(dtype).encode()[: protocol.TYPE_NAME].ljust(protocol.TYPE_NAME)


def _strange(result: Any) -> Parts:
    kind = type(result).__name__
    text = f"an array of {result.dtype}, shape {result.shape}" if kind == "ndarray" else f"an object of type {kind}"
    return protocol.STRANGE, text.encode(errors="replace")[: protocol.TEXT_LIMIT]
