"""Cells and lines of the exports, safe in whatever opens them."""

from __future__ import annotations

import re

from judge.reports.sanitize import clean_line

# What a spreadsheet takes for a formula at the begin of a cell, wide forms included; and after a semicolon, where one
# that separates by semicolons begins the next cell.
_FORMULA = re.compile(r"(^|;)(\s*)(?=[=+\-@|%\uff1d\uff0b\uff0d\uff20\u2212])")
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def cell(text: str) -> str:
    """Return text of strangers as one line of a CSV cell that no spreadsheet runs."""
    return _FORMULA.sub(r"\1'\2", clean_line(text, 1000))


def xml_text(text: str) -> str:
    """Return `text` without the characters that no XML may hold, escaped or not."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
