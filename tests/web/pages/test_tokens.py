"""Tokens: shown once, at most ten, one's own alone."""

from __future__ import annotations

import html
import re

import pytest

from judge.web.pages.doors import MOST
from tests.web.sites import Browser, TestSite


def made(browser: Browser, words: str = "my laptop") -> str:
    page = browser.post("/tokens", {"words": words, "days": "30"})
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-store"
    found = re.search(r"Bearer ([A-Za-z0-9_-]{22})&#34;|Bearer ([A-Za-z0-9_-]{22})", html.unescape(page.text))
    assert found
    return found[1] or found[2]


def can_ask(site: TestSite, token: str) -> int:
    site.client.cookies.clear()
    answer = site.client.get("/api/problems", headers={"authorization": f"Bearer {token}"})
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


def test_there_are_at_most_ten_of_each(site: TestSite) -> None:
    bob = site.browser("bob")
    tokens = [made(bob) for _ in range(MOST)]
    assert len(set(tokens)) == MOST
    refused = bob.post("/tokens", {"words": "one more"})
    assert refused.status_code == 422
    assert "End one of them first" in refused.text
    made(site.browser("ada"))


@pytest.mark.parametrize("days", ["0", "3650", "x"])
def test_no_token_lasts_for_ever(site: TestSite, days: str) -> None:
    assert site.browser("ada").post("/tokens", {"words": "x", "days": days}).status_code == 422
