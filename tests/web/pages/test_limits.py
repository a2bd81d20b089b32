"""A limit holds at once: what is looked up before something is added is looked up in the transaction that adds it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from judge.model import Verdict
from judge.problems.package import read_package
from judge.store.accounts import Accounts
from judge.store.credentials import Credentials
from judge.store.regrades import Regrades
from judge.web.pages.tokens import MOST
from tests.store.make import submission_of
from tests.web.judged import judge
from tests.web.sites import TestSite, served

_PATIENCE_S = 1.0


@pytest.fixture(name="site")
def _site(tmp_path: Path) -> Iterator[TestSite]:
    with served(tmp_path) as site:
        yield site


@contextmanager
def both_look(kind: type, name: str) -> Iterator[None]:
    """Let each of two wait until the other has looked too, where nothing keeps them apart."""
    looks, real = threading.Barrier(2), getattr(kind, name)

    def looked(*words: Any) -> Any:
        found = real(*words)
        with suppress(threading.BrokenBarrierError):
            looks.wait(_PATIENCE_S)
        return found

    with patch.object(kind, name, looked):
        yield


def both(send: Callable[[], Any]) -> list[int]:
    with ThreadPoolExecutor(2) as pool:
        return sorted(one.status_code for one in pool.map(lambda _: send(), range(2)))


def test_of_two_tokens_at_once_one_is_too_many(site: TestSite) -> None:
    ada = site.browser("ada")
    with site.store() as store:
        account = store.accounts.of("ada")
        for _ in range(MOST - 1):
            store.credentials.make("token", account, "student", 60, "ada")
    form = {"csrf": ada.key(), "words": "x"}
    with both_look(Credentials, "of"):
        assert both(lambda: ada.send("POST", "/tokens", data=form)) == [200, 422]
    with site.store() as store:
        assert len(store.credentials.of("ada", "token")) == MOST


def test_of_two_regrades_at_once_one_is_refused(site: TestSite) -> None:
    with site.store() as store:
        store.queue.add("quiz", "ada", "ada", submission_of(), 1.0, replaces=False)
        judge(store, read_package(site.settings.store.parent / "quiz"), Verdict.AC, Verdict.WA)
    ines = site.browser("ines")
    form = {"csrf": ines.key(), "reason": "a case was wrong"}
    with both_look(Regrades, "pending"):
        assert both(lambda: ines.send("POST", "/staff/problems/quiz/regrade", data=form)) == [303, 409]
    with site.store() as store:
        assert len(store.queue.regrades("quiz")) == 1


def test_of_two_who_add_the_same_person_one_is_told(site: TestSite) -> None:
    ines = site.browser("ines")
    form = {"csrf": ines.key(), "id": "cy", "role": "grader"}
    with both_look(Accounts, "of"):
        assert both(lambda: ines.send("POST", "/staff/people/add", data=form)) == [303, 422]
