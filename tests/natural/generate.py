"""Programs as students write them: each is a row of every table of its language, which is a TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from random import Random
from typing import Final, NamedTuple

import msgspec

from tests.make import texts_of

LANGUAGES: Final = {"Python": "python", "C": "c", "C++": "cpp", "Java": "java", "Node": "node"}
PUZZLES: Final = ("lizards", "queens", "spies", "all-queens")
COMPILED: Final = ("C", "C++", "Java")
_TO_BYTES: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "": lambda text: text,
    "crlf": lambda text: text.replace(b"\n", b"\r\n"),
    "cr": lambda text: text.replace(b"\n", b"\r"),
    "bom": lambda text: b"\xef\xbb\xbf" + text,
    "cut": lambda text: text.rstrip(b"\n"),
}


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


class Program(NamedTuple):
    """One program: its files, the first of which is run, and what it is made of. A `wrong` one is meant to be."""

    name: str
    language: str
    puzzle: str
    files: dict[str, bytes]
    made_of: tuple[str, ...]
    wrong: bool

    @property
    def main(self) -> str:
        return next(iter(self.files))

    @property
    def is_folder(self) -> bool:
        return len(self.files) > 1 or "/" in self.main

    def __str__(self) -> str:
        return f"{self.name}: {self.language}, {self.puzzle}: {', '.join(self.made_of)}"


def every_habit() -> list[Program]:
    """Return programs that have each row of each table. What is wrong on purpose stands among first rows alone.

    Where nothing is compiled a program is made for each row. Else the next row of every table goes into the next
    program, until the longest table has come to its end.
    """
    made: list[Program] = []
    for language in LANGUAGES:
        table = table_of(language)
        rows = _together(table) if language in COMPILED else _alone(table)
        rows += [{place: part} for place, parts in table.places.items() for part in parts if part.wrong]
        for chosen in rows:
            number = len(made)
            rng, fit = Random(number), _fitting(chosen.values())
            puzzle = fit[number % len(fit)]
            wrong = any(part.wrong for part in chosen.values())
            others = _firsts(table) if wrong else _drawn(table, puzzle, rng)
            made.append(_program(f"p{number:03}", language, puzzle, others | chosen, rng))
    return made


def _alone(table: Table) -> list[dict[str, Part]]:
    return [{place: part} for place, parts in table.places.items() for part in parts if not part.wrong]


def _together(table: Table) -> list[dict[str, Part]]:
    right = {place: [part for part in parts if not part.wrong] for place, parts in table.places.items()}
    longest = max(map(len, right.values()))
    return [{place: parts[row % len(parts)] for place, parts in right.items()} for row in range(longest)]


def _fitting(parts: Iterable[Part]) -> list[str]:
    chosen = list(parts)
    return [puzzle for puzzle in PUZZLES if all(puzzle in part.puzzles for part in chosen)]


def drawn(seed: int) -> Program:
    """Return any program, by its seed; none of it is wrong on purpose."""
    rng = Random(f"drawn {seed}")
    language, puzzle = rng.choice([*LANGUAGES, "Python", "Python"]), rng.choice(PUZZLES)
    return _program(f"d{seed:05}", language, puzzle, _drawn(table_of(language), puzzle, rng), rng)


def _firsts(table: Table) -> dict[str, Part]:
    return {place: parts[0] for place, parts in table.places.items()}


def _drawn(table: Table, puzzle: str, rng: Random) -> dict[str, Part]:
    """Return a row of each table; every second one is the first, as most of a program is ordinary."""
    fit = {
        place: [one for one in parts if not one.wrong and puzzle in one.puzzles]
        for place, parts in table.places.items()
    }
    return {place: parts[0] if rng.random() < 0.5 else rng.choice(parts) for place, parts in fit.items()}


def _program(name: str, language: str, puzzle: str, chosen: Mapping[str, Part], rng: Random) -> Program:
    table = table_of(language)
    core = rng.choice([one for one in table.cores if puzzle in one.puzzles])
    texts = {place: part.text for place, part in chosen.items()} | {"do": table.do, "core": core.text}
    files = texts_of(filled(texts["files"].replace("@name", texts.get("name", "")), texts))
    changed = _TO_BYTES[texts["bytes"]]
    source = PurePosixPath(next(iter(files))).suffix
    made = {
        path: changed(text.encode()) if path.endswith(source) else text.encode()
        for path, text in ((path, text.rstrip("\n") + "\n") for path, text in files.items())
    }
    made_of = tuple(part.name for place, part in chosen.items() if part != table.places[place][0])
    return Program(name, language, puzzle, made, made_of or ("first rows",), any(one.wrong for one in chosen.values()))
