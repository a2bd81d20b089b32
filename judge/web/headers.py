"""The headers of every answer. No script and no style of a page itself runs, and nothing comes from elsewhere."""

from __future__ import annotations

from typing import Final

_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
SAFE: Final = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # with no-referrer browsers say Origin: null of our own forms, too
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
FRESH: Final = {"cache-control": "no-store"}
LASTING: Final = {"cache-control": "public, max-age=31536000, immutable"}
# A file that somebody handed in: even where a browser shows it all the same, nothing in it may do anything.
INERT: Final = {"content-security-policy": "default-src 'none'; sandbox"}
TLS: Final = {"strict-transport-security": "max-age=31536000"}
