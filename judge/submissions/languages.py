"""The one table of languages: their endings, and the commands that compile and run them. Nothing is run here.

A row may name a command that is run outside any box. So a table of one's own lies in the user's folder for
configuration, or is named on the command line; never in a folder that somebody may have handed in.
"""

from __future__ import annotations

import contextlib
import re
import tomllib
from functools import cache
from pathlib import Path, PurePosixPath

import msgspec

from judge.errors import JudgeError, Place

TABLE = Path(__file__).with_name("languages.toml")
STALE_TABLE = Path(".judge/languages.toml")  # where it was once read
_REPAIR = "correct that file, as `judge help languages` says, or move it away"
_ENDING = re.compile(r"\.[^./]+")


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of languages.toml, which says what its words stand for."""

    suffixes: tuple[str, ...]
    compile: tuple[str, ...]
    run: tuple[str, ...]
    home: tuple[str, ...] = ()
    standards: tuple[str, ...] = ("",)
    standard_of: dict[str, str] = {}
    needs_main: bool = False
    package: str = ""
    empty: str = ""  # a program that does nothing, to measure what starting one costs
    name: str = ""

    def __post_init__(self) -> None:
        for suffix in self.suffixes:
            if not _ENDING.fullmatch(suffix):
                raise ValueError(f"{suffix!r} is no ending as '.sh' is")


def own_table() -> Path:
    """Return where this user's own rows are, if there are any."""
    from platformdirs import user_config_path

    with contextlib.suppress(RuntimeError):  # a user that a service was given may have no home
        return user_config_path("judge") / TABLE.name
    return Path(TABLE.name)


def use_table(path: Path | None) -> None:
    """Take the rows of this file over the shipped ones from here on; None: the user's own."""
    global _named  # noqa: PLW0603 - one process judges by one table
    if path is not None and not path.is_file():
        raise JudgeError("E435", f"{path} can't be opened: it is no file", help="name a table of languages")
    if path != _named:
        _named = path
        languages.cache_clear()
    if path is not None:
        languages()  # what is wrong with it is said before anything is judged


_named: Path | None = None


@cache
def languages() -> dict[str, Language]:
    """Return all of them by name: the shipped table, under one's own; JudgeError E422 when that can't be read."""
    rows = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    own = _named or own_table()
    if own.is_absolute() or _named:  # what a folder is called without a root depends on where one stands
        rows = _under(own, rows)
    try:
        return {name: msgspec.convert({**row, "name": name}, Language) for name, row in rows.items()}
    except msgspec.ValidationError as error:
        message = f"a language of the table is wrong: {error}"
        raise JudgeError("E422", message, Place(str(own)), help=_REPAIR) from error


def _under(own: Path, rows: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    try:
        if not own.is_file():
            return rows
        changed = tomllib.loads(own.read_text(encoding="utf-8"))
        return rows | {name: {**rows.get(name, {}), **row} for name, row in changed.items()}
    except (OSError, ValueError, TypeError) as error:
        raise JudgeError("E422", f"the table can't be read: {error}", Place(str(own)), help=_REPAIR) from error


def language_of(suffix: str) -> Language | None:
    """Return the language of files with this ending."""
    rows = languages().values()
    exact = next((row for row in rows if suffix in row.suffixes), None)
    return exact or next((row for row in rows if suffix.lower() in row.suffixes), None)


def endings() -> tuple[str, ...]:
    """Return the endings of source files, each once, in the order of the table."""
    return tuple(dict.fromkeys(suffix for row in languages().values() for suffix in row.suffixes))


def as_in_table(path: str) -> str:
    """Return a path with its ending in the letters of the table: `HW1.cpp` for `HW1.CPP`, which Windows may write."""
    ending = PurePosixPath(path).suffix
    if path.endswith(endings()) or ending.lower() not in endings():
        return path
    return path.removesuffix(ending) + ending.lower()


def is_source(path: str) -> bool:
    """Say whether a file's name has the ending of a language, in small letters or in capitals."""
    return as_in_table(path).endswith(endings())


def needs_main(suffix: str) -> bool:
    """Say whether a file with this ending is only run if it has a main."""
    language = language_of(suffix)
    return language is not None and language.needs_main
