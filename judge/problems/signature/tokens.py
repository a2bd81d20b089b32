"""Inputs and results as tokens, that is as words with blanks or line ends between them.

An input holds the parameters of the signature in their order: a number or a word is one token, an array its elements,
row by row. A result is written in the same way: a line for a number, a word or an array of one axis, a line a row for
one of two. A truth value is read from 1, 0, true or false, and written as 1 or 0.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from judge.errors import JudgeError, Place
from judge.model import Case
from judge.model.signature import Kind, Parameter, Signature
from judge.problems.formats.page import plural, quote

if TYPE_CHECKING:
    from judge.model.signature import Value

SAMPLES: Final = "sample"  # the group whose inputs everybody knows
MOST_WARM_UPS, MOST_WARM_UP_BYTES = 3, 1 << 16  # samples that a function is compiled on
MOST_ELEMENTS: Final = 1 << 28  # of an array; more would fit no student's memory
_ROWS: Final = 4096  # that are written at once: the lists of all would take far more room than the answer
_TOKEN = re.compile(rb"\S+")
_WHOLE = re.compile(rb"[+-]?[0-9]{1,19}")
_REAL = re.compile(rb"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?")
_TRUTH: Final = {b"1": True, b"true": True, b"0": False, b"false": False}
_CALLED: Final = {"int": "a whole number", "float": "a number", "bool": "one of 1, 0, true and false", "str": "a word"}


class _Text(msgspec.Struct):
    """An input that is read token by token."""

    data: bytes
    file: str
    tokens: list[tuple[int, bytes]]
    at: int = 0

    def place(self, at: int) -> Place:
        """Return line and column of a token; behind the last one, those of the end."""
        offset = self.tokens[at][0] if at < len(self.tokens) else len(self.data.rstrip())
        before = self.data[:offset].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        return Place(self.file, before.count(b"\n") + 1, len(before) - before.rfind(b"\n"))

    def refused(self, message: str, repair: str) -> JudgeError:
        """Return E477 at the token that is next."""
        note = "what an input holds is said by [signature] in problem.toml"
        return JudgeError("E477", message, self.place(self.at), note, repair)


def read_input(data: bytes, signature: Signature, file: str) -> tuple[Value, ...]:
    """Return the arguments that an input holds. Raises JudgeError E477, with line and column, where it does not fit."""
    text = _Text(data, file, [(one.start(), one[0]) for one in _TOKEN.finditer(data)])
    lengths: dict[str, int] = {}
    values: list[Value] = []
    for parameter in signature.parameters:
        value = _array(text, parameter, lengths) if parameter.kind.lengths else _one(text, parameter)
        if parameter.kind == Kind("int") and isinstance(value, int):
            lengths[parameter.name] = value
        values.append(value)
    if text.at < len(text.tokens):
        left, last = len(text.tokens) - text.at, signature.parameters[-1].name
        message = f"behind {last}, the last parameter, {plural(left, 'token')} {'is' if left == 1 else 'are'} left"
        raise text.refused(message, "delete them, or name another parameter in the signature")
    return tuple(values)


def with_arguments(case: Case, signature: Signature | None, file: str) -> Case:
    """Return a case with the arguments of `solve` that its text holds. JudgeError E477 where it does not fit."""
    if signature is None:
        return case
    return msgspec.structs.replace(case, arguments=read_input(case.text or b"", signature, file))


def warm_ups(cases: Sequence[Case]) -> tuple[tuple[Value, ...], ...]:
    """Return the arguments of the first small samples of a package: `solve` is compiled on them."""
    small = [case for case in cases if case.group == SAMPLES and len(case.text or b"") <= MOST_WARM_UP_BYTES]
    return tuple(case.arguments for case in small[:MOST_WARM_UPS])


def result_text(value: Value | None, signature: Signature) -> bytes:
    """Return what a program would print in place of a result that is of the signature's type."""
    if value is None:
        return signature.none.encode() + b"\n"
    if not isinstance(value, np.ndarray):
        return _token(value) + b"\n"
    rows = value.reshape(1, -1) if value.ndim == 1 else value
    return "".join(_lines(rows[at : at + _ROWS]) for at in range(0, len(rows), _ROWS)).encode()


def _lines(rows: np.ndarray[Any, np.dtype[Any]]) -> str:
    """Return a line for each row. Python writes a list of them faster than anybody its elements, and a token of an
    array is what it writes."""
    return repr(rows.tolist())[2:-2].replace("], [", "\n").replace(",", "") + "\n"


def _token(value: str | int | float | bool) -> bytes:
    if isinstance(value, bool):
        return b"1" if value else b"0"
    return (repr(value) if isinstance(value, float) else str(value)).encode()


def _one(text: _Text, parameter: Parameter) -> Value:
    base, name = parameter.kind.base, parameter.name
    if text.at == len(text.tokens):
        message = f"the input ends where {name} must be, {_CALLED[base]}"
        raise text.refused(message, f"add {name}, or leave the parameter out of the signature")
    token = text.tokens[text.at][1]
    value = _read(token, base)
    if value is None:
        raise text.refused(f"{quote(token)} stands where {name} must be, {_CALLED[base]}", f"write {_CALLED[base]}")
    text.at += 1
    return value


def _read(token: bytes, base: str) -> Value | None:
    """Return a token as a value; None for what is none."""
    if base == "str":
        try:
            return token.decode()
        except UnicodeDecodeError:
            return None
    if base == "bool":
        return _TRUTH.get(token.lower())
    if base == "int":
        return int(token) if _WHOLE.fullmatch(token) and -(1 << 63) <= int(token) < 1 << 63 else None
    return float(token) if _REAL.fullmatch(token) and math.isfinite(float(token)) else None


def _array(text: _Text, parameter: Parameter, lengths: dict[str, int]) -> np.ndarray[Any, np.dtype[Any]]:
    """Read the elements of an array, row by row."""
    kind, name = parameter.kind, parameter.name
    shape = [length if isinstance(length, int) else lengths[length] for length in kind.lengths]
    if min(shape) < 0 or math.prod(shape) > MOST_ELEMENTS:
        size = " x ".join(map(str, shape))
        repair = f"correct the lengths: from 0 up, and no more than {MOST_ELEMENTS:,} elements"
        raise text.refused(f"{name} is {kind}, which is {size} here", repair)
    count = math.prod(shape)
    found = text.tokens[text.at : text.at + count]
    real = kind.base == "float64"
    legal, what = (_REAL, "a number") if real else (_WHOLE, "a whole number")
    for offset, (_, token) in enumerate(found):
        if not legal.fullmatch(token):
            text.at += offset
            raise text.refused(f"{quote(token)} stands in {name}, which is {kind}", f"write {what}")
    if len(found) < count:
        text.at += len(found)
        message = f"the input ends in {name}: it is {kind}, so it has {plural(count, 'element')}, not {len(found)}"
        raise text.refused(message, "add the others, or correct the lengths")
    table = _table(text, parameter, [token for _, token in found])
    text.at += count
    return table.reshape(shape)


def _table(text: _Text, parameter: Parameter, tokens: list[bytes]) -> np.ndarray[Any, np.dtype[Any]]:
    dtype = np.dtype(parameter.kind.base)
    values = [float(token) if dtype.kind == "f" else int(token) for token in tokens]
    least, most = (-np.inf, np.inf) if dtype.kind == "f" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    for offset, value in enumerate(values):
        if not (least <= value <= most and math.isfinite(value)):
            text.at += offset
            raise text.refused(
                f"{quote(tokens[offset])} in {parameter.name} is no {dtype}", f"write a number from {least} to {most}"
            )
    return np.array(values, dtype)
