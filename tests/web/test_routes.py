"""Every row of the table of routes, as nobody and as each role: what it lets in is said here a second time."""

from __future__ import annotations

import re
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from judge.web.routes import ROUTES
from tests.web.sites import TestSite
from tests.web.strangers import Harm, jobs_of, others_of, strangers
from tests.web.walking import READERS, Walker, address, parts, reached, streamed, unhurried

# Who asks for a job and a problem:  nobody, whose job it is, another student, a grader, an instructor, a host.
ALL: Final = "ok ok ok ok ok ok"
IN: Final = "401 ok ok ok ok ok"
OWN: Final = "401 ok 404 ok ok ok"
GRADERS: Final = "401 403 403 ok ok ok"
INSTRUCTORS: Final = "401 403 403 403 ok ok"
HOSTS: Final = "401 403 403 403 403 ok"
NOT_THERE: Final = "401 404 404 404 404 404"  # whoever may: there is no such token
NO_FAILED: Final = "401 403 403 403 403 404"  # hosts may: there is no such job
NO_JUDGE: Final = "503 503 503 503 503 503"  # health says that nothing is judged
# The same with a token of theirs, the first with one that is none.
NO_PROGRAM: Final = "403 403 403 403 403 403"
PROGRAMS: Final = "401 ok ok ok ok ok"
OWN_PROGRAMS: Final = "401 ok 404 ok ok ok"
GRADERS_PROGRAMS: Final = "401 403 403 ok ok ok"
NO_BROWSER: Final = "401 401 401 401 401 401"
NO_BROWSER_OWN: Final = "401 401 404 401 401 401"

_ROWS: Final[dict[tuple[str, str], str]] = {
    (ALL, NO_PROGRAM): """
        GET /, GET /in/{secret}, POST /in/{secret}, GET /static/{name}, GET /contest, GET /contest/events,
        GET /contest/beamer
    """,
    (IN, NO_PROGRAM): """
        POST /out, GET /problems/{problem}, GET /problems/{problem}/starter,
        GET /problems/{problem}/samples/{case}, GET /problems/{problem}/submissions,
        POST /problems/{problem}/submissions, GET /problems/{problem}/board,
        GET /problems/{problem}/board/events, GET /tokens, POST /tokens
    """,
    (OWN, NO_PROGRAM): """
        GET /submissions/{job}, GET /submissions/{job}/events, GET /submissions/{job}/feedback,
        GET /submissions/{job}/files/{number}, GET /submissions/{job}/diff
    """,
    (GRADERS, NO_PROGRAM): """
        GET /staff, GET /staff/problems/{problem}, GET /staff/problems/{problem}/student,
        POST /staff/problems/{problem}/student/mark, GET /staff/queue, GET /staff/queue/events,
        GET /staff/course, POST /staff/course, GET /contest/feed, GET /contest/json
    """,
    (INSTRUCTORS, NO_PROGRAM): """
        GET /staff/log, GET /staff/problems/{problem}/terms, POST /staff/problems/{problem}/terms,
        GET /staff/problems/{problem}/class, POST /staff/problems/{problem}/class,
        GET /staff/problems/{problem}/class/match, POST /staff/problems/{problem}/class/hand-in,
        POST /staff/problems/{problem}/class/discard, GET /staff/people, GET /staff/people/person,
        POST /staff/people/add, POST /staff/people/role, POST /staff/people/remove, POST /staff/people/roster,
        POST /staff/people/roster/apply, POST /staff/people/link, POST /staff/people/links,
        POST /staff/people/invite, POST /staff/people/end, GET /staff/problems/{problem}/regrade,
        GET /staff/problems/{problem}/regrade/events, POST /staff/problems/{problem}/regrade,
        POST /staff/problems/{problem}/regrade/apply, POST /staff/problems/{problem}/regrade/cancel,
        GET /staff/problems/{problem}/exports, POST /staff/problems/{problem}/exports/{name}
    """,
    (NO_FAILED, NO_PROGRAM): "GET /staff/queue/again, POST /staff/queue/again",
    (HOSTS, NO_PROGRAM): "GET /contest/reveal, GET /contest/sure, POST /contest/{word}",
    (NOT_THERE, NO_PROGRAM): "POST /tokens/end",
    (NO_BROWSER, PROGRAMS): "GET /api/problems, POST /api/problems/{problem}/submissions",
    (NO_BROWSER_OWN, OWN_PROGRAMS): "GET /api/submissions/{job}, GET /api/submissions/{job}/result",
    (NO_JUDGE, NO_PROGRAM): "GET /health",
    (GRADERS, GRADERS_PROGRAMS): "GET /metrics",
}
RULES: Final = {row.strip(): rule for rule, rows in _ROWS.items() for row in rows.split(",")}
ENDS_SESSIONS: Final = ("/out", "/in/{secret}")
_PUBLIC: Final = ("/static/{name}",)
_ROUTES: Final = {f"{one.method} {one.path}": one for one in ROUTES}
Key = tuple[str, str, bool]  # a row, who asks, and whether it is with a token
KEYS: Final[list[Key]] = [(name, owner, program) for name in RULES for program in (False, True) for owner in READERS]
Walked = dict[Key, Any]


class World(NamedTuple):
    """A site, a link of ada's, and what each row has answered to whom."""

    site: TestSite
    link: str
    walked: Walked


@pytest.fixture(name="world", scope="module")
def _world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with unhurried(), strangers(tmp_path_factory.mktemp("site")) as site:
        with site.store() as store:
            ada = store.accounts.of("ada")
            link, _ = store.credentials.make("link", ada, "student", 3600, "hal")
        yield World(site, link, _walked(site, link))


def _walked(site: TestSite, link: str) -> Walked:
    words = parts(jobs_of(site, "ada")[0], link)
    walkers = {(owner, program): Walker(site, owner, program=program) for program in (False, True) for owner in READERS}
    found: Walked = {}
    for name, owner, program in KEYS:
        route = _ROUTES[name]
        fresh = route.method == "POST" and route.path in ENDS_SESSIONS
        walker = Walker(site, owner, program=program) if fresh else walkers[owner, program]
        found[name, owner, program] = walker.ask(route.method, address(route, words))
    return found


def _wrong(walked: Walked) -> dict[Key, str]:
    """Return what is answered otherwise than the list above has it."""
    found = {
        key: (reached(answer), RULES[key[0]][key[2]].split()[READERS.index(key[1])]) for key, answer in walked.items()
    }
    return {key: f"{answered}, not {said}" for key, (answered, said) in found.items() if answered != said}


def test_each_row_is_as_the_list_above_has_it(world: World) -> None:
    assert {*_ROUTES} == {*RULES}, "a row has come or gone: say above who may"
    assert not _wrong(world.walked)


def test_nothing_fails(world: World) -> None:
    failed = {key: one.status_code for key, one in world.walked.items() if one.status_code >= 500}
    assert all(key[0] == "GET /health" for key in failed), failed


@pytest.mark.parametrize("owner", ["", "ada", "bob"])
def test_no_answer_holds_what_is_others_or_secret(world: World, owner: str) -> None:
    """No board, answer or message of a secret case, no name, source or id of another student."""
    site, texts = world.site, {}
    for (name, asked, _), answer in world.walked.items():
        if asked == owner and not (owner == "bob" and name.endswith("/in/{secret}")):  # that link is ada's
            texts[name] = answer.text
    for problem, case in (("quiz", "tiny"), ("words", "one")):
        job = jobs_of(site, owner or "ada", problem)[0]
        words, walker = parts(job, problem=problem, case=case), Walker(site, owner)
        for route in (one for one in ROUTES if one.method == "GET" and one.rule.least in (None, "student")):
            name = f"GET {route.path} of {problem}"
            if route.path.endswith("/events"):
                texts[name] = streamed(site, route, owner, words)
            elif route.path != "/in/{secret}":
                texts[name] = walker.ask("GET", address(route, words)).text
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
        if name.partition(" ")[2] not in _PUBLIC:
            assert answer.headers["cache-control"] == "no-store", name
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
    hal, other = Walker(site, "hal"), Walker(site, "hal").key
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
    for route in (one for one in ROUTES if one.method == "POST"):
        for more in attempts:
            answer = hal.ask("POST", address(route, words), **more)
            assert answer.status_code == 403, (route.path, more)
            assert "set-cookie" not in answer.headers
    nobody = Walker(site, "")
    for more in attempts[3:7]:
        assert nobody.ask("POST", f"/in/{world.link}", **more).status_code == 403, "or a stranger signs others in"
    assert _rows(site) == before
    allowed = {"origin": site.settings.origin, "sec-fetch-site": "same-origin"}
    assert hal.ask("POST", "/out", headers=allowed).status_code == 303


def test_other_methods_are_not_there(world: World) -> None:
    hal, words = Walker(world.site, "hal"), parts(jobs_of(world.site, "ada")[0], world.link)
    for path in {route.path: route for route in ROUTES}.values():
        assert hal.ask("PUT", address(path, words)).status_code == 405, path


def _rows(site: TestSite) -> dict[str, int]:
    with sqlite3.connect(site.settings.store) as raw:
        tables = [row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {one: raw.execute(f"SELECT count(*) FROM {one}").fetchone()[0] for one in tables}
