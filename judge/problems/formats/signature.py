"""Read how a function is called: `grid: int8[n, m]` is a parameter, `int64[n]` a result.

A puzzle writes these words, so what is wrong with them is a ValueError at its import.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from judge.model import Kind, Parameter, Signature
from judge.model.problem import BASES, MOST_AXES

_KIND = re.compile(rf"({'|'.join(BASES)})(?:\[([^\[\]]*)\])?")
_ARRAYS: Final = BASES[4:]


def read_signature(parameters: Sequence[str], result: str) -> Signature:
    """Return the signature that these words say. Raises ValueError."""
    read: list[Parameter] = []
    for word in parameters:
        name, _, kind = word.partition(":")
        known = [one.name for one in read if one.kind == Kind("int")]
        found = Parameter(name.strip(), _kind(kind))
        if any(isinstance(length, str) and length not in known for length in found.kind.lengths):
            raise ValueError(f"a length in {word!r} is no int before it")
        read.append(found)
    return Signature(tuple(read), _kind(result))


def _kind(text: str) -> Kind:
    found = _KIND.fullmatch(text.strip())
    base = next((one for one in BASES if found and one == found[1]), None)
    if found is None or base is None or (base in _ARRAYS) != bool(found[2]):
        raise ValueError(f"{text!r} is no type")
    lengths = tuple(
        int(word) if word.strip().isdigit() else word.strip() for word in (found[2] or "").split(",") if word
    )
    if len(lengths) > MOST_AXES:
        raise ValueError(f"{text!r} has more than {MOST_AXES} axes")
    return Kind(base, lengths)
