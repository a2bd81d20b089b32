"""The web process leaves the cores to judges that time there, and comes back."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import pytest

from judge.web import serving
from judge.web.serving import OffCores

pytestmark = pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2,
    reason="one core, or the system has no say",
)


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = os.sched_getaffinity(0)
    yield
    os.sched_setaffinity(0, before)


def test_every_thread_keeps_off_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    cores, over = os.sched_getaffinity(0), threading.Event()
    other = threading.Thread(target=over.wait)
    other.start()
    assert other.native_id
    web, one = OffCores(), min(cores)
    for timed, free in (({one}, cores - {one}), (cores, cores), ({one}, cores - {one}), (set[int](), cores)):
        monkeypatch.setattr(serving, "timed", lambda timed=timed: timed)
        web.move()
        assert os.sched_getaffinity(0) == os.sched_getaffinity(other.native_id) == free
    over.set()
    other.join()
