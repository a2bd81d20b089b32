"""Read how a function is called: `grid: int8[n, m]` is a parameter, `int64[n]` a result."""

from __future__ import annotations

import keyword
import re
from collections.abc import Sequence
from typing import Final

from judge.errors import meant
from judge.model.signature import BASES, MOST_AXES, Kind, Parameter, Signature

MOST_PARAMETERS: Final = 32
_LONGEST: Final = 10**9  # of an axis: above it no array fits a memory
_KIND = re.compile(r"(?P<base>\w+) *(?:\[(?P<lengths>[^\[\]]*)\])?")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_ARRAYS: Final = BASES[4:]
_EXAMPLES: Final = '"n: int", "word: str" and "grid: int8[n, n]"'


class SignatureError(Exception):
    """Say what is wrong with a signature; `at` is the parameter, counted from 1, or 0 for the result."""

    def __init__(self, what: str, help: str, at: int = 0) -> None:  # noqa: A002 - as in JudgeError
        super().__init__(what)
        self.what, self.help, self.at = what, help, at


def read_signature(parameters: Sequence[str], result: str) -> Signature:
    """Return the signature that these words say. Raises SignatureError."""
    if not 0 < len(parameters) <= MOST_PARAMETERS:
        what = f"solve has {len(parameters)} parameters, but it must have 1 to {MOST_PARAMETERS}"
        raise SignatureError(what, f"name its parameters, such as {_EXAMPLES}")
    read: list[Parameter] = []
    for at, word in enumerate(parameters, 1):
        read.append(_parameter(word, read, at))
    return Signature(tuple(read), _kind(result, 0))


def _parameter(word: str, before: Sequence[Parameter], at: int) -> Parameter:
    name, colon, kind = (part.strip() for part in word.partition(":"))
    if not colon:
        raise SignatureError(f"the parameter {word!r} has no type", f"write a name and a type, such as {_EXAMPLES}", at)
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        repair = "use letters, digits and underscores; begin with a letter"
        raise SignatureError(f"{name!r} can't be the name of a parameter", repair, at)
    if name in {one.name for one in before}:
        raise SignatureError(f"two parameters are called {name}", "rename one of them", at)
    found = _kind(kind, at)
    known = [one.name for one in before if one.kind == Kind("int")]
    for length in found.lengths:
        if isinstance(length, str) and length not in known:
            said = f"ints before {name}: {', '.join(known)}" if known else f"there is no int before {name}"
            what = f"{length} is a length of {name}, but no int before it{meant(length, known)}"
            raise SignatureError(what, f"name an int that comes before, or a number; {said}", at)
    return Parameter(name, found)


def _kind(text: str, at: int) -> Kind:
    found = _KIND.fullmatch(text.strip())
    base = next((one for one in BASES if found and one == found["base"]), None)
    if found is None or base is None:
        near = meant(found["base"], BASES) if found else ""
        raise SignatureError(f"{text!r} is no type{near}", f"the types are {', '.join(BASES)}, and arrays int8[n]", at)
    if found["lengths"] is None:
        if base in _ARRAYS:
            repair = f"write {base}[n] for an array, or {'float' if base == 'float64' else 'int'} for a number"
            raise SignatureError(f"{base} is the type of an array, but no lengths follow it", repair, at)
        return Kind(base)
    if base not in _ARRAYS:
        raise SignatureError(f"there are no arrays of {base}", f"arrays are of {', '.join(_ARRAYS)}", at)
    lengths = tuple(_length(word.strip(), text, at) for word in found["lengths"].split(","))
    if len(lengths) > MOST_AXES:
        raise SignatureError(f"{text!r} has {len(lengths)} axes", f"an array has 1 or {MOST_AXES}", at)
    return Kind(base, lengths)


def _length(word: str, text: str, at: int) -> str | int:
    if re.fullmatch(r"[1-9][0-9]{0,9}", word) and int(word) <= _LONGEST:
        return int(word)
    if _NAME.fullmatch(word):
        return word
    repair = f"name an int, or write a whole number from 1 to {_LONGEST:,}"
    raise SignatureError(f"{word!r} is no length of an array, in {text!r}", repair, at)
