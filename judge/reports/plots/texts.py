"""Text of strangers in a drawing: in one line, not too long, and of characters that XML knows."""

from __future__ import annotations

import re

from judge.reports.sanitize import clean_line

_NO_XML = re.compile("[\ufffe\uffff]")


def shown(text: str, most: int) -> str:
    """Return a text that can be drawn, cut after so many characters."""
    return _NO_XML.sub("\ufffd", clean_line(text, most))
