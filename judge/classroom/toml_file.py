"""A TOML file that a person writes, read strictly: what is wrong is said with its line, and a repair."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from judge.errors import JudgeError, Place
from judge.problems.formats.toml_source import decoded, parsed

MOST = 1 << 20  # bytes
_WORDS: Final[dict[Any, str]] = {
    str: "text in quotes",
    bool: "true or false",
    int: "a whole number",
    (int, float): "a number",
    (list,): "a list of texts in brackets",
}


class Kind(NamedTuple):
    """What a file is read as: the code of its error, its name, and what to write in one that is no TOML."""

    code: str
    name: str  # "course file"
    template: str


class At(NamedTuple):
    """Where a key is: in which of the tables [[table]], counted from 1. Without a table at the top of the file."""

    table: str = ""
    number: int = 0
    key: str = ""


_TOP = At()
_HEAD = re.compile(r"\s*(?:\[\[\s*[\"']?(\w+)|\[([\w.-]+)\]\s*(?:#|$))")  # of a table, not a line of a list


class TomlFile:
    """One file, parsed: `top` holds its keys. JudgeError E435 when it can't be opened, that of its kind where it is no
    TOML."""

    def __init__(self, path: Path, kind: Kind) -> None:
        self.path, self.kind, self._lines = path, kind, list[str]()
        try:
            with path.open("rb") as file:
                data = file.read(MOST + 1)
        except OSError as fault:
            message = f"{path} can't be opened: {fault.strerror}"
            raise JudgeError("E435", message, help=f"name a {kind.name}") from fault
        if len(data) > MOST:
            raise self.wrong(At(), f"it is longer than {MOST >> 20} MiB", f"name a {kind.name}")
        text = decoded(data, kind.code, str(path))
        self._lines = text.splitlines()
        self.top = parsed(text, kind.code, str(path))

    def place(self, at: At) -> Place:
        """Return the line of a key. Without such a line it is where its table begins."""
        number = begin = 0
        inside = ""
        for line_number, line in enumerate(self._lines, 1):
            if found := _HEAD.match(line):
                inside = found[1] or found[2]
                number += inside == at.table
                begin = line_number if inside == at.table and number == at.number else begin
            here = inside == at.table and number == at.number
            if at.key and here and re.match(rf"\s*[\"']?{re.escape(at.key)}[\"']?\s*[=.]", line):
                return Place(str(self.path), line_number)
        return Place(str(self.path), begin)

    def wrong(self, at: At, what: str, repair: str, note: str = "") -> JudgeError:
        """Return the error of what is there."""
        return JudgeError(self.kind.code, what, self.place(at), note, repair)

    def check(self, words: Mapping[str, Any], known: Mapping[str, Any], at: At = _TOP) -> None:
        """Refuse keys that nobody knows, and values of another kind: each key is known with its type, or several; a
        list is one of tables of this name."""
        table = f"[[{at.table}]]" if at.table else f"the {self.kind.name}"
        for key, value in words.items():
            here = at._replace(key=key)
            if key not in known:
                near = difflib.get_close_matches(key, known, 1)
                note = f"the keys of {table} are {', '.join(known)}"
                raise self.wrong(
                    here,
                    f"the key {key!r} of {table} is unknown",
                    f"write {near[0]}" if near else "delete the key",
                    note,
                )
            if not isinstance(value, known[key]) or (isinstance(value, bool) and known[key] not in (bool, object)):
                expected = _WORDS.get(known[key], f"tables that begin with [[{key}]]")
                raise self.wrong(here, f"the key {key!r} of {table} must be {expected}", "correct the value")

    def tables(self, name: str) -> list[dict[str, Any]]:
        """Return the tables [[name]], none where there are none."""
        found = self.top.get(name, [])
        if not all(isinstance(one, dict) for one in found):
            what = f"{name} must be tables that begin with [[{name}]]"
            raise self.wrong(At(key=name), what, self.kind.template)
        return list(found)
