"""Every row of the table of routes, as nobody and as each role, for accounts that have changed since, and after a
restart: what it lets in is said in `routes.txt` a second time. And each link that a page shows answers its reader."""

from __future__ import annotations

import itertools
import re
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urljoin

import msgspec
import pytest

from judge.model import Verdict
from judge.store import Store
from judge.web import Settings
from tests.web.sites import ADDRESS, Browser, TestSite, contest, restarted, served, submit
from tests.web.strangers import WORDS, harm_in, jobs_of, strangers
from tests.web.table import ENDS_SESSIONS, READERS, ROWS, Row, parts, reached

_PUBLIC: Final = "/static/{name}"
Key = tuple[Row, str, bool]  # a row, who asks, and whether it is with a token
Walked = dict[Key, Any]


class World(NamedTuple):
    """A site, a link of ada's, and what each row has answered to whom."""

    site: TestSite
    link: str
    walked: Walked


@pytest.fixture(name="world", scope="module")
def _world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with strangers(tmp_path_factory.mktemp("site")) as site:
        link = site.secret("link", "ada")
        yield World(site, link, _walked(site, link))


def _walked(site: TestSite, link: str) -> Walked:
    words, found = parts(jobs_of(site, "ada")[0], link), {}
    for program in (False, True):
        for reader in READERS:
            begin = site.program if program else site.browser
            one = begin(reader)
            for row in ROWS:
                if program and not row.for_programs and reader not in ("", "hal"):
                    continue  # a token of the highest role is refused there
                fresh = row.method == "POST" and row.path in ENDS_SESSIONS
                found[row, reader, program] = (begin(reader) if fresh else one).ask(row, words)
    return found


def test_each_row_is_as_the_table_has_it(world: World) -> None:
    there = {(method, one.path) for one in world.site.app.routes for method in one.methods if method != "HEAD"}
    assert there == {(row.method, row.path) for row in ROWS}, "a row has come or gone: say in the table who may"
    found = {key: (reached(answer), key[0].answer(key[1], program=key[2])) for key, answer in world.walked.items()}
    assert not {f"{row} {key}": pair for (row, *key), pair in found.items() if pair[0] != pair[1]}


def test_no_answer_holds_a_secret_of_the_site(world: World) -> None:
    """No hash of a secret, no key, no folder of the server."""
    with sqlite3.connect(world.site.settings.store) as raw:
        hashes = {row[0] for row in raw.execute("SELECT hash FROM credential")}
        keys = {row[0].hex() for row in raw.execute("SELECT key FROM secret")}
    places = (str(world.site.settings.store.parent), str(Path(__file__).parents[2]), sys.prefix, "Traceback")
    for name, answer in world.walked.items():
        text = answer.text
        assert not hashes & set(re.findall(r"[0-9a-f]{64}", text)), name
        assert not [one for one in (*keys, *places) if one in text], name


def test_every_answer_is_kept_by_nobody_framed_by_nobody_and_runs_nothing(world: World) -> None:
    for (name, _, _), answer in world.walked.items():
        policy = answer.headers["content-security-policy"]
        assert name.path == _PUBLIC or answer.headers["cache-control"] == "no-store", name
        assert "frame-ancestors 'none'" in policy or "attachment" in answer.headers["content-disposition"], name
        assert answer.headers["x-frame-options"] == "DENY", name
        assert answer.headers["x-content-type-options"] == "nosniff", name
        assert "access-control-allow-origin" not in answer.headers, name
        assert "unsafe" not in policy, name
        assert "default-src 'none'" in policy, name
        html = answer.headers.get("content-type", "").startswith("text/html")
        assert not html or not re.search(r"<script>| style=", answer.text), name
        assert not harm_in(answer), name


def test_a_page_that_refuses_shows_who_is_signed_in(world: World) -> None:
    refused = [
        (key[1], answer)
        for key, answer in world.walked.items()
        if answer.status_code >= 400 and answer.headers.get("content-type", "").startswith("text/html")
    ]
    refused.append(("hal", world.site.browser("hal").get("/nowhere")))
    assert {answer.status_code for _, answer in refused} >= {401, 403, 404}
    assert not [answer for reader, answer in refused if ('action="/out"' in answer.text) != bool(reader)]


def test_no_form_is_taken_from_elsewhere(world: World) -> None:
    """Not without the key of the page, not with another session's, not from another origin: then nothing is changed.
    One check looks at all forms, so each has two of these, and each of these comes to several forms."""
    site, words = world.site, parts(jobs_of(world.site, "ada")[0], world.link)
    hal, other = site.browser("hal"), site.browser("hal").key()
    before = site.kept()
    heads = [{"origin": one} for one in ("http://127.0.0.1:8001", "null")]
    heads += [{"sec-fetch-site": one} for one in ("same-site", "cross-site")]
    origins: tuple[dict[str, Any], ...] = tuple({"headers": one} for one in heads)
    own = {"origin": site.settings.origin, "sec-fetch-site": "same-origin"}
    keys: tuple[dict[str, Any], ...] = tuple({"form": {"csrf": key}} for key in ("", other, "é"))
    tried = (*origins, *keys, {**keys[1], "headers": own})
    for number, row in enumerate(row for row in ROWS if row.method == "POST"):
        for more in (tried[number % len(tried)], tried[(number + 3) % len(tried)]):
            answer = hal.ask(row, words, **more)
            assert answer.status_code == 403, (row, more)
            assert "set-cookie" not in answer.headers
    for more in origins:
        sent = site.browser("").post(f"/in/{world.link}", **more)
        assert sent.status_code == 403, "or a stranger signs others in"
    assert site.kept() == before
    assert hal.post("/out", headers=own).status_code == 303


