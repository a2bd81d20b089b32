"""What came back from a box, read from its frame: what solve returned, or what it raised.

Everything in a frame is the submission's word: its lengths, its bytes, and places, which must be in its file.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from judge.model import Finding, Verdict
from judge.sandbox import protocol
from judge.submissions import Source

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from judge.model import Value

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
WORDS = (4, 7)  # behind the kind: the places alone, or what the system refused as well
_LONGEST = 300  # of a headline
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
    if len(numbers) != len(words) or len(words) not in WORDS:
        return Raised(kind, text.strip())
    line, start, end, of_numba, errno, outside, sealed = (*numbers, 0, 0, 0)[:7]
    return Raised(kind, text.strip(), line, start, end, of_numba, errno, outside == 1, sealed == 1)
