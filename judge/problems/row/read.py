"""Read a row from a file, and write it again. An error points at the word in the file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import msgspec

from judge.errors import JudgeError, Place, ValueFault, meant
from judge.problems.row.check import check
from judge.problems.row.words import Row
from judge.problems.safe_files import read_if_there
from judge.toml_source import TomlSource

_TEMPLATE: Final = "write a table [puzzle]; judge help package shows one"


def reference_in(path: Path) -> str:
    """Return the puzzle of a TOML file, or of a package's problem.toml. JudgeError E421, E422; E422 for a general
    problem too, which has no board."""
    from judge.problems.puzzles import puzzle_names  # which reads rows itself

    file = path / "problem.toml" if path.is_dir() else path
    if (data := read_if_there(file)) is None:
        raise JudgeError("E421", f"there is no problem.toml in {path}", Place(str(file)), help=_TEMPLATE)
    source = TomlSource.of(data, str(file), "E422", _TEMPLATE)
    said = source.keys().get("puzzle")
    if isinstance(said, str) and said not in (known := puzzle_names()):
        message = f"the key 'puzzle' holds {said!r}, which is no puzzle with a board{meant(said, known)}"
        raise source.refused("", "puzzle", message, f"write one of {', '.join(known)}, or a table [puzzle]")
    if isinstance(said, str):
        return said
    if not isinstance(said, dict):
        raise JudgeError("E422", "the file has no table [puzzle]", Place(str(file)), help=_TEMPLATE)
    return reference_of(read_row(said, source))


def read_row(raw: dict[str, Any], source: TomlSource) -> Row:
    """Return the row of a table [puzzle]. JudgeError E422 with line, column and cure for one that makes no puzzle."""
    try:
        row = source.convert(raw, Row, "puzzle")
        check(row)
    except ValueFault as fault:
        note = "judge help package lists the words of [puzzle]"
        subject = f"the key '{fault.key}' of [puzzle]" if fault.key else "[puzzle]"
        place = _pointed(source, source.place("puzzle", fault.key), fault.key, fault.what)
        raise JudgeError("E422", f"{subject} {fault.what}", place, note, fault.help) from None
    except JudgeError as fault:
        place = _pointed(source, fault.place or Place(source.file), "", fault.message)
        raise JudgeError(fault.code, fault.message, place, fault.note, fault.help) from None
    return row


def _pointed(source: TomlSource, near: Place, key: str, what: str) -> Place:
    """Return line and column of the last word that is quoted in what is wrong and stands at this key, or of the key.
    Where no line is known, that of a key anywhere in the table, or of the table."""
    lines, head = source.text.splitlines(), source.place("puzzle", "").line
    start, after = (near.line, "") if near.line else (head, r"\s*=")
    end = next((number for number, *_ in source.written() if number > near.line > 0), len(lines) + 1)
    for word in (*reversed(re.findall(r"'([^']+)'", what)), *([key] if key else [])):
        sought = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-]){after}")
        for number, line in enumerate(lines[start - 1 : end - 1], start):
            if found := sought.search(line):
                return Place(source.file, number, found.start() + 1)
    return Place(source.file, start, len(lines[start - 1]) - len(lines[start - 1].lstrip()) + 1)


def reference_of(row: Row) -> str:
    """Return what names the puzzle of a row: its words, the same for the same puzzle, on every machine."""
    return msgspec.json.encode(row, order="deterministic").decode()


def row_text(reference: str) -> str:
    """Return the words of a row as lines of a table."""
    said: dict[str, Any] = msgspec.json.decode(reference)
    ordered = {name: said[name] for name in Row.__struct_fields__ if name in said}
    return "".join(f"{name} = {_value(value)}\n" for name, value in ordered.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_value(one)}" for name, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return msgspec.json.encode(value).decode()
