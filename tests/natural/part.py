"""The tables of habits: a TOML file for each language, and how a program is put together of them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

LANGUAGES: Final = {"Python": "python", "C": "c", "C++": "cpp", "Java": "java", "Node": "node"}
PUZZLES: Final = ("lizards", "queens", "spies", "all-queens")


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One habit: the text that stands for it, and the puzzles that it fits. A `wrong` one makes a program wrong."""

    name: str = ""
    text: str = ""
    puzzles: tuple[str, ...] = PUZZLES
    wrong: bool = False


class Table(msgspec.Struct, frozen=True):
    """The habits of one language: tables of parts by place, what decides a puzzle, and `do`, the order of the rest."""

    places: Mapping[str, tuple[Part, ...]]
    cores: tuple[Part, ...]
    do: str


@cache
def table_of(language: str) -> Table:
    """Return the habits of a language."""
    text = Path(__file__).with_name(f"{LANGUAGES[language]}.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(text)
    do = tables.pop("do", "")
    parts = msgspec.convert(tables, dict[str, tuple[Part, ...]])
    return Table(parts, parts.pop("core"), do)


def filled(template: str, texts: Mapping[str, str]) -> str:
    """Return a template in which each line `@place` is the text of that place, indented as the line is."""
    made: list[str] = []
    for line in template.splitlines():
        word = line.strip()
        if word.startswith("@") and word[1:] in texts:
            indent = line[: len(line) - len(line.lstrip())]
            text = filled(texts[word[1:]], texts)
            made += [f"{indent}{one}" if one.strip() else one for one in text.splitlines()]
        else:
            made.append(line)
    return "\n".join(made)


def files_of(text: str) -> dict[str, str]:
    """Return the files of a text, each below a line `=== NAME`."""
    files: dict[str, str] = {}
    name = ""
    for line in text.splitlines():
        if line.startswith("=== "):
            name = line.removeprefix("=== ")
            files[name] = ""
        else:
            files[name] += f"{line}\n"
    return files
