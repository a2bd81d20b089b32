"""A stranger's Python file as a tree: read by the parser, never run, and walked without recursion.

The parser bounds what it takes: nesting too deep for it is a RecursionError or a MemoryError, never the end of this
process. What a tree does allow is about a thousand nodes in each other, more than Python's own stack takes.
"""

from __future__ import annotations

import ast
import codecs
import io
import tokenize

# Text in other codings is no source: some are quadratic to decode, some have lines where the bytes have none.
_CODINGS = ("utf-8", "ascii", "iso8859", "cp", "mac-", "koi8", "gb", "big5", "shift_jis", "euc_", "hz", "johab", "tis")


class UnreadableError(ValueError):
    """It is nothing that Python could run: nested too deep, a coding of no text, a NUL byte."""


def parse(source: bytes) -> ast.Module:
    """Return the tree of a file; SyntaxError as Python raises it, UnreadableError where it can't even look for one."""
    try:
        _refuse_coding(source)
        return ast.parse(source)
    except (SyntaxError, UnreadableError):
        raise
    except (RecursionError, MemoryError) as error:
        raise UnreadableError("it is nested too deep") from error
    except Exception as error:  # whatever else strange bytes make of a parser
        raise UnreadableError(str(error)) from error


def _refuse_coding(source: bytes) -> None:
    try:
        coding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
    except SyntaxError:  # the parser says it better, with its line
        return
    if not codecs.lookup(coding).name.startswith(_CODINGS):
        raise UnreadableError(f"the coding {coding} is not taken")


def line_at(source: bytes, line: int) -> str:
    """Return the text of a line, as a tree counts them; empty where the bytes have fewer."""
    lines = source.splitlines()
    return lines[line - 1].decode(errors="replace").strip() if 0 < line <= len(lines) else ""
