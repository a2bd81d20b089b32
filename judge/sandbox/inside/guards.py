"""How a change of what a kernel has read is seen, in some microseconds."""

from __future__ import annotations

import types
from typing import Any, Final, NamedTuple

from judge.sandbox.inside.own import is_a

LIVE_BYTES: Final = 10**6  # numba reads a larger array where it lies, and freezes nothing of it
ABSENT: Final = object()  # lies where nothing does


class Guard(NamedTuple):
    """A place that was read, which is a namespace or the cell of a closure, and the object that lay there. An array
    that numba freezes is known by what it was: numpy resizes none that somebody else holds."""

    place: Any
    name: str
    value: Any
    was: tuple[Any, ...] = ()

    @classmethod
    def of(cls, place: Any, name: str, value: Any) -> Guard:
        """Return that of what lies there now."""
        return cls(place, name, None, snapshot(value)) if is_frozen(value) else cls(place, name, value)

    @property
    def is_cell(self) -> bool:
        """Say whether it is a variable of a closure."""
        return type(self.place) is types.CellType

    def holds(self) -> bool:
        """Say whether the same object lies there."""
        now = in_cell(self.place) if self.is_cell else self.place.get(self.name, ABSENT)
        return is_array(now) and snapshot(now) == self.was if self.was else now is self.value


class Copy(NamedTuple):
    """An array that no guard sees, or a record, and what it was."""

    name: str
    value: Any
    was: tuple[Any, ...]

    def holds(self) -> bool:
        """Say whether it is as it was."""
        return snapshot(self.value) == self.was


class Attribute(NamedTuple):
    """What a function or a kernel has of its own, such as its code, and what that was; of options, their text."""

    owner: Any
    name: str
    was: Any

    @classmethod
    def of(cls, owner: Any, name: str) -> Attribute:
        """Return that of what it is now."""
        now = getattr(owner, name)
        return cls(owner, name, repr(now) if type(now) is dict else now)

    def holds(self) -> bool:
        """Say whether it is as it was."""
        now = getattr(self.owner, self.name)
        return repr(now) == self.was if type(now) is dict else now is self.was


def in_cell(cell: Any) -> Any:
    """Return what lies in a cell of a closure."""
    try:
        return cell.cell_contents
    except ValueError:
        return ABSENT


def cells_of(array: Any) -> Any:
    """Return an array of any class as a plain one, without asking that class; a record as it is."""
    import numpy as np

    return np.ndarray.view(array, np.ndarray) if is_array(array) else array


def is_array(one: Any) -> bool:
    """Say whether it is an array of any class."""
    import numpy as np

    return is_a(type(one), np.ndarray)


def snapshot(array: Any) -> tuple[Any, ...]:
    """Return what a change of this array changes. Where it is read as it lies, that is its place, and no cell."""
    kind, array = type(array), cells_of(array)
    data = array.__array_interface__["data"][0] if is_live(array) else array.tobytes()
    return kind, array.dtype, array.shape, array.strides, array.flags.num, data


def is_live(array: Any) -> bool:
    """Say whether numba reads an array where it lies, and freezes nothing of it."""
    return array.dtype.hasobject or array.nbytes > LIVE_BYTES or not array.flags.forc


def is_frozen(one: Any) -> bool:
    """Say whether it is an array of which numba keeps a copy."""
    return is_array(one) and not is_live(cells_of(one))
