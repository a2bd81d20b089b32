"""The table of languages: what a host can compile and run, and the commands for one submission."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from judge.errors import JudgeError, Place

TABLE = Path(__file__).parents[1] / "languages.toml"
HOST_TABLE = Path(".judge/languages.toml")
PROBE_S = 5.0


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


@cache
def languages() -> dict[str, Language]:
    """All of them by name: the shipped table, under the host's own; JudgeError E422 when that can't be read."""
    rows = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    if HOST_TABLE.is_file():
        try:
            for name, row in tomllib.loads(HOST_TABLE.read_text(encoding="utf-8")).items():
                rows[name] = {**rows.get(name, {}), **row}
        except (OSError, ValueError, TypeError) as error:
            raise JudgeError("E422", f"the table can't be read: {error}", Place(str(HOST_TABLE))) from error
    try:
        return {name: msgspec.convert({**row, "name": name}, Language) for name, row in rows.items()}
    except msgspec.ValidationError as error:
        raise JudgeError("E422", f"a language of the table is wrong: {error}", Place(str(HOST_TABLE))) from error


def language_of(suffix: str) -> Language | None:
    """The language of files with this ending."""
    rows = languages().values()
    exact = next((row for row in rows if suffix in row.suffixes), None)
    return exact or next((row for row in rows if suffix.lower() in row.suffixes), None)


def home_of(language: Language) -> str | None:
    """The folder that its `home` command prints, asked once; None where that fails: a dead shim is no interpreter."""
    return _printed_by(language.home) if language.home else None


@cache
def _printed_by(command: tuple[str, ...]) -> str | None:
    if not shutil.which(command[0]):
        return None
    try:
        said = subprocess.run(command, capture_output=True, timeout=PROBE_S, check=True, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.SubprocessError):
        return None
    folder = said.stdout.decode(errors="replace").strip()
    return folder if folder.startswith("/") and Path(folder).is_dir() else None


def is_there(language: Language) -> bool:
    """Whether this host can compile and run it."""
    if language.home:
        return home_of(language) is not None
    return language.compile[0] == "{python}" or shutil.which(language.compile[0]) is not None


def homes() -> list[str]:
    """The folders that a box has to show beside the system's own."""
    return [home for row in languages().values() if (home := home_of(row))]


def _fill(word: str, known: Mapping[str, str]) -> str:
    for name, value in known.items():
        word = word.replace(f"{{{name}}}", value)
    return word
