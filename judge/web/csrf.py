"""Forms that only our own pages can send: a token made of the session, and where the browser says that it comes from.

The token is HMAC-based, as the OWASP Cross-Site Request Forgery Prevention Cheat Sheet has it; Fetch Metadata are a
second lock for browsers that send them.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping


def token(secret: str) -> str:
    """Return the token of the session with this secret; it says nothing about the secret."""
    return hmac.new(secret.encode(), b"judge form", hashlib.sha256).hexdigest()


def is_token(given: str, secret: str) -> bool:
    """Say whether that is the session's token, in the same time for all that are not."""
    return hmac.compare_digest(given.encode(errors="replace"), token(secret).encode())


def from_elsewhere(headers: Mapping[str, str], origin: str) -> bool:
    """Say whether the browser tells that another site has sent this."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    said = headers.get("origin")
    return said is not None and said != origin
