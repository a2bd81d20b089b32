"""Replies as HTTP; the files that pages load; and what people are told when a request is refused or fails: of a fault
of ours they learn that, and no more."""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from judge.errors import JudgeError
from judge.reports import render, style_with_boards
from judge.text import capitalized, day, exact_moment, moment
from judge.web.ask import File, Live, Page, Redirect, RefusedError, Reply, missing
from judge.web.auth import SESSION_S, cookie_name, is_of_program
from judge.web.forms import form_token

if TYPE_CHECKING:
    from starlette.requests import Request

    from judge.model import Account
    from judge.web.ask import Ask, Seen
    from judge.web.site import Site


_KEPT: Final = "/?=&#%;,:+@~"  # of an address, as it is
_HTML: Final = "text/html; charset=utf-8"
_LOG = logging.getLogger("judge.web")
_BUSY = ("E351", "E352", "E353", "E354", "E355")  # the store can't be had now
_BUSY_S = 10
_HTTP = {404: "There is no such page here.", 405: "That can't be done here."}


def response_of(reply: Reply, ask: Ask) -> Response | Live:
    """Return the answer; a stream is left to the hub."""
    settings = ask.site.settings
    if isinstance(reply, Live):
        return reply
    response = _make(reply, ask)
    opened = ask.seen.session is None and bool(ask.seen.secret)  # for whom a proxy has named
    session = reply.session if isinstance(reply, Redirect) else None
    secret = ask.seen.secret if session is None and opened else session
    if secret is not None:
        response.set_cookie(
            cookie_name(settings),
            secret,
            max_age=int(SESSION_S) if secret else 0,
            path="/",
            secure=settings.secure,
            httponly=True,
            samesite="lax",
        )
    return response


def _make(reply: Page | Redirect | File, ask: Ask) -> Response:
    settings = ask.site.settings
    if isinstance(reply, Page):
        words = {**words_of(ask.site, ask.seen.viewer, ask.csrf, ask.here), **_times(ask), **reply.words}
        return Response(render(reply.template, **words), reply.status, FRESH, _HTML)
    if isinstance(reply, Redirect):
        location = quote(settings.root_path + reply.path, safe=_KEPT)  # names of problems may be in any script
        return Response(status_code=303, headers={"location": location, **FRESH})
    headers = LASTING if reply.lasting else FRESH
    if reply.name:
        place = f"attachment; filename*=UTF-8''{quote(reply.name, safe='')}"
        headers = {**headers, **INERT, "content-disposition": place}
    return Response(reply.body, reply.status, headers, reply.kind)


# --- what pages are made with -----------------------------------------------------------------------------------------
def words_of(site: Site, viewer: Account | None = None, csrf: str = "", here: str = "") -> dict[str, Any]:
    """Return what every template of the web may use.

    `may(role)` says whether the viewer has at least that role, `asset(name)` is the address of one of our own files,
    `root` goes before every path, `refused` says why the form that was sent is shown again, `once` is what the forms of
    this page are known by when they come again.
    """
    root = site.settings.root_path

    def may(least: Account.Role) -> bool:
        return viewer is not None and viewer.may(least)

    def asset(name: str) -> str:
        return f"{root}/static/{name}?v={_version(name)}"

    return {
        **{"site": site, "viewer": viewer, "may": may, "csrf": csrf, "once": secrets.token_hex()},
        **{"root": root, "here": here.removeprefix(root), "asset": asset, "refused": ""},
    }


def _times(ask: Ask) -> dict[str, Callable[[float], str]]:
    """Return what says a time on a page, in the zone of the course, which is looked for where one is said."""
    zone = cache(lambda: ask.zone)

    def in_zone(said: Callable[..., str]) -> Callable[[float], str]:
        return lambda at_s: said(at_s, zone())

    return {said.__name__: in_zone(said) for said in (moment, exact_moment, day)}


_KINDS: Final = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}


@cache
def _assets() -> dict[str, bytes]:
    """Return our own files by name: the style, the icon, and the scripts that fill pages by themselves."""
    folder = files("judge.web") / "static"
    found = {one.name: one.read_bytes() for one in folder.iterdir() if one.name.endswith(tuple(_KINDS))}
    return {**found, "judge.css": style_with_boards().encode()}


@cache
def _version(name: str) -> str:
    """Return the first digits of a file's SHA-256."""
    return hashlib.sha256(_assets()[name]).hexdigest()[:12]


def static(ask: Ask) -> File:
    """Return one of our own files; under the address with its digest it never changes."""
    name = ask.path["name"]
    body = _assets().get(name)
    if body is None:
        raise missing("file")
    return File(body, _KINDS[PurePosixPath(name).suffix], lasting=ask.query.get("v") == _version(name))


# --- refused, or failed -----------------------------------------------------------------------------------------------
def refusal(fault: Exception, site: Site, request: Request, route: str, seen: Seen) -> Response:
    """Return the answer to a request that was refused or that failed, for whom was `seen`. `route` is the path of the
    table, for the log."""
    error = as_refusal(fault)
    if error.status >= 500 and not isinstance(fault, RefusedError):
        _LOG.error("%s failed", route, exc_info=fault)
    headers = {**FRESH, **({"retry-after": str(error.wait_s)} if error.wait_s else {})}
    path = request.url.path.removeprefix(site.settings.root_path)
    if is_of_program(request.headers.get("authorization", "")) or path.startswith("/api/"):  # they read JSON, not pages
        return JSONResponse({"error": error.words, "help": error.help}, error.status, headers)
    words = words_of(site, seen.viewer, form_token(seen.secret) if seen.secret else "", request.url.path)
    page = render("web/error.html", status=error.status, said=error.words, help=error.help, **words)
    return Response(page, error.status, headers, _HTML)


def as_refusal(fault: Exception) -> RefusedError:
    """Return a fault as what people are told."""
    if isinstance(fault, RefusedError):
        return fault
    if isinstance(fault, HTTPException):
        return RefusedError(fault.status_code, _HTTP.get(fault.status_code, "That did not work."))
    if isinstance(fault, JudgeError):
        if fault.code in _BUSY:
            return RefusedError(503, "The judge can't write anything down just now.", "Try again in a minute.", _BUSY_S)
        line = f", line {fault.place.line}" if fault.place and fault.place.line else ""
        refused = RefusedError(422, f"{fault.message}{line} [{fault.code}]", fault.help)
        # Message and note may begin with a name, which stays as it is.
        said = "; ".join(filter(None, (refused.words, fault.note)))
        refused.shown = {"refused": ". ".join(filter(None, (said, capitalized(fault.help))))}
        return refused
    return RefusedError(500, "The judge itself has failed at this.", "Try again; if it stays so, tell the host.")


_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
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
