"""What is refused before a handler is called: other hosts, forms of other pages, too large ones, forged headers, too
many. And the doors: personal links, invitations and tokens let in whom they are for."""

from __future__ import annotations

import html
import re
from collections.abc import AsyncIterator, Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from tests.web.sites import Browser, TestSite, served

PLAIN = "application/x-www-form-urlencoded"


@pytest.fixture(name="hurried")
def _hurried(tmp_path: Path) -> Iterator[TestSite]:
    """A site on which nobody may ask as often as they like."""
    with served(tmp_path, hurried=True) as made:
        yield made


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "127.0.0.1:8001"])
def test_another_host_leads_nowhere(own: TestSite, host: str) -> None:
    answer = own.browser("ada").get("/", headers={"host": host})
    assert answer.status_code == 400
    assert "Ada" not in answer.text


def test_too_much_is_refused_by_what_is_said_and_by_what_comes(own: TestSite) -> None:
    ada, most = own.browser("ada"), 64 << 10
    assert ada.post("/out", {"x": "y" * (most + 1)}).status_code == 413

    async def endless() -> AsyncIterator[bytes]:
        yield b"csrf="
        for _ in range(100):
            yield b"y" * 4096

    assert ada.send("POST", "/out", content=endless(), headers={"content-type": PLAIN}).status_code == 413


@pytest.mark.parametrize("length", ["-1", "1e3", "99999999999999999999", "٣"])
def test_a_length_that_is_none_is_refused(site: TestSite, length: str) -> None:
    headers = {"content-length": length.encode(), "content-type": PLAIN}
    assert site.browser("ada").send("POST", "/out", headers=headers).status_code == 413


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "multipart/form-data", "x"])
def test_what_is_no_form_is_refused(site: TestSite, kind: str) -> None:
    answer = site.browser("ada").send("POST", "/out", content=b"{}", headers={"content-type": kind})
    assert answer.status_code in (400, 415)


def test_a_header_names_somebody_only_where_a_trusted_proxy_sends_it(tmp_path: Path) -> None:
    words: dict[str, Any] = {"user_header": "X-Remote-User"}
    with served(tmp_path / "a", proxies=(ip_network("10.0.0.5"),), **words) as site:
        forged = site.browser("").get("/", headers={"x-remote-user": "hal"})
        assert "Hal" not in forged.text
    with served(tmp_path / "b", proxies=(ip_network("0.0.0.0/0"),), **words) as site:
        site.peer, nobody = "10.0.0.5", site.browser("")
        told = nobody.get("/", headers={"x-remote-user": "hal"})
        assert "Hal" in told.text
        nobody.cookies = {site.cookie: told.cookies[site.cookie]}
        assert "Hal" in nobody.get("/", headers={"x-remote-user": "hal"}).text
        assert "Hal" not in nobody.get("/").text, "who has signed out at the proxy is nobody here"
        assert "Ada" in nobody.get("/", headers={"x-remote-user": "ada"}).text, "not whose session it was"


def test_who_asks_too_often_is_told_to_wait(hurried: TestSite) -> None:
    ada, form = hurried.browser("ada"), {"csrf": "x"}
    answers = [ada.send("POST", "/out", data=form) for _ in range(40)]
    late = [one for one in answers if one.status_code == 429]
    assert {one.status_code for one in answers[:30]} == {403}
    assert {one.headers["retry-after"] for one in late} == {"1"}
    assert hurried.browser("bob").send("POST", "/out", data=form).status_code == 403, "each has a bucket"


# --- links and invitations --------------------------------------------------------------------------------------------
def test_an_invitation_makes_an_account_of_a_new_id_alone(own: TestSite) -> None:
    with own.store() as store:
        secret, _ = store.credentials.make("invitation", None, "student", 60, "hal", most=1)
    nobody = own.browser("")
    assert nobody.post(f"/in/{secret}", {"id": "ada"}).status_code == 422
    assert nobody.post(f"/in/{secret}", {"id": "../x y"}).status_code == 422
    assert nobody.post(f"/in/{secret}", {"id": "cy", "name": "Cy"}).status_code == 303
    with own.store() as store:
        made = store.accounts.of("cy")
    assert made is not None
    assert (made.role, made.student.name) == ("student", "Cy")
    assert nobody.post(f"/in/{secret}", {"id": "dan"}).status_code == 404, "it was used up"


def test_who_tries_links_keeps_nobody_out_who_has_one(hurried: TestSite) -> None:
    nobody, (link, other) = hurried.browser(""), (f"/in/{hurried.secret('link', one)}" for one in ("ada", "bob"))
    tried = (nobody.get(f"/in/{number}").status_code for number in range(10_000))
    assert next(tried) == 404
    assert 429 in tried
    assert (nobody.get(link).status_code, nobody.post(link).status_code) == (200, 303)
    assert 429 in (nobody.get(link).status_code for _ in range(800)), "nor is a good one followed for ever"
    assert nobody.get(other).status_code == 200, "each has a bucket"


# --- tokens -----------------------------------------------------------------------------------------------------------
def made(browser: Browser, words: str = "my laptop") -> str:
    page = browser.post("/tokens", {"words": words, "days": "30"})
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-store"
    found = re.search(r"Bearer ([A-Za-z0-9_-]{22})&#34;|Bearer ([A-Za-z0-9_-]{22})", html.unescape(page.text))
    assert found
    return found[1] or found[2]


def can_ask(site: TestSite, token: str) -> int:
    answer = site.browser("").get("/api/problems", headers={"authorization": f"Bearer {token}"})
    return int(answer.status_code)


def test_a_token_is_shown_once_and_can_be_ended(site: TestSite) -> None:
    ada = site.browser("ada")
    token = made(ada, "<b>laptop</b>")
    assert can_ask(site, token) == 200
    listed = ada.get("/tokens").text
    assert token not in listed
    assert "&lt;b&gt;laptop" in listed
    [number] = re.findall(r'name="id" value="(\d+)"', listed)
    assert site.browser("bob").post("/tokens/end", {"id": number}).status_code == 404
    assert can_ask(site, token) == 200, "only its owner can end it"
    assert ada.post("/tokens/end", {"id": number}).status_code == 303
    assert can_ask(site, token) == 401
    assert ada.post("/tokens/end", {"id": number}).status_code == 404
