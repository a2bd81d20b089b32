"""Who really connected, written down before a proxy's headers say for whom it asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from judge.web.admit import PEER

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from judge.web.settings import Settings


def behind_proxies(app: ASGIApp, settings: Settings) -> ASGIApp:
    """Return the application with the addresses that trusted proxies tell; of anybody else nothing is believed."""
    trusted = [str(network) for network in settings.proxies]
    inner: Any = ProxyHeadersMiddleware(cast("Any", app), trusted_hosts=trusted) if trusted else app

    async def outer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            client = scope.get("client")
            scope[PEER] = client[0] if client else ""
        await inner(scope, receive, send)

    return outer
