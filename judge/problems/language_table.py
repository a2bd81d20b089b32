"""The rows of the one table of languages: the shipped ones, under a user's own. What a row says, submissions read.

A row may name a command that is run outside any box. So a table of one's own lies in the user's folder for
configuration, or is named on the command line; never in a folder that somebody may have handed in.
"""

from __future__ import annotations

import contextlib
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from judge.errors import JudgeError, Place

_SHIPPED = Path(__file__).with_name("languages.toml")
TABLE_HELP = "correct that file, as `judge help program` says, or move it away"
_named: Path | None = None


def own_table() -> Path:
    """Return where this user's own rows are, if there are any."""
    from platformdirs import user_config_path

    with contextlib.suppress(RuntimeError):  # a user that a service was given may have no home
        return user_config_path("judge") / _SHIPPED.name
    return Path(_SHIPPED.name)


def table_taken() -> Path:
    """Return the table whose rows are taken over the shipped ones: the named one, or the user's own."""
    return _named or own_table()


def take_table(path: Path | None) -> None:
    """Take the rows of this file over the shipped ones from here on; None: the user's own."""
    global _named  # noqa: PLW0603 - one process judges by one table
    _named = path


def language_rows() -> dict[str, dict[str, Any]]:
    """Return every row by the name of its language. Raises JudgeError E422 when one's own can't be read."""
    own = table_taken()
    if not (own.is_absolute() or _named):  # what a folder is called without a root depends on where one stands
        return _shipped()
    try:
        changed = tomllib.loads(own.read_text(encoding="utf-8")) if own.is_file() else {}
        return _shipped() | {name: {**_shipped().get(name, {}), **row} for name, row in changed.items()}
    except (OSError, ValueError, TypeError) as error:
        raise JudgeError("E422", f"the table can't be read: {error}", Place(str(own)), help=TABLE_HELP) from error


@cache
def _shipped() -> dict[str, dict[str, Any]]:
    return tomllib.loads(_SHIPPED.read_text(encoding="utf-8"))
