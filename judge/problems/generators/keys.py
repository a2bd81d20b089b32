"""Say what a table of generators.toml may hold: its keys belong to a puzzle, as the boards do that are made of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec

from judge.errors import ValueFault, meant

Values = Mapping[str, Any]  # what a recipe says, by key, as read
Lists = Mapping[str, tuple[Any, ...]]  # what a table says: every value of each key
Cells = tuple[tuple[int, int], ...]
Read = Callable[[str, Any], Any]  # of a key's name and its value; ValueFault for one that is none


class Key(msgspec.Struct, frozen=True):
    """A key: how its value is read, and what a left out one is.

    `word` is how a value is called in the names of a family, where the key holds a list; without it the key holds one
    value. A key with `needed` must be there; `needed` says what to write.
    """

    name: str
    kind: Read
    word: Callable[[Any, Values], str] | None = None
    default: Any = None
    needed: str = ""

    def read(self, value: Any) -> Any:
        """Return a value as it is meant. ValueFault for one that is none."""
        return self.kind(self.name, value)


class Pieces(msgspec.Struct, frozen=True):
    """How many pieces: so many per cent of the most that is known; or the most, and `value` above it."""

    kind: Literal["share", "most"]
    value: int

    def of(self, most: int) -> int:
        """Return the number on a board that holds `most`; a share is at least one."""
        return max(1, self.value * most // 100) if self.kind == "share" else self.value + most


def plain_word(before: str = "") -> Callable[[Any, Values], str]:
    """Return the word of a value that is written as it is, behind `before`."""
    return lambda value, _: f"{before}{value}"


def reader(kind: Any, wanted: str, known: Sequence[str] = ()) -> Read:
    """Return the reader of a value of this type."""

    def read(name: str, value: Any) -> Any:
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError:
            near = meant(str(value), known)
            raise ValueFault(name, f"{name} is {value!r:.40}{near}", f"write {wanted.format(name)}") from None

    return read


def number(least: int, most: int) -> Read:
    """Return the reader of a whole number."""
    return reader(Annotated[int, msgspec.Meta(ge=least, le=most)], f"a whole number from {least} to {most:,}")


def one_of(known: Sequence[str]) -> Read:
    """Return the reader of one of these words."""
    return reader(Literal[tuple(known)], f"one of {', '.join(known)}", known)


cells: Final = reader(Cells, "pairs of row and column, from 1: {} = [[4, 5], [6, 6]]")
share: Final = reader(Annotated[float, msgspec.Meta(ge=0, le=1)], "a number from 0 to 1: 0.25 is a quarter")


def on_board(found: Cells, name: str, what: str, shape: tuple[int, int]) -> None:
    """Raise ValueFault for the first of these cells that is not on a board of so many rows and columns."""
    outside = [cell for cell in found if not (1 <= cell[0] <= shape[0] and 1 <= cell[1] <= shape[1])]
    if outside:
        least = shape[0] if shape[0] == shape[1] else f"{shape[0]} and {shape[1]}"
        message = f"the {what} at row {outside[0][0]}, column {outside[0][1]} is not on the board"
        raise ValueFault(name, message, f"write rows and columns from 1 to {least}")


def total(least: int, most: int) -> Read:
    """Return the reader of a number of pieces: "n" are as many as rows, and Pieces hang on the most that fit."""
    help_ = f'write a whole number from {least} to {most:,}, "n", a share such as "80%", "max", "max+1" or "max-1"'

    def read(name: str, value: Any) -> int | str | Pieces:
        text = value if isinstance(value, str) else ""
        if text == "n" or (isinstance(value, int) and not isinstance(value, bool) and least <= value <= most):
            return "n" if text else int(value)
        if (share := re.fullmatch(r"([0-9]{1,3})%", text)) and 1 <= int(share[1]) <= 100:
            return Pieces("share", int(share[1]))
        if above := re.fullmatch(r"max([+-][0-9]{1,6})?", text):
            return Pieces("most", int(above[1] or 0))
        raise ValueFault(name, f"{name} is {value!r:.40}", help_)

    return read


def total_word(before: str) -> Callable[[Any, Values], str]:
    """Return how a number of pieces is called in the name of a case."""

    def word(value: int | str | Pieces | None, values: Values) -> str:
        if isinstance(value, Pieces) and value.kind == "most":
            return f"{'over' if value.value > 0 else 'under'}{abs(value.value)}" if value.value else "max"
        if isinstance(value, Pieces):
            return f"{before}{value.value}pc"
        return f"{before}{values['n'] if value in ('n', None) else value}"

    return word
