"""Say how a puzzle's `solve` is called: its parameters, and what of the case each of them is.

    call=call(("n: int", n), ("stars: int", pieces), ("regions: int64[n, n]", layer))

The types are int, float, str, bool, and arrays of int8, int16, int32, int64 and
float64 of one or two axes. A `result` other than an int8 board comes to `AnswerFormat.take` in its own type; a number
and None come as Answer(count=...) and Answer(fail=True), whatever the result is called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from judge.model import Instance, Signature
from judge.problems.formats.signature import read_signature

if TYPE_CHECKING:
    from judge.model.problem import Value

Getter = Callable[[Instance], "Value"]


class Call(msgspec.Struct, frozen=True):
    """Holds the signature of `solve`, and what each of its parameters is."""

    signature: Signature
    getters: tuple[Getter, ...]

    def values(self, board: Instance) -> tuple[Value, ...]:
        """Return what `solve` is given for a case."""
        return tuple(getter(board) for getter in self.getters)


def call(*parameters: tuple[str, Getter], result: str = "int8[n, m]") -> Call:
    """Return the call with these parameters, `name: type` and what it is. ValueError for a type that is none."""
    words, getters = zip(*parameters, strict=True)
    return Call(read_signature(words, result), getters)


def algorithm(board: Instance) -> str:
    """Return the name of the algorithm that the case asks for."""
    return board.algorithm


def n(board: Instance) -> int:
    """Return the number of rows."""
    return board.n


def m(board: Instance) -> int:
    """Return the number of columns."""
    return board.columns


def pieces(board: Instance) -> int:
    """Return the number of pieces."""
    return board.pieces


def grid(board: Instance) -> np.ndarray[Any, np.dtype[np.int8]]:
    """Return the cells."""
    return board.grid


def layer(board: Instance) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return what is said of each cell beside: its weight, or its region."""
    assert board.layer is not None, "a puzzle whose solve is given a layer reads it from each case"
    return board.layer


HOMEWORK = call(("algorithm: str", algorithm), ("n: int", n), ("lizards: int", pieces), ("grid: int8[n, n]", grid))


def other_parameters(called: Call | None) -> tuple[str, ...] | None:
    """Return the parameters of `solve`; None for the homework's, nothing where no function is called."""
    return () if called is None else None if called.signature == HOMEWORK.signature else called.signature.names
