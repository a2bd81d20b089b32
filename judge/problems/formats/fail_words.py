"""Read a whole answer as FAIL where it is a word that means so: only by what `fail_words` of problem.toml says."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

LONGEST = 100  # characters of a word
_MOST_BYTES = 1 << 10  # of an answer that is such a word, with the blanks around it
_CODES = ("utf-8-sig", "cp1252", "gb18030")  # what programs write in, on Windows too
_BLANKS, _END = re.compile(r"\s+"), " .!\u3002\uff01"
_STATUS = re.compile(r"^s (?=(?:un)?sat|unknown)")  # before what a SAT solver found
_LIKELY = (
    "-1", "0", "[]", "()", "{}", "none", "null", "nil", "nan", "false", "n/a", "no answer", "no", "no solution",
    "no solutions", "no solution found", "no solution exists", "not possible", "impossible", "not found",
    "unsatisfiable", "unsat", "infeasible", "unsolvable",
)  # fmt: skip


def means_fail(data: bytes, words: Iterable[str]) -> str:
    """Return the answer as it stands there, where it is one of the words and nothing else; else nothing."""
    known = {plain_word(word) for word in words}
    return next((said.strip() for said in (_said(data) if known else ()) if plain_word(said) in known), "")


def looks_like_fail(data: bytes) -> str:
    """Return the answer where it is a word that a package could say to mean FAIL; else nothing."""
    return means_fail(data, _LIKELY)


def plain_word(text: str) -> str:
    """Return a text as it is compared: without accents and capitals, with single blanks, and no dot at its end."""
    apart = unicodedata.normalize("NFKD", text)
    bare = "".join(sign for sign in apart if not unicodedata.combining(sign)).replace("\u2019", "'")
    return _STATUS.sub("", _BLANKS.sub(" ", bare).strip().casefold().rstrip(_END))


def _said(data: bytes) -> Iterable[str]:
    """Return what a short answer says, in each code that it can be written in."""
    if len(data) > _MOST_BYTES:
        return
    for code in _CODES:
        try:
            yield data.decode(code)
        except UnicodeDecodeError:
            continue
