"""What is refused before a handler is called: other hosts, forms of other pages, too large ones, forged headers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.web.ask import whole
from judge.web.auth import cookie_name
from judge.web.limits import SMALL
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
    answers = [ada.post("/out", form).status_code for _ in range(40)]
    assert answers[0] == 403
    assert answers[-1] == 429
    assert own.browser("bob").post("/out", form).status_code == 403, "each has a bucket"


def test_many_threads_use_stores_of_their_own(own: TestSite) -> None:
    found: list[int] = []
    workers = [threading.Thread(target=lambda: found.append(own.client.get("/").status_code)) for _ in range(12)]
    for one in workers:
        one.start()
    for one in workers:
        one.join()
    assert found == [200] * 12


def cookie_of(browser: Browser) -> dict[str, str]:
    return {"cookie": "; ".join(f"{name}={value}" for name, value in browser.cookies.items())}


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_what_is_in_bounds_is_read(found: int, most: int) -> None:
    assert whole(str(found), most) == (found if found <= most else None)


@pytest.mark.parametrize("said", ["", "-1", "+1", " 1", "1\n", "1.0", "1_0", "\u0663", "\u00b2", "0x1", "9" * 5000])
def test_anything_else_is_none(said: str) -> None:
    assert whole(said, 10**15) is None
