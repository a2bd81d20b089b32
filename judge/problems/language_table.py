"""The rows of the one table of languages: the shipped ones, under a user's own. What a row says, submissions read.

A row may name a command that is run outside any box. So a table of one's own lies in the user's folder for
configuration, or is named on the command line; never in a folder that somebody may have handed in.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from judge.errors import JudgeError, Place
from judge.files import own_folder

_SHIPPED = Path(__file__).with_name("languages.toml")
_HELP = "correct that file, as `judge help program` says, or move it away"
_Row = TypeVar("_Row")
_named: Path | None = None


def take_table(path: Path | None) -> None:
    """Take the rows of this file over the shipped ones from here on; None: the user's own."""
    global _named  # noqa: PLW0603 - one process judges by one table
    _named = path


def read_languages(kind: type[_Row]) -> dict[str, _Row]:
    """Return every row, as such a Struct, by the name of its language. JudgeError E422 when one's own can't be read."""
    try:
        return {name: msgspec.convert({**row, "name": name}, kind) for name, row in language_rows().items()}
    except msgspec.ValidationError as fault:
        raise _wrong(f"a language of the table is wrong: {fault}") from fault


def language_rows() -> dict[str, dict[str, Any]]:
    """Return every row by the name of its language, as it is written."""
    own = _named or own_folder() / _SHIPPED.name
    if not (own.is_absolute() or _named):  # what a folder is called without a root depends on where one stands
        return _shipped()
    try:
        changed = tomllib.loads(own.read_text(encoding="utf-8")) if own.is_file() else {}
        return _shipped() | {name: {**_shipped().get(name, {}), **row} for name, row in changed.items()}
    except (OSError, ValueError, TypeError) as error:
        raise _wrong(f"the table can't be read: {error}") from error


def _wrong(what: str) -> JudgeError:
    return JudgeError("E422", what, Place(str(_named or own_folder() / _SHIPPED.name)), help=_HELP)


@cache
def _shipped() -> dict[str, dict[str, Any]]:
    return tomllib.loads(_SHIPPED.read_text(encoding="utf-8"))
