"""Who asks: by the session of a browser, the token of a program, or the word of a campus proxy."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from judge.model.classroom import Student
from judge.web.ask import Seen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from judge.model.account import Account
    from judge.store import Store
    from judge.web.settings import Settings

SESSION_S: Final = 12 * 3600.0
_LONGEST: Final = 128  # characters of a secret that is looked up at all


def cookie_name(settings: Settings) -> str:
    """Return the name of the session's cookie; the prefix makes browsers refuse it from another host, RFC 6265bis."""
    return "__Host-judge" if settings.secure else "judge"


def seen(store: Store, settings: Settings, facts: Mapping[str, str], peer: str) -> Seen:
    """Return who asks. `facts` are the headers that count, and `cookie`, the session's."""
    said = facts.get("authorization", "")
    if said:
        return _program(store, said, peer)
    if settings.user_header:
        owner = facts.get(settings.user_header.lower(), "").strip()
        return _told(store, owner, facts.get("cookie", ""), peer) if owner else Seen(peer=peer)
    return _session(store, facts.get("cookie", ""), peer)


def open_session(store: Store, account: Account, *, lasts_s: float = SESSION_S) -> str:
    """Return the secret of a new session."""
    secret, _ = store.credentials.make("session", account, account.role, lasts_s, account.owner)
    return secret


def _session(store: Store, secret: str, peer: str) -> Seen:
    found = store.credentials.find("session", secret, time.time()) if 0 < len(secret) <= _LONGEST else None
    account = store.accounts.of(found.owner) if found else None
    return Seen(account, found, secret, peer) if account else Seen(peer=peer)


def _program(store: Store, said: str, peer: str) -> Seen:
    kind, _, secret = said.partition(" ")
    if kind.lower() != "bearer" or not 0 < len(secret) <= _LONGEST:
        return Seen(peer=peer, program=True)
    found = store.credentials.find("token", secret, time.time())
    account = store.accounts.of(found.owner) if found else None
    return Seen(account, found, "", peer, program=True)


def _told(store: Store, owner: str, secret: str, peer: str) -> Seen:
    """Return whom a proxy names. Their session holds what forms are protected with, so one of another is not theirs."""
    account = store.accounts.of(owner)
    if account is None:
        return Seen(peer=peer)
    held = _session(store, secret, peer)
    if held.viewer and held.viewer.owner == account.owner:
        return held
    return Seen(account, None, "", peer)


def newcomer(owner: str, name: str) -> Student:
    """Return who comes in by an invitation."""
    return Student(owner, name)
