"""What only the sandbox or its limits refuse: refusals.toml, a row for each fact that shows it."""

from __future__ import annotations

import errno
import re
from functools import cache

import msgspec

from judge.executors.call import Raised
from judge.executors.rows import read_rows
from judge.model import Limits
from judge.sandbox import Sandbox


class _Refusal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    help: str
    says: re.Pattern[str] = re.compile("")
    errno: tuple[str, ...] = ()
    outside: bool = False
    sealed: bool = True

    def fits(self, raised: Raised) -> re.Match[str] | None:
        """Return where the text says it, None where it is another fact."""
        there = (raised.sealed or not self.sealed) and (raised.outside or not self.outside)
        named = not self.errno or errno.errorcode.get(raised.errno) in self.errno
        return self.says.search(raised.text) if there and named else None


def refusal(raised: Raised, limits: Limits) -> str:
    """Return what helps against what the sandbox or a limit refused; empty where neither is known to have."""
    for row in _table():
        if said := row.fits(raised):
            bounds = Sandbox.rlimits(limits)
            return row.help.format(
                **said.groupdict(),
                files=bounds["RLIMIT_NOFILE"],
                file=bounds["RLIMIT_FSIZE"] >> 20,
                room=Sandbox.BOX_BYTES >> 20,
                memory=limits.memory,
                processes=limits.processes,
            )
    return ""


@cache
def _table() -> list[_Refusal]:
    return read_rows("refusals.toml", _Refusal)
