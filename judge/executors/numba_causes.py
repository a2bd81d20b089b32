"""The table of why numba refuses, read at the first refusal: numba_causes.toml, a row for each way to say it."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

_NAME: Final = r"'(?P<{}>\w{{1,80}})'"
_WORDS: Final = {
    "{name}": _NAME.format("name"),
    "{name2}": _NAME.format("name2"),
    "{text}": r"(?:Literal\[str\]|unicode_type|\bstr\b)",
    "{operation}": r"^>>> (?P<op>neg|pos|not_|invert|is_|i?(?:add|sub|mul|truediv|floordiv|mod|pow|eq|ne|lt|le|gt|ge"
    r"|and_|or_|xor|lshift|rshift|contains|matmul))\(",
}


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: str
    pattern: str
    says: str
    help: str
    mark: str = ""
    called: bool = False


class Cause(msgspec.Struct, frozen=True):
    """One reason to refuse: `says`, `help` and `mark` name the pattern's groups; `mark` says what to look for in the
    file, unless its place is where Python `called` the kernel."""

    code: str
    pattern: re.Pattern[str]
    says: str
    help: str
    mark: str
    called: bool


@cache
def causes() -> tuple[Cause, ...]:
    """Return the rows of the table, in its order."""
    text = (Path(__file__).parent / "numba_causes.toml").read_text(encoding="utf-8")
    rows = msgspec.convert(tomllib.loads(text)["cause"], list[_Row])
    return tuple(Cause(row.code, _compiled(row.pattern), row.says, row.help, row.mark, row.called) for row in rows)


def _compiled(pattern: str) -> re.Pattern[str]:
    for word, meaning in _WORDS.items():
        pattern = pattern.replace(word, meaning)
    return re.compile(pattern, re.MULTILINE)
