"""Read a row from a file, and write it again. An error points at the word in the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from judge.errors import JudgeError, Place, ValueFault, meant
from judge.problems.row.check import check
from judge.problems.row.words import Row, toml_value
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
        what = "the file has no table [puzzle]" if said is None else "the key 'puzzle' holds neither a name nor a table"
        raise source.refused("", "puzzle", what, _TEMPLATE)
    return reference_of(read_row(said, source))


def read_row(raw: dict[str, Any], source: TomlSource) -> Row:
    """Return the row of a table [puzzle]. JudgeError E422 with line, column and cure for one that makes no puzzle."""
    try:
        row = source.convert(raw, Row, "puzzle")
        check(row)
    except ValueFault as fault:
        note = "judge help package lists the words of [puzzle]"
        subject = f"the key '{fault.key}' of [puzzle]" if fault.key else "[puzzle]"
        place = source.pointed("puzzle", fault.key, fault.what)
        raise JudgeError("E422", f"{subject} {fault.what}", place, note, fault.help) from None
    return row


def reference_of(row: Row) -> str:
    """Return what names the puzzle of a row: its words, the same for the same puzzle, on every machine."""
    return msgspec.json.encode(row, order="deterministic").decode()


def row_text(reference: str) -> str:
    """Return the words of a row as lines of a table."""
    said: dict[str, Any] = msgspec.json.decode(reference)
    ordered = {name: said[name] for name in Row.__struct_fields__ if name in said}
    return "".join(f"{name} = {toml_value(value)}\n" for name, value in ordered.items())
