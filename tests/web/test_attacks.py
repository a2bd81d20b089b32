"""What an attacker tries with a browser: each is refused, and nothing fails. And the doors: links, invitations and
tokens let in whom they are for."""

from __future__ import annotations

import re
import sqlite3
from html import unescape
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import pytest

from judge.model import Account, Student
from tests.web.sites import Browser, TestSite, hidden_in, quiz, says, served, text
from tests.web.strangers import jobs_of
from tests.web.table import ROWS, parts

KINDS: Final[tuple[Account.Credential.Kind, ...]] = ("session", "token", "link")


# --- the door --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("planted", ["of the attacker", "x" * 22, ""])
def test_a_session_that_was_planted_is_not_the_one_of_who_signs_in(own: TestSite, planted: str) -> None:
    name, link = own.cookie, own.secret("link", "ada")
    attacker = own.browser("bob")
    held, key = (attacker.cookies[name], attacker.key()) if planted.startswith("of") else (planted, "")
    victim = Browser(own, {name: held} if held else {})
    looked = victim.get(f"/in/{link}")
    assert ("Ada" in looked.text, "set-cookie" in looked.headers) == (True, False)
    assert not own.store.credentials.of("ada", "session"), "a link that is only looked at signs nobody in"
    answer = victim.send("POST", f"/in/{link}", data={"csrf": key})
    assert answer.status_code == 303
    assert answer.cookies[name] not in (held, "")
    says(answer.headers["set-cookie"].lower(), "httponly", "samesite=lax", "path=/")
    says(Browser(own, {name: held}).get("/").text, "!Ada")


def test_who_signs_out_is_out_at_once(own: TestSite) -> None:
    """Also with an account and a role: tests/web/test_routes.py."""
    out = own.browser("ada")
    key = out.key()
    assert out.post("/out").status_code == 303
    assert out.get("/tokens").status_code == 401
    assert out.send("POST", "/tokens", data={"csrf": key}).status_code == 401


def test_a_session_and_a_token_end_in_time(own: TestSite) -> None:
    ways = ((own.browser("ada"), "/tokens"), (own.program("ada"), "/api/problems"))
    for status in (200, 401):
        assert [one.get(path).status_code for one, path in ways] == [status, status]
        with sqlite3.connect(own.settings.store) as raw:
            raw.execute("UPDATE credential SET expires_s = 1")
    says(ways[1][0].get("/api/problems").text, "This token is not known here, or it has ended.", "page Tokens")
    says(own.browser("").get("/api/problems").text, "Send a token: Authorization: Bearer TOKEN.")


def test_no_secret_opens_what_it_was_not_made_for(own: TestSite) -> None:
    name = own.cookie
    made = {kind: own.secret(kind, "ada") for kind in KINDS}
    for kind, secret in made.items():
        as_session = Browser(own, {name: secret}).get("/tokens").status_code
        as_token = own.browser("").get("/api/problems", headers={"authorization": f"Bearer {secret}"}).status_code
        as_link = own.browser("").get(f"/in/{secret}").status_code
        expected = {"session": (200, 401, 404), "token": (401, 200, 404), "link": (401, 401, 200)}
        assert (as_session, as_token, as_link) == expected[kind], kind


def test_an_authorization_that_is_none_opens_nothing_not_even_with_a_session(site: TestSite) -> None:
    hal = site.browser("hal")
    for said in ("Bearer", "bearer", "Bearer  ", "bearer\tx", "Bearer " + "x" * 9000, "Bearer ' OR 1=1 --", "Bearer é"):
        assert hal.get("/staff", headers={"authorization": said.encode()}).status_code in (401, 403)
    proxy = {"authorization": "Basic aGFsOng="}  # a password for a proxy opens nothing here, and closes nothing
    paths = ("/staff", "/api/problems")
    assert {site.browser("").get(path, headers=proxy).status_code for path in paths} == {401}
    assert hal.get("/staff", headers=proxy).status_code == 200
    assert hal.post("/out", {"csrf": ""}, headers=proxy).status_code == 403, "forms need their key still"


