"""Whether a request comes to its handler: by its host, who asks, how often, and the rule of the route. Somebody is
known by the session of a browser, the token of a program, or the word of a campus proxy."""

from __future__ import annotations

import contextlib
import math
import time
from typing import TYPE_CHECKING, Final

import msgspec

from judge.model import Account
from judge.text import clean_line
from judge.web.ask import Ask, RefusedError, Seen, missing, stranger
from judge.web.forms import form_token
from judge.web.limits import place_of

if TYPE_CHECKING:
    from starlette.requests import Request

    from judge.model import Account, Job
    from judge.store import Store
    from judge.web.routes import Route
    from judge.web.site import Settings, Site

PEER: Final = "judge.peer"  # where the application writes down who really connected
SESSION_S: Final = Account.Credential.LASTS_S["session"]
_BY_PROXY: Final = "by a proxy"  # of a session
_LONGEST: Final = 128  # characters of a secret that is looked up at all


def check_host(request: Request, settings: Settings) -> None:
    """Refuse a host that is not ours, with RefusedError 400: so no other name leads here (DNS rebinding), and no link
    of ours to somewhere else."""
    if request.headers.get("host", "").lower() not in settings.hosts:
        raise RefusedError(400, "This address leads elsewhere.", f"The site is at {settings.address}")


def admit(route: Route, site: Site, store: Store, request: Request, at_s: float) -> Ask:
    """Return what the handler gets, as far as it is known before a form is read; the head of the request came `at_s`,
    in seconds since 1970. RefusedError 400, 401, 403, 404 or 429."""
    viewed, path = identify(store, site.settings, request), request.path_params
    link = _entrance(store, path["secret"], at_s) if "secret" in path else None
    if wait_s := site.rates.take(route.bucket, _payer(viewed, link)):
        whole_s = math.ceil(wait_s)
        raise RefusedError(429, f"That was too often: wait {whole_s} s, and try again.", wait_s=whole_s)
    if viewed.program and not route.rule.token:
        raise RefusedError(403, "A program can't do that: sign in with a browser.")
    if not route.rule.lets_in(viewed.viewer):
        if viewed.viewer is None and viewed.program:
            raise RefusedError(401, "This token is not known here, or it has ended.", "Make one on the page Tokens.")
        if viewed.viewer is None and route.path.startswith("/api/"):
            raise RefusedError(401, "This is for programs.", "Send a token: Authorization: Bearer TOKEN.")
        if viewed.viewer is None:
            raise stranger(viewed.unknown)
        above = "a host" if route.rule.least == "host" else "an instructor"
        raise RefusedError(403, "That is not for you.", f"Ask {above}.")
    return Ask(
        site,
        store,
        viewed,
        form_token(viewed.secret) if viewed.secret else "",
        path,
        dict(request.query_params),
        here=request.url.path,
        at_s=at_s,
        job_of_path=_job(route, site, store, path["job"], viewed) if "job" in path else None,
        link_of_path=link,
    )


def with_session(ask: Ask, store: Store) -> Ask:
    """Return it with a session for whom a proxy has named: forms need one."""
    secret = open_session(store, ask.viewer, _BY_PROXY)
    return msgspec.structs.replace(ask, seen=msgspec.structs.replace(ask.seen, secret=secret), csrf=form_token(secret))


def _payer(seen: Seen, link: Account.Credential | None) -> tuple[object, ...]:
    """Return whose bucket a request takes from: a link that is good has its own, so that whoever tries links keeps
    nobody out who has one."""
    if link:
        return "link", link.id
    return ("account", seen.viewer.owner) if seen.viewer else ("address", place_of(seen.peer))


def _entrance(store: Store, secret: str, at_s: float) -> Account.Credential | None:
    """Return the link or the invitation that this secret opens."""
    kinds: tuple[Account.Credential.Kind, ...] = ("link", "invitation")
    return next((found for kind in kinds if (found := store.credentials.find(kind, secret, at_s))), None)


def _job(route: Route, site: Site, store: Store, code: str, seen: Seen) -> Job:
    """Return the job of the path. What is another's, or of a contest that has not begun, is said not to be there."""
    found = store.queue.job(code)
    if found is None or (route.rule.own and not (seen.viewer and site.shows(found, store, seen.viewer))):
        raise missing("submission")
    return found


# --- who asks ---------------------------------------------------------------------------------------------------------
def cookie_name(settings: Settings) -> str:
    """Return the name of the session's cookie; the prefix makes browsers refuse it from another host, RFC 6265bis."""
    return "__Host-judge" if settings.secure else "judge"


def is_of_program(authorization: str) -> bool:
    """Say whether a header is meant for us. A proxy that asks for passwords leaves its own in what it passes on."""
    return authorization[:6].lower() == "bearer"


def open_session(store: Store, account: Account, words: str = "") -> str:
    """Return the secret of a new session."""
    secret, _ = store.credentials.make("session", account, account.role, SESSION_S, account.owner, words=words)
    return secret


def identify(store: Store, settings: Settings, request: Request) -> Seen:
    """Return who asks. RefusedError 400 where a proxy names two."""
    named = _name_from_proxy(request, settings)
    peer = request.client.host if request.client else ""
    authorization = request.headers.get("authorization", "")
    if is_of_program(authorization):
        return _program(store, authorization, peer)
    held = _session(store, request.cookies.get(cookie_name(settings), ""), peer)
    return _follow_proxy(store, named, held) if settings.user_header else held


def _name_from_proxy(request: Request, settings: Settings) -> str:
    """Return whom a trusted proxy names, "" for nobody. RefusedError 400 for two: one of them may have come through it
    from a browser."""
    if not settings.user_header or not settings.trusts(request.scope.get(PEER, "")):
        return ""
    told = request.headers.getlist(settings.user_header)
    if len(told) > 1:
        raise RefusedError(400, "Two names came where one belongs.", "Let the proxy set its header, not add it.")
    name = told[0] if told else ""
    with contextlib.suppress(UnicodeDecodeError):
        name = name.encode("latin-1").decode()  # servers read headers as Latin-1, and proxies write UTF-8
    return name.strip()  # only now: half of an à is a blank in Latin-1


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


def _follow_proxy(store: Store, owner: str, held: Seen) -> Seen:
    """Return whom a proxy names, with the session that forms need, if it is theirs. Without a name only those are known
    who came by a link: who signed out at the proxy is nobody here."""
    if held.viewer and held.session and (held.viewer.owner == owner or (not owner and held.session.words != _BY_PROXY)):
        return held
    account = store.accounts.of(owner) if owner else None
    return Seen(account, None, "", held.peer, "" if account else clean_line(owner))
