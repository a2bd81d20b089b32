"""Which record counts, and when conditions are the same: if nothing has changed that decides a verdict or a time."""

from __future__ import annotations

import itertools
from pathlib import Path

import msgspec
import numpy as np
import pytest

from judge.model import (
    Answer,
    Case,
    Conditions,
    Host,
    Instance,
    Judgement,
    Limits,
    Prepared,
    Problem,
    Programs,
    Record,
    Run,
    Submission,
    Verdict,
)
from judge.scoring import Leaderboard

HOST = Host("plain", (), (), "cgroup", "Linux", "3.11", "0.63", 2)
GRID = np.array([[0, 2], [0, 0]], dtype=np.int8)
ANSWER = Answer(board=np.array([[1, 2], [0, 0]], dtype=np.int8))
CASE = Case("c", "secret", Instance("DFS", 2, 1, GRID), ANSWER)
PROBLEM = Problem(
    "pkg", "T", "lizards", ("DFS",), False, Limits(), {"secret": Problem.Group(50)}, (CASE,), "testcases/pkg"
)


def with_case(**changes: object) -> Problem:
    return msgspec.structs.replace(PROBLEM, cases=(msgspec.structs.replace(CASE, **changes),))


@pytest.mark.parametrize(
    "other",
    [
        msgspec.structs.replace(PROBLEM, strict=True),
        msgspec.structs.replace(PROBLEM, puzzle="queens"),
        msgspec.structs.replace(PROBLEM, programs=Programs(io="stdio")),
        msgspec.structs.replace(PROBLEM, cases=(CASE, CASE)),
        with_case(name="d"),
        with_case(group="sample"),
        with_case(board=Instance("BFS", 2, 1, GRID)),
        with_case(board=Instance("DFS", 2, 2, GRID)),
        with_case(board=Instance("DFS", 2, 1, GRID.T.copy())),
        with_case(answer=None),
        with_case(answer=Answer(fail=True)),
        with_case(answer=Answer(count=3)),
        with_case(answer=Answer(columns=np.array([[0, 1]]))),
    ],
)
def test_another_package_is_not_comparable(other: Problem) -> None:
    old, new = Conditions.of(PROBLEM, HOST), Conditions.of(other, HOST)
    assert old.package != new.package
    assert (old.limits, old.host) == (new.limits, new.host)
    assert not Leaderboard.Ground("pkg", old.package, old.limits).like(new)


def test_other_limits_and_repetitions_are_not_comparable() -> None:
    old = Conditions.of(PROBLEM, HOST)
    faster = msgspec.structs.replace(PROBLEM, limits=Limits(time_limit=1))
    for new in (Conditions.of(faster, HOST), Conditions.of(PROBLEM, HOST, repeat=3)):
        assert old.package == new.package
        assert not Leaderboard.Ground("pkg", old.package, old.limits).like(new)


def test_another_host_is_other_conditions_but_comparable() -> None:
    old, new = Conditions.of(PROBLEM, HOST), Conditions.of(PROBLEM, msgspec.structs.replace(HOST, sandbox="landlock"))
    assert old != new
    assert Leaderboard.Ground("pkg", old.package, old.limits).like(new)


@pytest.mark.parametrize(
    "same",
    [
        msgspec.structs.replace(PROBLEM, title="another"),
        msgspec.structs.replace(PROBLEM, path="elsewhere/pkg"),
        msgspec.structs.replace(PROBLEM, groups={"secret": Problem.Group(100)}),
        with_case(why_fail="proven otherwise"),
        with_case(board=Instance("DFS", 2, 1, GRID.copy())),
    ],
)
def test_points_and_words_change_nothing(same: Problem) -> None:
    assert Conditions.of(same, HOST) == Conditions.of(PROBLEM, HOST)


# --- the record that counts ------------------------------------------------------------------------------------------
def record(
    number: int, since_s: float, verdict: Verdict = Verdict.AC, owner: str = "ann", name: str = "a.py"
) -> Record:
    submission = Submission("a", "pkg", "program", Path(name), b"", "ab" * 32)
    made = Judgement(submission, PROBLEM, Prepared(), (Run("c", "secret", "DFS", verdict),), verdict)
    return Record(number, owner, made, Conditions.of(PROBLEM, HOST), judged_s=0.0, since_s=since_s)


@pytest.mark.parametrize(
    ("records", "counts"),
    [
        ([record(1, 10), record(2, 20), record(3, 30)], 3),
        ([record(1, 30), record(2, 20), record(3, 10)], 1),  # when it began to count, not when it was made
        ([record(1, 10), record(2, 10), record(3, 10)], 3),  # at the same time: what was made last
        ([record(1, 10), record(2, 20, Verdict.JE), record(3, 30, Verdict.JE)], 1),
        ([record(1, 10, Verdict.JE), record(2, 20, Verdict.JE), record(3, 5, Verdict.JE)], 2),
    ],
)
def test_the_last_record_without_a_judge_error_counts(records: list[Record], counts: int) -> None:
    """In whatever order they come."""
    for shuffled in itertools.permutations(records):
        assert [one.id for one in Record.latest(shuffled)] == [counts]


def test_each_owner_and_each_name_of_a_file_has_a_record_that_counts() -> None:
    """In the order in which they were made."""
    records = [record(4, 1), record(3, 9, owner="bob"), record(2, 5, name="b.py"), record(1, 0)]
    assert [one.id for one in Record.latest(records)] == [2, 3, 4]
