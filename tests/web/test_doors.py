"""Personal links and invitations let in whom they are for, once a form was sent; and tokens: shown once, at most ten,
one's own alone."""

from __future__ import annotations

import html
import re

from judge.web.pages.doors import MOST
from tests.web.sites import Browser, TestSite


def link_of(own: TestSite, owner: str, lasts_s: float = 60) -> str:
    with own.store() as store:
        secret, _ = store.credentials.make("link", store.accounts.of(owner), "student", lasts_s, "")
    return f"/in/{secret}"


def test_a_link_that_is_over_lets_nobody_in(own: TestSite) -> None:
    nobody = own.browser("")
    for link in (link_of(own, "ada", -1), "/in/" + "x" * 22):
        assert nobody.get(link).status_code == nobody.post(link).status_code == 404


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
    nobody, link = own.browser(""), link_of(own, "ada")
    tried = (nobody.get(f"/in/{number}").status_code for number in range(10_000))
    assert next(tried) == 404
    assert 429 in tried
    assert (nobody.get(link).status_code, nobody.post(link).status_code) == (200, 303)


def test_a_link_that_is_good_is_not_followed_for_ever(own: TestSite) -> None:
    nobody, link, other = own.browser(""), link_of(own, "ada"), link_of(own, "bob")
    tried = (nobody.get(link).status_code for _ in range(800))
    assert next(tried) == 200
    assert 429 in tried
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


def test_there_are_at_most_ten_of_each(site: TestSite) -> None:
    bob = site.browser("bob")
    tokens = [made(bob) for _ in range(MOST)]
    assert len(set(tokens)) == MOST
    refused = bob.post("/tokens", {"words": "one more"})
    assert refused.status_code == 422
    assert "End one of them first" in refused.text
    made(site.browser("ada"))
