"""Every row of the table of routes for sessions and tokens whose account has changed since, and after a restart."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from judge.store import Store
from judge.web import Settings
from tests.web.sites import Browser, TestSite, contest, restarted, served
from tests.web.strangers import WORDS, jobs_of, strangers
from tests.web.table import ENDS_SESSIONS, ROWS, parts, reached


def _wrong(held: Iterable[tuple[Browser, str]], job: str, *, program: bool) -> dict[str, str]:
    """Return which rows answer otherwise than the table says. Held is what somebody came in with, and as which reader
    of the table they are let in now: "" is nobody."""
    words, found = parts(job, "x" * 22), {}
    for number, (browser, reader) in enumerate(held):
        for row in ROWS:
            if row.path in ENDS_SESSIONS or (program and not row.for_programs):
                continue
            answered, said = reached(browser.ask(row, words)), row.answer(reader, program=program)
            if answered != said:
                found[f"{row} of {number}"] = f"{answered}, not {said}"
    return found


def _held(site: TestSite, *owners: str) -> list[tuple[Browser, Browser]]:
    """Return a session and a token of each, whose forms have been looked at."""
    found = [(site.browser(owner), site.program(owner)) for owner in owners]
    assert all(browser.key() for browser, _ in found)
    return found


def test_each_row_is_for_who_they_are_now(tmp_path: Path) -> None:
    with strangers(tmp_path / "site") as site:
        job = jobs_of(site, "ada")[0]
        ada = _held(site, "ada")[0]
        site.store.credentials.end_all("ada")
        ended, [ada, bob, gil, ines, hal] = ada, _held(site, "ada", "bob", "gil", "ines", "hal")
        found = {one.owner: one for one in site.store.accounts.everybody()}
        site.store.accounts.enter(found["bob"].student, "grader", "hal")
        site.store.accounts.enter(found["gil"].student, "student", "hal")
        site.store.accounts.remove("ines", "hal")
        site.store.accounts.enter(found["ines"].student, "instructor", "hal")
        again = _held(site, "ines")[0]
        now = [(ended, ""), (ada, "ada"), (bob, "gil"), (gil, "bob"), (ines, ""), (again, "ines"), (hal, "hal")]
        for program in (False, True):
            assert not _wrong([(one[program], reader) for one, reader in now], job, program=program)
        settings = _ended(site, tmp_path / "copy")
    with Store(settings.store) as store:
        store.upkeep.forget("bob")
    now[2] = bob, ""
    with restarted(settings) as anew:
        for program in (False, True):
            for one, _ in now:
                one[program].site = anew
            assert not _wrong([(one[program], reader) for one, reader in now], job, program=program)


def _ended(site: TestSite, folder: Path) -> Settings:
    """Copy a site to where it is started again, as its own threads have its file open still."""
    old = site.settings.store.parent
    for name in ("quiz", WORDS):
        shutil.copytree(old / name, folder / name)
    shutil.copy(old / "contest.toml", folder)
    site.store.upkeep.backup(folder / "store.db")
    return msgspec.structs.replace(site.settings, store=folder / "store.db", contest=folder / "contest.toml")


# --- A store that somebody else has locked ---------------------------------------------------------------------------
_THREADS = 10  # in which pages and forms are made
_FORMS = _THREADS + 4


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


def test_pages_are_read_while_forms_wait_and_it_is_said_that_it_is_not_well(tmp_path: Path) -> None:
    with contest(tmp_path, -10, 10) as site, ThreadPoolExecutor(_FORMS) as pool:
        ada = site.browser("ada")
        with waiting(site, pool) as forms:
            said = site.browser("").get("/health")
            assert (said.status_code, said.json()["store"]) == (503, "not writable")
            pages = ("/", "/problems/quiz", "/contest", "/problems/quiz/board", "/problems/quiz/submissions")
            assert [ada.get(page).status_code for page in pages] == [200] * len(pages)
            assert not any(one.done() for one in forms), "all of these waited meanwhile"
        assert [one.result().status_code for one in forms] == [303] * _FORMS


def test_many_who_ask_whether_it_is_well_stop_no_page(own: TestSite) -> None:
    over, nobody, ada = threading.Event(), own.browser(""), own.browser("ada")
    nobody.get("/health")
    slow = patch.object(type(own.store.upkeep), "writable", lambda _: over.wait(20))
    with slow, ThreadPoolExecutor(8 * _THREADS) as pool:
        asked = [pool.submit(nobody.get, "/health") for _ in range(8 * _THREADS)]
        assert ada.get("/problems/quiz").status_code == 200
        assert not all(one.done() for one in asked), "one asks still, and the others were told"
        over.set()


def test_who_is_named_by_a_proxy_for_the_first_time_holds_up_nobody(tmp_path: Path) -> None:
    named: dict[str, Any] = {"proxies": (ip_network("0.0.0.0/0"),), "user_header": "X-User"}
    with served(tmp_path, **named) as site, ThreadPoolExecutor(_FORMS) as pool:
        site.peer, nobody = "10.0.0.5", site.browser("")
        with locked(site):
            first = [pool.submit(nobody.get, "/", headers={"x-user": "ada"}) for _ in range(_FORMS)]
            assert nobody.get("/").status_code == 200
            assert not any(one.done() for one in first)
        assert [one.result().status_code for one in first] == [200] * _FORMS
