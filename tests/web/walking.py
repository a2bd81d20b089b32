"""Asks for rows of the table of routes, as whoever it may be: a browser with a session, or a program with a token."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final
from unittest.mock import patch

from httpx2 import ASGITransport, AsyncClient

from judge.web import hub
from judge.web.ask import Ask, Live, RefusedError, Seen
from judge.web.hub import message_of
from judge.web.limits import Rates
from judge.web.routes import ROUTES, Route
from judge.web.site import Site
from tests.web.sites import ADDRESS, TestSite

READERS: Final = ("", "ada", "bob", "gil", "ines", "hal")
_QUERIES: Final = {
    "/staff/people/person": "?id=ada",
    "/staff/problems/{problem}/student": "?id=ada",
    "/submissions/{job}/diff": "?with={job}",
    "/contest/sure": "?word=freeze",
}
_LOOP: Final = asyncio.new_event_loop()
_FORM: Final = {"id": "ada"}  # where a form is about somebody it lacks all else, so nothing is changed


@contextmanager
def unhurried() -> Iterator[None]:
    """Let everybody ask as often as they like, and end every stream as it begins."""
    with patch.object(Rates, "take", lambda *_: 0.0), patch.object(hub, "LONGEST_S", 0.0):
        yield


def parts(job: str = "", secret: str = "", problem: str = "quiz", case: str = "tiny") -> dict[str, str]:
    """Return what stands in an address for each name of a path."""
    named = {"problem": problem, "case": case, "job": job, "secret": secret}
    return {**named, "number": "0", "word": "freeze", "name": "judge.css"}


def address(route: Route, words: Mapping[str, str]) -> str:
    """Return an address of a row."""
    name = "canvas" if "/exports/" in route.path else words["name"]
    return (route.path + _QUERIES.get(route.path, "")).format_map({**words, "name": name})


class Walker:
    """Whoever asks: a browser, or with `program` a program. Its session and its token are of this moment.

    It calls the application without a thread between: some thousand requests are asked here.
    """

    def __init__(self, site: TestSite, owner: str, *, program: bool = False) -> None:
        browser = site.browser("" if program else owner)
        cookie = {"cookie": "; ".join(f"{name}={value}" for name, value in browser.cookies.items())}
        self._headers = {"authorization": f"Bearer {_token(site, owner)}"} if program else cookie
        self._transport = ASGITransport(app=site.client.app)
        found = re.search(r'name="csrf" value="([0-9a-f]*)"', self.ask("GET", "/").text)
        self.key = found[1] if found else ""

    def move(self, site: TestSite) -> None:
        """Ask another site from now on, with the same session or token."""
        self._transport = ASGITransport(app=site.client.app)

    def ask(self, method: str, path: str, **more: Any) -> Any:
        """Send a request; a form holds the key of its page, unless `form` says otherwise."""
        headers = {**more.pop("headers", {}), **self._headers}
        if method == "POST" and "content" not in more:
            more["data"] = {"csrf": self.key, **_FORM, **more.pop("form", {})}
        return _LOOP.run_until_complete(self._send(method, path, headers=headers, **more))

    async def _send(self, method: str, path: str, **more: Any) -> Any:
        async with AsyncClient(transport=self._transport, base_url=ADDRESS) as client:
            return await client.request(method, path, **more)


def streamed(site: TestSite, route: Route, owner: str, words: Mapping[str, str]) -> str:
    """Return what the stream of a row begins with for this viewer; "" where there is none for them."""
    with site.store() as store:
        seen = Seen(store.accounts.of(owner) if owner else None)
        if not route.rule.lets_in(seen.viewer):
            return ""
        ask = Ask(Site(site.settings), store, seen, path=words, job_of_path=store.queue.job(words["job"]))
        try:
            live = route.handler(ask)
        except RefusedError:
            return ""
        assert isinstance(live, Live)
        return message_of(live.render(store)).decode()


def reached(answer: Any) -> str:
    """Return `ok` where the handler of a row was reached, else the status with which it was not."""
    return str(answer.status_code) if answer.status_code in (401, 403, 404, 405) or answer.status_code >= 500 else "ok"


def _token(site: TestSite, owner: str) -> str:
    if not owner:
        return "x" * 22
    with site.store() as store:
        account = store.accounts.of(owner)
        assert account
        return store.credentials.make("token", account, account.role, 60, owner)[0]


def readable(role: str) -> list[Route]:
    """Return every page that nobody or a student may ask for; streams are apart."""
    roles = (None, "student") if role == "student" else (None,)
    return [one for one in ROUTES if one.method == "GET" and one.rule.least in roles]
