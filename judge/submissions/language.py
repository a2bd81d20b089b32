"""The one table of languages: their endings, and the commands that compile and run them. Nothing is run here."""

from __future__ import annotations

import re
from functools import cache, cached_property
from pathlib import Path, PurePosixPath

import msgspec

from judge.errors import JudgeError
from judge.problems import read_languages, take_table

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

    @staticmethod
    def use_table(path: Path | None) -> None:
        """Take the rows of this file over the shipped ones from here on; None: the user's own."""
        if path is not None and not path.is_file():
            raise JudgeError("E435", f"{path} can't be opened: it is no file", help="name a table of languages")
        take_table(path)
        languages.cache_clear()
        if path is not None:
            languages()  # what is wrong with it is said before anything is judged


class Languages(dict[str, Language]):
    """All languages by name: the shipped table, under one's own."""

    @cached_property
    def endings(self) -> tuple[str, ...]:
        """Return the endings of source files, each once, in the order of the table."""
        return tuple(dict.fromkeys(suffix for row in self.values() for suffix in row.suffixes))

    def of(self, suffix: str) -> Language | None:
        """Return the language of files with this ending."""
        exact = next((row for row in self.values() if suffix in row.suffixes), None)
        return exact or next((row for row in self.values() if suffix.lower() in row.suffixes), None)

    def as_in_table(self, path: str) -> str:
        """Return a path with its ending in the letters of the table: `HW1.cpp` for `HW1.CPP`, as Windows may write."""
        ending = PurePosixPath(path).suffix
        if path.endswith(self.endings) or ending.lower() not in self.endings:
            return path
        return path.removesuffix(ending) + ending.lower()

    def is_source(self, path: str) -> bool:
        """Say whether a file's name has the ending of a language, in small letters or in capitals."""
        return self.of(PurePosixPath(path).suffix) is not None

    @staticmethod
    def is_notebook(path: str) -> bool:
        """Say whether a file's name has the ending of a notebook, which becomes a source."""
        return path.lower().endswith(".ipynb")

    def needs_main(self, path: str) -> bool:
        """Say whether a file of this name is only run if it has a main."""
        language = self.of(PurePosixPath(path).suffix)
        return language is not None and language.needs_main


@cache
def languages() -> Languages:
    """Return all of them; JudgeError E422 when the user's own table can't be read."""
    return Languages(read_languages(Language))
