"""The judge's own error, and the table of codes that `judge explain` prints.

A code is stable: E1xx an answer, E2xx a run, E3xx the judge or its package, E4xx a file or a word on the
command line that can't be read, W1xx text that was read tolerantly. The table itself is `codes.toml`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec


class Place(msgspec.Struct, frozen=True):
    """Where in a file: lines and columns count from 1; 0 means the whole file or the whole line."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        parts = [self.file]
        if self.line:
            parts.append(f"line {self.line}")
        if self.column:
            parts.append(f"column {self.column}")
        return parts[0] + (" " + ", ".join(parts[1:]) if self.line else "")


class JudgeError(Exception):
    """Something that stops the judge, told so that its reader can mend it.

    `message` is one sentence, `note` a fact beside it, `help` the repair; `code` is explained by `judge explain`.
    """

    def __init__(self, code: str, message: str, place: Place | None = None, note: str = "", help: str = "") -> None:  # noqa: A002 - rustc's word
        super().__init__(message)
        self.code, self.message, self.place, self.note, self.help = code, message, place, note, help

    def __str__(self) -> str:
        where = f" ({self.place})" if self.place else ""
        return f"error[{self.code}]: {self.message}{where}"


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the table: what happened, why it is refused, an example, and how to mend it."""

    title: str
    verdict: str = ""
    why: str = ""
    example: str = ""
    mend: str = ""


@cache
def codes() -> dict[str, Code]:
    """All codes, by name, in the order of the table."""
    text = (Path(__file__).parent / "codes.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Code])
