"""In which encoding a zip's names are, where it does not say: those of Windows are in that of its language."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence

import msgspec

SPECIFIED = "cp437"  # by the zip specification, appendix D
_LATIN = SPECIFIED, "cp1252", "cp850"
_TRIED = (
    *_LATIN, "gb18030", "cp932", "cp950", "cp949", "cp1251", "cp866", "koi8_r", "koi8_u", "cp1256", "cp720", "cp864",
    "cp1255", "cp862", "cp1253", "cp737", "cp1254", "cp857", "cp1250", "cp852", "cp1257", "cp775", "cp1258", "cp874",
)  # fmt: skip
_CALLED = {"gb18030": "GBK", "cp932": "Shift-JIS", "cp950": "Big5", "cp949": "EUC-KR"}
_MOSTLY = 0.75  # a name of one or two letters in another encoding is often UTF-8 as well
_MOST = 2000  # names that are looked at
Fits = Callable[[Sequence[str]], int]  # how many of these names the roster has


class Encoding(msgspec.Struct, frozen=True):
    """The encoding of a class's names, and what is to be said of it."""

    name: str = SPECIFIED
    mostly: bool = False  # most names that are not ASCII are in it: UTF-8 only by chance
    remark: str = ""

    def decode(self, raw: bytes) -> str:
        """Return a name as it was meant: many tools write UTF-8 without saying so."""
        for encoding in (self.name, "utf-8") if self.mostly else ("utf-8", self.name):
            try:
                return raw.decode(encoding)
            except UnicodeDecodeError:
                continue
        return raw.decode(SPECIFIED)


def encoding_of(names: Iterable[bytes], fits: Fits | None) -> Encoding:
    """Return the encoding in which the most names are in the roster; without one, the likeliest of Western Europe."""
    odd = [name for name in dict.fromkeys(names) if not name.isascii()]
    unsaid = [name for name in odd if not _is(name, "utf-8")]
    if not unsaid:
        return Encoding()
    sample = unsaid[:_MOST]
    if fits:
        scores = {encoding: fits(decoded) for encoding in _TRIED if (decoded := _decoded(sample, encoding))}
        best = max(scores, key=lambda encoding: scores[encoding])  # of equals the first
        if scores[best]:
            said = f"the zip's names are read as {_called(best)}: {scores[best]} of {len(sample)} are in the roster"
            return Encoding(best, _MOSTLY * len(odd) < len(unsaid), said)
    strange = {encoding: _strange(sample, encoding) for encoding in _LATIN}
    best = min(_LATIN, key=lambda encoding: strange[encoding])
    if strange[best]:
        said = f"the zip's names are read as {SPECIFIED}, which may be wrong: a roster says it for certain"
        return Encoding(remark=said)
    return Encoding(
        best, remark="" if best == SPECIFIED else f"the zip's names are read as {_called(best)}, the likeliest"
    )


def _called(encoding: str) -> str:
    return f"{_CALLED[encoding]} ({encoding})" if encoding in _CALLED else encoding


def _is(name: bytes, encoding: str) -> bool:
    try:
        name.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _decoded(names: Iterable[bytes], encoding: str) -> list[str]:
    return [name.decode(encoding) for name in names if _is(name, encoding)]


def _strange(names: Sequence[bytes], encoding: str) -> int:
    """Return in how many names a letter is not Latin, or a capital stands behind a small letter, as in `JosÚ`."""
    return sum(not _is(name, encoding) or any(map(_odd, *_neighbours(name.decode(encoding)))) for name in names)


def _neighbours(text: str) -> tuple[str, str]:
    return " " + text[:-1], text


def _odd(before: str, letter: str) -> bool:
    if letter.isascii():
        return False
    return not unicodedata.name(letter, "").startswith("LATIN ") or (letter.isupper() and before.islower())
