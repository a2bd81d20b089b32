"""Compare an answer with the known one token by token, as the ICPC's default validator does."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import msgspec

_TOKEN = re.compile(rb"\S+")
_NUMBER = re.compile(rb"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_DIGITS = 400  # a longer token is no number: none is as large, and reading it takes time
_SHOWN = 40  # bytes of a token in a sentence


class FlagsError(ValueError):
    """Flags that the default validator does not have, in one sentence."""


class Comparison(msgspec.Struct, frozen=True):
    """How the tokens of two texts are compared; without tolerances a number is a word like others."""

    case_sensitive: bool = False
    space_change_sensitive: bool = False
    absolute: float | None = None
    relative: float | None = None


def read_flags(flags: Sequence[str]) -> Comparison:
    """Return what the flags ask for. FlagsError for one that is not known, or has no number where it needs one."""
    found: dict[str, bool | float] = {}
    words = iter(flags)
    for flag in words:
        match flag:
            case "case_sensitive" | "space_change_sensitive":
                found[flag] = True
            case "float_tolerance":
                found["absolute"] = found["relative"] = _tolerance(flag, next(words, ""))
            case "float_absolute_tolerance" | "float_relative_tolerance":
                found[flag.split("_")[1]] = _tolerance(flag, next(words, ""))
            case _:
                raise FlagsError(f"the default validator has no flag {flag!r}")
    return msgspec.convert(found, Comparison)


def difference(answer: bytes, truth: bytes, flags: Sequence[str]) -> str:
    """Return the first place where the answer is not the known one, in one sentence; nothing where it is right. Raises
    FlagsError."""
    how = read_flags(flags)
    at = known = number = 0  # how far the answer and the known one are read
    for number, wanted in enumerate(_TOKEN.finditer(truth), 1):
        given = _TOKEN.search(answer, at)
        if given is None:
            return f"the answer ends before token {number}"
        if how.space_change_sensitive and answer[at : given.start()] != truth[known : wanted.start()]:
            return f"the blanks before token {number} are others"
        if fault := _fault(given[0], wanted[0], how):
            return f"token {number} is {_quoted(given[0])}, {fault}"
        at, known = given.end(), wanted.end()
    more = _TOKEN.search(answer, at)
    if more is not None:
        return f"more follows after token {number}: {_quoted(more[0])}" if number else "the answer should be empty"
    if how.space_change_sensitive and answer[at:] != truth[known:]:
        return "the blanks at the end are others"
    return ""


def _fault(given: bytes, wanted: bytes, how: Comparison) -> str:
    """Return in what one token is not the other."""
    tolerant = how.absolute is not None or how.relative is not None
    if tolerant and (value := _number(wanted)) is not None:
        said = _number(given)
        if said is None:
            return "but it must be a number"
        return "" if _near(said, value, how) else f"too far from {_quoted(wanted)}"
    if given == wanted or (not how.case_sensitive and given.lower() == wanted.lower()):
        return ""
    return f"but it must be {_quoted(wanted)}"


def _near(said: float, value: float, how: Comparison) -> bool:
    apart = abs(said - value)
    return any(
        within is not None and apart <= within
        for within in (how.absolute, None if how.relative is None else how.relative * abs(value))
    )


def _number(token: bytes) -> float | None:
    """Return the value of a finite number. What is NaN or infinite, as 1e400 is, is a word like any other."""
    value = float(token) if len(token) <= _DIGITS and _NUMBER.fullmatch(token) else math.inf
    return value if math.isfinite(value) else None


def _tolerance(flag: str, word: str) -> float:
    value = _number(word.encode())
    if value is None or value < 0:
        raise FlagsError(f"behind {flag} stands {word!r}, but it must be a number from 0 up")
    return value


def _quoted(token: bytes) -> str:
    return repr(token[:_SHOWN].decode(errors="replace")) + ("..." if len(token) > _SHOWN else "")
