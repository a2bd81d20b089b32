"""What there is to know of a result that is no answer: the judge makes a sentence and a help of it."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator, Sequence, Set, ValuesView
from typing import TYPE_CHECKING, Any, Final

from judge.sandbox.protocol import Role, Strange

if TYPE_CHECKING:
    import numpy as np

    Table = np.ndarray[Any, np.dtype[Any]]

LONGEST: Final = 40  # characters of a value, or of a name
FEW: Final = 4  # different values that are told
_PLAIN: Final = (bool, int, float, str, types.NoneType)


def describe(result: Any, *, value: Any = None, masked: int = 0) -> Strange:
    """Return what is known of a result that is no array of numbers; `value` is the number that it holds."""
    plain = result if value is None else value
    return Strange(
        "tuple" if isinstance(result, tuple) else type(result).__name__[:LONGEST],
        _role(result),
        _repr(plain) if type(plain) in _PLAIN or isinstance(plain, str) else "",
        masked=masked,
        uneven=_uneven(result) if isinstance(result, Sequence) and not isinstance(result, str | bytes) else None,
    )


def unfit(result: Any, table: Table, same: Table | None = None) -> Strange:
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


def masked_in(result: Any) -> int:
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
    if isinstance(result, Set):
        return "set"
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
