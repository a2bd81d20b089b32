"""Say whether a value is of a type, or can be read as one without a loss."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from judge.model.signature import Kind

if TYPE_CHECKING:
    from judge.model.signature import Array, Value


MOST_EMPTY: Final = 1 << 16  # rows without a column: such an array takes no bytes, and each row would be a line


class Fitted(msgspec.Struct, frozen=True, eq=False):
    """A value of the type; `read_as` says what it was before, where that was another."""

    value: Value
    read_as: str = ""


def fitted(value: Value, kind: Kind, lengths: Mapping[str, int]) -> Fitted | str:
    """Return a value in this type; what it is, where it can't be. An array whose length has a name of `lengths` must be
    as long; any other name is any length, the same one each time."""
    if kind.lengths:
        return _array(value, kind, lengths) if isinstance(value, np.ndarray) else _called(value)
    if isinstance(value, np.ndarray):
        return _called(value)
    match kind.base:
        case "str" if isinstance(value, str):
            return Fitted(value)
        case "bool" if isinstance(value, bool):
            return Fitted(value)
        case "bool" if value in (0, 1) and isinstance(value, int):
            return Fitted(bool(value), f"{value}; it was read as bool")
        case "int" if isinstance(value, int) and not isinstance(value, bool):
            return Fitted(value)
        case "float" if isinstance(value, int | float) and not isinstance(value, bool):
            return Fitted(float(value)) if abs(value) < 1e300 else _called(value)
    return _called(value)


def _array(table: Array, kind: Kind, lengths: Mapping[str, int]) -> Fitted | str:
    if table.ndim != len(kind.lengths) or (not table.size and len(table) > MOST_EMPTY):
        return _called(table)
    known = dict(lengths)
    for axis, (length, wanted) in enumerate(zip(table.shape, kind.lengths, strict=True), 1):
        asked = wanted if isinstance(wanted, int) else known.setdefault(wanted, length)
        if asked != length:
            which = "" if table.ndim == 1 else "rows " if axis == 1 else "columns "
            said = f"{wanted} is {asked}" if isinstance(wanted, str) else f"{asked} are asked for"
            return f"an array with {length} {which or 'elements '}where {said}"
    dtype = np.dtype(kind.base)
    if table.dtype == dtype:
        return Fitted(table)
    with np.errstate(all="ignore"):
        cells = table.astype(dtype)
        same = bool(np.array_equal(cells, table))
    if not same:
        return f"an array of {table.dtype} with values that are none of {kind.base}"
    return Fitted(cells, f"an array of {table.dtype}; it was read as {kind.base}, as every value fits")


def _called(value: Value) -> str:
    """Return what a value is called in a sentence."""
    if isinstance(value, np.ndarray):
        return f"an array of {value.dtype} with the shape {' x '.join(map(str, value.shape))}"
    if isinstance(value, str):
        return "a text"
    return f"a {type(value).__name__}" if not isinstance(value, int) or isinstance(value, bool) else "an int"