def test_other_methods_are_not_there(world: World) -> None:
    hal, words = world.site.browser("hal"), parts(jobs_of(world.site, "ada")[0], world.link)
    for row in ROWS:
        assert hal.send("PUT", row.address(words)).status_code == 405, row


# --- who somebody is now ---------------------------------------------------------------------------------------------
Held = list[tuple[tuple[Browser, Browser], str]]  # a session and a token, and as whom they are let in; "" is nobody
# A page and a form of each rule: who somebody is, is found before anybody looks at the row.
_EACH_RULE: Final = {(row.browsers, row.programs, row.method): row for row in ROWS if row.path not in ENDS_SESSIONS}


def _wrong(held: Held, job: str) -> dict[str, str]:
    """Return which rows answer otherwise than the table says."""
    words, found = parts(job, "x" * 22), {}
    for number, (one, reader) in enumerate(held):
        for program, row in itertools.product((False, True), _EACH_RULE.values()):
            answered, said = reached(one[program].ask(row, words)), row.answer(reader, program=program)
            if answered != said:
                found[f"{row} of {number}"] = f"{answered}, not {said}"
    return found


def _held(site: TestSite, owner: str) -> tuple[Browser, Browser]:
    """Return a session and a token, whose forms have been looked at."""
    session = site.browser(owner)
    assert session.key()
    return session, site.program(owner)


def test_each_rule_is_for_who_they_are_now(tmp_path: Path) -> None:
    """Also for a process that has just begun, which looks at those again who are not whom they came in as."""
    with strangers(tmp_path / "site") as site:
        job, accounts = jobs_of(site, "ada")[0], site.store.accounts
        ended = _held(site, "ada")
        site.store.credentials.end_all("ada")
        ada, bob, gil, ines = (_held(site, owner) for owner in ("ada", "bob", "gil", "ines"))
        found = {one.owner: one.student for one in accounts.everybody()}
        accounts.enter(found["bob"], "grader", "hal")
        accounts.enter(found["gil"], "student", "hal")
        accounts.remove("ines", "hal")
        accounts.enter(found["ines"], "instructor", "hal")
        now: Held = [(ended, ""), (bob, "gil"), (gil, "bob"), (ines, "")]
        assert not _wrong([*now, (ada, "ada"), (_held(site, "ines"), "ines")], job)
        settings = _copied(site, tmp_path / "copy")
    with Store(settings.store) as store:
        store.upkeep.forget("bob")
    now[1] = bob, ""
    with restarted(settings) as anew:
        for pair, _ in now:
            for one in pair:
                one.site = anew
        assert not _wrong(now, job)


def _copied(site: TestSite, folder: Path) -> Settings:
    """Copy a site to where it is started again, as its own threads have its file open still."""
    for name in ("quiz", WORDS):
        shutil.copytree(site.folder / name, folder / name)
    shutil.copy(site.folder / "contest.toml", folder)
    site.store.upkeep.backup(folder / "store.db")
    return msgspec.structs.replace(site.settings, store=folder / "store.db", contest=folder / "contest.toml")


# --- links: and no two places of a page have one name ----------------------------------------------------------------
_LEADS: Final = re.compile(r'(?:href|src|hx-get|sse-connect)="([^"#][^"]*)"')
_PLACES: Final = re.compile(r'<[a-z][^<>]* id="([^"]*)"')
_FORMS: Final = re.compile(r'<form [^>]*method="get"[^>]*action="([^"]*)"|<form (?![^>]*method=)[^>]*action="([^"]*)"')


@contextmanager
def a_contest(folder: Path) -> Iterator[TestSite]:
    with contest(folder, -100, 10, 'freeze = "15min"') as site:
        submit(site, "ada", -50, Verdict.AC, Verdict.WA, judged=-49)
        submit(site, "bob", -1)
        yield site


@contextmanager
def a_class(folder: Path) -> Iterator[TestSite]:
    with served(folder) as site:
        submit(site, "ada", -50, Verdict.AC, Verdict.WA)
        submit(site, "ada", -10)
        yield site


@pytest.fixture(
    name="linked",
    scope="module",
    params=[a_contest, *(pytest.param(one, marks=pytest.mark.slow) for one in (strangers, a_class))],
)
def _linked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestSite]:
    with request.param(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.mark.parametrize("owner", READERS)
def test_each_link_answers_its_reader_and_has_one_place(linked: TestSite, owner: str) -> None:
    browser = linked.browser(owner)
    shown_on, waiting = {"/": "/"}, ["/"]
    dead, twice = [], []
    while waiting:
        path = waiting.pop()
        answer = browser.get(path)
        if answer.status_code != 200:
            dead.append(f"{path} on {shown_on[path]}: {answer.status_code}")
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        twice += [f"{name} on {path}" for name, count in Counter(_PLACES.findall(answer.text)).items() if count > 1]
        for link in _links(answer.text, path):
            if link not in shown_on:
                shown_on[link] = path
                waiting.append(link)
    assert not dead
    assert not twice
    assert len(shown_on) > (5 if owner else 1)


def _links(page: str, path: str) -> list[str]:
    """Return where a page leads on this site."""
    said = [*_LEADS.findall(page), *(found for pair in _FORMS.findall(page) for found in pair if found)]
    there = [urljoin(ADDRESS + path, unescape(one)).partition("#")[0] for one in said if not one.startswith("data:")]
    return [one.removeprefix(ADDRESS) for one in there if one.startswith(f"{ADDRESS}/")]
