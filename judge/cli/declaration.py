"""How a command declares its words: each parameter, or each field of a Struct, is annotated with its option.

    class Wanted(msgspec.Struct, frozen=True):
        cases: Annotated[tuple[str, ...], option("--case", "Only this case.", metavar="NAME")]
        check: Annotated[bool, option("--check", "Write nothing.")]

    @command
    def generate(problem: Annotated[str, argument()], wanted: Wanted) -> int: ...

So a word has one name and one type. Its help lists the options in the order of the parameters and fields. An option of
several commands is declared once, as one of `Flags` in options.py, and said in the words of each. What `judge help
options` says beyond that line stands in help/options.toml.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import click
import msgspec

from judge.cli.machine import MachineCommand

FILE: Final = click.Path(path_type=Path)
Command = Callable[..., Any]
Declared = Callable[[str, Any], click.Parameter]  # of the name and the type of a word
Words = dict[str, Sequence[Declared]]  # by the names of fields


class Option:
    """An option by its flags, such as "-j --jobs". Its type says whether it is a flag, a file, or may be given again;
    `attributes` are what click is told besides."""

    def __init__(self, flags: str, help: str, **attributes: Any) -> None:  # noqa: A002 - click's word
        self._flags, self._help, self._attributes = flags, help, attributes

    def __call__(self, name: str, kind: Any) -> click.Parameter:
        several = {"multiple": True} if get_origin(kind) is tuple else {}
        flag = {"is_flag": True} if kind is bool else {}
        said = {**several, **flag, **_file(kind), **self._attributes}
        return click.Option([*self._flags.split(), name], help=self._help, **said)

    def saying(self, help: str, **attributes: Any) -> Option:  # noqa: A002 - click's word
        """Return the same option in the words of another command."""
        return Option(self._flags, help, **{**self._attributes, **attributes})


option = Option


def argument(metavar: str | None = None, **attributes: Any) -> Declared:
    """Declare an argument. A tuple takes all that are left; where None is a value, the argument may be missing."""

    def made(name: str, kind: Any) -> click.Parameter:
        several = {"nargs": -1} if get_origin(kind) is tuple else {}
        optional = {"required": False} if NoneType in get_args(kind) else {}
        return click.Argument([name], metavar=metavar, **{**several, **optional, **_file(kind), **attributes})

    return made


def command(function: Command) -> click.Command:
    """Make a command of a function, called like it: its help is the docstring."""
    return click.command(cls=MachineCommand)(declared(function))


def declared(function: Command) -> Command:
    """Give a function the words that its parameters declare.

    A parameter that is a Struct gets one, made of the words of its fields. Where its annotation has Words, these
    declare the fields instead, in their own order; so it is with a dict.
    """
    params: list[click.Parameter] = []
    shapes: dict[str, tuple[Command, Words]] = {}
    for name, hint in get_type_hints(function, include_extras=True).items():
        kind, *marks = _parts(hint)
        if not (get_origin(kind) is dict or _is_struct(kind)):
            params += [one(name, kind) for one in marks]
            continue
        words, types = marks[0] if marks else words_of(kind), get_type_hints(kind) if _is_struct(kind) else {}
        shapes[name] = get_origin(kind) or kind, words
        params += [one(field, types.get(field, Path)) for field, declaring in words.items() for one in declaring]

    function.__click_params__ = params[::-1]  # type: ignore[attr-defined] # as click's own decorators leave them
    function.__shapes__ = shapes  # type: ignore[attr-defined] # MachineCommand makes the Structs
    return function


def words_of(shape: type[msgspec.Struct]) -> Words:
    """Return the words that the fields of a Struct declare."""
    hints = get_type_hints(shape, include_extras=True)
    return {name: declaring for name, hint in hints.items() if (declaring := _parts(hint)[1:])}


def _parts(hint: Any) -> list[Any]:
    """Return a type, and what its annotation adds."""
    return [*get_args(hint)] if get_origin(hint) is Annotated else [hint]


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _file(kind: Any) -> dict[str, Any]:
    """Return that a word is a path, where its type is one or several of them."""
    return {"type": FILE} if Path in (kind, *get_args(kind)) else {}
