"""Find the row of a puzzle in a file, and write it again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from judge.errors import JudgeError, Place
from judge.problems.inside import read_if_there
from judge.problems.row.read import read_row
from judge.problems.row.words import Row
from judge.toml_source import TomlSource

_TEMPLATE = "write a table [puzzle]; judge help package shows one"


def reference_in(path: Path) -> str:
    """Return the puzzle of a TOML file, or of a package's problem.toml. JudgeError E421, E422."""
    file = path / "problem.toml" if path.is_dir() else path
    if (data := read_if_there(file)) is None:
        raise JudgeError("E421", f"there is no problem.toml in {path}", Place(str(file)), help=_TEMPLATE)
    source = TomlSource.of(data, str(file), "E422", _TEMPLATE)
    said = source.keys().get("puzzle")
    if isinstance(said, str):
        return said
    if not isinstance(said, dict):
        raise JudgeError("E422", "the file has no table [puzzle]", Place(str(file)), help=_TEMPLATE)
    return reference_of(read_row(said, source))


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
