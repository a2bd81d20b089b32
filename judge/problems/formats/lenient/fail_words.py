"""Read a whole answer as FAIL where it is a word that means so: only by what `fail_words` of problem.toml says."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

COMMON = "common"  # among the words of a package it stands for those of all languages
LONGEST = 100  # characters of a word
_MOST_BYTES = 1 << 10  # of an answer that is such a word, with the blanks around it
_CODES = ("utf-8-sig", "cp1252", "gb18030")  # what programs write in, on Windows too
_BLANKS, _END = re.compile(r"\s+"), " .!\u3002\uff01"
_STATUS = re.compile(r"^s (?=(?:un)?sat|unknown)")  # before what a SAT solver found
_TOKENS = ("-1", "0", "[]", "()", "{}", "none", "null", "nil", "nan", "false", "n/a", "no answer")


def means_fail(data: bytes, words: Iterable[str]) -> str:
    """Return the answer as it stands there, where it is one of the words and nothing else; else nothing."""
    known = {plain for word in words for plain in _plain_words(word)}
    return next((said.strip() for said in (_said(data) if known else ()) if plain_word(said) in known), "")


def looks_like_fail(data: bytes) -> str:
    """Return the answer where it is a word that a package could say to mean FAIL; else nothing."""
    return means_fail(data, (COMMON, *_TOKENS))


def plain_word(text: str) -> str:
    """Return a text as it is compared: without accents and capitals, with single blanks, and no dot at its end."""
    apart = unicodedata.normalize("NFKD", text)
    bare = "".join(sign for sign in apart if not unicodedata.combining(sign)).replace("\u2019", "'")
    return _STATUS.sub("", _BLANKS.sub(" ", bare).strip().casefold().rstrip(_END))


@cache
def by_language() -> dict[str, list[str]]:
    """Return the words that `common` stands for, by language."""
    text = Path(__file__).with_name("fail_words.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _plain_words(word: str) -> frozenset[str]:
    if word == COMMON:
        return frozenset(plain_word(said) for words in by_language().values() for said in words)
    return frozenset((plain_word(word),))


def _said(data: bytes) -> Iterable[str]:
    """Return what a short answer says, in each code that it can be written in."""
    if len(data) > _MOST_BYTES:
        return
    for code in _CODES:
        try:
            yield data.decode(code)
        except UnicodeDecodeError:
            continue
