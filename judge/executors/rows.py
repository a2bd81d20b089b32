"""The tables of this room: a TOML file of rows, each with a pattern to look for in a text."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

RowT = TypeVar("RowT", bound=msgspec.Struct)


def read_rows(file: str, kind: type[RowT], words: Mapping[str, str] | None = None) -> list[RowT]:
    """Return the rows of a table, in its order; `words` stand in its patterns for parts of them."""
    text = (Path(__file__).parent / file).read_text(encoding="utf-8")
    [rows] = tomllib.loads(text).values()

    def compiled(_: type, pattern: str) -> re.Pattern[str]:
        for word, meaning in (words or {}).items():
            pattern = pattern.replace(word, meaning)
        return re.compile(pattern, re.MULTILINE)

    return [msgspec.convert(row, kind, dec_hook=compiled) for row in rows]
