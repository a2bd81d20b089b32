"""Words that any message needs: so many of a thing, the first few of many names, identifiers; text from strangers, made
safe to show; numbers with their units, and moments. Imports nothing of judge."""

from __future__ import annotations

import math
import re
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo

_LONGEST = 36  # characters of an identifier
IDENTIFIER_HELP = "use letters a to z, digits, - and _, at most 36; begin with a letter, a digit or _"
_IDENTIFIER = re.compile(rf"[A-Za-z0-9_](?:[A-Za-z0-9_.-]{{0,{_LONGEST - 2}}}[A-Za-z0-9_-])?")

_COMPARED = 400  # characters of a name that sort it: to normalize more is not linear
DAY_S = 86_400
_SPANS = ((DAY_S, "day"), (3600, "h"), (60, "min"), (1, "s"))


def counted(count: int, noun: str, shape: str = "d") -> str:
    """Return `1 run`, `3 spies`; with the shape `,d` it is `2,500 trees`."""
    return f"{count:{shape}} {noun if count == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Return the word for several."""
    return noun[:-1] + "ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else noun + "s"


def listed(names: Sequence[str], most: int = 5) -> str:
    """Return the first names of many, such as `a, b and 3 more`."""
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest:,} more" if rest > 0 else "")


def all_of(names: Sequence[str]) -> str:
    """Return each name, such as `a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def capitalized(words: str) -> str:
    """Return these words with a capital, as a sentence begins."""
    return words[:1].upper() + words[1:]


def cell_at(cell: Sequence[int]) -> str:
    """Return the place of a cell, given from 0, as it is called in messages: row 1, column 5."""
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def natural(name: str) -> tuple[list[tuple[int, str]], str]:
    """Return a sort key that reads runs of digits as numbers."""
    parts = re.findall(r"\d+|\D+", name)
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts], name


def plainly(text: str) -> str:
    """Return a text without accents, as Sakai and ILIAS leave it; vowel signs stay."""
    apart = unicodedata.normalize("NFKD", text)
    return unicodedata.normalize("NFKC", "".join(one for one in apart if not "\u0300" <= one <= "\u036f"))


def alphabetic(name: str) -> tuple[str, str]:
    """Return a sort key for names of people and teams: case and accents decide where nothing else does."""
    return name.casefold() if name.isascii() else plainly(name[:_COMPARED]).casefold(), name


def span(seconds: int) -> str:
    """Return a length of time in its two largest units: 2 days 3 h, 1 day 30 min, 45 min."""
    found, left = list[str](), seconds
    for unit_s, unit in _SPANS:
        count, left = divmod(left, unit_s)
        if count:
            found.append(f"{count} {'days' if unit == 'day' and count != 1 else unit}")
    return " ".join(found[:2]) or "0 s"


def points_of(value: float) -> str:
    """Return points with two decimals at most; never -0."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def is_identifier(word: str) -> bool:
    """Say whether this is an identifier as the CLICS Contest API has them, by which scoreboards know things."""
    return _IDENTIFIER.fullmatch(word) is not None


def identifier(words: str, otherwise: str) -> str:
    """Return an identifier that looks like these words: `Ärzte & Co` becomes aerzte-co. Where nothing is left of them,
    `otherwise`."""
    for umlaut, letters in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        words = unicodedata.normalize("NFC", words).lower().replace(umlaut, letters)
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9_]+", "-", plain)[:_LONGEST].strip("-") or otherwise


def identifiers(words: Iterable[str], otherwise: str) -> list[str]:
    """Return an identifier for each of these words, no two the same; they are the same whenever the words are."""
    found: list[str] = []
    for number, word in enumerate(words, 1):
        first = word if is_identifier(word) else identifier(word, f"{otherwise}-{number}")
        chosen, count = first, 2
        while chosen in found:
            chosen, count = f"{first[: _LONGEST - len(str(count)) - 1]}-{count}", count + 1
        found.append(chosen)
    return found


def quote(raw: bytes, most: int = 20) -> str:
    """Quote foreign bytes, shortly (so many characters) and safely for a terminal."""
    text = raw[: 4 * most].decode("utf-8", "replace")
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[:most])
    return f"'{shown}{'...' if len(text) > most else ''}'"


# --- text from strangers ----------------------------------------------------------------------------------------------
# Names of files and people, stderr of submissions, exception texts. What comes out holds no control character but the
# newline, and nothing that turns the direction of writing. Every door through which a text leaves cleans it: the
# console, templates and elements, cells of CSV, XML, event feeds, plots, notebooks. Elsewhere it is cleaned only to be
# cut or measured, or to stay on one line.

