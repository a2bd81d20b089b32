"""What only the sandbox or its limits refuse: refusals.toml, a row for each fact that shows it."""

from __future__ import annotations

import errno
import re
import tomllib
from functools import cache
from pathlib import Path

import msgspec

from judge.executors.exception_frame import Raised
from judge.model import Limits
from judge.sandbox.inside.jail import BOX_BYTES
from judge.sandbox.rlimits import rlimits


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    help: str
    says: str = ""
    errno: tuple[str, ...] = ()
    outside: bool = False
    sealed: bool = True


class _Refusal(msgspec.Struct, frozen=True):
    row: _Row
    says: re.Pattern[str]
    errnos: frozenset[int]

    def fits(self, raised: Raised) -> bool:
        row = self.row
        return (
            (raised.sealed or not row.sealed)
            and (raised.outside or not row.outside)
            and (not row.errno or raised.errno in self.errnos)
            and self.says.search(raised.text) is not None
        )


def refusal(raised: Raised, limits: Limits) -> str:
    """Return what helps against what the sandbox or a limit refused; empty where neither is known to have."""
    found = next((one for one in _table() if one.fits(raised)), None)
    if found is None:
        return ""
    bounds, said = rlimits(limits), found.says.search(raised.text)
    return found.row.help.format(
        **(said.groupdict() if said else {}),
        files=bounds["RLIMIT_NOFILE"],
        file=bounds["RLIMIT_FSIZE"] >> 20,
        room=BOX_BYTES >> 20,
        memory=limits.memory,
        processes=limits.processes,
    )


@cache
def _table() -> tuple[_Refusal, ...]:
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    rows = msgspec.convert(tomllib.loads(text)["refusal"], list[_Row])
    return tuple(
        _Refusal(row, re.compile(row.says, re.MULTILINE), frozenset(getattr(errno, name) for name in row.errno))
        for row in rows
    )
