"""A TOML file that a person writes, with tables that come several times: what is wrong is said with its line."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from judge.errors import JudgeError, Place
from judge.files import read_given
from judge.toml_source import TomlSource

MOST = 1 << 20  # bytes
_Table = TypeVar("_Table")


class TomlFile(TomlSource, frozen=True):
    """One file. Of the tables [[name]], that of this `number` is read, counted from 1; else what is above them."""

    number: int = 0

    @classmethod
    def read(cls, path: Path, code: str, name: str, template: str) -> TomlFile:
        """Read a file that is called so. JudgeError E435 when it can't be opened, that of its code where it is too
        long or no text."""
        data = read_given(path, MOST + 1, name)
        if len(data) > MOST:
            message = f"it is longer than {MOST >> 20} MiB"
            raise JudgeError(code, message, Place(str(path)), help=f"name a {name}")
        return cls.of(data, str(path), code, template)

    @property
    def folder(self) -> Path:
        """Return where it lies: its paths are those from there."""
        return Path(self.file).parent

    def place(self, table: str, key: str) -> Place:
        """Return the line of a key of the table `[name]`, or of its head without such a line; else the whole file."""
        path = (*filter(None, [table.strip("[]")]), *filter(None, [key]))
        number = begin = 0
        below = False
        for line, parts, head in self.written():
            number += head and parts == path[:1]
            below |= head
            if below and not table:
                if head and parts == path:  # a table that nobody reads
                    return Place(self.file, line)
                continue
            if table and number != self.number:
                continue
            if key and not head and parts[: len(path)] == path:  # also a key with a dot behind this one
                return Place(self.file, line)
            begin = begin or line * head
        return Place(self.file, begin)

    def place_of_value(self, key: str) -> Place:
        """Return the line and the column at which the value of a key above the tables begins; else the whole file."""
        place = self.place("", key)
        if not place.line:
            return place
        line = self.text.splitlines()[place.line - 1]
        column = len(line) - len(line.partition("=")[2].lstrip()) + 1
        return msgspec.structs.replace(place, column=column)

    def wrong(self, table: str, key: str, what: str, repair: str, note: str = "") -> JudgeError:
        """Return the error of what is there."""
        return JudgeError(self.code, what, self.place(table, key), note, repair)

    def missing(self, table: str, key: str) -> JudgeError:
        """Return the error of a key that has to be there and to hold something."""
        within = f" of [{table}]" * bool(table)
        return self.wrong(table, "", f"the key '{key}'{within} is missing", self.template)

    def tables(self, name: str, raw: object, kind: type[_Table]) -> list[tuple[TomlFile, _Table]]:
        """Return the tables [[name]], each with what says its lines."""
        if not (isinstance(raw, list) and all(isinstance(one, dict) for one in raw)):
            raise self.wrong("", name, f"{name} must be tables that begin with [[{name}]]", self.template)
        sources = [msgspec.structs.replace(self, number=number) for number in range(1, len(raw) + 1)]
        return [(source, source.convert(one, kind, f"[{name}]")) for source, one in zip(sources, raw, strict=True)]
