"""Which cores are taken for attempts, and which are left to the judge."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

from judge.sandbox import usable_cores
from tests.conftest import refused

TABLE = tomllib.loads(Path(__file__).with_name("cores.toml").read_text())


@pytest.fixture
def four(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which this process may use four cores, not counted through."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 2, 3, 7}, raising=False)


@pytest.mark.parametrize(("words", "jobs", "chosen"), TABLE["chosen"])
def test_one_core_for_each_attempt_at_once(four: None, words: str, jobs: int, chosen: list[int]) -> None:
    assert usable_cores(words, jobs)[:jobs] == chosen


@pytest.mark.parametrize(("words", "jobs", "said"), TABLE["refused"])
def test_what_can_not_be_had_is_refused_with_what_can(four: None, words: str, jobs: int, said: str) -> None:
    error = refused(usable_cores, words, jobs)
    assert error.code == "E440"
    assert said in f"{error.note} {error.help}"


def test_where_the_system_has_no_say_any_core_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert usable_cores("", 3) == []
