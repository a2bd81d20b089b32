"""Read a program as tokens, in which a renamed, reformatted or commented copy is the same as its original.

A name is only "a name", a number a number, a text a text; words of the language and signs are themselves; comments,
blanks and docstrings are nothing. One pattern for each family of languages goes over the text once: every alternative
takes what it has seen, so nothing is looked at twice. Pygments' lexers do that too, but some go back: 16 KiB of `a a a`
take its Java 8 s, and 16 KiB of empty lines its Python 4 s, so one hostile file of 256 KiB would hold up a class.
"""

from __future__ import annotations

import builtins
import keyword
import re
import zlib
from functools import cache, lru_cache
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

MOST_TOKENS: Final = 20_000  # of one submission: four times a program of 500 lines
_OF_THE_REST: Final = """
abstract alignas alignof as async auto await bool boolean break byte case catch chan char class const constexpr
continue crate debugger decltype default defer delete do double dyn else enum explicit export extends extern false
fallthrough final finally float fn for friend from func function go goto if impl implements import in include inline
instanceof int interface let long loop map match mod move mut namespace native new nil noexcept null nullptr of
operator override package private protected pub public range ref register return select self short signed sizeof
static struct super switch synchronized template this throw throws trait transient true try type typedef typename
union unsafe unsigned use using var vector virtual void volatile where while yield
"""
_WORDS: Final = frozenset(_OF_THE_REST.split())
_PYTHON_WORDS: Final = frozenset([*keyword.kwlist, *dir(builtins), "self", "xrange"])
_HASH: Final = (".py", ".rb", ".sh", ".pl", ".r")  # endings of languages whose comments begin with it
_STRING: Final = r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"?'
_REST: Final = r"(?P<name>[^\W\d]\w*)|(?P<number>[0-9]\w*(?:['.]\w+)*)|(?P<sign>\S)"
_QUOTED: Final = r"'[^'\\\n]*(?:\\.[^'\\\n]*)*'?"
_LIFETIME: Final = r"'(?:[^'\\\n]'|\\[^'\n]{1,10}'|\w*)"  # or a character of Rust
_TRIPLE: Final = r'"""(?:[^"\\]|\\.|"(?!""))*(?:""")?|' + r"'''(?:[^'\\]|\\.|'(?!''))*(?:''')?"
_BESIDE: Final = r"//[^\n]*|/\*.*?(?:\*/|\Z)"
_TEMPLATE: Final = r"`[^`\\]*(?:\\.[^`\\]*)*`?"


class Tokens(msgspec.Struct, frozen=True):
    """The tokens of one file: what each is, where it begins and ends in the text; and which begin a piece, such as a
    function: pieces in another order are the same program."""

    codes: NDArray[np.uint64]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    pieces: tuple[int, ...] = ()


class _PythonPieces:
    """Finds where a definition begins, or where a block at the margin has ended."""

    def __init__(self) -> None:
        self._depth, self._indented = 0, False

    def begins(self, word: str, line: str) -> bool:
        """Take a token, and where the `line` lies that begins with it; say whether a piece does."""
        ended = False
        if line and self._depth <= 0:  # the layout within brackets means nothing
            ended = self._indented and line == "margin"
            self._indented = line == "indented"
        self._depth += (word in ("(", "[", "{")) - (word in (")", "]", "}"))
        return ended or word in ("def", "class")


class _BracePieces:
    """Finds where a block has ended that is in no other, or in a class at most."""

    def __init__(self) -> None:
        self._depth, self._ended = 0, False

    def begins(self, word: str, _: str) -> bool:
        """Take a token; say whether a piece begins with it."""
        begun = self._ended
        self._depth += (word == "{") - (word == "}")
        self._ended = word == "}" and self._depth <= 1
        return begun


def tokens_of(path: str, text: str, most: int = MOST_TOKENS) -> Tokens:
    """Return the first `most` tokens of a file."""
    like_python = path.lower().endswith(_HASH)
    words, pieces = (_PYTHON_WORDS, _PythonPieces()) if like_python else (_WORDS, _BracePieces())
    codes: list[int] = []
    starts: list[int] = []
    ends: list[int] = []
    begun: list[int] = []
    line = ""  # where it begins, if a token is the first of it
    for found in _pattern(path[path.rfind(".") :].lower()).finditer(text):
        kind = found.lastgroup
        if kind is None:
            if "\n" in found[0] and found[0].isspace():
                line = "margin" if found[0].endswith("\n") else "indented"
            continue
        if len(codes) == most:
            break
        word = found[0] if kind == "sign" or (kind == "name" and found[0] in words) else kind
        if pieces.begins(word, line):
            begun.append(len(codes))
        line = ""
        codes.append(_code(word))
        starts.append(found.start())
        ends.append(found.end())
    return Tokens(np.array(codes, np.uint64), np.array(starts, np.int64), np.array(ends, np.int64), tuple(begun))


@cache
def _pattern(ending: str) -> re.Pattern[str]:
    """Return the pattern of a language, by the ending of its files."""
    if ending in _HASH:
        nothing, texts = f"#[^\n]*|{_TRIPLE}", f"{_STRING}|{_QUOTED}"
    else:
        nothing, texts = _BESIDE, f"{_STRING}|{_LIFETIME if ending == '.rs' else _QUOTED}|{_TEMPLATE}"
    return re.compile(rf"\s+|{nothing}|(?P<text>{texts})|{_REST}", re.DOTALL)


@lru_cache(4096)
def _code(word: str) -> int:
    """Return the number of a token: the same in every run."""
    return zlib.crc32(word.encode(errors="surrogatepass"))