# --- what there is ---------------------------------------------------------------------------------------------------
def test_what_is_another_s_looks_like_what_is_not_there(strange: TestSite) -> None:
    """Byte for byte, but for what was asked: by a page, a download, a stream and a program."""
    theirs, none = jobs_of(strange, "ada")[0], "0123456789abcdef"
    for bob in (strange.browser("bob"), strange.program("bob")):
        for row in (row for row in ROWS if "{job}" in row.path):
            answers = [bob.ask(row, parts(job)) for job in (theirs, none)]
            found = [
                (one.status_code, one.text.replace(job, ""), sorted(one.headers))
                for one, job in zip(answers, (theirs, none), strict=True)
            ]
            assert found[0] == found[1], row
            assert answers[0].status_code in (404, 401, 403)
    student = strange.browser("bob")
    for path in ("/staff/people/person?id={}", "/staff/problems/quiz/student?id={}"):
        assert student.get(path.format("ada")).content == student.get(path.format("nobody")).content
    ended, credential = strange.store.credentials.make("link", strange.store.accounts.of("ada"), "student", 60, "hal")
    strange.store.credentials.end(credential.id)
    pages = {strange.browser("").get(f"/in/{secret}").text for secret in (ended, "x" * 22)}
    assert len(pages) == 1


# --- links, invitations and tokens ------------------------------------------------------------------------------------
def test_an_invitation_makes_an_account_of_a_new_id_alone(own: TestSite) -> None:
    secret, _ = own.store.credentials.make("invitation", None, "student", 60, "hal", most=1)
    nobody = own.browser("")
    assert nobody.post(f"/in/{secret}", {"id": "ada"}).status_code == 422
    assert nobody.post(f"/in/{secret}", {"id": "../x y"}).status_code == 422
    assert nobody.post(f"/in/{secret}", {"id": "cy", "name": "Cy"}).status_code == 303
    made = own.store.accounts.of("cy")
    assert made is not None
    assert (made.role, made.student.name) == ("student", "Cy")
    assert nobody.post(f"/in/{secret}", {"id": "dan"}).status_code == 404, "it was used up"


def test_who_tries_links_keeps_nobody_out_who_has_one(tmp_path: Path) -> None:
    """With buckets that hold a twentieth."""
    with served(tmp_path, hurried=True) as hurried:
        rates = hurried.app.state.site.rates
        take = rates.take
        rates.take = lambda rate, who: take(type(rate)(rate.burst / 20, rate.per_s / 20), who)
        nobody, (link, other) = hurried.browser(""), (f"/in/{hurried.secret('link', one)}" for one in ("ada", "bob"))
        tried = (nobody.get(f"/in/{number}").status_code for number in range(300))
        assert next(tried) == 404
        assert 429 in tried
        assert (nobody.get(link).status_code, nobody.post(link).status_code) == (200, 303)
        assert 429 in (nobody.get(link).status_code for _ in range(300)), "nor is a good one followed for ever"
        assert nobody.get(other).status_code == 200, "each has a bucket"


def test_a_token_is_shown_once_and_can_be_ended(site: TestSite) -> None:
    ada, nobody = site.browser("ada"), site.browser("")
    page = ada.post("/tokens", {"words": "<b>laptop</b>", "days": "30"})
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-store")
    [token] = {*re.findall(r"Bearer ([A-Za-z0-9_-]{22})\b", unescape(page.text))}

    def can_ask() -> int:
        return int(nobody.get("/api/problems", headers={"authorization": f"Bearer {token}"}).status_code)

    assert can_ask() == 200
    listed = ada.get("/tokens").text
    assert token not in listed
    assert "&lt;b&gt;laptop" in listed
    [number] = re.findall(r'name="id" value="(\d+)"', listed)
    assert site.browser("bob").post("/tokens/end", {"id": number}).status_code == 404
    assert can_ask() == 200, "only its owner can end it"
    assert ada.post("/tokens/end", {"id": number}).status_code == 303
    assert can_ask() == 401
    assert ada.post("/tokens/end", {"id": number}).status_code == 404


# --- the head of a request -------------------------------------------------------------------------------------------
TRICKS = {
    **dict.fromkeys(("x-original-url", "x-rewrite-url"), "/staff"),
    **dict.fromkeys(("remote-user", "x-remote-user", "x-forwarded-user"), "hal"),
    **dict.fromkeys(("x-forwarded-for", "x-real-ip"), "10.0.0.5"),
    **{"x-forwarded-host": "evil.example", "x-forwarded-proto": "https", "x-forwarded-prefix": "//evil.example"},
    **{"forwarded": "for=10.0.0.5;host=evil.example;proto=https", "x-http-method-override": "PUT"},
}


