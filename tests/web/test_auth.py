"""What is refused before a handler is called: other hosts, forms of other pages, too large ones, forged headers, too
many. And the doors: personal links, invitations and tokens let in whom they are for."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_network
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.web.ask import whole
from judge.web.auth import cookie_name
from judge.web.limits import SMALL, Rate, Rates, place_of
from tests.web.sites import Browser, TestSite, served


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "127.0.0.1:8001"])
def test_another_host_leads_nowhere(own: TestSite, host: str) -> None:
    answer = own.browser("ada").get("/", headers={"host": host})
    assert answer.status_code == 400
    assert "Ada" not in answer.text


def test_too_much_is_refused_by_what_is_said_and_by_what_comes(own: TestSite) -> None:
    ada = own.browser("ada")
    big = {"csrf": ada.key(), "x": "y" * (SMALL + 1)}
    assert ada.post("/out", big).status_code == 413

    def endless() -> Iterator[bytes]:
        yield b"csrf="
        for _ in range(100):
            yield b"y" * 4096

    headers = {"content-type": "application/x-www-form-urlencoded", **cookie_of(ada)}
    assert own.client.post("/out", content=endless(), headers=headers).status_code == 413


@pytest.mark.parametrize("length", ["-1", "1e3", "99999999999999999999", "٣"])
def test_a_length_that_is_none_is_refused(own: TestSite, length: str) -> None:
    headers = {"content-length": length.encode(), "content-type": "application/x-www-form-urlencoded"}
    assert own.browser("ada").post("/out", headers=headers).status_code == 413


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "multipart/form-data", "x"])
def test_what_is_no_form_is_refused(own: TestSite, kind: str) -> None:
    ada = own.browser("ada")
    answer = own.client.post("/out", content=b"{}", headers={"content-type": kind, **cookie_of(ada)})
    assert answer.status_code in (400, 415)


def test_a_header_names_somebody_only_where_a_trusted_proxy_sends_it(tmp_path: Path) -> None:
    words = {"user_header": "X-Remote-User"}
    with served(tmp_path / "a", proxies=(ip_network("10.0.0.5"),), **words) as site:
        forged = site.browser("").get("/", headers={"x-remote-user": "hal"})
        assert "Hal" not in forged.text
    with served(tmp_path / "b", proxies=(ip_network("0.0.0.0/0"),), **words) as site:
        site.client._transport.client = ("10.0.0.5", 1)  # type: ignore[attr-defined]
        nobody = site.browser("")
        told = nobody.get("/", headers={"x-remote-user": "hal"})
        assert "Hal" in told.text
        nobody.cookies = {cookie_name(site.settings): told.cookies[cookie_name(site.settings)]}
        assert "Hal" in nobody.get("/", headers={"x-remote-user": "hal"}).text
        assert "Hal" not in nobody.get("/").text, "who has signed out at the proxy is nobody here"
        assert "Ada" in nobody.get("/", headers={"x-remote-user": "ada"}).text, "not whose session it was"


def test_who_asks_too_often_is_told_to_wait(own: TestSite) -> None:
    ada, form = own.browser("ada"), {"csrf": "x"}
    answers = [ada.post("/out", form) for _ in range(40)]
    assert (answers[0].status_code, answers[-1].status_code) == (403, 429)
    assert answers[-1].headers["retry-after"] == "1"
    assert own.browser("bob").post("/out", form).status_code == 403, "each has a bucket"


def cookie_of(browser: Browser) -> dict[str, str]:
    return {"cookie": "; ".join(f"{name}={value}" for name, value in browser.cookies.items())}


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_what_is_in_bounds_is_read(found: int, most: int) -> None:
    assert whole(str(found), most) == (found if found <= most else None)


@pytest.mark.parametrize("said", ["", "-1", "+1", " 1", "1\n", "1.0", "1_0", "\u0663", "\u00b2", "0x1", "9" * 5000])
def test_anything_else_is_none(said: str) -> None:
    assert whole(said, 10**15) is None


# --- a bucket of tokens: bursts are let through, and in the long run no more than the rate ----------------------------
@given(st.lists(st.floats(0, 30), max_size=60))
def test_nobody_gets_more_than_the_burst_and_the_rate(pauses: list[float]) -> None:
    now = [0.0]
    rates, rate = Rates(lambda: now[0]), Rate(5, 0.5)
    allowed = 0
    for pause in pauses:
        now[0] += pause
        allowed += rates.take(rate, "ada") == 0
    assert allowed <= 5 + 0.5 * now[0] + 1e-6


def test_who_waits_as_told_is_let_in() -> None:
    now = [0.0]
    rates, rate = Rates(lambda: now[0]), Rate(1, 0.25)
    assert rates.take(rate, "ada") == 0
    wait_s = rates.take(rate, "ada")
    assert wait_s > 0
    assert rates.take(rate, "bob") == 0, "each has a bucket"
    now[0] += wait_s
    assert rates.take(rate, "ada") == 0


def test_many_at_once_get_no_more_than_one_would() -> None:
    rates, rate = Rates(lambda: 0.0), Rate(20, 1)
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda _: rates.take(rate, "ada") == 0, range(2000)))
    assert sum(found) == 20


def test_whoever_has_a_network_is_one() -> None:
    assert place_of("2001:db8:1:2::1") == place_of("2001:db8:1:2:ffff::9%eth0") != place_of("2001:db8:1:3::1")
    assert place_of("::ffff:10.0.0.1") == place_of("10.0.0.1") == "10.0.0.1" != place_of("10.0.0.2")
    assert place_of("testclient") == "testclient"
    assert place_of("") == ""


# --- links and invitations --------------------------------------------------------------------------------------------
def link_of(own: TestSite, owner: str) -> str:
    with own.store() as store:
        secret, _ = store.credentials.make("link", store.accounts.of(owner), "student", 60, "")
    return f"/in/{secret}"


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


def test_who_tries_links_keeps_nobody_out_who_has_one(own: TestSite) -> None:
    nobody, link, other = own.browser(""), link_of(own, "ada"), link_of(own, "bob")
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
