"""Many at once: what another process writes reaches every browser that may see it, and who waits holds up nobody."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from judge.model import Student
from tests.web.sites import RIGHT, TestSite, contest, hand_in, served

QUEUE: Final = "/staff/queue/events"


# --- pages that fill by themselves -----------------------------------------------------------------------------------
def test_what_another_process_writes_reaches_whoever_may_see_it_still(own: TestSite) -> None:
    out, student, gone = (own.newcomer("grader") for _ in range(3))
    staying = [own.browser(owner).listen(QUEUE) for owner in ("gil", "ines", "hal", "hal")]
    ended = [one.listen(QUEUE) for one in (out, student, gone)]
    assert all("event: waiting" in one.next() for one in (*staying, *ended))
    own.store.credentials.end_all(out.owner, "session")
    own.store.accounts.enter(Student(student.owner), "student", "hal")
    own.store.accounts.remove(gone.owner, "hal")
    code = hand_in(own, "ada", RIGHT)
    assert [one.next() for one in ended] == [""] * 3, "no message goes to who may not see it any more"
    assert all(code in one.next() for one in staying)
    assert code in own.browser("gil").get(QUEUE).text, "who comes late is told all"


# --- a store that somebody else has locked ---------------------------------------------------------------------------
_THREADS: Final = 10  # in which pages and forms are made
_FORMS: Final = _THREADS + 4


@contextmanager
def locked(site: TestSite) -> Iterator[None]:
    with closing(sqlite3.connect(site.settings.store, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_pages_are_read_while_forms_wait_and_it_is_said_that_it_is_not_well(tmp_path: Path) -> None:
    """More forms than there are threads wait for a store that is locked."""
    with contest(tmp_path, -10, 10) as site, ThreadPoolExecutor(_FORMS) as pool:
        ada, keys = site.browser("ada"), {one: one.key() for one in (site.browser("bob") for _ in range(_FORMS))}
        with locked(site):
            forms = [pool.submit(one.send, "POST", "/out", data={"csrf": key}) for one, key in keys.items()]
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
    with slow, ThreadPoolExecutor(2 * _THREADS) as pool:
        asked = [pool.submit(nobody.get, "/health") for _ in range(2 * _THREADS)]
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
