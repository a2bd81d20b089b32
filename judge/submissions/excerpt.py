"""A place in a submission's file, as an Excerpt: the line as it stands there, and which part of it is meant."""

from __future__ import annotations

import ast
import io
import tokenize

from judge.model import Excerpt

LONGEST = 400  # characters of a line that is shown


def excerpt_at(source: bytes, file: str, line: int, column: int = 0, end: int = 0) -> Excerpt | None:
    """Return the place in this line, from `column` to before `end`; None where the file has no such line.

    Without an end it is one character; what reaches beyond the line ends with it, and a place that is not in it becomes
    the whole line.
    """
    text = _line(source, line)
    if text is None:
        return None
    if not 0 < column <= len(text) + 1:
        column, end = 0, 0
    else:
        end = min(max(end, column + 1), max(len(text) + 1, column + 1))
    return Excerpt(file, line, text if len(text) <= LONGEST else "", column, end)


def excerpt_of(source: bytes, file: str, node: ast.expr | ast.stmt | ast.ExceptHandler) -> Excerpt | None:
    """Return the place of a node of the tree, of several lines the first, without a comment at its end."""
    last = node.end_col_offset if node.end_lineno == node.lineno else None
    found = excerpt_in_bytes(source, file, node.lineno, node.col_offset, last)
    if found is None or last is not None:
        return found
    code = found.text[: found.end - 1].partition(" #")[0].rstrip()
    return excerpt_at(source, file, found.line, found.column, len(code) + 1)


def excerpt_in_bytes(source: bytes, file: str, line: int, start: int, last: int | None) -> Excerpt | None:
    """Return the place that Python tells in bytes of UTF-8 from 0; without `last` up to the end of the line."""
    text = _line(source, line)
    if text is None:
        return None
    coded = text.encode(errors="replace")
    column = len(coded[:start].decode(errors="replace")) + 1
    end = len(text) + 1 if last is None else len(coded[:last].decode(errors="replace")) + 1
    return excerpt_at(source, file, line, column, end)


def _line(source: bytes, line: int) -> str | None:
    """Return a line without its end, decoded as the file says; None where there is none. Lines are counted as Python
    does, which ends them in LF, CRLF or CR."""
    lines = source.splitlines()
    if not 0 < line <= len(lines):
        return None
    try:
        coding = tokenize.detect_encoding(io.BytesIO(source).readline)[0]
        text = lines[line - 1].decode(coding, errors="replace")
    except (SyntaxError, LookupError, ValueError):
        text = lines[line - 1].decode(errors="replace")
    return text.rstrip()
