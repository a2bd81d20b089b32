"""Write a matrix or a vector that R has printed as plain rows: without its labels, wide ones put together."""

from __future__ import annotations

import re
from collections.abc import Iterable

_HEADER = re.compile(rb"[ \t]*+(?:\[,\d{1,5}\][ \t]*+)++")
_ROW = re.compile(rb"[ \t]*+\[(\d{1,5}),\][ \t]*+([^\n]*+)")
_VECTOR = re.compile(rb"[ \t]*+\[(\d{1,6})\]((?:[ \t]++\d{1,7})++)[ \t]*+")
_NUMBER = re.compile(rb"\d+")


def as_rows(text: bytes) -> bytes:
    """Return the text with the rows of each matrix and vector on its first lines; those that are left are blank."""
    if b",]" not in text and b"\n[" not in text and b"\n [" not in text:
        return text
    lines = text.split(b"\n")
    for at, parts in [*_matrices(lines), *_vectors(lines)]:
        lines[at] = b" ".join(parts)
    return b"\n".join(lines)


def _matrices(lines: list[bytes]) -> Iterable[tuple[int, list[bytes]]]:
    """Return the first line of each row and what stands in it; blank all others."""
    found: list[tuple[int, list[bytes]]] = []
    rows: dict[int, list[bytes]] = {}
    following, first = 1, False  # the column that the next header begins with; whether this block begins a matrix
    for at, line in enumerate(lines):
        if _HEADER.fullmatch(line):
            columns = _NUMBER.findall(line)
            first = int(columns[0]) != following or following == 1
            rows = {} if first else rows
            following, lines[at] = int(columns[-1]) + 1, b""
        elif following > 1 and (row := _ROW.fullmatch(line)):
            number, cells = int(row[1]), row[2].replace(b'"', b"")
            if first:
                rows[number] = [cells]
                found.append((at, rows[number]))
            elif number in rows:
                rows[number].append(cells)
                lines[at] = b""
        elif line.strip():
            following = 1
    return found


def _vectors(lines: list[bytes]) -> Iterable[tuple[int, list[bytes]]]:
    """Return the first line of each vector that goes over several, and its numbers; blank the others."""
    found: list[tuple[int, list[bytes]]] = []
    parts: list[bytes] = []
    following = 0
    for at, line in enumerate(lines):
        row = _VECTOR.fullmatch(line)
        number, numbers = (int(row[1]), row[2].split()) if row else (0, [])
        if number == 1:
            parts, following = [line], 1 + len(numbers)
            found.append((at, parts))
        elif row and number == following:
            parts += numbers
            following += len(numbers)
            lines[at] = b""
        else:
            following = 0
    return [(at, parts) for at, parts in found if len(parts) > 1]
