"""What solve returned where the package has a signature: a value of its type, or why it is none.

Everything in a frame is the submission's word: its type, its lengths, its bytes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from judge.model import Finding, ReadWarning, Verdict
from judge.model.signature import MOST_AXES, Signature
from judge.problems.signature.fit import fitted
from judge.sandbox import protocol

if TYPE_CHECKING:
    from judge.model.signature import Array, Value

_NO_FRAME: Final = Finding("E208", "what came back is not a frame of this protocol", verdict=Verdict.RTE)
_NAMES: Final = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64"
_TYPES: Final = {name: np.dtype(name) for name in _NAMES.split()}


class Returned(msgspec.Struct, frozen=True, eq=False):
    """A value of the type that the signature says; None where that has a word for it."""

    value: Value | None
    warnings: tuple[ReadWarning, ...] = ()


def read_value(
    frame: bytes, signature: Signature, lengths: Mapping[str, int], *, strict: bool = False
) -> Returned | Finding:
    """Return the value in a frame. `lengths` are the ints that lengths of the result may be called for. What only needs
    another type is taken with a warning, unless `strict`."""
    kind, payload = frame[:1], frame[1:]
    if kind == protocol.STRANGE:
        return _strange(payload.decode(errors="replace"), signature)
    if kind == protocol.FAIL:
        return Returned(None) if signature.none else _strange("None", signature)
    listed = ""
    if kind == protocol.CONVERTED:
        listed = payload[: protocol.TYPE_NAME].decode(errors="replace").strip()[: protocol.TYPE_NAME]
        kind, payload = payload[protocol.TYPE_NAME : protocol.TYPE_NAME + 1], payload[protocol.TYPE_NAME + 1 :]
    value = _value(kind, payload)
    if isinstance(value, Finding):
        return value
    found = fitted(value, signature.result, lengths)
    if isinstance(found, str):
        return _strange(found, signature)
    said = found.read_as if not listed else f"{listed}; it was read as {signature.result}"
    if said and strict:
        return _strange(said.partition(";")[0], signature)
    return Returned(found.value, (ReadWarning("W115", f"solve returned {said}"),) if said else ())


def _value(kind: bytes, payload: bytes) -> Value | Finding:
    if kind == protocol.COUNT and len(payload) < protocol.DIGITS and payload.removeprefix(b"-").isdigit():
        return int(payload)
    if kind == protocol.TEXT:
        return payload.decode(errors="replace")
    if kind == protocol.ARRAY:
        head = protocol.SHAPE.size
        return _array(np.dtype(np.int8), payload[:head], payload[head:]) if len(payload) >= head else _NO_FRAME
    name = payload[: protocol.TYPE_NAME].decode(errors="replace").strip()
    dtype, rest = _TYPES.get(name), payload[protocol.TYPE_NAME :]
    if kind != protocol.VALUE or dtype is None or not rest or rest[0] > MOST_AXES:
        return _NO_FRAME
    at = protocol.AXES.size + rest[0] * protocol.LENGTH.size
    return _array(dtype, rest[protocol.AXES.size : at], rest[at:])


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


def _strange(text: str, signature: Signature) -> Finding:
    result, none = signature.result, " or None" if signature.none else ""
    return Finding(
        "E120",
        f"solve returned {text}, not an answer",
        note=f"the signature of the problem asks for {result}{none}",
        help=f"return {result}{none}",
    )
