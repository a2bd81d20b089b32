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

from judge.sandbox import Sandbox, file_stamp, protocol

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
    return sandbox.key_of(kind, facts, FORMAT)


def restored(sandbox: Sandbox, key: str, kind: type[NoteT], home: protocol.Home | None = None) -> NoteT | None:
    """Return what was noted under a key, and lay what is kept there into a new home. None where nothing is kept."""
    if sandbox.cache is None:
        return None
    with sandbox.cache.find(key) as found:
        note = _decoded(found.note, kind) if found else None
        return note if found and (home is None or (note and sandbox.move(home, found.fd, into=True))) else None


def keep(sandbox: Sandbox, key: str, note: msgspec.Struct, home: protocol.Home | None = None) -> None:
    """Keep what a prepare phase has left in its home, and what is to be noted of it; without a home the note alone."""
    if sandbox.cache is not None:
        pack = (lambda fd: sandbox.move(home, fd, into=False)) if home else (lambda _: True)
        sandbox.cache.keep(key, msgspec.json.encode(note), pack)


def digest(data: bytes) -> str:
    """Return by what the bytes of a file stand in a key."""
    return hashlib.sha256(data).hexdigest()


def installed() -> list[tuple[str, int, int]]:
    """Return what changes whenever the system's packages do: headers and libraries are a part of every program."""
    return [file_stamp(path) for path in _INSTALLED]


def _decoded(note: bytes, kind: type[NoteT]) -> NoteT | None:
    try:
        return msgspec.json.decode(note, type=kind)
    except msgspec.MsgspecError:  # of another version of the judge
        return None
