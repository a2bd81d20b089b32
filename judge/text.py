"""Words that any message needs: so many of a thing, the first few of many names, lengths of time, points,
identifiers. Imports nothing of judge."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

_LONGEST = 36  # characters of an identifier
_QUOTED = 20  # characters of foreign text
IDENTIFIER_HELP = "use letters a to z, digits, - and _, at most 36; begin with a letter, a digit or _"
_IDENTIFIER = re.compile(rf"[A-Za-z0-9_](?:[A-Za-z0-9_.-]{{0,{_LONGEST - 2}}}[A-Za-z0-9_-])?")

DAY_S = 86_400
_SPANS = ((DAY_S, "day"), (3600, "h"), (60, "min"), (1, "s"))


def counted(count: int, noun: str, shape: str = "d") -> str:
    """Return `1 run`, `3 spies`; with the shape `,d` it is `2,500 trees`."""
    return f"{count:{shape}} {noun if count == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Return the word for several."""
    return noun[:-1] + "ies" if noun.endswith("y") else noun + "s"


def listed(names: Sequence[str], most: int = 5) -> str:
    """Return the first names of many, such as `a, b and 3 more`."""
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest:,} more" if rest > 0 else "")


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


def quote(raw: bytes) -> str:
    """Quote foreign bytes, shortly and safely for a terminal."""
    text = raw[: 4 * _QUOTED].decode("utf-8", "replace")
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[:_QUOTED])
    return f"'{shown}{'...' if len(text) > _QUOTED else ''}'"
