"""Who asks: by the session of a browser, the token of a program, or the word of a campus proxy."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from judge.store.people import LASTS_S
from judge.web.ask import Seen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from judge.model.account import Account, Credential, Entry
    from judge.store import Store
    from judge.web.settings import Settings

SESSION_S: Final = LASTS_S["session"]
BY_PROXY: Final = "by a proxy"  # of a session
_LONGEST: Final = 128  # characters of a secret that is looked up at all


def cookie_name(settings: Settings) -> str:
    """Return the name of the session's cookie; the prefix makes browsers refuse it from another host, RFC 6265bis."""
    return "__Host-judge" if settings.secure else "judge"


def seen(store: Store, settings: Settings, facts: Mapping[str, str], peer: str) -> Seen:
    """Return who asks. `facts` are the headers that count, and `cookie`, the session's."""
    said = facts.get("authorization", "")
    if is_of_program(said):
        return _program(store, said, peer)
    held = _session(store, facts.get("cookie", ""), peer)
    if settings.user_header:
        return _told(store, facts.get(settings.user_header.lower(), "").strip(), held)
    return held


def entrance(store: Store, secret: str) -> Credential | None:
    """Return the link or the invitation that this secret opens."""
    kinds: tuple[Entry, ...] = ("link", "invitation")
    now_s = time.time()
    return next((found for kind in kinds if (found := store.credentials.find(kind, secret, now_s))), None)


def is_of_program(authorization: str) -> bool:
    """Say whether a header is meant for us. A proxy that asks for passwords leaves its own in what it passes on."""
    return authorization[:6].lower() == "bearer"


def open_session(store: Store, account: Account, words: str = "") -> str:
    """Return the secret of a new session."""
    secret, _ = store.credentials.make("session", account, account.role, SESSION_S, account.owner, words=words)
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


def _told(store: Store, owner: str, held: Seen) -> Seen:
    """Return whom a proxy names, with the session that forms need, if it is theirs. Without a name only those are known
    who came by a link: who signed out at the proxy is nobody here."""
    if held.viewer and held.session and (held.viewer.owner == owner or (not owner and held.session.words != BY_PROXY)):
        return held
    account = store.accounts.of(owner) if owner else None
    return Seen(account, None, "", held.peer)
