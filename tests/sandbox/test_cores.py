"""Which cores are taken for attempts, and which are left to the judge."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from judge.sandbox import cores
from judge.sandbox.inside.procfs import CoreTimes
from tests.conftest import refused

Affinity = set[int]


@pytest.fixture
def affinity(monkeypatch: pytest.MonkeyPatch) -> Affinity:
    """A machine on which this process may use four cores, not counted through."""
    mine = {0, 2, 3, 7}

    def look(pid: int) -> set[int]:
        return set(mine)

    def move(pid: int, wanted: set[int]) -> None:
        mine.clear()
        mine.update(wanted)

    monkeypatch.setattr(os, "sched_getaffinity", look, raising=False)
    monkeypatch.setattr(os, "sched_setaffinity", move, raising=False)
    return mine


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
def test_one_core_for_each_attempt_at_once(affinity: Affinity, words: str, jobs: int, chosen: list[int]) -> None:
    assert cores.usable_cores(words, jobs)[:jobs] == chosen


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
def test_what_can_not_be_had_is_refused_with_what_can(affinity: Affinity, words: str, jobs: int, said: str) -> None:
    error = refused(cores.usable_cores, words, jobs)
    assert error.code == "E440"
    assert said in f"{error.note} {error.help}"


def test_where_the_system_has_no_say_any_core_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert cores.usable_cores("", 3) == []
    cores.keep_off([None, None])


@pytest.mark.parametrize(
    ("attempts", "others", "left"),
    [
        ([7, 3], set(), {0, 2}),
        ([0, 2, 3, 7], set(), {0, 2, 3, 7}),
        ([7], {3, 2}, {0}),
        ([7], {0, 2, 3}, {0, 2, 3}),
    ],
)
def test_the_judge_moves_to_what_is_left_if_anything_is(
    affinity: Affinity, attempts: list[int | None], others: set[int], left: set[int]
) -> None:
    cores.keep_off(attempts, others)
    assert affinity == left


def test_the_idlest_core_comes_first_and_equals_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    share = {0: 1.0, 1: 0.2, 2: 0.98, 3: 0.7}
    start_s = time.monotonic()
    monkeypatch.setattr(cores, "LOOK_S", 0.05)
    monkeypatch.setattr(
        cores, "core_times", lambda core: CoreTimes(share[core] * 0.05 * (time.monotonic() - start_s >= 0.05))
    )
    assert cores.idlest([3, 2, 1, 0]) == [2, 0, 3, 1]


def test_halves_of_a_core_know_each_other(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cores, "TOPOLOGY", f"{tmp_path}/{{}}")
    (tmp_path / "1").write_text("1,5\n")
    (tmp_path / "2").write_text("0-3\n")
    (tmp_path / "3").write_text("3\n")
    assert [cores.siblings(core) for core in (1, 2, 3, 4)] == [{5}, {0, 1, 3}, set(), set()]
