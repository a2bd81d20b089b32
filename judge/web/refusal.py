"""What people are told when a request is refused or fails; of a fault of ours they learn that, and no more."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from judge.errors import JudgeError
from judge.reports.page.templates import render
from judge.web.door import is_of_program
from judge.web.headers import FRESH
from judge.web.reply import RefusedError
from judge.web.words import words_of

if TYPE_CHECKING:
    from starlette.requests import Request

    from judge.web.site import Site

_LOG = logging.getLogger("judge.web")
_BUSY = ("E351", "E352", "E353", "E354", "E355")  # the store can't be had now
_BUSY_S = 10
_HTTP = {404: "There is no such page here.", 405: "That can't be done here."}


def refusal(fault: Exception, site: Site, request: Request, route: str) -> Response:
    """Return the answer to a request that was refused or that failed. `route` is the path of the table, for the log."""
    error = said(fault)
    if error.status >= 500 and not isinstance(fault, RefusedError):
        _LOG.error("%s failed", route, exc_info=fault)
    headers = {**FRESH, **({"retry-after": str(error.wait_s)} if error.wait_s else {})}
    if is_of_program(request.headers.get("authorization", "")) or _is_for_programs(request, site):
        return JSONResponse({"error": error.words, "help": error.help}, error.status, headers)
    page = render("web/error.html", status=error.status, said=error.words, help=error.help, **words_of(site))
    return Response(page, error.status, headers, "text/html; charset=utf-8")


def _is_for_programs(request: Request, site: Site) -> bool:
    """Say whether programs ask there: they read JSON, not pages."""
    return request.url.path.removeprefix(site.settings.root_path).startswith("/api/")


def said(fault: Exception) -> RefusedError:
    """Return a fault as what people are told."""
    if isinstance(fault, RefusedError):
        return fault
    if isinstance(fault, HTTPException):
        return RefusedError(fault.status_code, _HTTP.get(fault.status_code, "That did not work."))
    if isinstance(fault, JudgeError):
        if fault.code in _BUSY:
            return RefusedError(503, "The judge can't write anything down just now.", "Try again in a minute.", _BUSY_S)
        return RefusedError(422, f"{fault.message} [{fault.code}]", fault.help)
    return RefusedError(500, "The judge itself has failed at this.", "Try again; if it stays so, tell the host.")