def test_no_header_changes_what_is_answered(strange: TestSite) -> None:
    ada = strange.browser("ada")
    for path in ("/", "/staff", "/nothing/", "/contest"):
        bare = ada.get(path)
        for name, value in TRICKS.items():
            answer = ada.get(path, headers={name: value})
            assert (answer.status_code, answer.headers) == (bare.status_code, bare.headers), (path, name)
            says(answer.text, "!evil.example")


def test_no_path_leads_to_another_host(strange: TestSite) -> None:
    """Also not one with a slash too many, which the library would lead on to the host of the request."""
    nobody = strange.browser("")
    for path in ("/staff/", "/in/x/", "//evil.example/%2e%2e", "/problems/quiz/", "/static/", "/\\evil.example"):
        for headers in ({}, {"host": "evil.example"}):
            answer = nobody.get(path, headers=headers)
            assert answer.status_code in (400, 404), path
            assert "location" not in answer.headers
            assert "default-src 'none'" in answer.headers["content-security-policy"]
    for host in ("evil.example", "127.0.0.1.evil.example", "", "127.0.0.1:8001"):
        answer = strange.browser("ada").get("/", headers={"host": host})
        assert (answer.status_code, "ada" in answer.text) == (400, False)
    ines, terms = strange.browser("ines"), "/staff/problems/quiz/terms"
    for query in ("next", "url", "done", "to", "return"):
        answer = ines.post(f"{terms}?{query}=//evil.example", hidden_in(ines.get(terms).text, terms))
        assert answer.headers["location"] == "/staff/problems/quiz/terms?done=dates"


def test_a_problem_in_any_script_is_led_to(tmp_path: Path) -> None:
    folder = quiz(tmp_path).rename(tmp_path / "問題 1")
    with served(tmp_path, problems=(str(folder),)) as named:
        form = {"deadline": "2030-01-01", "seen": "0"}
        answer = named.browser("ines").post(f"/staff/problems/{quote(folder.name)}/terms", form)
        assert answer.headers["location"] == f"/staff/problems/{quote(folder.name)}/terms?done=dates", answer.text
        assert named.browser("ines").get(answer.headers["location"]).status_code == 200


# --- what is refused before a handler is called -----------------------------------------------------------------------
def test_a_header_names_somebody_only_where_a_trusted_proxy_sends_it(tmp_path: Path) -> None:
    words: dict[str, Any] = {"user_header": "X-Remote-User"}
    with served(tmp_path / "a", proxies=(ip_network("10.0.0.5"),), **words) as site:
        forged = site.browser("").get("/", headers={"x-remote-user": "hal"})
        assert "Hal" not in forged.text
    with served(tmp_path / "b", proxies=(ip_network("0.0.0.0/0"),), **words) as site:
        site.peer, nobody = "10.0.0.5", site.browser("")
        two = {"x-remote-user": "ada", "X-Remote-User": "hal"}
        assert nobody.get("/", headers=two).status_code == 400, "two names are nobody's"
        told = nobody.get("/", headers={"x-remote-user": "hal"})
        assert "Hal" in told.text
        nobody.cookies = {site.cookie: told.cookies[site.cookie]}
        assert "Hal" in nobody.get("/", headers={"x-remote-user": "hal"}).text
        assert "Hal" not in nobody.get("/").text, "who has signed out at the proxy is nobody here"
        assert "Ada" in nobody.get("/", headers={"x-remote-user": "ada"}).text, "not whose session it was"
        for path in ("/", "/tokens"):
            page = nobody.get(path, headers={"x-remote-user": "eve<b>"}).text
            says(
                text(page),
                "You come as eve&lt;b&gt; , who has no account here." if path == "/" else "come as eve&lt;b&gt;,",
            )
            says(page, "!personal link to sign in", "!<b>")
        for owner, encoding in (("zoë", "utf-8"), ("zoë", "latin-1"), ("nicolà", "utf-8")):
            site.store.accounts.enter(Student(owner, owner.upper()), "student", "")
            assert owner.upper() in nobody.get("/", headers={"x-remote-user": owner.encode(encoding)}).text, encoding


def test_who_asks_too_often_is_told_to_wait(tmp_path: Path) -> None:
    with served(tmp_path, hurried=True) as hurried:
        ada, form = hurried.browser("ada"), {"csrf": "x"}
        answers = [ada.send("POST", "/out", data=form) for _ in range(40)]
        assert {one.status_code for one in answers[:30]} == {403}
        assert {one.headers["retry-after"] for one in answers if one.status_code == 429} == {"1"}
        assert hurried.browser("bob").send("POST", "/out", data=form).status_code == 403, "each has a bucket"
