"""What solve returned, read from its frame. Everything in a frame is the submission's word: its lengths, its bytes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from judge.model import Finding, Verdict
from judge.sandbox import protocol
from judge.sandbox.protocol import Strange

if TYPE_CHECKING:
    from judge.model.problem import Array, Value

LONGEST: Final = 3 + protocol.TYPE_NAME + protocol.MOST_AXES * protocol.LENGTH.size  # of a frame, beside its cells
_NO_FRAME: Final = Finding("E208", "what came back is not a frame of this protocol", verdict=Verdict.RTE)
_DTYPES: Final = {"float": np.dtype(np.float64), "bool": np.dtype(np.bool_)}  # of arrays a base says it itself
_LONG, _MANY = 60, 8  # characters of a value, and axes, that are told


class Returned(msgspec.Struct, frozen=True, eq=False):
    """What `solve` returned, as the type that was asked for, or an int or None. `kind`, `dtype` and `shape` are those
    that it had where it had to be converted."""

    value: Value | None
    kind: str = ""
    dtype: str = ""
    shape: tuple[int, ...] | None = None


def read_returned(frame: bytes, base: str) -> Returned | Strange | Finding:
    """Return what is in a frame, of a `solve` whose result has this base; a Finding for what is no frame."""
    if frame[:1] == protocol.STRANGE:
        return _strange(frame[1:])
    was = b""
    if frame[:1] == protocol.CONVERTED:
        was, frame = frame[1 : protocol.TYPE_NAME + 1], frame[protocol.TYPE_NAME + 1 :]
        if frame[:1] not in (protocol.COUNT, protocol.VALUE):
            return _NO_FRAME
    value = _value(frame[:1], frame[1:], base)
    if isinstance(value, Finding | Strange):
        return value
    if isinstance(value, np.ndarray) and value.dtype != base:  # an int8 array comes as it is
        return Returned(value.astype(base), "ndarray", "int8")
    name, _, dtype = _short(was.decode(errors="replace")).rpartition(" ")
    return Returned(value, name or dtype, dtype if name else "")


def _value(kind: bytes, payload: bytes, base: str) -> Value | Strange | Finding | None:
    if kind == protocol.FAIL:
        return None
    if kind == protocol.COUNT and len(payload) < protocol.DIGITS and payload.removeprefix(b"-").isdigit():
        return int(payload)
    if kind == protocol.TEXT and base == "str":
        return payload.decode(errors="replace")
    if kind == protocol.ARRAY:
        found = _array(np.dtype(np.int8), payload[: protocol.SHAPE.size], payload[protocol.SHAPE.size :])
        if base in protocol.SCALARS and isinstance(found, np.ndarray):
            return Strange("ndarray", dtype="int8", shape=found.shape)
        return found
    axes = payload[0] if kind == protocol.VALUE and payload else protocol.MOST_AXES + 1
    if axes > protocol.MOST_AXES or (axes == 0) != (base in _DTYPES) or base in ("int", "str"):
        return _NO_FRAME
    at = protocol.AXES.size + axes * protocol.LENGTH.size
    return _array(_DTYPES.get(base) or np.dtype(base), payload[protocol.AXES.size : at], payload[at:])


def _array(dtype: np.dtype[np.generic], lengths: bytes, data: bytes) -> Value | Finding:
    """Return an array, or of no axes its one number."""
    if len(lengths) % protocol.LENGTH.size:
        return _NO_FRAME
    shape = [length for (length,) in protocol.LENGTH.iter_unpack(lengths)]
    if math.prod(shape) * dtype.itemsize != len(data) or max(shape, default=0) >= 1 << 31:
        return _NO_FRAME
    table: Array = np.frombuffer(data, np.uint8) != 0 if dtype == np.bool_ else np.frombuffer(data, dtype)
    if shape:
        return table.reshape(shape)
    one: int | float | bool = table[0].item()
    return one


def _strange(payload: bytes) -> Strange | Finding:
    try:
        said = msgspec.json.decode(payload, type=Strange)
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
