"""Say what a homework program printed again in few plain signs: lines in capitals, with blanks, brackets and colons
between words.

Decoration is taken off: prompts, colours, quotes, commas, bars, drawn boxes, queens of Unicode, the print of numpy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from judge.problems.formats.page import UTF8_BOM, Shape

Lines = Sequence[tuple[int, bytes]]  # each with its number

_LONGEST_HEADING = 80  # bytes
_DARK = "\u25a0\u25aa\u25fc\u2588\u2b1b"
_SIGNS = dict.fromkeys(range(0x2500, 0x2580), "+") | str.maketrans(
    "\u2655\u265b\U0001f451\u00b7\u25a1\u25ab\u25cb\u2b1c\u25cf\u2605\u2502\u2551\u2500\u2550" + _DARK + "\u00a0",
    "QQQ.....**||--##### ",
    "\ufe0f",
)
_CHEQUERED = _SIGNS | dict.fromkeys(map(ord, _DARK), ".")
_PLAINER = bytes.maketrans(b",;|'\"\t\v\f?>={}()", b"        :::[][]")  # what separates: blank, colon, bracket
_PROMPT = rb"(?m)^(?:[^\n\[\]():=]{0,80}[:=])?"
_HEAD = _PROMPT + rb"[\[\](),; \t]*+"
_LAST = rb"|^[ \t]++\d{1,7}\.0{0,18}[\])][\[\](),; \t]*+$"  # of a row that goes over several lines
_OPEN, _CLOSE = rb"[\[(][ \t]{0,3}", rb"[ \t]{0,3}[\])]"
_REWRITTEN = (  # what, and of that each what as what; \x11 is True, \x12 is False
    (rb"\x1b\[[0-9;]{0,20}M", rb".+", b""),
    (rb"(?m)^(?:[^\n|]*+\|){3}[^\n]*", rb"(?<=\|)[ \t]+(?=\|)", b"."),
    (rb"\bNP\.(?:U?INT|FLOAT|BOOL)[\d_]{0,2}\([A-Z\d.+-]{1,24}\)", rb"NP\.\w+\(|\)", b""),
    (rb"\bNP\.(?:TRUE|FALSE)_", rb"NP\.|_", b""),
    (rb"\b(?:(?:NP\.|NUMPY\.)?(?:ARRAY|MATRIX)|FROZENSET|SET|TUPLE|LIST|DEQUE)(?=\()", rb".+", b""),
    (rb",[ \n]{0,80}DTYPE=[\w.'<|]{1,20}", rb"[^\n]", b""),
    (_HEAD + rb"(?:\d{1,7}\.0{0,18}(?:[\[\](),; \t]++|$)){2,}+$" + _LAST, rb"\.0*", b""),
    (_HEAD + rb"(?:(?:TRUE|FALSE)(?:[\[\](),; \t]++|$))++$", rb"TRUE", b"\x11"),
    (_HEAD + rb"(?:(?:\x11|FALSE)(?:[\[\](),; \t]++|$))++$", rb"FALSE", b"\x12"),
    (_PROMPT + rb"[ \t]*+(?:%b[^\s\[\]()]?%b[ \t]*+){2,}+$" % (_OPEN, _CLOSE), _OPEN + _CLOSE, b"[.]"),
    (_PROMPT + rb"[ \t]*+(?:%b[^\s\[\]()]%b[ \t]*+){2,}+$" % (_OPEN, _CLOSE), rb"[\[\]()]", b" "),
)
_LIST = re.compile(rb"\[[\d\x11\x12 \n]*+\]")
_PIECES = re.compile(rb"(?:^|[\[\]:])([^\[\]:]+)")


def lines_of(data: bytes, shape: Shape, listed: int = 0) -> list[tuple[int, bytes]]:
    """Return the lines with their numbers, in capitals, with blanks, brackets and colons between words.

    A list of numbers over several lines is one line, and a run of blank lines; what is drawn between rows is left out.
    Of a text that is much longer than any answer only the beginning and the end are looked at.
    """
    text = data.removeprefix(UTF8_BOM).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    text = _ends(text, (1 << 18) + (max(shape) + 4) ** 2 * max(32, 8 * listed))  # a cell may be drawn, coloured
    if not text.isascii():
        signs = text.decode("utf-8", "surrogateescape")
        chequered = any(queen in signs for queen in "\u2655\u265b\U0001f451")  # else a dark square may be the piece
        text = signs.translate(_CHEQUERED if chequered else _SIGNS).encode("utf-8", "surrogateescape")
    text = text.upper().translate(bytes.maketrans(b"\x11\x12", b"~~"))
    for whole, part, instead in _REWRITTEN:
        text = _rewritten(text, whole, part, instead)
    text = _LIST.sub(lambda match: match[0].replace(b"\n", b"\v"), text.translate(_PLAINER))
    found: list[tuple[int, bytes]] = []
    number = 1
    for raw in text.split(b"\n"):
        drawn = raw.translate(None, b" ")
        border = drawn and not drawn.translate(None, b"+-_:") and len(drawn) != shape[1]
        if not border and (drawn or (found and found[-1][1])):
            found.append((number, raw if drawn else b""))
        number += 1 + raw.count(b"\v")
    return found


def _rewritten(text: bytes, whole: bytes, part: bytes, instead: bytes) -> bytes:
    return re.sub(whole, lambda found: re.sub(part, instead, found[0]), text)


def _ends(text: bytes, limit: int) -> bytes:
    """Return the text, or its first and last lines: an answer is before a trace or behind it. Blank lines in the place
    of the others keep the numbers."""
    if len(text) <= limit:
        return text
    head, tail = text[: text.rfind(b"\n", 0, limit // 2) + 1], text[-(limit // 2) :].partition(b"\n")[2]
    return head + b"~" + b"\n" * (text.count(b"\n") - head.count(b"\n") - tail.count(b"\n")) + tail


def pieces_of(raw: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield what stands between brackets and colons, and the end of what stands before it."""
    for match in _PIECES.finditer(raw):
        at = match.start(1)
        yield match[1], raw[max(at - _LONGEST_HEADING, 0) : at]
