"""Identifiers as the CLICS Contest API has them, which scoreboards and resolvers know things by."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

MOST = 36  # characters
HELP = "use letters a to z, digits, - and _, at most 36; begin with a letter, a digit or _"
_IDENTIFIER = re.compile(rf"[A-Za-z0-9_](?:[A-Za-z0-9_.-]{{0,{MOST - 2}}}[A-Za-z0-9_-])?")


def is_identifier(word: str) -> bool:
    """Say whether this is one."""
    return _IDENTIFIER.fullmatch(word) is not None


def identifier(words: str, otherwise: str) -> str:
    """Return an identifier that looks like these words: `Ärzte & Co` becomes aerzte-co. Where nothing is left of them,
    `otherwise`."""
    for umlaut, letters in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        words = unicodedata.normalize("NFC", words).lower().replace(umlaut, letters)
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9_]+", "-", plain)[:MOST].strip("-") or otherwise


def identifiers(words: Iterable[str], otherwise: str) -> list[str]:
    """Return an identifier for each of these words, no two the same; they are the same whenever the words are."""
    found: list[str] = []
    for number, word in enumerate(words, 1):
        first = word if is_identifier(word) else identifier(word, f"{otherwise}-{number}")
        chosen, count = first, 2
        while chosen in found:
            chosen, count = f"{first[: MOST - len(str(count)) - 1]}-{count}", count + 1
        found.append(chosen)
    return found
