"""A class as it was handed in: the argument and the options that name it, one value for every command on a class."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from judge.cli.options import FILE, as_one, from_roster, of_problem

if TYPE_CHECKING:
    from judge.model.classroom import Roll

_Command = TypeVar("_Command", bound=Callable[..., Any])


class HandedIn(msgspec.Struct, frozen=True):
    """A class as it was handed in, for which problem, and who is in it."""

    path: Path
    problem: str
    roster: Path | None

    def roll(self) -> Roll:
        from judge.classroom.intake import read_roll
        from judge.classroom.roster import read_roster

        return read_roll(self.path, read_roster(self.roster) if self.roster else None)


def of_a_class(command: _Command) -> _Command:
    """Give a command a class, as one value `handed_in`."""
    command = as_one(HandedIn, "handed_in")(command)
    path = click.argument("path", type=FILE, metavar="FOLDER|ZIP")
    return path(of_problem(from_roster(command)))
