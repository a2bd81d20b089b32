"""Which cores are taken for attempts, and which are left to the judge."""

from __future__ import annotations

import os

import pytest

from judge.sandbox import usable_cores
from tests.conftest import refused


@pytest.fixture
def four(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which this process may use four cores, not counted through."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 2, 3, 7}, raising=False)


@pytest.mark.parametrize(
    ("words", "jobs", "chosen"),
    [
        ("", 1, [7]),
        ("", 2, [7, 3]),
        ("", 4, [7, 3, 2, 0]),
        ("2", 1, [2]),
        ("0,2-3", 3, [0, 2, 3]),
        ("0,2-3", 1, [0]),
        (" 3 , 0", 2, [3, 0]),
        ("2,2-3,3", 2, [2, 3]),
    ],
)
def test_one_core_for_each_attempt_at_once(four: None, words: str, jobs: int, chosen: list[int]) -> None:
    assert usable_cores(words, jobs)[:jobs] == chosen


@pytest.mark.parametrize(
    ("words", "jobs", "said"),
    [
        ("", 5, "-j 4"),
        ("2", 2, "-j 1"),
        ("2,2,2", 2, "-j 1"),
        ("1", 1, "0, 2, 3, 7"),
        ("0-3", 1, "0, 2, 3, 7"),
        ("all", 1, "0,2-3"),
        ("1;2", 1, "0,2-3"),
        ("-1", 1, "0,2-3"),
        ("2-", 1, "0,2-3"),
        (",", 1, "0,2-3"),
        ("0x2", 1, "0,2-3"),
        ("3-2", 1, "0,2-3"),
        ("²", 1, "0,2-3"),
        ("0-99999999999999999999", 1, "0,2-3"),
    ],
)
def test_what_can_not_be_had_is_refused_with_what_can(four: None, words: str, jobs: int, said: str) -> None:
    error = refused(usable_cores, words, jobs)
    assert error.code == "E440"
    assert said in f"{error.note} {error.help}"


def test_where_the_system_has_no_say_any_core_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert usable_cores("", 3) == []
