"""A store that somebody else has locked: what writes waits, and all others read on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from unittest.mock import patch

from judge.web.app import READERS, WRITERS
from tests.web.pages.contests import contest
from tests.web.sites import TestSite, served

_FORMS = READERS + WRITERS + 4


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
    with served(tmp_path) as site, ThreadPoolExecutor(8 * READERS) as pool:
        nobody, ada = site.browser(""), site.browser("ada")
        nobody.get("/health")
        with locked(site), patch("judge.store.upkeep._WAIT_S", 20.0):
            asked = [pool.submit(nobody.get, "/health") for _ in range(8 * READERS)]
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
