"""Whether a request comes to its handler: by its host, its rate, who asks, the rule of the route, and where a form is
from."""

from __future__ import annotations

import hashlib
import hmac
import math
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from judge.web import door
from judge.web.ask import Ask, Seen
from judge.web.forms import Form
from judge.web.limits import place_of
from judge.web.reply import RefusedError, missing

if TYPE_CHECKING:
    from starlette.requests import Request

    from judge.model.account import Credential
    from judge.model.job import Job
    from judge.store import Store
    from judge.web.limits import Rates
    from judge.web.routes import Route
    from judge.web.settings import Settings
    from judge.web.site import Site

_COUNT: Final = ("authorization", "idempotency-key", "origin", "sec-fetch-site")
PEER: Final = "judge.peer"  # where the application writes down who really connected


class Facts(msgspec.Struct, frozen=True):
    """What a request says of itself, and when its head came, in seconds since 1970. `headers` are only those that
    count; what a proxy alone may say is not in it where somebody else says it."""

    at_s: float
    peer: str
    headers: Mapping[str, str]
    path: Mapping[str, str]
    query: Mapping[str, str]
    here: str


def facts_of(request: Request, settings: Settings) -> Facts:
    """Return what counts of a request. RefusedError 400 for a host that is not ours: so no other name leads here (DNS
    rebinding), and no link of ours to somewhere else."""
    if request.headers.get("host", "").lower() not in settings.hosts:
        raise RefusedError(400, "This address leads elsewhere.", f"The site is at {settings.address}")
    headers = {name: said for name in _COUNT if (said := request.headers.get(name)) is not None}
    if settings.user_header and settings.trusts(request.scope.get(PEER, "")):
        headers[settings.user_header.lower()] = _named_once(request, settings.user_header)
    headers["cookie"] = request.cookies.get(door.cookie_name(settings), "")
    peer = request.client.host if request.client else ""
    return Facts(time.time(), peer, headers, request.path_params, dict(request.query_params), request.url.path)


def _named_once(request: Request, name: str) -> str:
    """Return whom the proxy names. RefusedError 400 for two: one of them may have come through it from a browser."""
    told = request.headers.getlist(name)
    if len(told) > 1:
        raise RefusedError(400, "Two names came where one belongs.", "Let the proxy set its header, not add it.")
    return told[0] if told else ""


def admitted(route: Route, site: Site, rates: Rates, store: Store, facts: Facts) -> Ask:
    """Return what the handler gets, as far as it is known before a form is read. RefusedError 401, 403, 404 or 429."""
    seen = door.seen(store, site.settings, facts.headers, facts.peer)
    link = door.entrance(store, facts.path["secret"]) if "secret" in facts.path else None
    if wait_s := rates.take(route.bucket, _payer(seen, link)):
        whole_s = math.ceil(wait_s)
        raise RefusedError(429, f"That was too often: wait {whole_s} s, and try again.", wait_s=whole_s)
    if seen.program and not route.rule.token:
        raise RefusedError(403, "A program can't do that: sign in with a browser.")
    if not route.rule.lets_in(seen.viewer):
        if seen.viewer is None:
            raise RefusedError(401, "Sign in first.", "Open the personal link that you were given.")
        raise RefusedError(403, "That is not for you.", "Ask an instructor.")
    token = form_token(seen.secret) if seen.secret else ""
    job = _job(route, site, store, facts, seen) if "job" in facts.path else None
    return Ask(
        site,
        store,
        seen,
        token,
        facts.path,
        facts.query,
        here=facts.here,
        at_s=facts.at_s,
        job_of_path=job,
        link_of_path=link,
    )


def with_session(ask: Ask, store: Store) -> Ask:
    """Return it with a session for whom a proxy has named: forms need one."""
    secret = door.open_session(store, ask.viewer, door.BY_PROXY)
    return msgspec.structs.replace(ask, seen=msgspec.structs.replace(ask.seen, secret=secret), csrf=form_token(secret))


def checked(ask: Ask, form: Form, facts: Facts) -> Ask:
    """Return it with its form. RefusedError 403 for one that our own pages have not sent: then nothing was done."""
    fields, files = form
    once = facts.headers.get("idempotency-key", "") if ask.seen.program else fields.get("once", "")
    if not ask.seen.program:
        ours = not ask.seen.secret or is_form_token(fields.pop("csrf", ""), ask.seen.secret)
        if not ours or from_elsewhere(facts.headers, ask.site.settings.origin):
            raise RefusedError(403, "This form is not from this page, or is too old.", "Load the page, and try again.")
    return msgspec.structs.replace(ask, form=fields, files=files, once=once)


def _payer(seen: Seen, link: Credential | None) -> tuple[object, ...]:
    """Return whose bucket a request takes from: a link that is good has its own, so that whoever tries links keeps
    nobody out who has one."""
    if link:
        return "link", link.id
    return ("account", seen.viewer.owner) if seen.viewer else ("address", place_of(seen.peer))


def _job(route: Route, site: Site, store: Store, facts: Facts, seen: Seen) -> Job:
    """Return the job of the path. What is another's, or of a contest that has not begun, is said not to be there."""
    found = store.queue.job(facts.path["job"])
    if found is None or (route.rule.own and not (seen.viewer and site.shows(found, store, seen.viewer))):
        raise missing("submission")
    return found


# --- forms that only our own pages can send ---------------------------------------------------------------------------
# The token is HMAC-based, as the OWASP Cross-Site Request Forgery Prevention Cheat Sheet has it; Fetch Metadata are a
# second lock for browsers that send them.
def form_token(secret: str) -> str:
    """Return the token of the session with this secret; it says nothing about the secret."""
    return hmac.new(secret.encode(), b"judge form", hashlib.sha256).hexdigest()


def is_form_token(given: str, secret: str) -> bool:
    """Say whether that is the session's token, in the same time for all that are not."""
    return hmac.compare_digest(given.encode(errors="replace"), form_token(secret).encode())


def from_elsewhere(headers: Mapping[str, str], origin: str) -> bool:
    """Say whether the browser tells that another site has sent this."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    said = headers.get("origin")
    return said is not None and said != origin
