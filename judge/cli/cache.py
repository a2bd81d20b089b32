"""The command `judge cache`: what earlier runs have compiled, and is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import click

from judge.cli.declaration import argument, command
from judge.errors import JudgeError
from judge.reports.terminal.console import plain_console
from judge.reports.units import room
from judge.sandbox.cache import Cache, own_folder
from judge.text import counted

_What = Annotated[str, argument("[info|clear]", type=click.Choice(("info", "clear")), default="info")]


@command
def cache(what: _What) -> int:
    """Show or remove what earlier runs have compiled.

    Kernels and programs lie in your cache folder, so that what has not changed is not compiled again.
    """
    console = plain_console()
    with _opened() as own:
        held = own.held()
        size = room(sum(one.size_bytes for one in held))
        if what == "clear":
            own.clear()
            console.print(f"{counted(len(held), 'entry')} removed: {size}")
            return 0
        console.print(f"{counted(len(held), 'entry')}, {size} of at most {room(own.most_bytes)}")
        console.print(f"in {own.path}", soft_wrap=True)
    return 0


@contextmanager
def _opened() -> Iterator[Cache]:
    """Open this user's cache; JudgeError E435 where it can't be used."""
    where = ""
    try:
        folder = own_folder()
        where = f"it lies in {folder}; "
        own = Cache(folder)
    except (OSError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or error
        note = f"{where}every run compiles everything anew meanwhile"
        raise JudgeError("E435", f"the cache can't be opened: {why}", note=note) from error
    with own:
        yield own
