"""What a prepare phase came to, kept from run to run under a key that holds all that decides it.

Kept are successes alone: why a submission can't be prepared is found out anew each time, as that may be the host's
doing. A key holds the bytes, the bounds, and whatever of this host and of the judge has a part in it; a fact that is
missing there is a verdict that depends on yesterday. What an import draws from a clock or at random is in no key: a
kernel that reads it is not taken where it differs (sandbox/inside/content.py).
"""

from __future__ import annotations

import hashlib
from typing import Any, Final, TypeVar

import msgspec

from judge.sandbox import basis
from judge.sandbox.request import Home
from judge.sandbox.sandbox import ENVIRONMENT, Sandbox

FORMAT: Final = 2  # goes up when other things are kept of the same prepare phase
_INSTALLED: Final = (
    "/var/lib/dpkg/status",
    "/var/lib/rpm/rpmdb.sqlite",
    "/lib/apk/db/installed",
    "/var/lib/pacman/local",
)
NoteT = TypeVar("NoteT", bound=msgspec.Struct)


def key_of(sandbox: Sandbox, kind: str, facts: Any) -> str:
    """Return the key of what these facts and this host decide."""
    return basis.digest((kind, facts, FORMAT, sandbox.tier, dict(ENVIRONMENT), basis.basis(sandbox.core)))


def restored(sandbox: Sandbox, key: str, kind: type[NoteT], home: Home) -> NoteT | None:
    """Lay what is kept under a key into a new home, and return what was noted of it. None where nothing is kept."""
    note = None
    if sandbox.cache is not None:
        with sandbox.cache.find(key) as found:
            if found and (note := _decoded(found.note, kind)) and not sandbox.unpack(home, found.fd):
                note = None
    return note


def keep(sandbox: Sandbox, key: str, note: msgspec.Struct, home: Home) -> None:
    """Keep what a prepare phase has left in its home, and what is to be noted of it."""
    if sandbox.cache is not None:
        sandbox.cache.keep(key, msgspec.json.encode(note), lambda fd: sandbox.pack(home, fd))


def digest(data: bytes) -> str:
    """Return by what the bytes of a file stand in a key."""
    return hashlib.sha256(data).hexdigest()


def noted(sandbox: Sandbox, key: str, kind: type[NoteT]) -> NoteT | None:
    """Return a note that is kept without any files."""
    if sandbox.cache is None:
        return None
    with sandbox.cache.find(key) as found:
        return _decoded(found.note, kind) if found else None


def note(sandbox: Sandbox, key: str, note: msgspec.Struct) -> None:
    """Keep a note without any files."""
    if sandbox.cache is not None:
        sandbox.cache.keep(key, msgspec.json.encode(note), lambda _: True)


def installed() -> list[tuple[str, int, int]]:
    """Return what changes whenever the system's packages do: headers and libraries are a part of every program."""
    return [basis.stamp(path) for path in _INSTALLED]


def _decoded(note: bytes, kind: type[NoteT]) -> NoteT | None:
    try:
        return msgspec.json.decode(note, type=kind)
    except msgspec.MsgspecError:  # of another version of the judge
        return None
