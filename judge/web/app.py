"""The application: for every route of the table, what is checked before its handler is called, and its answer as HTTP.

What is not there, what is somebody else's and a wrong method are answered here too: no answer is without its headers.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route as Served
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from judge.errors import JudgeError
from judge.web.ask import Live, RefusedError, Seen
from judge.web.auth import PEER, admit, check_host, identify, with_session
from judge.web.forms import Form, check_form, read_form
from judge.web.hub import Hub
from judge.web.limits import Sending, place_of
from judge.web.operations import log_request
from judge.web.responses import FRESH, SAFE, TLS, as_refusal, refusal, response_of
from judge.web.routes import ROUTES, ProgramRule, Route
from judge.web.site import Settings, Site
from judge.web.stores import Stores

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from judge.model import Account
    from judge.store import Store
    from judge.web.ask import Ask

_NO_ROUTE: Final = "(none)"
READERS: Final = 6  # threads in which pages are made
WRITERS: Final = 4  # threads for forms: while the store is locked they wait, and pages do not wait for them


class Application:
    """One site, served. `asgi` is what a server calls; its `state` has the `site` and the `hub` of all streams."""

    def __init__(self, site: Site, routes: Sequence[Route] = ROUTES) -> None:
        self.site, self.sending = site, Sending()
        self._readers, self._writers = Stores(site.settings.store, READERS), Stores(site.settings.store, WRITERS)
        self._minding, self.hub = Stores(site.settings.store, 1), Hub(site.settings.store)
        site.meter.streams = lambda: self.hub.watching
        self.asgi = Starlette(
            routes=[Served(one.path, self._endpoint(one), methods=[one.method]) for one in routes],
            middleware=[Middleware(behind_proxies, settings=site.settings)],
            lifespan=self._lifespan,
            exception_handlers={HTTPException: self._answer_lost},
        )
        self.asgi.router.redirect_slashes = False  # it would lead to whatever host the request names
        self.asgi.state.site, self.asgi.state.hub = site, self.hub

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        looking = asyncio.create_task(self.hub.run())
        try:
            yield
        finally:
            self.hub.close()
            await looking
            for stores in (self._readers, self._writers, self._minding):
                stores.close()

    def _endpoint(self, route: Route) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            began_s = time.perf_counter()
            try:
                response = await self._answer(route, request)
            except Exception as fault:  # a sentence for people; where the fault is ours, the traceback for the log
                response = await self._refuse(fault, request, route.path)
            self._note(route.method, route.path, response.status_code, time.perf_counter() - began_s)
            return self._safe(response)

        return answer

    def _note(self, method: str, path: str, status: int, seconds: float) -> None:
        self.site.meter.observe(method, path, status, seconds)
        log_request(method, path, status, seconds)

    async def _answer(self, route: Route, request: Request) -> Response:
        at_s = time.time()
        check_host(request, self.site.settings)
        ask = await self._readers.call(lambda store: admit(route, self.site, store, request, at_s))
        if ask.seen.lacks_session:
            ask = await self._writers.call(lambda store: with_session(ask, store))
        if route.method == "GET":
            made = await self._readers.call(lambda store: _handle(route, ask, store))
        else:
            whole = check_form(ask, await self._form(route, request, ask), request)
            made = await self._writers.call(lambda store: _handle(route, whole, store))
        return self._stream(made, ask, request) if isinstance(made, Live) else made

    async def _form(self, route: Route, request: Request, ask: Ask) -> Form:
        if ask.seen.viewer is None:  # a small one, as a stranger may send no other
            return await read_form(request, route.most)
        with self.sending.one(ask.seen.viewer.owner, route.most):
            return await read_form(request, route.most)

    def _stream(self, live: Live, ask: Ask, request: Request) -> Response:
        viewer, settings = ask.seen.viewer, self.site.settings
        watched = self.hub.watch(live, viewer.owner if viewer else place_of(ask.seen.peer), known=viewer is not None)

        async def now() -> Account | None:
            return (await self._minding.call(lambda store: identify(store, settings, request))).viewer

        messages = while_in(watched, viewer, now) if viewer else watched
        headers = {**FRESH, "x-accel-buffering": "no"}  # nginx holds streams back without it
        return StreamingResponse(messages, headers=headers, media_type="text/event-stream")

    async def _answer_lost(self, request: Request, fault: Exception) -> Response:
        response = await self._refuse(fault, request, _NO_ROUTE)
        self._note("*", _NO_ROUTE, response.status_code, 0.0)  # neither is one of ours: a stranger may invent them
        return self._safe(response)

    async def _refuse(self, fault: Exception, request: Request, route: str) -> Response:
        """Answer whoever asks, as any page does; as nobody where that can't be found out now."""
        seen = Seen()
        if request.cookies or self.site.settings.user_header:
            with suppress(Exception):
                check_host(request, self.site.settings)
                seen = await self._readers.call(lambda store: identify(store, self.site.settings, request))
        return refusal(fault, self.site, request, route, seen)

    def _safe(self, response: Response) -> Response:
        for name, said in {**SAFE, **(TLS if self.site.settings.secure else {})}.items():
            response.headers.setdefault(name, said)
        return response


def _handle(route: Route, ask: Ask, store: Store) -> Response | Live:
    if isinstance(route.rule, ProgramRule) and not ask.seen.program:
        raise RefusedError(401, "This is for programs.", "Send a token: Authorization: Bearer TOKEN.")
    ask = msgspec.structs.replace(ask, store=store)
    try:
        return response_of(route.handler(ask), ask)
    except (RefusedError, JudgeError) as fault:
        said = as_refusal(fault)
        if route.anew is None or not said.shown:
            raise
        page = route.anew(ask)
        again = msgspec.structs.replace(page, status=said.status, words={**page.words, **said.shown})
        return response_of(again, ask)


def behind_proxies(app: ASGIApp, settings: Settings) -> ASGIApp:
    """Return the application with the addresses that trusted proxies tell; of anybody else nothing is believed. Who
    really connected is written down before."""
    trusted = [str(network) for network in settings.proxies]
    inner: Any = ProxyHeadersMiddleware(cast("Any", app), trusted_hosts=trusted) if trusted else app

    async def outer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            client = scope.get("client")
            scope[PEER] = client[0] if client else ""
        await inner(scope, receive, send)

    return outer


async def while_in(
    messages: AsyncGenerator[bytes, None], viewer: Account, now: Callable[[], Awaitable[Account | None]]
) -> AsyncIterator[bytes]:
    """Pass messages on until the viewer has signed out, was removed, or has another role; `now` says who they are, and
    is asked before each message, signs of life among them. The browser comes again, and is looked at anew."""
    async with aclosing(messages) as following:
        async for message in following:
            found = await now()
            if found is None or (found.owner, found.role) != (viewer.owner, viewer.role):
                return
            yield message
