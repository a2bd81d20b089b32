"""The `[signature]` of a general problem: how `solve` is called, by names and numpy types."""

from __future__ import annotations

import re

import msgspec

from judge.errors import JudgeError, Place
from judge.model.signature import Signature
from judge.problems.formats.signature import SignatureError, read_signature
from judge.problems.formats.toml_source import TomlSource

TABLE = "signature"


class SignatureTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table as it is written: `parameters` are texts such as "grid: int8[n, n]", `result` is a type, `none` the
    word that a program would print for None."""

    parameters: tuple[str, ...]
    result: str
    none: str = ""

    def signature(self, source: TomlSource) -> Signature:
        """Return the signature. Raises JudgeError E422 with line and column of what is wrong."""
        try:
            return read_signature(self.parameters, self.result, self.none)
        except SignatureError as fault:
            key = "none" if fault.what.startswith("none is") else "parameters" if fault.at else "result"
            said = self.parameters[fault.at - 1] if fault.at else self.result
            place = _place(source, key, said)
            raise JudgeError("E422", f"[{TABLE}]: {fault.what}", place, help=fault.help) from None


def _place(source: TomlSource, key: str, said: str) -> Place:
    """Return where the text stands that is wrong, or else the line of its key."""
    head = source.place(TABLE, key)
    for number, line in enumerate(source.text.splitlines(), 1):
        if number >= head.line and (found := re.search(re.escape(f'"{said}"'), line)):
            return Place(source.file, number, found.start() + 2)
    return head
