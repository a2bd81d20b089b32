"""Replies as HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from starlette.responses import Response

from judge.reports.page.templates import render
from judge.web.door import SESSION_S, cookie_name
from judge.web.headers import FRESH, INERT, LASTING
from judge.web.reply import Download, Live, Page, Plain, Redirect, Reply, SignedIn

if TYPE_CHECKING:
    from judge.web.ask import Ask
    from judge.web.settings import Settings

_KEPT: Final = "/?=&#%;,:+@~"  # of an address, as it is
_HTML: Final = "text/html; charset=utf-8"


def response_of(reply: Reply, ask: Ask) -> Response | Live:
    """Return the answer; a stream is left to the hub."""
    settings = ask.site.settings
    if isinstance(reply, Live):
        return reply
    response = _made(reply, settings)
    opened = ask.seen.secret if ask.seen.viewer and ask.seen.session is None and not ask.seen.program else ""
    if isinstance(reply, SignedIn):
        set_session(response, reply.secret, settings, reply.lasts_s)
    elif opened:  # the session of whom a proxy has named
        set_session(response, opened, settings, SESSION_S)
    return response


def set_session(response: Response, secret: str, settings: Settings, lasts_s: float) -> None:
    """Give a browser its session, or take it away with an empty one."""
    response.set_cookie(
        cookie_name(settings),
        secret,
        max_age=int(lasts_s) if secret else 0,
        path="/",
        secure=settings.secure,
        httponly=True,
        samesite="lax",
    )


def _made(reply: Page | Redirect | Download | Plain | SignedIn, settings: Settings) -> Response:
    if isinstance(reply, Page):
        return Response(render(reply.template, **reply.words), reply.status, FRESH, _HTML)
    if isinstance(reply, Redirect | SignedIn):
        return Response(status_code=303, headers={"location": _location(settings.root_path + reply.path), **FRESH})
    if isinstance(reply, Plain):
        return Response(reply.body, reply.status, LASTING if reply.lasting else FRESH, reply.kind)
    headers = {"content-disposition": f"attachment; filename*=UTF-8''{quote(reply.name, safe='')}"}
    return Response(reply.body, 200, {**FRESH, **INERT, **headers}, reply.kind)


def _location(path: str) -> str:
    """Return a path as a header holds it: names of problems may be written in any script."""
    return quote(path, safe=_KEPT)