# Whole escape sequences say nothing to a reader (mostly colours of a compiler), so they go as one. None
# goes on past the begin of the next, which keeps the search linear on hostile text.
_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor, screen
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x90\x98\x9b-\x9f]*(?:\x07|\x1b\\|\x9c)"  # OSC, DCS, PM
)
_UNUSUAL = re.compile(r"[^\n\x20-\x7e]")
FORMULA_SIGNS = r"=+\-@|%\uff1d\uff0b\uff0d\uff20\u2212"  # begin a formula in a spreadsheet; for a set of a pattern
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


# --- numbers with their units -----------------------------------------------------------------------------------------
# As every report shows them: values are rounded here and nowhere else.
def seconds(value: float) -> str:
    """Return a time in seconds, at least two figures of it, with the unit that suits: 0.23 ms, 41 ms, 1.4 s."""
    if not math.isfinite(value):
        return "-"
    if value < 10:
        value = float(f"{value:.1e}")  # first round, then choose the unit: 99.6 ms is 0.10 s
    for bound, factor, shape in (
        (5e-6, 0, "0 ms"),
        (1e-3, 1e3, "{:.2f} ms"),
        (1e-2, 1e3, "{:.1f} ms"),
        (0.1, 1e3, "{:.0f} ms"),
        (1, 1, "{:.2f} s"),
        (99.95, 1, "{:.1f} s"),
        (1000, 1, "{:.0f} s"),
    ):
        if value < bound:
            return shape.format(value * factor)
    return f"{value / 60:,.0f} min"


def mebibytes(value: int) -> str:
    """Return a number of bytes as `138 MiB`; `-` for none measured."""
    if value <= 0:
        return "-"
    return f"{value / 2**20:.0f} MiB" if value >= 10 << 20 else f"{value / 2**20:.1f} MiB"


def room(value: int) -> str:
    """Return a number of bytes on a disk as `12 KiB` or `138 MiB`."""
    return f"{-(-value // 1024)} KiB" if value < 1 << 20 else mebibytes(value)


def ratio(value: float) -> str:
    """Return how many times the best it took: `1.25x`, `1,234x`."""
    if not math.isfinite(value):
        return "-"
    return f"{value:.2f}x" if value < 100 else f"{value:,.0f}x"


def within(low: float, high: float) -> str:
    """Return how far a ratio may be off, either way, as half of the interval's width in log space: `±3 %`."""
    percent = 100 * math.expm1(math.log(high / low) / 2) if 0 < low <= high < math.inf else math.inf
    if percent >= 999.5:
        return ""
    return f"±{max(percent, 0.1):.1f} %" if percent < 0.95 else f"±{percent:.0f} %"


def number(value: float | None) -> str:
    """Return points with at most two decimals, as a gradebook keeps them; nothing for no points."""
    return "" if value is None else points_of(value)


def clock_time(value: float) -> str:
    """Return a length of time as a clock shows it: `0:07`, `2:31`, `1:02:31`."""
    minutes, rest = divmod(max(0, round(value)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


# --- moments ----------------------------------------------------------------------------------------------------------
# Given in seconds since 1970; in the zone that is named, else that of the host, as long as is needed.
def moment(at_s: float | None, zone: tzinfo | None = None) -> str:
    """Return `2026-11-20 23:59 CET`; "" for none."""
    return "" if at_s is None else _shown(at_s, "%Y-%m-%d %H:%M %Z", zone)


def exact_moment(at_s: float, zone: tzinfo | None = None) -> str:
    """Return `2026-11-20 23:59:07 CET`, for what may come twice within a minute."""
    return _shown(at_s, "%Y-%m-%d %H:%M:%S %Z", zone)


def day(at_s: float, zone: tzinfo | None = None) -> str:
    """Return `2026-11-20`."""
    return _shown(at_s, "%Y-%m-%d", zone)


def time_of_day(at_s: float, zone: tzinfo | None = None) -> str:
    """Return `23:59:07`, for what is of today."""
    return _shown(at_s, "%H:%M:%S", zone)


def _shown(at_s: float, shape: str, zone: tzinfo | None) -> str:
    at = datetime.fromtimestamp(at_s).astimezone(zone)
    return at.strftime(shape.replace("%Z", zone_name(at).replace("%", "%%")))


def zone_name(at: datetime) -> str:
    """Return what the zone of a time is called then; the host's where it has none."""
    name = (at if at.tzinfo else at.astimezone()).tzname() or ""
    return f"UTC{name}" if name.startswith(("+", "-")) else name  # many zones have a number in place of a name
