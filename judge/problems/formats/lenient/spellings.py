"""Write out what languages print around the cells of a table: numpy's floats, True and False, brackets, calls.

The text is in capitals already. Afterwards a cell is one sign, and each line still is where it was.
"""

from __future__ import annotations

import re

TRUE, FALSE = b"\x11", b"\x12"  # signs of cells that stand for whole words
NAMES = {TRUE[0]: "True", FALSE[0]: "False"}

_SCALAR = re.compile(rb"\bNP\.(?:U?INT\d{0,2}|FLOAT\d{2}|BOOL_?)\(([A-Z\d.+-]{1,24})\)|\bNP\.(TRUE|FALSE)_")
_CALL = re.compile(rb"\b(?:(?:NP\.|NUMPY\.)?(?:ARRAY|MATRIX)|FROZENSET|SET|TUPLE|LIST|DEQUE)(?=\()")
_DTYPE = re.compile(rb",[ \n]{0,80}DTYPE=[\w.'<|]{1,20}")
_HEAD = rb"(?m)^(?:[^\n\[\]():=]{0,80}[:=])?[\[\](),; \t]*+"
_LAST = rb"|^[ \t]++\d{1,7}\.0{0,18}[\])][\[\](),; \t]*+$"  # of a row that goes over several lines
_FLOATS = re.compile(_HEAD + rb"(?:\d{1,7}\.0{0,18}(?:[\[\](),; \t]++|$)){2,}+$" + _LAST)
_FRACTION = re.compile(rb"\.0*")
_BOOLS = re.compile(_HEAD + rb"(?:(?:TRUE|FALSE)(?:[\[\](),; \t]++|$))++$")
_BOXES = re.compile(
    rb"(?m)^[ \t]*+(?:\d{1,4}|[A-Z])?[ \t]*+(?:[\[(][ \t]{0,3}[^\s\[\]()]?[ \t]{0,3}[\])][ \t]*+){2,}+$"
)
_BOX = re.compile(rb"[\[(][ \t]{0,3}([^\s\[\]()]?)[ \t]{0,3}[\])]")


def written_out(text: bytes) -> bytes:
    """Return the text with a sign for each cell of the tables in it."""
    if b"NP." in text:
        text = _SCALAR.sub(rb"\1\2", text)
    if b"(" in text:
        text = _CALL.sub(b"", text)
    if b"DTYPE=" in text:
        text = _DTYPE.sub(lambda match: b"\n" * match[0].count(b"\n"), text)
    if b"." in text:
        text = _FLOATS.sub(lambda match: _FRACTION.sub(b"", match[0]), text)
    if b"FALSE" in text:
        text = _BOOLS.sub(lambda match: match[0].replace(b"TRUE", TRUE).replace(b"FALSE", FALSE), text)
    if b"][" in text or b")(" in text or b"] [" in text:
        text = _BOXES.sub(lambda match: _BOX.sub(lambda box: b" " + (box[1] or b".") + b" ", match[0]), text)
    return text
