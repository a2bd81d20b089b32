"""A TOML file whose tables become Structs: what msgspec says of a value is put into words, with its line."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Self, TypeVar, get_args, get_origin

import msgspec

from judge.errors import WENT, JudgeError, Place, gone, meant

_T = TypeVar("_T")
_PLAIN = {
    "str": "text in quotes",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "date": "a date",
    "datetime": "a date with a time",
    "time": "a time",
}
_PART = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_HEAD = re.compile(r"\s*\[+([^\[\]]+)\]")
_KEY = re.compile(rf"\s*({_PART}(?:\s*\.\s*{_PART})*)\s*=")


class TomlSource(msgspec.Struct, frozen=True, dict=True):
    """Holds the text of a file, the code of what is wrong in it, and what to write where something is missing."""

    file: str
    text: str
    code: str
    template: str

    @classmethod
    def of(cls, data: bytes, file: str, code: str, template: str) -> Self:
        """Return the source of a file. Raises JudgeError of this code where it is not plain UTF-8."""
        try:
            source = cls(file, data.decode(), code, template)
        except UnicodeDecodeError as fault:
            place = Place(file, data[: fault.start].count(b"\n") + 1)
            raise JudgeError(code, f"{Path(file).name} is not UTF-8 text", place, help="save it as UTF-8") from None
        if source.text.startswith("\ufeff"):
            message, repair = f"{Path(file).name} begins with a byte order mark", "save it as UTF-8 without one"
            raise JudgeError(code, message, Place(file, 1, 1), help=repair)
        return source

    def keys(self) -> dict[str, Any]:
        """Return the keys and tables. Raises JudgeError where it is not TOML."""
        name = Path(self.file).name
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as fault:
            said = re.fullmatch(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)", str(fault), re.DOTALL)
            what, line, column = said.groups() if said else (str(fault), None, None)
            place = Place(self.file, int(line or self.text.count("\n") + 1), int(column or 0))
            message = f"{name} is not TOML: {what[:1].lower()}{what[1:]}"
            twice = "write each key and each table once"
            repair = twice if what.startswith("Cannot") else "a line is key = value, [table] or a # comment"
            raise JudgeError(self.code, message, place, help=repair) from None
        except (ValueError, RecursionError):
            message = f"{name} can't be read: a number has thousands of digits, or lists are too deep"
            raise JudgeError(
                self.code, message, Place(self.file), help="write smaller numbers, and flatter lists"
            ) from None

    def written(self) -> Iterator[tuple[int, tuple[str, ...], bool]]:
        """Yield each key and head of a table that is written: its line, its path, and whether it is a head."""
        here: tuple[str, ...] = ()
        for number, line in enumerate(self.text.splitlines(), 1):
            if head := _HEAD.match(line):
                here = _parts(head[1])
                yield number, here, True
            elif key := _KEY.match(line):
                yield number, here + _parts(key[1]), False

    def place(self, table: str, key: str) -> Place:
        """Return the line of `key` in `table`, or of its head if `key` is empty. Else the line of what holds it or lies
        in it, as an inline table does; else the whole file."""
        near, sought = 0, ".".join(filter(None, (table, key)))
        if found := self._lines.get(sought):
            return Place(self.file, found)
        for number, parts, head in self.written():
            path = ".".join(parts)
            if path.startswith(f"{sought}.") or (not head and sought.startswith(f"{path}.")):
                near = near or number
        return Place(self.file, near)

    @cached_property
    def _lines(self) -> dict[str, int]:
        """Return the first line of each path: a file may have thousands of tables, each of which is looked up."""
        found: dict[str, int] = {}
        for number, parts, _ in self.written():
            found.setdefault(".".join(parts), number)
        return found

    def place_in(self, key: str, value: str, offset: int) -> Place:
        """Return the line and column of a character of a text that a key above the first table holds, or that is in its
        list; the key's line where the text is written in another way."""
        place = self.place("", key)
        quoted = re.compile(rf"([\"']){re.escape(value)}\1")
        for number, line in enumerate(self.text.splitlines(), 1):
            if number >= place.line and (found := quoted.search(line)):
                return Place(self.file, number, found.start() + 2 + offset)
        return place

    def refused(self, table: str, key: str, message: str, repair: str, note: str = "") -> JudgeError:
        """Return the error of what a key of `table` says, at its line and column."""
        return JudgeError(self.code, message, self.pointed(table, key, message), note, repair)

    def pointed(self, table: str, key: str, what: str) -> Place:
        """Return line and column of the last word that is quoted in what is wrong and stands at this key, or of the
        key. Where no line is known, that of a key anywhere in the table, or of the table; of neither, the whole
        file."""
        near, lines = self.place(table, key).line, self.text.splitlines()
        start, after = (near, "") if near else (self.place(table, "").line, r"\s*=")
        if not start:
            return Place(self.file)
        end = next((number for number, *_ in self.written() if number > near > 0), len(lines) + 1)
        quoted = [word for _, word in re.findall(r"""(['"])(.+?)\1""", what)]
        for word in (*reversed(quoted), *([key] if key else [])):
            sought = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-]){after}")
            for number, line in enumerate(lines[start - 1 : end - 1], start):
                if found := sought.search(line):
                    return Place(self.file, number, found.start() + 1)
        return Place(self.file, start, len(lines[start - 1]) - len(lines[start - 1].lstrip()) + 1)

    def convert_each(self, raw: dict[str, Any], kind: type[_T], table: str) -> dict[str, _T]:
        """Return the values of a table whose keys are names. Raises JudgeError for one that is of another kind."""
        found = {}
        for name, value in raw.items():
            try:
                found[name] = msgspec.convert(value, kind)
            except msgspec.ValidationError as fault:
                what, _, path = str(fault).partition(" - at `$")
                raise self._wrong(what, name, table, item="[" in path) from None
        return found

    def convert(self, raw: Any, kind: type[_T], table: str = "") -> _T:
        """Return the values of a table as a Struct. Raises JudgeError for an unknown key or a wrong value."""
        try:
            return msgspec.convert(raw, kind)
        except msgspec.ValidationError as fault:
            raise self._in_words(str(fault), kind, table) from None

    def _in_words(self, said: str, kind: type[Any], table: str) -> JudgeError:
        """Turn msgspec's sentence, with its `$.path`, into a sentence about a key of a table."""
        what, _, path = said.partition(" - at `")
        named = path.startswith("key` in")  # it speaks of a key of the table that the path ends in
        key, inside, _ = path.removeprefix("key` in `").strip("`").lstrip("$.").partition("[")
        fields = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
        sought = re.match(r"Object (contains unknown|missing required) field `(.*)`", what, re.DOTALL)
        if sought or named:
            inner = f"{table}.{key}".strip(".")
            keys = _keys(fields.get(key)) if key else [*fields]
            if sought and sought[1] == "missing required":
                return self._missing(inner, sought[2], keys)
            return self._unknown(inner, sought[2] if sought else what.partition(" value ")[2].strip("'"), keys)
        return self._wrong(what, key, table, bool(inside), fields.get(key))

    def _unknown(self, table: str, key: str, known: list[str]) -> JudgeError:
        """Return the error of a key that a table, or what lies above the first table, does not have."""
        within, near = f" of [{table}]" * bool(table), difflib.get_close_matches(key, known)
        if instead := gone("key", f"{table}.{key}".strip(".")):
            return self.refused(table, key, f"the key '{key}'{within} {WENT}", instead)
        repair = f"write {near[0]}" if near else "delete the key"
        return self.refused(table, key, f"the key '{key}'{within} is unknown", repair, _listed(table, known))

    def _missing(self, table: str, key: str, known: list[str]) -> JudgeError:
        """Return the error of a key that a table, or what lies above the first table, must have."""
        place = self.pointed(table, "", "") if table else Place(self.file)
        within = f" of [{table}]" * bool(table)
        repair = f"add {key} to [{table}]" if table else self.template
        return JudgeError(self.code, f"the key '{key}'{within} is missing", place, _listed(table, known), repair)

    def _wrong(self, what: str, key: str, table: str, item: bool, kind: Any = None) -> JudgeError:
        """Turn msgspec's sentence about the value of a key, or, if `item`, about a part of it, into our words."""
        subject = f"the key '{key}'" + f" of [{table}]" * bool(table) if key else f"[{table}]"
        subject = "an item of " * item + subject
        if types := re.match(r"Expected `([^`]+)`, got `(\w+)", what):
            wanted = " or ".join(_PLAIN.get(name, name) for name in types[1].split(" | ") if name != "null")
            what = f"{subject} must be {wanted}, but is {_PLAIN.get(types[2], types[2])}"
        elif sizes := re.match(r"Expected `array` of length (\d+), got (\d+)", what):
            what = f"{subject} must hold {sizes[1]} values, but holds {sizes[2]}"
        elif what == "Expected `str` of length >= 1":
            what = f"{subject} is empty"
        elif wrong := re.match(r"Invalid enum value (.*)", what):
            if instead := gone("value", f"{key} {wrong[1]}".replace("'", "")):
                return self.refused(table, key, f"{subject} holds {wrong[1]}, which {WENT}", instead)
            values = _words(kind)
            what = f"{subject} holds {wrong[1]}, but its values are {', '.join(values)}{meant(wrong[1], values)}"
        else:
            what = f"{subject} can't be read: {what}"
        return self.refused(table, key, what, "correct the value")


def _listed(table: str, known: list[str]) -> str:
    return f"the keys {f'of [{table}]' if table else 'above the first table'} are {', '.join(known)}"


def _keys(kind: Any) -> list[str]:
    """Return the keys of a Struct, of a dict whose keys are words, or of either among several types."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return [field.encode_name for field in msgspec.structs.fields(kind)]
    parts = get_args(kind)
    return _words(parts[0]) if get_origin(kind) is dict else [key for part in parts for key in _keys(part)]


def _words(kind: Any) -> list[str]:
    """Return the words that a Literal, or a tuple of Literals, allows."""
    return [word for part in get_args(kind) for word in ([part] if isinstance(part, str) else _words(part))]


def _parts(path: str) -> tuple[str, ...]:
    """Return the parts of a written path, without their quotes and the blanks around them."""
    return tuple(part.strip("\"'") for part in re.findall(_PART, path))
