"""Make a program's output plain, before it is searched: ASCII signs, capitals, LF lines, few kinds of separators.

Afterwards what separates is a blank or one of `[]:|`, and a list that goes over several lines stands on one.
Of a text that is longer than any answer only its two ends are looked at, and every step is linear in them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from judge.problems.formats.lenient.spellings import FALSE, TRUE, written_out
from judge.problems.formats.page import UTF8_BOM

if TYPE_CHECKING:
    from collections.abc import Iterator

_LEAST_BYTES = 1 << 20  # that are looked at, however small the board is
_BYTES_OF_CELL = 32  # a drawn cell with its share of the borders, coloured and in UTF-8; in a list there is less of it
_BYTES_OF_LISTED = 8
_MOST_LINES = 1 << 17  # a board of 20,000 with its borders has 40,000

_PLAINER = bytes.maketrans(b",;|'\"\t\v\f?>={}()", b"        :::[][]")  # what separates: blank, colon, bracket
_NO_CELLS = bytes.maketrans(TRUE + FALSE, b"~~")  # in a text as it came these signs stand for no word
_LIST = re.compile(rb"\[[\d \n%s%s]*+\]" % (TRUE, FALSE))
_COLOUR = re.compile(rb"\x1b\[[0-9;]{0,20}m")
_THREE_BARS = re.compile(rb"(?m)^(?:[^\n|]*+\|){3}[^\n]*")
_EMPTY_CELL = re.compile(rb"(?<=\|)[ \t]+(?=\|)")

_QUEENS, _DARK = "\u2655\u265b\U0001f451", "\u25a0\u25aa\u25fc\u25fe\u2b1b\u2588\u2593"
_ASCII = {
    "Q": _QUEENS,
    "L": "\U0001f98e",
    "T": "\U0001f332\U0001f333\U0001f384",
    ".": "\u00b7\u25a1\u25ab\u25cb\u25fb\u25fd\u2610\u2b1c\u2591",
    "*": "\u2022\u25cf\u2605",
    "X": "\u00d7\u2715\u2716",
    "#": _DARK,
    "|": "\u2502\u2503\u2506\u2507\u250a\u250b\u254e\u254f\u2551",
    "-": "\u2500\u2501\u2504\u2505\u2508\u2509\u254c\u254d\u2550",
    " ": "\u00a0\u2002\u2003\u2009",
    "": "\ufe0f",  # asks for the coloured form of the sign before it
}
_SIGNS = {ord(sign): "+" for sign in map(chr, range(0x2500, 0x2580))}  # corners and crossings of drawn boxes
_SIGNS |= {ord(sign): plain for plain, signs in _ASCII.items() for sign in signs}
_CHEQUERED = _SIGNS | {ord(sign): "." for sign in _DARK}


def longest(n: int, listed: int = 0) -> int:
    """Return the bytes that an answer to a case of size n may have, with all that programs print around it.

    `listed` is how many arrangements it lists.
    """
    return _LEAST_BYTES + (n + 4) ** 2 * max(_BYTES_OF_CELL, _BYTES_OF_LISTED * listed)


def plainer(data: bytes, limit: int) -> bytes:
    """Return the text in capitals and LF lines with few kinds of separators; a list over several lines on one."""
    text = _ends(data.removeprefix(UTF8_BOM).replace(b"\r\n", b"\n").replace(b"\r", b"\n"), limit)
    if not text.isascii():
        text = _in_ascii(text)
    if b"\x1b" in text:
        text = _COLOUR.sub(b"", text)
    if b"|" in text:
        text = _THREE_BARS.sub(lambda match: _EMPTY_CELL.sub(b".", match[0]), text)
    text = written_out(text.upper().translate(_NO_CELLS)).translate(_PLAINER) + b"\n"
    return _LIST.sub(lambda match: match[0].replace(b"\n", b"\v"), text)  # as numpy breaks them


def _ends(text: bytes, limit: int) -> bytes:
    """Return the text, or its first and last lines where it is too long: an answer is before a trace or behind it.
    What is left out keeps its place as blank lines, so that the others keep their numbers."""
    if len(text) <= limit and text.count(b"\n") <= _MOST_LINES:
        return text
    head, tail = text[: limit // 2], text[-(limit // 2) :]
    head = b"\n".join(head.split(b"\n", _MOST_LINES // 2)[: _MOST_LINES // 2])
    tail = b"\n".join(tail.rsplit(b"\n", _MOST_LINES // 2)[1:])
    head = head if text[len(head) : len(head) + 1] == b"\n" else head[: head.rfind(b"\n") + 1]
    between = text.count(b"\n", len(head), len(text) - len(tail))
    return head + b"\n" * (between - 1) + b"~\n" + tail


def _in_ascii(text: bytes) -> bytes:
    """Write pieces, cells and drawn lines in the signs that ASCII has for them; leave the rest as it was."""
    characters = text.decode("utf-8", "surrogateescape")
    chequered = any(queen in characters for queen in _QUEENS)  # else a dark square may be the piece
    return characters.translate(_CHEQUERED if chequered else _SIGNS).encode("utf-8", "surrogateescape")


def lines(text: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the lines with their numbers; a run of empty ones comes as one."""
    number = 1
    for match in re.finditer(rb"(\n*)([^\n]*\n?)", text):
        if match[1]:
            yield number, b"\n"
        yield number + len(match[1]), match[2]
        number += match[0].count(b"\n") + match[0].count(b"\v")


def line_of(data: bytes, number: int) -> bytes:
    """Return a line of the text as it came, without the blanks around it."""
    lf = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return b"".join(lf.split(b"\n", number)[number - 1 : number]).strip()


def pieces(least: int = 1) -> re.Pattern[bytes]:
    """Return a pattern that finds, as group 1, at least so many bytes between brackets and colons; linear."""
    return re.compile(rb"(?:^|[\[\]:])([^\[\]:]{%d,})" % least)
