"""Pages that fill by themselves: what another process writes reaches every browser, and no more those who may not see
it any more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from judge.model import Student
from judge.store import Store
from tests.store.make import submission_of
from tests.web.sites import TestSite

QUEUE: Final = "/staff/queue/events"


def wait(site: TestSite, owner: str) -> str:
    """Let a submission wait, as another process does; return its code."""
    return site.store.queue.add("quiz", owner, owner, submission_of(owner), 1.0, replaces=False).code


def test_what_another_process_writes_reaches_every_browser(own: TestSite) -> None:
    streams = [own.browser(owner).listen(QUEUE) for owner in ("gil", "ines", "hal", "hal")]
    assert all("event: waiting" in one.next() for one in streams)
    code = wait(own, "ada")
    assert all(code in one.next() for one in streams)
    assert code in own.browser("gil").get(QUEUE).text, "who comes late is told all"


ENDS: Final[dict[str, Callable[[Store], object]]] = {
    "signed out": lambda store: store.credentials.end_all("gil", "session"),
    "a student now": lambda store: store.accounts.enter(Student("gil"), "student", "hal"),
    "removed": lambda store: store.accounts.remove("gil", "hal"),
}


@pytest.mark.parametrize("change", ENDS)
def test_a_stream_ends_with_the_right_to_see_it(own: TestSite, change: str) -> None:
    watched, other = own.browser("gil").listen(QUEUE), own.browser("hal").listen(QUEUE)
    assert watched.next()
    assert other.next()
    ENDS[change](own.store)
    code = wait(own, "ada")
    assert watched.next() == "", "no message goes to who may not see it any more"
    assert code in other.next()


def test_one_person_can_not_hold_all_streams(own: TestSite) -> None:
    gil = own.browser("gil")
    streams = [gil.listen(QUEUE) for _ in range(24)]
    assert all(one.next() for one in streams)
    assert gil.get(QUEUE).status_code == 503
    assert own.browser("hal").get(QUEUE).status_code == 200
    streams[0].leave()
    wait(own, "ada")
    assert all(one.next() for one in streams)
    assert streams[0].next() == ""
    assert gil.get(QUEUE).status_code == 200, "there is a place again"
