"""The nouns of how a function is called: its parameters and its result, by name and numpy type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, get_args

import msgspec

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]
    Value = str | int | float | bool | Array

Base = Literal["int", "float", "str", "bool", "int8", "int16", "int32", "int64", "float64"]
BASES: Final[tuple[Base, ...]] = get_args(Base)
MOST_AXES: Final = 2


class Kind(msgspec.Struct, frozen=True):
    """A type: `int`, `str`, or an array such as `int8[n, 2]`, of one or two axes. A length that is a word is the value
    of an int that came before, or, of a result, any length."""

    base: Base
    lengths: tuple[str | int, ...] = ()

    def __str__(self) -> str:
        return f"{self.base}[{', '.join(map(str, self.lengths))}]" if self.lengths else self.base


class Parameter(msgspec.Struct, frozen=True):
    """A parameter of `solve`."""

    name: str
    kind: Kind


class Signature(msgspec.Struct, frozen=True):
    """What `solve` is given and returns."""

    parameters: tuple[Parameter, ...]
    result: Kind

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the parameters."""
        return tuple(parameter.name for parameter in self.parameters)
