"""Moments are shown in the zone of the host, as exactly as is needed."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from judge.reports.moments import day, exact_moment, moment, time_of_day

AT_S = 1_763_766_187.6  # 2025-11-21 23:03:07 UTC


@pytest.fixture(autouse=True)
def _zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as here:
        here.setenv("TZ", "Europe/Berlin")
        time.tzset()
        yield
    time.tzset()


def test_each_is_of_the_zone_of_the_host() -> None:
    assert moment(AT_S) == "2025-11-22 00:03 CET"
    assert exact_moment(AT_S) == "2025-11-22 00:03:07 CET"
    assert day(AT_S) == "2025-11-22"
    assert time_of_day(AT_S) == "00:03:07"


def test_what_never_was_has_no_moment() -> None:
    assert moment(None) == ""
