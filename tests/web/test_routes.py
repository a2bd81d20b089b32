"""Every row of the table of routes, as nobody and as each role: what it lets in is said here a second time."""

from __future__ import annotations

import re
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.web.sites import TestSite
from tests.web.strangers import Harm, jobs_of, others_of, strangers
from tests.web.table import ENDS_SESSIONS, READERS, ROWS, Row, parts, reached, readable

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
                fresh = row.method == "POST" and row.path in ENDS_SESSIONS
                found[row, reader, program] = (begin(reader) if fresh else one).ask(row, words)
    return found


def test_each_row_is_as_the_table_has_it(world: World) -> None:
    there = {(method, one.path) for one in world.site.app.routes for method in one.methods if method != "HEAD"}
    assert there == {(row.method, row.path) for row in ROWS}, "a row has come or gone: say in the table who may"
    found = {key: (reached(answer), key[0].answer(key[1], program=key[2])) for key, answer in world.walked.items()}
    assert not {f"{row} {key}": pair for (row, *key), pair in found.items() if pair[0] != pair[1]}


@pytest.mark.parametrize("owner", ["", "ada", "bob"])
def test_no_answer_holds_what_is_others_or_secret(world: World, owner: str) -> None:
    """No board, answer or message of a secret case, no name, source or id of another student."""
    site, texts = world.site, {}
    for (row, asked, _), answer in world.walked.items():
        if asked == owner and not (owner == "bob" and row.path == "/in/{secret}"):  # that link is ada's
            texts[f"{row}"] = answer.text
    for problem, case in (("quiz", "tiny"), ("words", "one")):
        words = parts(jobs_of(site, owner or "ada", problem)[0], problem=problem, case=case)
        for row in readable(owner):
            if row.path != "/in/{secret}":
                texts[f"{row} of {problem}"] = site.browser(owner).ask(row, words).text
    unwanted = [*others_of(owner), "other-name", *_ids(site, owner), "row 2 of the secret board", "0100\n0001"]
    found = {name: [one for one in unwanted if one in text] for name, text in texts.items()}
    assert not {name: one for name, one in found.items() if one}
    if owner:  # what is looked for would be found
        assert f"zz-{owner}-source" in texts["GET /submissions/{job} of quiz"]
        assert f"zz-{owner}-sample" in texts["GET /submissions/{job}/feedback of words"]


def _ids(site: TestSite, owner: str) -> list[str]:
    return [code for name in ("ada", "bob", "zed") if name != (owner or "ada") for code in jobs_of(site, name)]


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


def test_every_answer_is_kept_by_nobody_and_framed_by_nobody(world: World) -> None:
    for (name, _, _), answer in world.walked.items():
        assert name.path == _PUBLIC or answer.headers["cache-control"] == "no-store", name
        assert (
            "frame-ancestors 'none'" in answer.headers["content-security-policy"]
            or "attachment" in answer.headers["content-disposition"]
        ), name
        assert answer.headers["x-frame-options"] == "DENY", name
        assert answer.headers["x-content-type-options"] == "nosniff", name
        assert "access-control-allow-origin" not in answer.headers, name
        assert "unsafe" not in (policy := answer.headers["content-security-policy"]), name
        assert "default-src 'none'" in policy, name
        assert not _is_html(answer) or not re.search(r"<script>| style=", answer.text), name


def test_no_page_runs_what_a_stranger_wrote(world: World) -> None:
    found = {key: Harm(answer.text).found for key, answer in world.walked.items() if _is_html(answer)}
    assert not {key: harm for key, harm in found.items() if harm}


def _is_html(answer: Any) -> bool:
    return bool(answer.headers.get("content-type", "").startswith("text/html"))


def test_no_form_is_taken_from_elsewhere(world: World) -> None:
    """Not without the key of the page, not with another session's, not from another origin: then nothing is changed."""
    site, words = world.site, parts(jobs_of(world.site, "ada")[0], world.link)
    hal, other = site.browser("hal"), site.browser("hal").key()
    before = _rows(site)
    attempts: tuple[dict[str, Any], ...] = (
        {"form": {"csrf": ""}},
        {"form": {"csrf": other}},
        {"form": {"csrf": "é"}},
        {"headers": {"origin": "http://127.0.0.1:8001"}},
        {"headers": {"origin": "null"}},
        {"headers": {"sec-fetch-site": "same-site"}},
        {"headers": {"sec-fetch-site": "cross-site"}},
        {"form": {"csrf": other}, "headers": {"origin": site.settings.origin, "sec-fetch-site": "same-origin"}},
    )
    for row in (row for row in ROWS if row.method == "POST"):
        for more in attempts:
            answer = hal.ask(row, words, **more)
            assert answer.status_code == 403, (row, more)
            assert "set-cookie" not in answer.headers
    for more in attempts[3:7]:
        sent = site.browser("").post(f"/in/{world.link}", **more)
        assert sent.status_code == 403, "or a stranger signs others in"
    assert _rows(site) == before
    allowed = {"origin": site.settings.origin, "sec-fetch-site": "same-origin"}
    assert hal.post("/out", headers=allowed).status_code == 303


def test_other_methods_are_not_there(world: World) -> None:
    hal, words = world.site.browser("hal"), parts(jobs_of(world.site, "ada")[0], world.link)
    for row in ROWS:
        assert hal.send("PUT", row.address(words)).status_code == 405, row


def _rows(site: TestSite) -> dict[str, int]:
    with sqlite3.connect(site.settings.store) as raw:
        tables = [row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {one: raw.execute(f"SELECT count(*) FROM {one}").fetchone()[0] for one in tables}
