"""Text of strangers in a plot: in one line, not too long, and in a drawing of characters that XML knows."""

from __future__ import annotations

import re

from judge.model import Judgement
from judge.reports.sanitize import clean_line

_NAME = 40  # characters: what is said behind a name must not be cut off with it
_NO_XML = re.compile("[\ufffe\uffff]")


def shown(text: str, most: int) -> str:
    """Return a text that can be drawn, cut after so many characters."""
    return _NO_XML.sub("\ufffd", clean_line(text, most))


def name_of(judgement: Judgement) -> str:
    """Return the name of a submission, cut where it is very long."""
    return clean_line(judgement.submission.name, _NAME)
