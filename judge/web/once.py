"""A form acts once, however often it arrives, and so does what a program sends: as where an answer was lost.

A page has a word of its own in each of its forms, and a program a header. What a form makes is named by that word, by
who sent it and by what it says. So there is no second thing of this name: what came before is answered again. The store
holds the name with what was made, in one transaction. Nobody can guess a name who has not the store's key.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import time
from typing import TYPE_CHECKING

from judge.store.people import SECRET_BYTES
from judge.store.queue import CODE_BYTES
from judge.web.reply import OutdatedError

if TYPE_CHECKING:
    from judge.model.account import Credential, Entry
    from judge.web.ask import Ask


def code_of(ask: Ask, *said: str) -> str:
    """Return the code of the job that a form makes which says this; "" where it has no word."""
    return _named(ask, "job", *said)[:CODE_BYTES].hex()


def secret_of(ask: Ask, kind: Entry, *said: str) -> str:
    """Return the secret of the credential that a form makes which says this; "" where it has no word."""
    return base64.urlsafe_b64encode(_named(ask, kind, *said)[:SECRET_BYTES]).rstrip(b"=").decode()


def made_before(ask: Ask, kind: Entry, secret: str) -> Credential | None:
    """Return the credential that the same form has made before. OutdatedError where it lets nobody in any more. Call it
    inside the transaction that makes it."""
    if not secret or not ask.store.credentials.has(secret):
        return None
    found = ask.store.credentials.find(kind, secret, time.time())
    if found is None:
        raise OutdatedError
    return found


def _named(ask: Ask, *said: str) -> bytes:
    if not ask.once:
        return b""
    words = "\0".join((ask.viewer.owner, ask.once, *said))
    return hmac.new(ask.store.key, words.encode(errors="surrogateescape"), hashlib.sha256).digest()
