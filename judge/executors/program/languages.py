"""The table of languages: what a host can compile and run, and the commands for one submission.

A row may name a command that is run here, outside any box. So a table of one's own lies in the user's folder for
configuration, or is named on the command line; never in a folder that somebody may have handed in.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from judge.errors import JudgeError, Place
from judge.sandbox.host import found, printed_by

TABLE = Path(__file__).with_name("languages.toml")
STALE_TABLE = Path(".judge/languages.toml")  # where it was once read


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of languages.toml, which says what its words stand for."""

    suffixes: tuple[str, ...]
    compile: tuple[str, ...]
    run: tuple[str, ...]
    home: tuple[str, ...] = ()
    standards: tuple[str, ...] = ("",)
    standard_of: dict[str, str] = {}
    package: str = ""
    empty: str = ""  # a program that does nothing, to measure what starting one costs
    name: str = ""

    def command(self, template: Sequence[str], words: Mapping[str, str], sources: Sequence[str]) -> tuple[str, ...]:
        """One of the two commands, filled in."""
        known = {"python": sys.executable, "home": home_of(self) or "", **words}
        filled: list[str] = []
        for word in template:
            filled += sources if word == "{sources}" else [_fill(word, known)]
        return tuple(filled)


def own_table() -> Path:
    """Where this user's own rows are, if there are any."""
    from platformdirs import user_config_path

    return user_config_path("judge") / TABLE.name


def use_table(path: Path | None) -> None:
    """From here on this file holds the rows under which the shipped ones lie; None: the user's own."""
    global _named  # noqa: PLW0603 - one process judges by one table
    if path is not None and not path.is_file():
        raise JudgeError("E435", f"{path} can't be opened: it is no file", help="name a table of languages")
    if path != _named:
        _named = path
        languages.cache_clear()
    if path is not None:
        languages()  # what is wrong with it is told before anything is judged


_named: Path | None = None


@cache
def languages() -> dict[str, Language]:
    """All of them by name: the shipped table, under one's own; JudgeError E422 when that can't be read."""
    rows = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    own = _named or own_table()
    if own.is_absolute() or _named:  # what a folder is called without a root depends on where one stands
        rows = _under(own, rows)
    try:
        return {name: msgspec.convert({**row, "name": name}, Language) for name, row in rows.items()}
    except msgspec.ValidationError as error:
        raise JudgeError("E422", f"a language of the table is wrong: {error}", Place(str(own))) from error


def _under(own: Path, rows: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    try:
        if not own.is_file():
            return rows
        changed = tomllib.loads(own.read_text(encoding="utf-8"))
        return rows | {name: {**rows.get(name, {}), **row} for name, row in changed.items()}
    except (OSError, ValueError, TypeError) as error:
        raise JudgeError("E422", f"the table can't be read: {error}", Place(str(own))) from error


def language_of(suffix: str) -> Language | None:
    """The language of files with this ending."""
    rows = languages().values()
    exact = next((row for row in rows if suffix in row.suffixes), None)
    return exact or next((row for row in rows if suffix.lower() in row.suffixes), None)


def home_of(language: Language) -> str | None:
    """The folder that its `home` command prints, asked once; None where that fails: a dead shim is no interpreter.
    JudgeError E307 where others had the core all the time."""
    return printed_by(language.home) if language.home else None


def is_there(language: Language) -> bool:
    """Whether this host can compile and run it."""
    if language.home:
        return home_of(language) is not None
    return language.compile[0] == "{python}" or found(language.compile[0]) is not None


def homes() -> list[str]:
    """The folders that a box has to show beside the system's own."""
    return [home for row in languages().values() if (home := home_of(row))]


def _fill(word: str, known: Mapping[str, str]) -> str:
    for name, value in known.items():
        word = word.replace(f"{{{name}}}", value)
    return word
