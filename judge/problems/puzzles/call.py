"""Say how a puzzle's `solve` is called: its parameters, and what of the case each of them is.

The types are int, float, str, bool, and arrays of int8, int16, int32, int64 and float64 of one or two axes. A `result`
other than an int8 board comes to `AnswerFormat.take` in its own type; a number and None come as Answer(count=...) and
Answer(fail=True), whatever the result is called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from judge.model import Instance, Signature
from judge.problems.formats.signature import read_signature

if TYPE_CHECKING:
    from judge.model.problem import Value


class Call(msgspec.Struct, frozen=True):
    """Holds the signature of `solve`, and what it is given for a case: a value for each of its parameters."""

    signature: Signature
    values: Callable[[Instance], tuple[Value, ...]]


HOMEWORK = Call(
    read_signature(("algorithm: str", "n: int", "lizards: int", "grid: int8[n, n]"), "int8[n, m]"),
    lambda board: (board.algorithm, board.n, board.pieces, board.grid),
)


def other_parameters(called: Call | None) -> tuple[str, ...] | None:
    """Return the parameters of `solve`; None for the homework's, nothing where no function is called."""
    return () if called is None else None if called.signature == HOMEWORK.signature else called.signature.names
