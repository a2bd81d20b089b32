"""Say how a puzzle's `solve` is called: its parameters, and what of the case each of them is.

A number and None come to the goal as Answer(count=...) and Answer(fail=True), whatever the result is called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import msgspec

from judge.model import Instance

if TYPE_CHECKING:
    from judge.model import Value

Base = Literal["int", "str", "bool", "int8", "int64"]


class Parameter(msgspec.Struct, frozen=True):
    """A parameter of `solve`: a number, a text, or a table of int8 or int64 of two axes."""

    name: str
    base: Base


class Signature(msgspec.Struct, frozen=True):
    """What `solve` is given, and the type that it returns, of the cells where that is a table."""

    parameters: tuple[Parameter, ...]
    result: Base

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the parameters."""
        return tuple(parameter.name for parameter in self.parameters)


class Call(msgspec.Struct, frozen=True):
    """Holds the signature of `solve`, and what it is given for a case: a value for each of its parameters."""

    signature: Signature
    values: Callable[[Instance], tuple[Value, ...]]
