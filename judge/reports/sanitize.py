"""Text from strangers, made safe to show: names of files and people, stderr of submissions, exception texts.

What comes out holds no control character but the newline, and nothing that turns the direction of writing. Every door
through which a text leaves cleans it: `CleanConsole`, templates and `element`, cells of CSV, XML, event feeds, plots,
notebooks. Elsewhere it is cleaned only to be cut or measured, or to stay on one line.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata

# Whole escape sequences say nothing to a reader (mostly colours of a compiler), so they go as one. None
# goes on past the begin of the next, which keeps the search linear on hostile text.
_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor, screen
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x90\x98\x9b-\x9f]*(?:\x07|\x1b\\|\x9c)"  # OSC, DCS, PM
)
_UNUSUAL = re.compile(r"[^\n\x20-\x7e]")
# Invisible, harmless, and part of real names: they go without a trace.
_JOINERS = "\u00ad\u200c\u200d"
_UNSHOWN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def clean(text: str, limit: int = 65536) -> str:
    r"""Return `text` without escape sequences, control and direction characters, cut after `limit` characters.

    Newlines stay (CR and CRLF become one), tabs become blanks, anything else that has no shape of its own is
    written as its escape: `\x07`, `\u202e`.
    """
    cut = len(text) - limit
    if cut <= 0 and text.isascii() and text.isprintable():  # as most texts are
        return text
    text = _SEQUENCE.sub("", text[:limit])
    text = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4)
    text = _UNUSUAL.sub(_visible, text)
    return f"{text}\n... ({cut:,} more characters)" if cut > 0 else text


def clean_line(text: str, limit: int = 200) -> str:
    r"""Clean a name or a word in a row of a table: it becomes one line, with a newline written as `\n`."""
    shown = clean(text[:limit]).replace("\n", "\\n")
    return shown + "..." if len(text) > limit else shown


def fold(text: str, width: int, first: str = "", later: str = "") -> list[str]:
    """Return the lines of `text`, each at most `width` characters if words allow it, after `first` and `later`.

    Line breaks and indentation of the text itself are kept, so that a traceback stays one.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        before = later if lines else first
        indent = paragraph[: len(paragraph) - len(paragraph.lstrip())][: width // 2]  # each of its lines has it again
        lines += textwrap.wrap(
            paragraph,
            max(width, 20),
            initial_indent=before,
            subsequent_indent=later + indent,
            break_long_words=False,
            break_on_hyphens=False,
        ) or [before.rstrip()]
    return lines


def _visible(match: re.Match[str]) -> str:
    character = match[0]
    if character in _JOINERS:
        return ""
    number = ord(character)
    if unicodedata.category(character) not in _UNSHOWN and not _is_none(number):
        return character
    if 0xDC80 <= number <= 0xDCFF:  # a byte of a file name that is no UTF-8, as os.fsdecode gives it
        number -= 0xDC00
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _is_none(number: int) -> bool:
    """Say whether it is the number of no character for good: XML, for one, takes no U+FFFF."""
    return number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF
