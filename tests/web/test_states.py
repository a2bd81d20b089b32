"""Every row of the table of routes for sessions and tokens whose account has changed since, and after a restart."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from judge.store import Store
from judge.web import Settings, app
from judge.web.routes import ROUTES
from tests.web.sites import TestSite, contest, restarted, served
from tests.web.strangers import WORDS, jobs_of, strangers
from tests.web.test_routes import ENDS_SESSIONS, RULES
from tests.web.walking import READERS, Walker, address, parts, reached, unhurried


def _wrong(held: Iterable[tuple[Walker, str]], job: str, *, program: bool) -> dict[str, str]:
    """Return which rows answer otherwise than the table says. Held is what somebody came in with, and as which reader
    of the table they are let in now: "" is nobody."""
    words, found = parts(job, "x" * 22), {}
    for number, (walker, reader) in enumerate(held):
        for route in ROUTES:
            name = f"{route.method} {route.path}"
            if route.path in ENDS_SESSIONS or (program and not route.rule.token):
                continue
            answered = reached(walker.ask(route.method, address(route, words)))
            said = RULES[name][program].split()[READERS.index(reader)]
            if answered != said:
                found[f"{name} of {number}"] = f"{answered}, not {said}"
    return found


def _walkers(site: TestSite, *owners: str) -> list[list[Walker]]:
    """Return a session and a token of each."""
    return [[Walker(site, owner, program=program) for program in (False, True)] for owner in owners]


def test_each_row_is_for_who_they_are_now(tmp_path: Path) -> None:
    with unhurried(), strangers(tmp_path / "site") as site:
        job = jobs_of(site, "ada")[0]
        with site.store() as store:
            ada = _walkers(site, "ada")[0]
            store.credentials.end_all("ada")
            ended, [ada, bob, gil, ines, hal] = ada, _walkers(site, "ada", "bob", "gil", "ines", "hal")
            found = {one.owner: one for one in store.accounts.everybody()}
            store.accounts.enter(found["bob"].student, "grader", "hal")
            store.accounts.enter(found["gil"].student, "student", "hal")
            store.accounts.remove("ines", "hal")
            store.accounts.enter(found["ines"].student, "instructor", "hal")
        again = _walkers(site, "ines")[0]
        now = [(ended, ""), (ada, "ada"), (bob, "gil"), (gil, "bob"), (ines, ""), (again, "ines"), (hal, "hal")]
        for program in (False, True):
            assert not _wrong([(one[program], reader) for one, reader in now], job, program=program)
        settings = _ended(site, tmp_path / "copy")
    with Store(settings.store) as store:
        store.upkeep.forget("bob")
    now[2] = bob, ""
    with unhurried(), restarted(settings) as anew:
        for program in (False, True):
            for one, _ in now:
                one[program].move(anew)
            assert not _wrong([(one[program], reader) for one, reader in now], job, program=program)


def _ended(site: TestSite, folder: Path) -> Settings:
    """Copy a site to where it is started again, as its own threads have its file open still."""
    old = site.settings.store.parent
    for name in ("quiz", WORDS):
        shutil.copytree(old / name, folder / name)
    shutil.copy(old / "contest.toml", folder)
    with site.store() as store:
        store.upkeep.backup(folder / "store.db")
    return msgspec.structs.replace(site.settings, store=folder / "store.db", contest=folder / "contest.toml")


# --- A store that somebody else has locked ---------------------------------------------------------------------------
_FORMS = app.READERS + app.WRITERS + 4


@contextmanager
def locked(site: TestSite) -> Iterator[None]:
    with closing(sqlite3.connect(site.settings.store, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def waiting(site: TestSite, pool: ThreadPoolExecutor) -> Iterator[list[Future[Any]]]:
    """Lock the store while more forms wait for it than there are threads."""
    browsers = [site.browser("bob") for _ in range(_FORMS)]
    keys = [one.key() for one in browsers]
    with locked(site):
        yield [
            pool.submit(one.send, "POST", "/out", data={"csrf": key}) for one, key in zip(browsers, keys, strict=True)
        ]


def test_pages_are_read_while_forms_wait(tmp_path: Path) -> None:
    with contest(tmp_path, -10, 10) as site, ThreadPoolExecutor(_FORMS) as pool:
        ada = site.browser("ada")
        with waiting(site, pool) as forms:
            pages = ("/", "/problems/quiz", "/contest", "/problems/quiz/board", "/problems/quiz/submissions")
            assert [ada.get(page).status_code for page in pages] == [200] * len(pages)
            assert not any(one.done() for one in forms), "all of these waited meanwhile"
        assert [one.result().status_code for one in forms] == [303] * _FORMS


def test_it_is_said_that_it_is_not_well(tmp_path: Path) -> None:
    with served(tmp_path) as site, ThreadPoolExecutor(_FORMS) as pool, waiting(site, pool) as forms:
        said = site.browser("").get("/health")
        assert (said.status_code, said.json()["store"]) == (503, "not writable")
        assert not any(one.done() for one in forms), "it was said before any of these was given up"


def test_many_who_ask_whether_it_is_well_stop_no_page(tmp_path: Path) -> None:
    with served(tmp_path) as site, ThreadPoolExecutor(8 * app.READERS) as pool:
        nobody, ada = site.browser(""), site.browser("ada")
        nobody.get("/health")
        with locked(site), patch("judge.store.upkeep._WAIT_S", 20.0):
            asked = [pool.submit(nobody.get, "/health") for _ in range(8 * app.READERS)]
            assert ada.get("/problems/quiz").status_code == 200
            assert not all(one.done() for one in asked), "one asks still, and the others were told"


def test_who_is_named_by_a_proxy_for_the_first_time_holds_up_nobody(tmp_path: Path) -> None:
    named = {"proxies": (ip_network("0.0.0.0/0"),), "user_header": "X-User"}
    with served(tmp_path, **named) as site, ThreadPoolExecutor(_FORMS) as pool:
        site.client._transport.client = ("10.0.0.5", 1)  # type: ignore[attr-defined]
        nobody = site.browser("")
        with locked(site):
            first = [pool.submit(nobody.get, "/", headers={"x-user": "ada"}) for _ in range(_FORMS)]
            assert nobody.get("/").status_code == 200
            assert not any(one.done() for one in first)
        assert [one.result().status_code for one in first] == [200] * _FORMS
